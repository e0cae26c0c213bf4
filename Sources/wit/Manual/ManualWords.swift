/// Words of a manual page as roff sets them: Markdown's code and emphasis are fonts, its links the
/// words that they stand behind.
enum ManualWords {
    /// A paragraph's words in roff.
    static func roff(_ markdown: some StringProtocol) -> String {
        var roff = ""
        var rest = Substring(markdown)
        while let character = rest.first {
            if character == "`", let (code, behind) = span(rest, between: "`") {
                roff += bold(code)
                rest = behind
            } else if rest.hasPrefix("**"), let (words, behind) = span(rest, between: "**") {
                roff += bold(words)
                rest = behind
            } else if character == "*", let (words, behind) = span(rest, between: "*"),
                words.first?.isWhitespace == false
            {
                roff += "\\fI\(Roff.escaped(words))\\fR"
                rest = behind
            } else if character == "[", let (words, address, behind) = link(rest) {
                roff += Self.roff(words)
                if address.hasPrefix("https://") { roff += " <\(Roff.code(address))>" }
                rest = behind
            } else {
                roff += Roff.escaped(String(character))
                rest = rest.dropFirst()
            }
        }
        return roff
    }

    /// Words in bold: what is typed as it stands.
    static func bold(_ text: some StringProtocol) -> String { "\\fB\(Roff.code(text))\\fR" }

    /// Words in italics: what something else stands for.
    static func italic(_ text: some StringProtocol) -> String { "\\fI\(Roff.escaped(text))\\fR" }

    private static func span(
        _ text: Substring, between mark: String
    ) -> (inside: Substring, behind: Substring)? {
        let start = text.dropFirst(mark.count)
        guard let end = start.firstRange(of: mark), end.lowerBound > start.startIndex else {
            return nil
        }
        return (start[..<end.lowerBound], start[end.upperBound...])
    }

    private static func link(
        _ text: Substring
    ) -> (words: Substring, address: Substring, behind: Substring)? {
        let start = text.dropFirst()
        guard let middle = start.firstRange(of: "]("),
            !start[..<middle.lowerBound].contains("["),
            let end = start[middle.upperBound...].firstIndex(of: ")")
        else { return nil }
        return (
            start[..<middle.lowerBound], start[middle.upperBound..<end],
            start[start.index(after: end)...]
        )
    }
}
