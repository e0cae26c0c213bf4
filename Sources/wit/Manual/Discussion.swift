/// A verb's help in prose, taken apart: its examples, what it prints with `--json`, the rest.
struct Discussion {
    /// Commands to type.
    private(set) var examples: [String] = []
    /// The paragraphs on the output of `--json`, and what follows them.
    private(set) var output: [ManualBlock] = []
    /// The other paragraphs.
    private(set) var prose: [ManualBlock] = []

    init(_ text: String) {
        for part in text.split(separator: "\n\n") {
            let lines = part.split(separator: "\n").map(String.init)
            if part.hasPrefix("Example:") {
                examples += lines.map { line in
                    String(line.trimmingPrefix("Example:").drop { $0 == " " })
                }
            } else if lines.allSatisfy({ $0.hasPrefix("    ") }) {
                prose.append(.literal(lines.map { String($0.dropFirst(4)) }))
            } else if part.hasPrefix("With --json") {
                output.append(.paragraph(Self.plain(part)))
            } else {
                prose.append(.paragraph(Self.plain(part)))
            }
        }
    }

    /// Words of a help text, in which nothing is Markdown.
    private static func plain(_ text: Substring) -> String {
        text.split(separator: "\n").joined(separator: " ")
    }
}
