/// A piece of a manual page's prose.
enum ManualBlock: Hashable {
    /// A title: 2 and more deep, as Markdown counts.
    case heading(level: Int, text: String)
    case paragraph(String)
    case items([String])
    /// Rows of cells; the first row names the columns, with empty names where none are told.
    case table([[String]])
    /// Lines as they are.
    case literal([String])
}

extension ManualBlock {
    /// The blocks of a text in Markdown, of which this knows headings, paragraphs, lists, tables and
    /// fenced blocks.
    static func blocks(ofMarkdown text: String) -> [ManualBlock] {
        var blocks: [ManualBlock] = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.first {
            if line.allSatisfy(\.isWhitespace) || line.hasPrefix("<!--") {
                lines = lines.dropFirst()
            } else if line.hasPrefix("```") {
                let inside = lines.dropFirst().prefix { !$0.hasPrefix("```") }
                blocks.append(.literal(inside.map(String.init)))
                lines = lines.dropFirst(inside.count + 2)
            } else if line.hasPrefix("#") {
                let level = line.prefix { $0 == "#" }.count
                let title = String(line.dropFirst(level).drop { $0 == " " })
                blocks.append(.heading(level: level, text: title))
                lines = lines.dropFirst()
            } else if line.hasPrefix("|") {
                let rows = lines.prefix { $0.hasPrefix("|") }
                blocks.append(.table(rows.map(cells).filter { !isRule($0) }))
                lines = lines.dropFirst(rows.count)
            } else if itemText(line) != nil {
                let part = lines.prefix { !$0.allSatisfy(\.isWhitespace) }
                blocks.append(.items(items(part)))
                lines = lines.dropFirst(part.count)
            } else {
                let part = lines.prefix {
                    !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("```") && !$0.hasPrefix("|")
                }
                blocks.append(.paragraph(part.joined(separator: " ")))
                lines = lines.dropFirst(part.count)
            }
        }
        return blocks
    }

    /// The text after `- `, or a line that begins with `1. ` and keeps its number; nil if a line begins
    /// no element of a list.
    private static func itemText(_ line: Substring) -> Substring? {
        if line.hasPrefix("- ") { return line.dropFirst(2) }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        let rest = line.dropFirst(digits.count)
        return !digits.isEmpty && rest.hasPrefix(". ") ? line : nil
    }

    private static func items(_ lines: some Sequence<Substring>) -> [String] {
        var items: [String] = []
        for line in lines {
            if let text = itemText(line) {
                items.append(String(text))
            } else if let last = items.indices.last {
                items[last] += " " + line.drop { $0 == " " }
            }
        }
        return items
    }

    private static func cells(_ row: Substring) -> [String] {
        row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map { $0.trimmingPrefix { $0 == " " } }
            .map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }

    private static func isRule(_ cells: [String]) -> Bool {
        !cells.isEmpty
            && cells.allSatisfy { $0.contains("-") && $0.allSatisfy { "-:".contains($0) } }
    }
}
