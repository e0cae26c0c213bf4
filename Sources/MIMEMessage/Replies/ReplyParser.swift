/// Classifies the lines of a reply: one pass over all of them, then a look at the end of each passage.
struct ReplyParser {
    /// What a line is.
    enum Kind: Sendable {
        /// Empty.
        case blank
        /// The writer's new words.
        case written
        /// Somebody's earlier words.
        case quoted
        /// Earlier words that the writer sent on without a word of their own.
        case forwarded
        /// Introduces a quotation.
        case attribution
        /// Parts the new words from the original, or is a field of the original's header.
        case mark
        /// A signature, a disclaimer, what a mailing list adds.
        case signature
    }

    private enum State { case writing, signature, original, forwarded }

    let text: ReplyLines
    private(set) var kinds: [Kind]
    private var state = State.writing
    /// Whether a line stood above that is the writer's, if only a signature.
    private var hasOwn = false

    /// Looks at all lines.
    init(_ text: ReplyLines) {
        self.text = text
        kinds = Array(repeating: .blank, count: text.lines.count)
        var index = 0
        while index < text.lines.count { index += step(at: index) }
        takeFooters()
    }

    /// Looks at the lines from a place on, and says how many of them it settled.
    private mutating func step(at index: Int) -> Int {
        let line = text.lines[index]
        if line.depth == 0, !line.isBlank, line.zone == .signature {
            kinds[index] = .signature
            hasOwn = true
            return 1
        }
        if line.depth == 0, !line.isBlank, let count = markedAttribution(at: index) {
            mark(index, count, .attribution)
            if state == .signature { state = .writing }
            return count
        }
        if line.isQuoted {
            kinds[index] = .quoted
            if state == .signature { state = .writing }
            return 1
        }
        if line.isBlank { return 1 }
        if state == .original || state == .forwarded {
            kinds[index] = state == .original ? .quoted : .forwarded
            return 1
        }
        if let count = AttributionMark.length(at: index, in: text) {
            mark(index, count, .attribution)
            let next = text.nextFilled(from: index + count).map { text.lines[$0] }
            // Without marks the original goes on to the end; there is nothing to tell it from an
            // answer below it.
            state = next?.isQuoted ?? true || !hasOwn ? .writing : .original
            return count
        }
        if let count = originalLength(at: index) {
            mark(index, count, .mark)
            state = hasOwn ? .original : .forwarded
            return count
        }
        if state == .signature || SignatureMark.begins(at: index, in: text) {
            state = .signature
            kinds[index] = .signature
        } else {
            kinds[index] = .written
        }
        hasOwn = true
        return 1
    }

    /// How many lines from a place on the markup says to be an attribution: a few before a quotation.
    ///
    /// QUIRK: what is typed at the top of a mail in Thunderbird may go into that element as well.
    private func markedAttribution(at index: Int) -> Int? {
        var end = index
        while end < text.lines.count, text.lines[end].zone == .attribution,
            !text.lines[end].isBlank, text.lines[end].depth == 0
        {
            end += 1
            if end - index > 4 { return nil }
        }
        guard end > index, originalLength(at: index) == nil,
            let next = text.nextFilled(from: end), text.lines[next].isQuoted
        else { return nil }
        return end - index
    }

    private mutating func mark(_ start: Int, _ count: Int, _ kind: Kind) {
        for index in start..<(start + count) { kinds[index] = kind }
    }

    /// How many lines are the mark above an original that is not quoted, its header included.
    private func originalLength(at index: Int) -> Int? {
        let isMark = OriginalMark.isMark(text.content(index))
        guard isMark || OriginalMark.isFramed(text.content(index)) else {
            return HeaderBlock.length(at: index, in: text)
        }
        let header = text.nextFilled(from: index + 1).flatMap { next in
            HeaderBlock.length(at: next, in: text, isAnnounced: true).map { next + $0 - index }
        }
        return header ?? (isMark ? 1 : nil)
    }

    /// Takes the footers off each end of what was written.
    private mutating func takeFooters() {
        let last = kinds.lastIndex(of: .written) ?? 0
        var index = 0
        while index < kinds.count {
            guard kinds[index] == .written else {
                index += 1
                continue
            }
            var end = index
            while end < kinds.count, kinds[end] == .written || isOpenBlank(end) { end += 1 }
            if end == kinds.count || kinds[end] != .quoted || end > last {
                takeFooters(index, end)
            }
            index = end
        }
    }

    private mutating func takeFooters(_ start: Int, _ end: Int) {
        var end = end
        while end > start {
            if kinds[end - 1] == .blank {
                end -= 1
                continue
            }
            let count = FooterMark.length(before: end, in: text) { $0 >= start }
            // The only text of a mail is kept, whatever it looks like.
            let isAll = count > 0 && end - count == start
            if count == 0 || isAll && !SignatureMark.isDelimiter(text.content(start)) { return }
            mark(end - count, count, .signature)
            end -= count
        }
    }

    private func isOpenBlank(_ index: Int) -> Bool {
        kinds[index] == .blank && !text.lines[index].isQuoted
    }
}
