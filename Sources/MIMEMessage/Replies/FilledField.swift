/// A line with which somebody filled in a form: `What is it: a red kite`.
public struct FilledField: Sendable, Hashable {
    /// The label, as it was asked for or as it is written.
    public let label: String
    /// The value, in one line; never empty.
    public let value: String
    /// Whether it stood in a quoted line.
    public let isQuoted: Bool
}
