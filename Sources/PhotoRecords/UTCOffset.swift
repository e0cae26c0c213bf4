/// How far a local clock stands before UTC, in whole minutes from -14:00 to +14:00.
public struct UTCOffset: Hashable, Sendable, CustomStringConvertible {
    /// Minutes east of UTC, -840…840.
    public let minutes: Int

    /// An offset of whole minutes; nil beyond 14 hours.
    public init?(minutes: Int) {
        guard abs(minutes) <= 14 * 60 else { return nil }
        self.minutes = minutes
    }

    /// Reads `+02:00`, `-0330`, `+02` or `Z` (EXIF 3.0 §4.6.6.5, ISO 8601); nil for others.
    public init?(_ text: some StringProtocol) {
        if text == "Z" || text == "z" {
            self.init(minutes: 0)
            return
        }
        var digits = DigitReader(text)
        let isWest = digits.skip("-")
        guard isWest || digits.skip("+"), let hours = digits.number(2) else { return nil }
        let hasColon = digits.skip(":")
        let minutes = digits.isAtEnd && !hasColon ? 0 : digits.number(2)
        guard let minutes, minutes < 60, digits.isAtEnd else { return nil }
        self.init(minutes: (isWest ? -1 : 1) * (hours * 60 + minutes))
    }

    /// As EXIF writes it: `+02:00`.
    public var description: String {
        let size = abs(minutes)
        return (minutes < 0 ? "-" : "+") + LocalDateTime.padded(size / 60, 2) + ":"
            + LocalDateTime.padded(size % 60, 2)
    }
}
