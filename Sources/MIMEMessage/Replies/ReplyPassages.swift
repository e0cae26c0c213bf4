import TextCleaning

/// Puts the lines of a reply together to passages, and leaves out the quotations that nothing new
/// answers.
struct ReplyPassages {
    private let text: ReplyLines
    private let kinds: [ReplyParser.Kind]
    private(set) var passages: [ReplyPassage] = []

    init(_ parser: ReplyParser) {
        (text, kinds) = (parser.text, parser.kinds)
        guard let first = kinds.firstIndex(of: .written), let last = kinds.lastIndex(of: .written)
        else {
            gather { $0 == .forwarded }
            return
        }
        let dropped = droppedQuotation(first, last)
        var origin: ReplyPassage.Origin?
        var lines: [Int] = []
        for index in 0...last {
            switch kinds[index] {
            case .written:
                if origin != .written { close(&lines, origin) }
                origin = .written
                lines.append(index)
            case .quoted where !dropped.contains(index):
                if origin != .quoted { close(&lines, origin) }
                origin = .quoted
                lines.append(index)
            case .blank:
                if !lines.isEmpty { lines.append(index) }
            default:
                close(&lines, origin)
            }
        }
        close(&lines, origin)
    }

    /// The quotation above an answer at the end, which is the whole mail that is answered.
    ///
    /// A quotation that is introduced and has all new words below it was left there by the program;
    /// one without an introduction, or in several pieces, was chosen by the writer.
    private func droppedQuotation(_ first: Int, _ last: Int) -> Range<Int> {
        let start = answerStart(first, last)
        let above = kinds[..<start]
        guard above.contains(.attribution) || beginsWithAttribution(above),
            !kinds[start...last].contains(.quoted)
        else { return 0..<0 }
        return 0..<start
    }

    /// Whether the quotation begins with its introduction, as Apple Mail quotes.
    private func beginsWithAttribution(_ kinds: ArraySlice<ReplyParser.Kind>) -> Bool {
        let first = kinds.indices.first { kinds[$0] == .quoted && !text.lines[$0].isBlank }
        return first.map { AttributionMark.length(at: $0, in: text) != nil } ?? false
    }

    /// Where the answer begins: a greeting above the quotation is not one.
    private func answerStart(_ first: Int, _ last: Int) -> Int {
        guard let next = kinds[(first + 1)...].firstIndex(where: { $0 != .blank }),
            kinds[next] == .attribution, isGreeting(text.content(first)),
            let start = kinds[next...].firstIndex(of: .written)
        else { return first }
        return start
    }

    private func isGreeting(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count <= 60 else { return false }
        let isOpen = line.last == .comma || line.last == .exclamation
        return isOpen || Self.greetings.beginning(of: FoldedText.fold(line)[...]) != nil
    }

    private static let greetings = Phrases([
        "hi", "hello", "hey", "dear", "good morning", "hallo", "moin", "servus", "liebe", "lieber",
        "guten morgen", "guten tag", "guten abend", "grüß gott", "bonjour", "bonsoir", "salut",
        "cher", "chère", "hola", "buenos días", "buenas tardes", "querida", "querido", "estimado",
        "estimada", "ciao", "buongiorno", "olá", "caro", "cara", "beste", "hej", "hei", "cześć",
    ])

    private mutating func gather(_ isWanted: (ReplyParser.Kind) -> Bool) {
        var lines: [Int] = []
        for index in kinds.indices {
            if isWanted(kinds[index]) || (kinds[index] == .blank && !lines.isEmpty) {
                lines.append(index)
            }
        }
        close(&lines, .forwarded)
    }

    private mutating func close(_ lines: inout [Int], _ origin: ReplyPassage.Origin?) {
        // A line of quote marks alone is one of the quotation.
        while let last = lines.last, kinds[last] == .blank { lines.removeLast() }
        defer { lines.removeAll(keepingCapacity: true) }
        guard let origin, !lines.isEmpty else { return }
        var octets: [UInt8] = []
        for index in lines {
            if !octets.isEmpty { octets.append(.lf) }
            let line = text.lines[index]
            octets += text.bytes[line.range.lowerBound..<max(line.range.lowerBound, end(of: line))]
        }
        let passage = ReplyPassage(
            origin: origin, text: ForeignText.cleaned(String(decoding: octets, as: UTF8.self)))
        passages.append(passage)
    }

    /// Where a line ends without the blanks at its end, its quote marks included.
    private func end(of line: ReplyLine) -> Int {
        var end = line.isBlank ? line.range.upperBound : line.content.upperBound
        while end > line.range.lowerBound, text.bytes[end - 1].isBlankOrBreak { end -= 1 }
        return end
    }
}
