import OutputText
import TextCleaning

/// Where a reader gets a server's bytes from.
protocol IMAPBytes: AnyObject {
    /// Fills a buffer with what there is, at least one byte, waiting for it.
    ///
    /// - Returns: The number of bytes; 0 where nothing came in time.
    /// - Throws: `WitError`, `connection-lost` at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(WitError) -> Int
}

/// Takes a literal as it comes, piece by piece.
typealias LiteralTaker = (UnsafeRawBufferPointer) throws(WitError) -> Void

/// Reads a server's responses: RFC 9051 §9, with literals wherever they come.
///
/// Nothing that a server says is trusted: lines, literals, nesting and values are bounded
/// (``IMAPLimits``), and a literal's bytes are never looked at, so that a mail's own line
/// `A006 OK` ends nothing.
final class IMAPResponseReader {
    private let source: any IMAPBytes
    private let limits: IMAPLimits
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var position = 0
    private var end = 0
    private var responseBytes = 0
    /// Lines that were no response, in all.
    private(set) var strangeLines = 0

    /// Asked at each literal of a list, with the word before it (`BODY[]`) and its bytes: who takes
    /// it as it comes; nil keeps it in memory.
    var takerOfLiteral: ((String, Int) throws(WitError) -> LiteralTaker?)?

    init(_ source: any IMAPBytes, limits: IMAPLimits = .standard) {
        self.source = source
        self.limits = limits
    }

    /// The next response; nil where none begins in time.
    ///
    /// - Parameter tag: What the tag of this connection's commands begins with; other lines are
    ///   passed over.
    /// - Throws: `not-understood` for what is over a limit or no response, `timed-out` where one
    ///   stops in the middle, what the source throws.
    func next(tag: String) throws(WitError) -> IMAPResponse? {
        while true {
            responseBytes = 0
            guard try peekFirst() != nil else { return nil }
            let word = try atom(within: 64)
            // QUIRK: RFC 9051 §7.5 wants a blank after the plus; some servers end the line there.
            if word == "+" { return .continuation(try line()) }
            if word == "*", try peek() == 0x20 {
                try skip()
                return try untagged()
            }
            if word.hasPrefix(tag), try peek() == 0x20 {
                try skip()
                return .tagged(word, try status(kind: try atom(within: 64).uppercased()))
            }
            _ = try line()
            strangeLines += 1
            guard strangeLines <= limits.strangeLines else {
                throw Self.strange("this is not an IMAP response")
            }
        }
    }

    // MARK: Responses

    private func untagged() throws(WitError) -> IMAPResponse {
        let first = try peek()
        // What begins otherwise is no status.
        guard first != 0x28, first != 0x22, first != 0x7B else { return try data(after: []) }
        let word = try atom(within: 4096)
        switch word.uppercased() {
        case "OK", "NO", "BAD", "BYE", "PREAUTH":
            return .status(try status(kind: word.uppercased()))
        default:
            return try data(after: [Self.value(of: word)])
        }
    }

    /// The rest of a status: `[CODE …] words`.
    private func status(kind: String) throws(WitError) -> IMAPResponse.Status {
        var text = try line()[...]
        if text.first == " " { text = text.dropFirst() }
        guard text.first == "[", let end = text.firstIndex(of: "]") else {
            return IMAPResponse.Status(kind: kind, code: nil, text: String(text))
        }
        let code = String(text[text.index(after: text.startIndex)..<end])
        let words = text[text.index(after: end)...].drop { $0 == " " }
        return IMAPResponse.Status(kind: kind, code: code, text: String(words))
    }

    /// Values up to the end of the line.
    private func data(after first: [IMAPValue]) throws(WitError) -> IMAPResponse {
        var stack: [[IMAPValue]] = [first]
        var unkept = 0
        var weight = 0
        var isCut = false
        var before = ""

        func keep(_ value: IMAPValue, weighing bytes: Int) {
            weight += 24 + bytes
            guard unkept == 0, weight <= limits.valueBytes else {
                isCut = true
                return
            }
            stack[stack.count - 1].append(value)
        }

        while true {
            switch try peek() {
            case 0x20, 0x09: try skip()
            case 0x0D, 0x0A:
                try endOfLine()
                // Lists that were never closed end with their line.
                while stack.count > 1 {
                    let inner = stack.removeLast()
                    stack[stack.count - 1].append(.list(inner))
                }
                return .data(stack[0], isCut: isCut)
            case 0x28:
                try skip()
                before = ""
                weight += 24
                if unkept > 0 || stack.count > limits.depth || weight > limits.valueBytes {
                    unkept += 1
                    isCut = true
                } else {
                    stack.append([])
                }
            case 0x29:
                try skip()
                if unkept > 0 {
                    unkept -= 1
                } else if stack.count > 1 {
                    let inner = stack.removeLast()
                    stack[stack.count - 1].append(.list(inner))
                }
            case 0x22:
                let bytes = try quoted()
                keep(.string(bytes), weighing: bytes.count)
            default:
                if let size = try literalSize() {
                    if let take = try takerOfLiteral?(before, size) {
                        try pass(size, to: take)
                        keep(.taken(size), weighing: 0)
                    } else {
                        let bytes = try kept(size)
                        keep(.string(bytes), weighing: bytes.count)
                    }
                    before = ""
                    guard [0x20, 0x29, 0x0D, 0x0A].contains(try peek()) else {
                        throw Self.strange("a literal is longer than its size")
                    }
                    continue
                }
                let word = try atom(within: limits.literalBytes)
                guard !word.isEmpty else {
                    // A control character or a lone bracket: no value.
                    try skip()
                    continue
                }
                before = word
                keep(Self.value(of: word), weighing: word.utf8.count)
            }
        }
    }

    private static func value(of word: String) -> IMAPValue {
        guard let first = word.utf8.first, (0x30...0x39).contains(first), let number = UInt64(word)
        else { return .atom(word) }
        return .number(number)
    }

    // MARK: Tokens

    /// A word: RFC 9051 §9, `atom`, with the section in brackets that a fetch's data name.
    private func atom(within limit: Int) throws(WitError) -> String {
        var bytes: [UInt8] = []
        var isInBrackets = false
        while true {
            let byte = try peek()
            if byte == 0x5B { isInBrackets = true }
            switch byte {
            case 0x0D, 0x0A: return String(decoding: bytes, as: UTF8.self)
            case 0x20, 0x28, 0x29, 0x22, 0x7B:
                guard isInBrackets else { return String(decoding: bytes, as: UTF8.self) }
            case 0x00..<0x20, 0x7F: return String(decoding: bytes, as: UTF8.self)
            default: break
            }
            if byte == 0x5D { isInBrackets = false }
            guard bytes.count < limit else { throw Self.strange("an unterminated atom") }
            bytes.append(byte)
            try skip()
        }
    }

    /// RFC 9051 §9, `quoted`.
    private func quoted() throws(WitError) -> [UInt8] {
        try skip()
        var bytes: [UInt8] = []
        while true {
            var byte = try peek()
            // A line ends within it: it never closes.
            if byte == 0x0D || byte == 0x0A { return bytes }
            try skip()
            if byte == 0x22 { return bytes }
            if byte == 0x5C {
                byte = try peek()
                if byte == 0x0D || byte == 0x0A { return bytes }
                try skip()
            }
            guard bytes.count < limits.literalBytes else {
                throw Self.strange("an unterminated quoted string")
            }
            bytes.append(byte)
        }
    }

    /// The size in `{n}`, `{n+}` (RFC 7888) or `~{n}` (RFC 3516), and the end of its line; nil
    /// where none begins here.
    private func literalSize() throws(WitError) -> Int? {
        var byte = try peek()
        if byte == 0x7E {
            // A tilde may begin a word too: it is a literal's where a brace follows.
            guard try peek(ahead: 1) == 0x7B else { return nil }
            try skip()
            byte = 0x7B
        }
        guard byte == 0x7B else { return nil }
        try skip()
        var size = 0
        var digits = 0
        while case let digit = try peek(), (0x30...0x39).contains(digit) {
            try skip()
            digits += 1
            guard digits <= 18 else { throw Self.strange("a literal with an impossible size") }
            size = size * 10 + Int(digit - 0x30)
        }
        if try peek() == 0x2B { try skip() }
        guard digits > 0, try peek() == 0x7D else {
            throw Self.strange("a literal without a size")
        }
        try skip()
        guard [0x0D, 0x0A].contains(try peek()) else {
            throw Self.strange("a literal does not begin on a line of its own")
        }
        try endOfLine()
        return size
    }

    private func kept(_ size: Int) throws(WitError) -> [UInt8] {
        guard size <= limits.literalBytes else {
            throw Self.strange("it sent \(size) bytes that nobody asked for")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        try pass(size) { (piece) throws(WitError) in bytes.append(contentsOf: piece) }
        return bytes
    }

    private func pass(_ size: Int, to take: LiteralTaker) throws(WitError) {
        var left = size
        while left > 0 {
            _ = try peek()
            let count = min(left, end - position)
            // The pieces lie in the buffer; what takes them does not come back here.
            var failure: WitError?
            buffer.withUnsafeBytes { bytes in
                do throws(WitError) {
                    try take(UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]))
                } catch { failure = error }
            }
            if let failure { throw failure }
            position += count
            left -= count
        }
    }

    /// The rest of a line, without its end, at most 8,192 bytes of it.
    private func line() throws(WitError) -> String {
        var bytes: [UInt8] = []
        while case let byte = try peek(), byte != 0x0D && byte != 0x0A {
            try skip()
            if bytes.count < 8192 { bytes.append(byte) }
        }
        try endOfLine()
        return ForeignText.cleaned(String(decoding: bytes, as: UTF8.self))
    }

    /// QUIRK: RFC 9051 §2.2 wants CRLF; a LF alone, or several CR before it, are taken too.
    private func endOfLine() throws(WitError) {
        while try peek() == 0x0D { try skip() }
        if try peek() == 0x0A { try skip() }
    }

    // MARK: Bytes

    private func skip() throws(WitError) {
        position += 1
        responseBytes += 1
        guard responseBytes <= limits.responseBytes else {
            throw Self.strange("the response has no end")
        }
    }

    private func peek(ahead distance: Int = 0) throws(WitError) -> UInt8 {
        while position + distance >= end {
            guard try fill() else {
                throw WitError.server(
                    .timedOut, "the server stopped in the middle of a response", transient: true)
            }
        }
        return buffer[position + distance]
    }

    private func peekFirst() throws(WitError) -> UInt8? {
        if position >= end, try !fill() { return nil }
        return buffer[position]
    }

    /// Reads more behind what is left; false where nothing came in time.
    private func fill() throws(WitError) -> Bool {
        if position > 0 {
            buffer.replaceSubrange(0..<(end - position), with: buffer[position..<end])
            end -= position
            position = 0
        }
        var count = 0
        var failure: WitError?
        let start = end
        buffer.withUnsafeMutableBytes { bytes in
            do throws(WitError) {
                count = try source.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
            } catch { failure = error }
        }
        if let failure { throw failure }
        end += count
        return count > 0
    }

    private static func strange(_ why: String) -> WitError {
        WitError.server(
            .notUnderstood, "the server's response cannot be understood: \(why)", transient: true)
    }
}
