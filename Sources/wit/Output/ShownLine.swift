import Files
import JSON
import OutputText
import PhotoRecords

/// What may go to a terminal. Literals are the program's own words; whatever else is put in has no
/// control character and no override of direction any more (`TextHazard`), so that a photo's own words
/// can't steer the terminal, and octets of a path that are no UTF-8 show as `\xE9`.
///
/// ```swift
/// let line: ShownLine = "Mail \(number) “\(subject)” is discarded."
/// Output.line(ShownLine(name).bold + "  " + line)
/// ```
struct ShownLine: Equatable, Sendable {
    /// The text with the marks of bold, dimmed and coloured words.
    private(set) var text: String

    /// Foreign text, on one line.
    init(_ foreign: String) { text = PathEncoding.legible(foreign).shownLine }

    /// Foreign text with its line breaks.
    init(lines foreign: String) { text = PathEncoding.legible(foreign).shownLines }

    /// JSON, which is escaped where it is written.
    init(_ json: JSONValue) { text = json.text }

    fileprivate init(safe text: String) { self.text = text }
}

extension ShownLine: ExpressibleByStringInterpolation {
    /// The program's own words.
    init(stringLiteral value: String) { text = value }

    /// The program's own words with others in them.
    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Puts words of others in as they may be shown. There is none for optionals or whatever else prints as
    /// it does for programmers.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}
        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ line: ShownLine) { text += line.text }
        mutating func appendInterpolation(_ foreign: some StringProtocol) {
            text += ShownLine(String(foreign)).text
        }
        mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
    }
}

extension ShownLine {
    static func + (left: ShownLine, right: ShownLine) -> ShownLine {
        ShownLine(safe: left.text + right.text)
    }

    static func += (left: inout ShownLine, right: ShownLine) { left.text += right.text }

    /// Whether nothing is to be shown.
    var isEmpty: Bool { text.isEmpty }

    /// The text in bold on a terminal.
    var bold: ShownLine { styled("1") }
    /// The text dimmed on a terminal.
    var dim: ShownLine { styled("2") }
    /// The text in red on a terminal.
    var red: ShownLine { styled("31") }
    /// The text in yellow on a terminal.
    var yellow: ShownLine { styled("33") }

    private func styled(_ code: String) -> ShownLine {
        Terminal.hasColour ? ShownLine(safe: "\u{1B}[\(code)m\(text)\u{1B}[0m") : self
    }
}

extension Sequence where Element == ShownLine {
    /// One after the other, with something between them.
    func joined(separator: ShownLine) -> ShownLine {
        ShownLine(safe: map(\.text).joined(separator: separator.text))
    }
}
