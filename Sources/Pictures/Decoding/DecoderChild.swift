private import CSandbox
import Foundation
import OutputText
import Synchronization

/// The parent's end of a child process that decodes pictures, one at a time.
///
/// What the child says is as foreign as the picture that it decoded: numbers have ranges, lengths
/// have limits, and what it drew is looked through before anybody gets it. The parent only ever
/// writes to the file that both share.
///
/// `posix_spawn`, not a library for running programs: the child lives on from picture to picture,
/// with a socket instead of standard input and output, without an environment or any other
/// descriptor, in a process group of its own.
final class DecoderChild: Sendable {
    /// Why a child did not answer.
    enum Failure: Error {
        /// The picture can't be decoded; the child goes on.
        case refused(WitError)
        /// The child is of no more use, and why.
        case lost(WitError)
    }

    let role: DecoderRole
    /// Bytes that it may take.
    let memory: Int
    let process: Int32
    /// The locks that hold, of `WIT_LOCK_…`.
    let locks: Int
    private let socket: DecoderSocket
    private let file: Int32
    private let served = Mutex(0)
    /// The status that it ended with.
    private let ended = Mutex<Int32?>(nil)

    /// A shared file of more bytes is emptied after its picture.
    private static let largestKept = 16 << 20
    /// How long a child may take to start.
    private static let patience = Duration.seconds(60)

    /// Starts a child and waits until it is ready.
    ///
    /// - Throws: `unavailable` where it says that it can decode nothing; `decoderNotStarted`.
    init(_ program: DecoderProgram, _ role: DecoderRole, memory: Int) throws(WitError) {
        let file = wit_anonymous_file()
        guard file >= 0 else { throw Self.cannotStart(String(cString: strerror(errno))) }
        var (descriptor, process) = (Int32(-1), pid_t(-1))
        let failed = program.withStrings(role, memory: memory) { path, arguments, environment in
            wit_spawn(path, arguments, environment, file, &descriptor, &process)
        }
        guard failed == 0 else {
            close(file)
            throw Self.cannotStart("\(program.path): \(String(cString: strerror(failed)))")
        }
        let socket = DecoderSocket(descriptor: descriptor)
        let hello = Result { () throws(WitError) in try Self.hello(socket, program) }
        guard case .success(let locks) = hello else {
            kill(process, SIGKILL)
            _ = wit_reap(process)
            close(descriptor)
            close(file)
            _ = try hello.get()
            throw Self.cannotStart(program.path)
        }
        (self.role, self.memory, self.process, self.locks) = (role, memory, process, locks)
        (self.socket, self.file) = (socket, file)
    }

    deinit {
        // A child that waits for its next picture has nothing to lose.
        ended.withLock { ended in
            guard ended == nil else { return }
            kill(process, SIGKILL)
            _ = wit_reap(process)
        }
        close(socket.descriptor)
        close(file)
    }

    /// The processor time that it has taken; 0 once it has ended, when its number may be another's.
    private var processorSeconds: Double {
        ended.withLock { $0 == nil ? wit_processor_seconds(process) : 0 }
    }

    /// Whether it has decoded nothing yet.
    var isFresh: Bool { served.withLock { $0 == 0 } }

    /// Has a task done with a picture.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for each part of the answer; nil for as long as a picture of its
    ///     size may take.
    ///   - watch: what counts the cost, and may end the work at any moment.
    ///   - onHeader: told the picture's header before its pixels are decoded.
    func perform(
        _ task: PictureTask, on picture: [UInt8], _ limits: PictureLimits,
        patience: Duration? = nil, watch: (any DecodingWatch)? = nil,
        onHeader: (PictureHeader) -> Void = { _ in }
    ) throws(Failure) -> PictureResult {
        served.withLock { $0 += 1 }
        let start = watch == nil ? 0 : processorSeconds
        var latest = start
        defer { watch?.took(seconds: max(latest, processorSeconds) - start) }
        let isOver = { () -> Bool in
            guard let watch else { return false }
            latest = max(latest, self.processorSeconds)
            return watch.isStopped || watch.secondsLeft <= latest - start
        }
        guard share(picture) else {
            throw .lost(
                WitError(
                    .decoderEnded,
                    "The picture cannot be handed over to be decoded "
                        + "(\(String(cString: strerror(errno))))."))
        }
        defer { if picture.count > Self.largestKept { ftruncate(file, 0) } }
        let numbers = task.numbers
        try send(
            DecoderMessage(
                kind: numbers[0],
                [picture.count, limits.pixels, limits.acceptsDamage ? 1 : 0] + numbers[1...]))
        var header: PictureHeader?
        defer { if let header { onHeader(header) } }
        return try DecoderAnswer(
            task: task, limits: limits, patience: patience, onHeader: { header = $0 }
        ) { (count, deadline) throws(Failure) in
            try self.receive(count, until: deadline, unless: isOver)
        }.result()
    }

    #if DEBUG
        /// Has the child try what it must not be able to do; 0 where it could, else the errno.
        func tries(_ trial: DecoderTrial, _ path: String) throws(Failure) -> Int {
            let path = Array(path.utf8) + [0]
            guard share(path) else { return -1 }
            try send(
                DecoderMessage(kind: DecoderTrial.request, [path.count, 0, 0, trial.rawValue]))
            let answer = try receive(
                DecoderMessage.count * 8, until: .now.advanced(by: Self.patience))
            return DecoderMessage(answer)?.numbers[0] ?? -1
        }
    #endif

    /// Puts the picture into the shared file; false with errno.
    private func share(_ picture: [UInt8]) -> Bool {
        guard ftruncate(file, off_t(picture.count)) == 0 else { return false }
        return picture.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = pwrite(
                    file, bytes.baseAddress?.advanced(by: written), bytes.count - written,
                    off_t(written))
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }

    private func send(_ message: DecoderMessage) throws(Failure) {
        do throws(DecoderSocket.Failure) { try socket.send(message.bytes) } catch {
            throw .lost(ending(late: false))
        }
    }

    private func receive(
        _ count: Int, until deadline: ContinuousClock.Instant, unless isOver: () -> Bool = { false }
    ) throws(Failure) -> [UInt8] {
        do throws(DecoderSocket.Failure) {
            return try socket.receive(count, until: deadline, unless: isOver)
        } catch {
            guard error != .stopped else {
                _ = end(atOnce: true)
                throw .lost(WitError(.decodingStopped, "Decoding the picture was stopped."))
            }
            throw .lost(ending(late: error == .late))
        }
    }

    /// Ends the child, if it has not ended, and says what ended it.
    private func ending(late: Bool) -> WitError {
        let status = end()
        let signal = wit_signal_of(status)
        if late || signal == SIGXCPU {
            return WitError(
                .tooMuchTime,
                "Decoding the picture took too long for its size and was stopped.")
        }
        if signal == 0 && status >> 8 == DecoderService.withoutMemory {
            return WitError(
                .tooMuchMemory,
                "Decoding the picture takes more memory than is allowed "
                    + "(decoder-memory is \(memory >> 20) MB).")
        }
        return WitError(
            .decoderEnded,
            "The process that decoded the picture ended "
                + (signal == 0 ? "before it was done." : "(signal \(signal))."))
    }

    /// Kills the child and waits for its end; its status.
    private func end(atOnce: Bool = false) -> Int32 {
        ended.withLock { ended in
            if let ended { return ended }
            // One that closed its end of the socket is about to end by itself, for its own reason.
            var status: Int32 = -1
            for _ in 0..<(atOnce ? 0 : 50) where waitpid(process, &status, WNOHANG) == 0 {
                usleep(2000)
            }
            if status == -1 {
                kill(process, SIGKILL)
                status = wit_reap(process)
            }
            ended = status
            return status
        }
    }

    private static func hello(
        _ socket: DecoderSocket, _ program: DecoderProgram
    ) throws(WitError) -> Int {
        let deadline = ContinuousClock.now.advanced(by: patience)
        func receive(_ count: Int) throws(WitError) -> [UInt8] {
            do throws(DecoderSocket.Failure) {
                return try socket.receive(count, until: deadline)
            } catch {
                throw cannotStart("\(program.path) does not answer")
            }
        }
        guard let message = DecoderMessage(try receive(DecoderMessage.count * 8)),
            message.kind == DecoderMessage.Kind.hello.rawValue,
            message.numbers[0] == DecoderMessage.version,
            (0...DecoderMessage.longestText).contains(message.numbers[2])
        else { throw cannotStart("\(program.path) is of another version") }
        if message.numbers[2] == 0 { return message.numbers[1] }
        throw WitError(
            .unavailable, DecoderAnswer.sentence(try receive(message.numbers[2])))
    }

    private static func cannotStart(_ why: String) -> WitError {
        WitError(
            .decoderNotStarted,
            "The process that decodes pictures cannot be started (\(why)).")
    }
}
