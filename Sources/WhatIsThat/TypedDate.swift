import PhotoRecords

/// A date as a person types it: `2024-05-01`, `2024-05-01 10:22`, `2024-05-01T10:22:33.12+02:00`.
public struct TypedDate: Sendable, Hashable {
    /// The clock's reading.
    public let local: LocalDateTime
    /// The offset that stands behind it.
    public let offset: UTCOffset?

    /// Reads a text; nil for one that is no date.
    public init?(_ text: some StringProtocol) {
        let text = text.drop(while: \.isWhitespace)
        let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
        let trimmed = String(text[..<end])
        let zone =
            trimmed.contains(":")
            ? trimmed.firstMatch(of: /\s*(Z|[+-]\d\d(?::?\d\d)?)$/) : nil
        let offset = zone.flatMap { UTCOffset($0.output.1) }
        let date = zone.map { trimmed[..<$0.range.lowerBound] } ?? trimmed[...]
        guard zone == nil || offset != nil, let local = LocalDateTime(iso: date) else { return nil }
        self.local = local
        self.offset = offset
    }
}
