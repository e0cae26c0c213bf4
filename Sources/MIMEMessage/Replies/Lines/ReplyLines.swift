/// A reply as lines: the octets of its text, and the range of each line.
struct ReplyLines: Sendable {
    /// The text.
    var bytes: [UInt8]
    /// Its lines, in order.
    var lines: [ReplyLine] = []
    /// Whether the text went on beyond the most lines that are read.
    var isCut = false

    /// The most lines that are read; nobody writes as many.
    static let mostLines = 200_000

    /// No lines, for a reader of markup to add to.
    init() { bytes = [] }

    /// The lines of a plain text, which end with LF.
    init(plain text: String) {
        bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            guard lines.count < Self.mostLines else {
                isCut = true
                break
            }
            let (end, next) = bytes.line(at: start, to: bytes.count)
            lines.append(ReplyLine(bytes, start..<end))
            start = next
        }
        joinSpilledLines()
    }

    /// What a line says, behind its quote marks.
    func content(_ index: Int) -> ArraySlice<UInt8> { bytes[lines[index].content] }

    /// The place of the next line that is not blank, at or after a place.
    func nextFilled(from index: Int) -> Int? {
        var index = index
        while index < lines.count {
            if !lines[index].isBlank { return index }
            index += 1
        }
        return nil
    }

    /// Takes the end of a quoted line that was wrapped without another mark for quoted too.
    ///
    /// QUIRK: RFC 3676 §4.5: programs that wrap quoted text leave the second half without a mark:
    /// `> a long line that` / `spills over` / `> and goes on`.
    private mutating func joinSpilledLines() {
        guard lines.count > 2 else { return }
        for index in 1..<(lines.count - 1) {
            let (previous, next) = (lines[index - 1], lines[index + 1])
            guard lines[index].depth == 0, !lines[index].isBlank, previous.depth > 0,
                next.depth > 0, previous.range.count >= Self.wrappedWidth,
                let first = content(index).first, (0x61...0x7A).contains(first),
                let last = content(index - 1).last, last != .question, last != .colon
            else { continue }
            lines[index].depth = previous.depth
        }
    }

    /// The fewest octets of a line that may have been wrapped.
    private static let wrappedWidth = 60
}
