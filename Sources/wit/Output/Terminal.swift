import Files
import Foundation

/// What the terminal can show.
enum Terminal {
    /// Whether stderr is a terminal, where progress may be shown.
    static var showsProgress: Bool { isatty(2) == 1 && !isDumb }

    /// Whether stdout may be coloured: a terminal, and no `NO_COLOR` (no-color.org).
    static var hasColour: Bool {
        let refused = ProcessInfo.processInfo.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return isatty(1) == 1 && !refused && !isDumb
    }

    /// The number of columns of stderr's terminal; 80 where that is unknown.
    static var columns: Int {
        var size = winsize()
        guard ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    private static var isDumb: Bool {
        ProcessInfo.processInfo.environment["TERM"] == "dumb"
    }
}

extension String {
    /// The text in bold on a terminal.
    var bold: String { styled("1") }
    /// The text dimmed on a terminal.
    var dim: String { styled("2") }
    /// The text in red on a terminal.
    var red: String { styled("31") }
    /// The text in yellow on a terminal.
    var yellow: String { styled("33") }

    private func styled(_ code: String) -> String {
        Terminal.hasColour ? "\u{1B}[\(code)m\(self)\u{1B}[0m" : self
    }

    /// The text without control characters, so that a photo's own words can't steer the
    /// terminal or turn the reading direction of what follows: each becomes a blank, line breaks
    /// stay where asked. Octets of a path that are no UTF-8 show as `\xE9`.
    func printable(keepingLines: Bool = false) -> String {
        String(
            String.UnicodeScalarView(
                PathEncoding.legible(self).unicodeScalars.map { scalar in
                    scalar == "\n" && keepingLines || !scalar.steersTerminal ? scalar : " "
                }))
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character (C0, C1), breaks lines or paragraphs (U+2028, U+2029),
    /// or turns the direction of text (Unicode Standard Annex 9 §2: embeddings, overrides and
    /// isolates).
    fileprivate var steersTerminal: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
