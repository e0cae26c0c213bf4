import OutputText

/// Makes boundaries that occur in none of the parts they part.
///
/// A boundary begins with `=_`, which neither base64 nor quoted-printable can hold; text that may
/// stand as it is, and embedded messages, are searched. The same seed and content make the same
/// boundaries.
struct BoundaryMaker {
    private let seedHash: UInt64
    private var multiparts: UInt64 = 0
    /// What was found in the embedded messages that stand in files: each is read once.
    private var surveys: [MIMEContent: MessageSurvey] = [:]

    init(seed: String, header: [UInt8]) {
        seedHash = Self.hash(header, Self.hash(seed.utf8, 0xCBF2_9CE4_8422_2325))
    }

    /// The boundary of the next multipart.
    mutating func boundary(for parts: [MIMEBody]) throws(WitError) -> String {
        multiparts += 1
        let number = String(multiparts)
        var hash = Self.hash(number.utf8, seedHash)
        while true {
            let boundary = "=_" + String(hash, radix: 36) + "_" + number
            if try !holds(Array(boundary.utf8), parts) { return boundary }
            hash = Self.hash(boundary.utf8, hash)
        }
    }

    /// Whether an embedded message among these, at any depth, has octets that are not ASCII.
    mutating func isEightBit(_ parts: [MIMEBody]) throws(WitError) -> Bool {
        for part in parts {
            switch part.content {
            case .text, .octets: continue
            case .message(let content): if try !survey(content).isASCII { return true }
            case .parts(let parts): if try isEightBit(parts) { return true }
            }
        }
        return false
    }

    /// What an embedded message is like.
    mutating func survey(_ content: MIMEContent) throws(WitError) -> MessageSurvey {
        guard case .file = content else { return try MessageSurvey(content) }
        if let known = surveys[content] { return known }
        let survey = try MessageSurvey(content)
        surveys[content] = survey
        return survey
    }

    private mutating func holds(
        _ boundary: [UInt8], _ parts: [MIMEBody]
    ) throws(WitError) -> Bool {
        for part in parts {
            switch part.content {
            case .octets: continue
            case .text(var text):
                if text.withUTF8({ UnsafeRawBufferPointer($0).holds(boundary) }) { return true }
            case .message(let content):
                guard try survey(content).holdsMark else { continue }
                if try MessageSurvey.holds(boundary, content) { return true }
            case .parts(let parts): if try holds(boundary, parts) { return true }
            }
        }
        return false
    }

    /// FNV-1a.
    private static func hash(_ octets: some Sequence<UInt8>, _ start: UInt64) -> UInt64 {
        octets.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether octets that begin with an equals sign occur here.
    fileprivate func holds(_ wanted: [UInt8]) -> Bool {
        var position = 0
        while let sign = firstIndex(of: .equals, from: position) {
            if self[sign...].starts(with: wanted) { return true }
            position = sign + 1
        }
        return false
    }
}

/// What must be known of an embedded message before it can be written.
struct MessageSurvey {
    private(set) var isASCII = true
    /// Its last octet.
    private(set) var last: UInt8?
    /// Whether it holds `=_` anywhere, so perhaps a boundary of ours.
    private(set) var holdsMark = false

    init(_ content: MIMEContent) throws(WitError) {
        var isASCII = true
        var last: UInt8?
        holdsMark = try Self.holds(Array("=_".utf8), content) { block in
            isASCII = isASCII && block.isASCII
            last = block.last
        }
        (self.isASCII, self.last) = (isASCII, last)
    }

    /// Whether octets that begin with an equals sign occur in a message.
    ///
    /// - Parameter look: Sees each block of it.
    static func holds(
        _ wanted: [UInt8], _ content: MIMEContent, look: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) throws(WitError) -> Bool {
        var found = false
        // The end of the block before: what is wanted may begin there.
        var tail: [UInt8] = []
        let search: (UnsafeRawBufferPointer) -> Bool = { block in
            look(block)
            tail += block.prefix(wanted.count - 1)
            found =
                found || block.holds(wanted)
                || tail.withUnsafeBytes { $0.holds(wanted) }
            tail = Array(block.suffix(wanted.count - 1))
            return true
        }
        switch content {
        case .bytes(let octets): _ = octets.withUnsafeBytes(search)
        case .file(let path, let range):
            let piece = try FilePiece(path: path, range: range)
            try piece.forEachBlock(of: MessageAssembly.blockLength, search)
        }
        return found
    }
}
