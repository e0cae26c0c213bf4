/// The lines that HTML makes, while it is read: as a program shows them, with `> ` before those of a
/// quotation.
struct MarkupText {
    private(set) var lines = ReplyLines()
    /// How many quotations are open.
    var quotes = 0
    /// What the open elements say that the line is.
    var zone = ReplyLine.Zone.none
    /// How many elements are open that are not shown.
    var hidden = 0
    /// How many elements are open that keep their blanks.
    var preformatted = 0
    private var start = 0
    private var isStarted = false
    private var lineZone = ReplyLine.Zone.none
    private var isSpacePending = false

    /// The most quote marks before a line.
    private static let mostMarks = 50

    /// Whether no more lines are taken.
    var isFull: Bool { lines.lines.count >= ReplyLines.mostLines }

    /// Says that the document goes on beyond the most lines that are read.
    mutating func cut() { lines.isCut = true }

    /// Adds an octet of the text.
    mutating func add(_ octet: UInt8) {
        guard hidden == 0 else { return }
        if octet.isBlankOrBreak {
            if preformatted > 0 {
                if octet == .lf { breakLine() } else if octet != .cr { append(.space) }
            } else if isStarted {
                isSpacePending = true
            }
            return
        }
        if isSpacePending { append(.space) }
        append(octet)
    }

    /// Adds the octets of a character that a reference names; a blank among them stays.
    mutating func add(reference octets: [UInt8]) {
        guard hidden == 0 else { return }
        if octets == [0xC2, 0xA0] { return append(.space) }
        for octet in octets { add(octet) }
    }

    private mutating func append(_ octet: UInt8) {
        if !isStarted {
            isStarted = true
            lineZone = zone
            for _ in 0..<min(quotes, Self.mostMarks) { lines.bytes += [.greater, .space] }
        }
        isSpacePending = false
        lines.bytes.append(octet)
    }

    /// Ends the line, be it empty.
    mutating func breakLine() {
        guard hidden == 0 else { return }
        if !isStarted {
            lineZone = zone
            for _ in 0..<min(quotes, Self.mostMarks) { lines.bytes += [.greater, .space] }
        }
        guard !isFull else {
            lines.isCut = true
            return
        }
        var line = ReplyLine(lines.bytes, start..<lines.bytes.count)
        line.zone = lineZone
        lines.lines.append(line)
        lines.bytes.append(.lf)
        start = lines.bytes.count
        (isStarted, isSpacePending) = (false, false)
    }

    /// Ends a line that has begun.
    mutating func endLine() {
        isSpacePending = false
        if isStarted { breakLine() }
    }

    /// Ends a line that has begun, and leaves an empty one.
    mutating func endParagraph() {
        endLine()
        if let last = lines.lines.last, !last.isBlank { breakLine() }
    }

    /// Parts two cells of a table.
    mutating func partCells() { if isStarted { isSpacePending = true } }
}
