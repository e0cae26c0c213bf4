/// Finds the attribution line above a quotation, which may be wrapped onto several lines:
/// “On 5 May 2024 at 10:00, Anna Example <anna@a.example> wrote:”.
enum AttributionMark {
    /// The most lines that it is wrapped onto.
    private static let mostLines = 4

    /// The number of lines of an attribution that begins at a line; nil if none does.
    static func length(at start: Int, in text: ReplyLines) -> Int? {
        let first = text.content(start)
        guard first.count <= FoldedText.longest, mayBegin(first) else { return nil }
        var joined: [UInt8] = []
        for count in 1...mostLines {
            let index = start + count - 1
            guard index < text.lines.count else { return nil }
            var more = text.content(index)
            if text.lines[index].depth > text.lines[start].depth, hasOpenBracket(joined) {
                more = text.bytes[text.lines[index].range].trimmed
                guard more.count < 60, more.last == .colon else { return nil }
            } else if text.lines[index].depth != text.lines[start].depth || more.isEmpty {
                return nil
            }
            guard joined.count + more.count <= FoldedText.longest else { return nil }
            if !joined.isEmpty { joined.append(.space) }
            joined += more
            // Several lines before a quotation may well be a paragraph that ends with a colon.
            let isBeforeQuote = count == 1 && isBeforeQuote(index + 1, text)
            if AttributionText(joined[...]).isAttribution(beforeQuote: isBeforeQuote) {
                return beginsLater(start, count, isBeforeQuote, text) ? nil : count
            }
        }
        return nil
    }

    /// Whether a mail address goes on: `Anna <anna@a.example` and, on the next line, `>:`.
    private static func hasOpenBracket(_ line: [UInt8]) -> Bool {
        guard let open = line.lastIndex(of: .less) else { return false }
        return !line[open...].contains(.greater)
    }

    /// Whether a line that begins within, with a date of its own, is one for itself: then what stands
    /// before it is not part of it.
    private static func beginsLater(
        _ start: Int, _ count: Int, _ isBeforeQuote: Bool, _ text: ReplyLines
    ) -> Bool {
        guard count > 1 else { return false }
        for later in (start + 1)..<(start + count) {
            // A line in the middle of a sentence is not the first of one.
            guard let first = text.content(later).first, !(0x61...0x7A).contains(first) else {
                continue
            }
            var joined: [UInt8] = []
            for index in later..<(start + count) {
                joined += text.content(index) + [.space]
            }
            let line = AttributionText(joined[...])
            if line.isDated, line.hasBeginning, line.numbers > 1,
                line.isAttribution(beforeQuote: isBeforeQuote)
            {
                return true
            }
        }
        return false
    }

    /// Whether the next line that is not blank is quoted.
    private static func isBeforeQuote(_ index: Int, _ text: ReplyLines) -> Bool {
        text.nextFilled(from: index).map { text.lines[$0].isQuoted } ?? false
    }

    /// Whether a line may be the first of an attribution: it has a digit, a mail address or a colon at
    /// its end. That rules out most lines at once.
    private static func mayBegin(_ line: ArraySlice<UInt8>) -> Bool {
        line.contains { $0.isDigit || $0 == .at || $0 == .less } || line.last == .colon
            || line.suffix(3).elementsEqual("：".utf8)
    }
}
