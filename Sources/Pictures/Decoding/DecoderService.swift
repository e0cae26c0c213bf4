private import CSandbox
import Foundation
import OutputText

/// The child's part: a process that decodes one picture after another and can do nothing else.
enum DecoderService {
    /// The exit status where memory ends.
    static let withoutMemory: Int32 = 7

    /// Whether this process has what a child gets from its parent.
    static var isChild: Bool { wit_is_child() != 0 }

    /// Serves the parent until it closes its end.
    ///
    /// - Parameter memory: bytes that the process may take.
    static func run(_ role: DecoderRole, memory: Int) -> Never {
        wit_child_begin()
        let socket = DecoderSocket(descriptor: WIT_CHILD_SOCKET)
        var problem: WitError?
        if case .failure(let error) = PictureLibrary.start { problem = error }
        if problem == nil {
            PictureLibrary.endWithoutMemory(withoutMemory)
            if role == .pictures { PictureLibrary.warmUp() }
        }
        let locks = wit_child_lock(memory, role == .maps ? 1 : 0)
        if locks < 0, problem == nil {
            problem = WitError(
                .unavailable,
                "Pictures cannot be decoded with so little memory: decoder-memory is \(memory) "
                    + "bytes.")
        }
        do throws(DecoderSocket.Failure) {
            let text = problem.map { Self.text($0) } ?? []
            try socket.send(
                DecoderMessage(.hello, [DecoderMessage.version, Int(locks), text.count]).bytes
                    + text)
            guard problem == nil else { _exit(0) }
            wit_child_end_with(WIT_CHILD_SOCKET)
            while true {
                let request = try socket.receive(DecoderMessage.count * 8)
                guard let request = DecoderMessage(request) else { _exit(1) }
                try answer(request, role, memory, socket)
            }
        } catch {
            _exit(0)
        }
    }

    private static func answer(
        _ request: DecoderMessage, _ role: DecoderRole, _ limit: Int, _ socket: DecoderSocket
    ) throws(DecoderSocket.Failure) {
        let count = request.numbers[0]
        guard let task = PictureTask(numbers: [request.kind] + request.numbers[3...]),
            (task == .map) == (role == .maps)
        else {
            #if DEBUG
                return try DecoderTrial.answer(request, socket)
            #else
                _exit(1)
            #endif
        }
        wit_child_allow_time(Int32(DecoderTime.header))
        var limits = PictureLimits(
            pixels: request.numbers[1], acceptsDamage: request.numbers[2] != 0)
        limits.memory = limit
        guard let memory = wit_child_map(count) else { _exit(1) }
        let picture = UnsafeMutableRawBufferPointer(start: memory, count: count)
        var seen: PictureHeader?
        let outcome = Result { () throws(WitError) in
            try PictureEngine.perform(task, on: picture, limits) { (header) throws(WitError) in
                seen = header
                guard task != .header else { return }
                wit_child_allow_time(
                    Int32(clamping: DecoderTime.seconds(pixels: header.width * header.height)))
                // A parent that is gone is noticed when the answer is sent.
                try? socket.send(message(header).bytes)
            }
        }
        wit_child_unmap(memory, count)
        switch outcome {
        case .success(let result): try send(result, socket)
        case .failure(let found):
            let error = lackingMemory(found, seen, limit) ?? found
            let text = text(error)
            let code = DecoderMessage.codes.firstIndex(of: error.code) ?? 0
            try socket.send(DecoderMessage(.failure, [code, text.count]).bytes + text)
        }
    }

    /// What decoders that hold a whole picture fail for where that is more than there may be: they
    /// do not say so themselves.
    private static func lackingMemory(
        _ error: WitError, _ header: PictureHeader?, _ limit: Int
    ) -> WitError? {
        guard error.code == .pictureDamaged, let header,
            [.heif, .jpegXL, .webp].contains(header.format),
            header.width * header.height > limit / 6
        else { return nil }
        return WitError(
            .tooMuchMemory,
            "The picture has \(header.width) × \(header.height) pixels, more than there is memory"
                + " for, and cannot be decoded.")
    }

    private static func text(_ error: WitError) -> [UInt8] {
        Array(error.message.utf8.prefix(DecoderMessage.longestText))
    }

    private static func message(_ header: PictureHeader) -> DecoderMessage {
        DecoderMessage(
            .header,
            [
                PictureFormat.allCases.firstIndex(of: header.format) ?? 0, header.width,
                header.height, header.orientation, header.pages,
            ])
    }

    private static func send(
        _ result: PictureResult, _ socket: DecoderSocket
    ) throws(DecoderSocket.Failure) {
        switch result {
        case .header(let header): try socket.send(message(header).bytes)
        case .picture(let picture):
            try socket.send(
                DecoderMessage(.picture, [picture.width, picture.height, picture.bytes.count])
                    .bytes)
            try socket.send(picture.bytes)
        case .renditions(let all):
            let (picture, preview) = (all.picture, all.preview)
            try socket.send(
                DecoderMessage(
                    .renditions,
                    [
                        picture.width, picture.height, picture.bytes.count, preview.width,
                        preview.height, preview.bytes.count, Int(bitPattern: UInt(all.hash.bits)),
                    ]
                ).bytes)
            try socket.send(picture.bytes)
            try socket.send(preview.bytes)
        case .hash(let hash):
            try socket.send(DecoderMessage(.hash, [Int(bitPattern: UInt(hash.bits))]).bytes)
        case .pixels(let width, let height, let bands, let bytes):
            try socket.send(DecoderMessage(.pixels, [width, height, bands, bytes.count]).bytes)
            try socket.send(bytes)
        case .map(let png):
            try socket.send(DecoderMessage(.map, [png.count]).bytes)
            try socket.send(png)
        }
    }
}
