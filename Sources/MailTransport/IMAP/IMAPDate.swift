/// A day as a search names it: RFC 9051 §9, `date`.
public struct IMAPDate: Hashable, Sendable {
    /// `1-Feb-2026`
    let text: String

    /// - Parameters:
    ///   - year: 1…9999.
    ///   - month: 1…12.
    ///   - day: 1…31.
    /// - Returns: nil for numbers out of range.
    public init?(year: Int, month: Int, day: Int) {
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            return nil
        }
        let digits = String(year)
        text =
            "\(day)-\(months[month - 1])-"
            + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
