/// Lays text out as `text/plain; format=flowed` (RFC 3676 §4): long lines are broken at blanks,
/// which stay at the line's end, so that a mail program can set the paragraph anew.
enum FlowedText {
    /// The longest line that is written, in characters: RFC 3676 §4.2 asks for 78 or fewer.
    static let width = 76

    /// The text with soft line breaks; lines that need it are space-stuffed (§4.4).
    static func flowed(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { wrapped($0) }
            .map { line in
                line.hasPrefix(" ") || line.hasPrefix(">") || line.hasPrefix("From ")
                    ? " " + line : line
            }
            .joined(separator: "\n")
    }

    private static func wrapped(_ line: Substring) -> [String] {
        // A blank at the end would make the line flow into the next one.
        var rest = line
        while rest.last == " " { rest.removeLast() }
        var lines: [String] = []
        while let limit = rest.index(
            rest.startIndex, offsetBy: width, limitedBy: rest.endIndex), limit < rest.endIndex
        {
            let indent = rest.prefix { $0 == " " }.endIndex
            let blank =
                rest[..<limit].lastIndex(of: " ").flatMap { $0 > indent ? $0 : nil }
                ?? rest[limit...].firstIndex(of: " ")
            guard let blank else { break }
            lines.append(String(rest[...blank]))
            rest = rest[rest.index(after: blank)...]
        }
        lines.append(String(rest))
        return lines
    }
}
