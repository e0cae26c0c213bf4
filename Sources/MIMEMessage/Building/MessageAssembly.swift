import OutputText

/// A message being built: its text, and between the text the contents of parts, which are encoded
/// when the message is written.
///
/// Contents are held as they are, or stay in their files, so what is held here is small however
/// long the message becomes.
struct MessageAssembly {
    private enum Content {
        case octets([UInt8])
        case file(FilePiece)

        var count: Int {
            switch self {
            case .octets(let octets): octets.count
            case .file(let piece): piece.count
            }
        }
    }

    private struct Piece {
        /// Where in the text it stands.
        var place: Int
        var content: Content
        var isBase64: Bool
    }

    /// A run of the message as it is handed out: to be taken as it stands, or in base64.
    struct Run {
        var octets: UnsafeRawBufferPointer
        var isBase64: Bool
        /// Whether its content goes on in the next run.
        var goesOn: Bool

        /// How many octets it makes in the message.
        var encodedCount: Int {
            guard isBase64 else { return octets.count }
            return Base64.encodedLength(octets.count) + (goesOn ? 2 : 0)
        }

        /// Writes what it makes into room for just that.
        func write(into room: UnsafeMutableRawBufferPointer) {
            guard isBase64 else { return room.copyMemory(from: octets) }
            let length = Base64.encodeLines(octets, into: room)
            guard goesOn else { return }
            room[length] = .cr
            room[length + 1] = .lf
        }
    }

    /// How many octets of a content are held and handed out at a time: lines of base64.
    static let blockLength = 57 * 4_096

    /// Everything but the contents: header fields, boundaries, texts.
    var text: [UInt8] = []
    private var pieces: [Piece] = []
    private var contentCount = 0
    /// The last octet of the content that was added last, where no text follows it.
    private var lastOfContent: (place: Int, octet: UInt8)?

    init() { text.reserveCapacity(2_048) }

    /// How many octets the message has.
    var count: Int { text.count + contentCount }

    /// Whether the message ends with a line feed so far.
    var endsWithLineFeed: Bool {
        if let last = lastOfContent, last.place == text.count { return last.octet == .lf }
        return text.last == .lf
    }

    /// Adds octets in base64, in lines of 76 characters; no line break behind them.
    mutating func appendBase64(_ content: MIMEContent) throws(WitError) {
        let content = try Self.content(content)
        guard content.count > 0 else { return }
        pieces.append(Piece(place: text.count, content: content, isBase64: true))
        contentCount += Base64.encodedLength(content.count)
        lastOfContent = (text.count, .equals)
    }

    /// Adds octets as they stand.
    ///
    /// - Parameter last: The last of them.
    mutating func append(_ content: MIMEContent, last: UInt8?) throws(WitError) {
        let content = try Self.content(content)
        guard content.count > 0, let last else { return }
        pieces.append(Piece(place: text.count, content: content, isBase64: false))
        contentCount += content.count
        lastOfContent = (text.count, last)
    }

    private static func content(_ content: MIMEContent) throws(WitError) -> Content {
        switch content {
        case .bytes(let octets): .octets(octets)
        case .file(let path, let range): .file(try FilePiece(path: path, range: range))
        }
    }

    // MARK: The message

    /// The whole message.
    func octets() throws(WitError) -> [UInt8] {
        guard !pieces.isEmpty else { return text }
        var failure: WitError?
        let octets = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let room = UnsafeMutableRawBufferPointer(buffer)
            do throws(WitError) {
                // In memory a content is one run; of a file, a block.
                try forEachRun(blockLength: Int.max) { run in
                    let end = filled + run.encodedCount
                    run.write(into: UnsafeMutableRawBufferPointer(rebasing: room[filled..<end]))
                    filled = end
                    return true
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return octets
    }

    /// Hands over the message piece by piece, each of at most some 320 KB.
    ///
    /// - Throws: ``WitError`` if a file cannot be read, and what `take` throws.
    func write(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Base64.encodedLength(Self.blockLength) + 2, alignment: 16)
        defer { room.deallocate() }
        var failure: (any Error)?
        try forEachRun(blockLength: Self.blockLength) { run in
            do {
                guard run.isBase64 else {
                    try take(run.octets)
                    return true
                }
                let encoded = UnsafeMutableRawBufferPointer(rebasing: room[..<run.encodedCount])
                run.write(into: encoded)
                try take(UnsafeRawBufferPointer(encoded))
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }

    /// Hands over the runs of the message in their order; ends when `take` gives false.
    private func forEachRun(
        blockLength: Int, _ take: (Run) -> Bool
    ) throws(WitError) {
        var place = 0
        for piece in pieces {
            guard text(place..<piece.place, blockLength, take) else { return }
            place = piece.place
            guard try hand(over: piece, blockLength, take) else { return }
        }
        _ = text(place..<text.count, blockLength, take)
    }

    private func text(
        _ range: Range<Int>, _ blockLength: Int, _ take: (Run) -> Bool
    ) -> Bool {
        text.withUnsafeBytes { text in
            Self.blocks(of: UnsafeRawBufferPointer(rebasing: text[range]), blockLength) {
                take(Run(octets: $0, isBase64: false, goesOn: $1))
            }
        }
    }

    private func hand(
        over piece: Piece, _ blockLength: Int, _ take: (Run) -> Bool
    ) throws(WitError) -> Bool {
        switch piece.content {
        case .octets(let octets):
            return octets.withUnsafeBytes { octets in
                Self.blocks(of: octets, blockLength) {
                    take(Run(octets: $0, isBase64: piece.isBase64, goesOn: $1))
                }
            }
        case .file(let file):
            var left = file.count
            var wantsMore = true
            try file.forEachBlock(of: Self.blockLength) { octets in
                left -= octets.count
                wantsMore = take(Run(octets: octets, isBase64: piece.isBase64, goesOn: left > 0))
                return wantsMore
            }
            return wantsMore
        }
    }

    /// Cuts octets into blocks, the last one shorter; false where `take` wants no more.
    private static func blocks(
        of octets: UnsafeRawBufferPointer, _ length: Int,
        _ take: (UnsafeRawBufferPointer, _ goesOn: Bool) -> Bool
    ) -> Bool {
        var rest = octets
        while !rest.isEmpty {
            let block = UnsafeRawBufferPointer(rebasing: rest.prefix(length))
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(length))
            guard take(block, !rest.isEmpty) else { return false }
        }
        return true
    }
}
