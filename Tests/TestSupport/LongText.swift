import Testing

/// A long text as a test's argument: by itself it would stand whole in the log, several times.
public struct LongText: Sendable, CustomTestStringConvertible, ExpressibleByStringLiteral {
    /// The text.
    public let text: String

    /// Any text.
    public init(_ text: String) { self.text = text }

    /// A piece so many times, and something behind.
    public init(_ piece: String, times: Int, _ tail: String = "") {
        self.init("", piece, times: times, tail)
    }

    /// Something, a piece so many times, and something behind.
    public init(_ head: String, _ piece: String, times: Int, _ tail: String = "") {
        text = head + String(repeating: piece, count: times) + tail
    }

    /// A literal.
    public init(stringLiteral text: String) { self.text = text }

    /// Its beginning and its length.
    public var testDescription: String {
        let count = text.utf8.count
        return text.prefix(40).debugDescription + (count > 40 ? "… (\(count) bytes)" : "")
    }
}
