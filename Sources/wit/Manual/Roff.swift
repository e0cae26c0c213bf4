/// Text as roff reads it (groff(7)): ASCII alone, whatever the text holds.
enum Roff {
    /// Words of a line or of a macro's quoted argument, without any meaning of their own.
    static func escaped(_ text: some StringProtocol) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if let escape = escapes[scalar] {
                escaped += escape
            } else if scalar.isASCII {
                escaped.unicodeScalars.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
                escaped += "\\[u\(zeros)\(digits)]"
            }
        }
        return escaped
    }

    /// Code, escaped, which may break at its marks where it is too long for a line.
    static func code(_ text: some StringProtocol) -> String {
        guard text.count > 40 else { return escaped(text) }
        return text.map { character in
            escaped(String(character)) + ("/&?#,;".contains(character) ? "\\:" : "")
        }.joined()
    }

    /// A whole line of text that is escaped already: a dot at its start is no request.
    static func line(_ escaped: String) -> String {
        escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }

    /// What people copy must come out as they have to type it: `-` for one is a hyphen to roff, `'`
    /// a closing quote.
    private static let escapes: [Unicode.Scalar: String] = [
        "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
        "\"": "\\(dq", "\u{A0}": "\\ ",
    ]
}
