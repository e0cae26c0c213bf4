/// Foreign text for people: in a terminal, a message, a page, a table.
extension String {
    /// The text on one line, without hazards: a control character or line break becomes a blank, what
    /// turns the direction or shows nothing goes, a noncharacter becomes U+FFFD.
    ///
    /// ```swift
    /// "a\u{1B}[31mb".shownLine         // "a [31mb"
    /// "a\u{202E}gpj.exe".shownLine     // "agpj.exe"
    /// ```
    public var shownLine: String { holdsHazard ? shown(lineBreak: " ") : self }

    /// The text with its line breaks, all as line feeds, and else as ``shownLine`` has it.
    public var shownLines: String { holdsHazard ? shown(lineBreak: "\n") : self }

    private func shown(lineBreak: Unicode.Scalar) -> String {
        var shown = String.UnicodeScalarView()
        var lastWasReturn = false
        var isInFlag = false
        for scalar in unicodeScalars {
            defer { lastWasReturn = scalar == "\r" }
            switch scalar.hazard {
            case nil: shown.append(scalar)
            case .control:
                // Line feed, vertical tab, form feed, return and next line (UAX #14: BK, CR, LF, NL).
                let isBreak = (0x0A...0x0D).contains(scalar.value) || scalar.value == 0x85
                guard isBreak else {
                    shown.append(" ")
                    break
                }
                if lineBreak == "\n", scalar == "\n", lastWasReturn { break }
                shown.append(lineBreak)
            case .lineSeparator: shown.append(lineBreak)
            case .direction, .annotation: break
            case .tag: if isInFlag { shown.append(scalar) }
            case .noncharacter: shown.append("\u{FFFD}")
            }
            // UTS #51 §B.1: a black flag, then the tags of a region, which end with U+E007F.
            isInFlag =
                scalar == "\u{1F3F4}"
                || isInFlag && scalar.hazard == .tag
                    && scalar.value != 0xE007F
        }
        return String(shown)
    }
}
