/// Finds boilerplate below a text: rows of punctuation, disclaimers, the lines that mailing
/// lists and virus scanners add.
enum FooterMark {
    /// How many lines that end before a place are such; 0 where there are none.
    ///
    /// - Parameter isOpen: Whether a line above is still the writer's.
    static func length(before end: Int, in text: ReplyLines, isOpen: (Int) -> Bool) -> Int {
        guard end > 0, isOpen(end - 1) else { return 0 }
        if SignatureMark.isDelimiter(text.content(end - 1)) { return 1 }
        var (start, octets) = (end, 0)
        while start > 0, isOpen(start - 1), !text.lines[start - 1].isBlank {
            start -= 1
            octets += text.lines[start].content.count
            if end - start > mostLines || octets > mostOctets { return 0 }
        }
        guard start < end else { return 0 }
        let first = FoldedText.fold(text.content(start))[...]
        if SignatureWords.footers.beginning(of: first) != nil { return end - start }
        guard octets >= fewestOctets else { return 0 }
        var paragraph: [UInt8] = []
        for index in start..<end { paragraph += text.content(index) + [.space] }
        let folded = FoldedText.fold(paragraph[...])[...]
        let signs = SignatureWords.disclaimers.count { folded.holds($0) }
        return signs > 1 ? end - start : 0
    }

    private static let mostLines = 60
    private static let mostOctets = 8_000
    private static let fewestOctets = 80
}
