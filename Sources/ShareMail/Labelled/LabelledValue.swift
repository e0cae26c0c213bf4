/// How values of the readable block are written so that they can be read back.
///
/// A line break is written as ` ¶`, so that it survives re-wrapping; a `¶` of the text as `¶¶`. In
/// lists a comma parts the elements; one that has a comma in it or begins with a quote mark stands
/// in quotes, as in CSV. A word joiner (U+2060), which shows nothing, keeps words that look like a
/// label or a quote mark from being taken for one.
enum LabelledValue {
    /// U+2060 WORD JOINER.
    static let guardMark: Unicode.Scalar = "\u{2060}"

    // MARK: Line breaks

    /// The text with its line breaks marked, each line still on a line of its own.
    static func marked(_ text: String) -> String {
        text.replacing("¶", with: "¶¶").replacing("\n", with: " ¶\n")
    }

    /// The text on one line, its line breaks marked.
    static func oneLine(_ text: String) -> String {
        text.contains("\n") ? marked(text).replacing("\n", with: " ") : marked(text)
    }

    /// The text whose line breaks were marked.
    static func unmarked(_ text: String) -> String {
        guard text.contains("¶") else { return text }
        var result = ""
        // Where breaks are marked, the others are a program's.
        let line = text.replacing("\n", with: " ")
        var rest = line[...]
        while let mark = rest.firstIndex(of: "¶") {
            result += rest[..<mark]
            rest = rest[rest.index(after: mark)...]
            if rest.first == "¶" {
                result += "¶"
                rest.removeFirst()
            } else {
                result += "\n"
            }
        }
        result += rest
        return result.split(separator: "\n", omittingEmptySubsequences: false)
            .map { trimmed($0) }.joined(separator: "\n")
    }

    // MARK: Lists

    private static let opening: Set<Character> = ["\"", "“", "”", "„", "«", "»", "‟", "＂"]

    /// The elements with commas between them.
    static func list(_ elements: [String]) -> String? {
        elements.isEmpty ? nil : elements.map(element).joined(separator: ", ")
    }

    /// One element, in quotes where it needs them.
    static func element(_ text: String) -> String {
        let text = oneLine(text)
        let needs =
            text.contains(",") || text.contains("\"")
            || text.first.map(opening.contains)
                ?? true
        return needs ? quoted(text) : text
    }

    /// The text in quotes.
    static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// An element of a list, and whether it stood in quotes.
    struct Element: Equatable {
        var text: String
        var isQuoted = false
    }

    /// The elements that a list has.
    static func elements(_ list: String) -> [Element] {
        var elements: [Element] = []
        var rest = list[...]
        var budget = maximumVain
        while elements.count < maximumElements {
            rest = rest.drop(while: \.isWhitespace)
            if let (text, next) = quotedElement(rest, &budget) {
                elements.append(Element(text: unmarked(text), isQuoted: true))
                rest = next
            } else {
                let end = rest.firstIndex(of: ",") ?? rest.endIndex
                let text = trimmed(rest[..<end])
                if !text.isEmpty { elements.append(Element(text: unmarked(text))) }
                rest = rest[end...]
            }
            guard rest.first == "," else { break }
            rest.removeFirst()
        }
        return elements
    }

    /// The most elements that a list has.
    private static let maximumElements = 20_000
    /// The most characters that are read behind quote marks that nothing closes.
    private static let maximumVain = 1_000_000

    /// What stands in quotes at the start, and what follows from the next comma on.
    private static func quotedElement(
        _ text: Substring, _ budget: inout Int
    ) -> (String, Substring)? {
        guard let first = text.first, opening.contains(first) else { return nil }
        let isPlain = first == "\""
        func closes(_ character: Character) -> Bool {
            isPlain ? character == "\"" : opening.contains(character)
        }
        var result = ""
        var index = text.index(after: text.startIndex)
        while index < text.endIndex, budget > 0 {
            let character = text[index]
            let next = text.index(after: index)
            budget -= 1
            if closes(character) {
                if next < text.endIndex, closes(text[next]) {
                    result.append("\"")
                    index = text.index(after: next)
                    continue
                }
                let rest = text[next...].drop(while: \.isWhitespace)
                guard rest.isEmpty || rest.first == "," else { return nil }
                budget += result.count
                return (result, rest)
            }
            result.append(character)
            index = next
        }
        return nil
    }

    // MARK: Guarding

    /// The text with a mark where it would be taken for a label: before the colon.
    static func guarded(_ text: String) -> String {
        guard text.contains(where: { $0 == ":" || $0 == "：" }) else { return guardedStart(text) }
        var result = ""
        for character in text {
            if character == ":" || character == "：", LabelledLanguages.shipped.endsWithLabel(result)
            {
                result.unicodeScalars.append(guardMark)
            }
            result.append(character)
        }
        return guardedStart(result)
    }

    /// Each line with a mark before a quote mark at its start.
    private static func guardedStart(_ text: String) -> String {
        guard text.contains(where: { $0 == ">" || $0 == "|" }) else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { guardedLine($0) }.joined(separator: "\n")
    }

    /// A line with a mark before a quote mark at its start.
    static func guardedLine(_ line: Substring) -> String {
        let start = line.drop(while: \.isWhitespace).prefix(6)
        let isQuote = start.drop { $0.isASCII && $0.isLetter }.first.map { ">|".contains($0) }
        return isQuote == true ? String(guardMark) + line : String(line)
    }

    /// The text without the marks that keep words from being taken for labels.
    static func unguarded(_ text: String) -> String {
        guard text.unicodeScalars.contains(guardMark) else { return text }
        var scalars = String.UnicodeScalarView()
        let all = Array(text.unicodeScalars)
        let guarded: Set<Unicode.Scalar> = [":", "：", ">", "|"]
        for (index, scalar) in all.enumerated() {
            let next = index + 1 < all.count ? all[index + 1] : nil
            let isStart = index == 0 || all[index - 1] == "\n"
            if scalar == guardMark, isStart || next.map(guarded.contains) == true { continue }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    static func trimmed(_ text: some StringProtocol) -> String {
        let head = text.drop(while: \.isWhitespace)
        guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(head[...last])
    }
}
