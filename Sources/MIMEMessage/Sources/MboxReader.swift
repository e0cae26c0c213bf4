import OutputText

/// Splits an mbox file (RFC 4155) into messages, one at a time.
///
/// A message begins at a line `From …` that stands first or after an empty line, and whose end
/// looks like a date or whose next line is a header field.
///
/// QUIRK: there are four dialects. `>From ` at a line's start, after any number of `>`, loses one
/// `>`: that undoes mboxrd, and mboxo too, save where a writer of mboxo left a `>From ` that stood
/// in the message itself; nothing in the file tells the two apart. Where a header states a
/// Content-Length (mboxcl, mboxcl2) and a `From ` line or the end of the file follows just behind
/// that many octets, the message ends there whatever stands in it; and since mboxcl2 escapes
/// nothing, its lines lose no `>` unless every `From ` line in them has one.
struct MboxReader {
    private var buffer: MailOctets
    private var start = 0
    private let file: FileOctets?
    private var isAtEnd: Bool
    private let limit: Int

    /// Reads from a file of which the first octets are at hand, the rest of a pipe.
    ///
    /// - Parameter limit: The most octets of one message; a longer one is passed over.
    init(head: MailOctets, file: FileOctets, limit: Int) {
        self.limit = limit
        buffer = head
        self.file = file
        isAtEnd = false
    }

    /// Reads from octets at hand.
    init(_ octets: MailOctets, limit: Int) {
        self.limit = limit
        buffer = octets
        file = nil
        isAtEnd = true
    }

    /// Whether octets begin as an mbox does: with a `From ` line, blank lines before it allowed.
    static func isMbox(_ head: MailOctets) -> Bool {
        head.bytes(0..<64 << 10).drop(while: { $0 == .lf || $0 == .cr }).starts(with: "From ".utf8)
    }

    /// The next message, its `From ` line left out and escapes undone; nil at the end.
    ///
    /// - Throws: ``WitError`` if the file cannot be read, or if this message is too long; it
    ///   is passed over then, no more of it in memory than the limit.
    mutating func next() throws(WitError) -> MailOctets? {
        try skipToContent()
        guard start < buffer.count else { return nil }
        let headerStart = try skipFromLine()
        if let end = try endByContentLength(from: headerStart), end - headerStart <= limit {
            let message = buffer.part(headerStart..<end)
            start = end
            return Self.hasBareFromLine(message) ? message : try Self.unescaped(message)
        }
        let (bodyStart, end, isTooLong) = try endByFromLine(from: headerStart)
        if isTooLong || Self.withoutSeparator(buffer, bodyStart, end) - bodyStart > limit {
            start = end
            throw .tooLong(file?.path ?? "-", limit)
        }
        let message = buffer.part(bodyStart..<Self.withoutSeparator(buffer, bodyStart, end))
        start = end
        return try Self.unescaped(message)
    }

    // MARK: Reading on

    /// Reads more octets, letting go of those of messages already handed over.
    private mutating func fill() throws(WitError) -> Bool {
        guard !isAtEnd, let file else { return false }
        let more = try file.read(upTo: 1 << 20)
        if more.isEmpty {
            isAtEnd = true
            return false
        }
        guard buffer.count - start + more.count <= limit + Self.slack else {
            // A `From ` line without an end: behind it nothing can be found.
            (buffer, start, isAtEnd) = (MailOctets([]), 0, true)
            throw .tooLong(file.path, limit)
        }
        try buffer.append(more)
        return true
    }

    /// What may be in memory beside a message as long as the limit: what is read ahead.
    private static let slack = 8 << 20

    /// Lets go of what has been handed over, so that memory holds one message.
    private mutating func compact() {
        // What stands in a file of its own is read where it is.
        guard file != nil, start > 0, start >= buffer.count / 2 else { return }
        buffer.removeFirst(start)
        start = 0
    }

    private mutating func skipToContent() throws(WitError) {
        compact()
        while true {
            while start < buffer.count, buffer[start].isBlankOrBreak { start += 1 }
            if start < buffer.count { return }
            guard try fill() else { return }
        }
    }

    /// Passes over the `From ` line at the start, if one is there.
    private mutating func skipFromLine() throws(WitError) -> Int {
        while buffer.firstIndex(of: .lf, from: start, to: buffer.count) == nil {
            guard try fill() else { break }
        }
        guard buffer.hasText("From ", at: start) else { return start }
        return buffer.line(at: start, to: buffer.count).next
    }

    // MARK: Where a message ends

    /// The end of the message by the next `From ` line, or the end of the file.
    ///
    /// - Returns: Where it begins and ends; of a message that is too long, the last octets.
    private mutating func endByFromLine(
        from headerStart: Int
    ) throws(WitError) -> (start: Int, end: Int, isTooLong: Bool) {
        var bodyStart = headerStart
        var position = headerStart
        var isTooLong = false
        while true {
            if position - bodyStart > limit + 2 {
                isTooLong = true
                // As many octets stay as tell an empty line.
                if file != nil, position - bodyStart > max(limit, 1 << 20) {
                    buffer.removeFirst(position - 4)
                    (start, bodyStart, position) = (0, 0, 4)
                }
            }
            guard let feed = buffer.firstIndex(of: .lf, from: position, to: buffer.count) else {
                position = buffer.count
                guard try fill() else { return (bodyStart, buffer.count, isTooLong) }
                continue
            }
            let next = feed + 1
            // The whole line and the one behind it are needed to tell.
            while next + 5 > buffer.count || isFromLineCut(at: next) {
                guard try fill() else { break }
            }
            if buffer.hasText("From ", at: next), isAfterEmptyLine(next, from: bodyStart),
                isSeparator(at: next)
            {
                return (bodyStart, next, isTooLong)
            }
            position = next
        }
    }

    private func isFromLineCut(at index: Int) -> Bool {
        guard buffer.hasText("From ", at: index), buffer.count - index < 4_096 else { return false }
        let line = buffer.line(at: index, to: buffer.count)
        return buffer.firstIndex(of: .lf, from: line.next, to: buffer.count) == nil
    }

    private func isAfterEmptyLine(_ index: Int, from bodyStart: Int) -> Bool {
        var before = index - 1
        guard before >= bodyStart else { return true }
        if before > bodyStart, buffer[before - 1] == .cr { before -= 1 }
        return before == bodyStart || buffer[before - 1] == .lf
    }

    /// Whether a `From ` line ends with a year, or fields follow it.
    private func isSeparator(at index: Int) -> Bool {
        let (end, next) = buffer.line(at: index, to: buffer.count)
        guard end - index < 1_000 else { return false }
        let hasYear = buffer[index..<end].split(separator: .space).contains {
            $0.count == 4 && ($0.first == 0x31 || $0.first == 0x32) && $0.allSatisfy(\.isDigit)
        }
        if hasYear, buffer[index..<end].contains(.colon) { return true }
        let following = buffer[next..<min(next + 200, buffer.count)]
        let name = following.prefix { $0 > 0x20 && $0 < .delete && $0 != .colon }
        return !name.isEmpty && name.endIndex < following.endIndex
            && buffer[name.endIndex] == .colon
    }

    /// The end that the header's Content-Length states, if it is right.
    private mutating func endByContentLength(
        from bodyStart: Int
    ) throws(WitError) -> Int? {
        guard let (headers, contentStart) = try headers(from: bodyStart),
            let stated = headers.first("Content-Length").flatMap({ Int($0.value) }), stated >= 0,
            stated <= min(Self.contentLengthLimit, limit)
        else { return nil }
        let end = contentStart + stated
        while buffer.count < end + 8 {
            guard try fill() else { break }
        }
        guard end <= buffer.count else { return nil }
        var next = end
        while next < buffer.count, next < end + 4, buffer[next] == .lf || buffer[next] == .cr {
            next += 1
        }
        let isLineStart = end == contentStart || buffer[end - 1] == .lf || next > end
        let isRight = next == buffer.count || (buffer.hasText("From ", at: next) && isLineStart)
        return isRight ? end : nil
    }

    /// A longer Content-Length is not followed: proving it would hold all of it in memory.
    private static let contentLengthLimit = 256 << 20

    /// The header at an offset, read on as far as 2 MB for its end.
    private mutating func headers(
        from bodyStart: Int
    ) throws(WitError) -> (HeaderFields, contentStart: Int)? {
        for _ in 0..<3 {
            var unheard = DefectList(limit: 0)
            let scanner = HeaderScanner(bytes: buffer, limit: 1 << 20)
            let block = scanner.scan(
                from: bodyStart, isMessage: false, boundaries: BoundaryStack(bytes: MailOctets([])),
                defects: &unheard)
            if block.bodyStart < buffer.count || isAtEnd {
                return (HeaderFields(source: buffer, spans: block.spans), block.bodyStart)
            }
            _ = try fill()
        }
        return nil
    }

    // MARK: What a message is

    /// The end of a message without the empty line before the next one.
    private static func withoutSeparator(_ bytes: MailOctets, _ start: Int, _ end: Int) -> Int {
        guard end > start, bytes[end - 1] == .lf else { return end }
        var before = end - 1
        if before > start, bytes[before - 1] == .cr { before -= 1 }
        return before > start && bytes[before - 1] == .lf ? before : end
    }

    private static func hasBareFromLine(_ message: MailOctets) -> Bool {
        var position = 0
        while position < message.count {
            if message.hasText("From ", at: position) { return true }
            position = message.line(at: position, to: message.count).next
        }
        return false
    }

    /// Takes one `>` from every `>From ` line.
    static func unescaped(_ message: MailOctets) throws(WitError) -> MailOctets {
        var result = MailOctets([])
        var copied = 0
        var position = 0
        while position < message.count {
            if message[position] == .greater, isEscaped(position, in: message) {
                try result.append(message, copied..<position)
                copied = position + 1
            }
            position = message.line(at: position, to: message.count).next
        }
        guard copied > 0 else { return message }
        try result.append(message, copied..<message.count)
        return result
    }

    /// Whether `>From ` stands at an index, after any number of `>`.
    private static func isEscaped(_ index: Int, in message: MailOctets) -> Bool {
        var index = index
        while index < message.count, message[index] == .greater { index += 1 }
        return message.hasText("From ", at: index)
    }
}
