/// A moment as a Date field states it (RFC 5322 §3.3): whole seconds and the zone it was written
/// in.
public struct MailDate: Hashable, Sendable {
    /// Seconds since 1970-01-01 00:00:00 UTC.
    public var secondsSince1970: Int64
    /// Minutes that the writer's clock was ahead of UTC; nil where the field says that it is not
    /// known (`-0000`) or names a zone nobody knows.
    public var offsetMinutes: Int?

    /// A moment with the zone it shall be written in; nil writes `-0000`.
    ///
    /// The offset is clamped to under 100 hours, the widest the format can write.
    public init(secondsSince1970: Int64, offsetMinutes: Int? = 0) {
        self.secondsSince1970 = secondsSince1970
        self.offsetMinutes = offsetMinutes.map { min(max($0, -5_999), 5_999) }
    }

    /// The date and time on the writer's clock.
    var fields:
        (year: Int64, month: Int, day: Int, weekday: Int, hour: Int, minute: Int, second: Int)
    {
        // Years that four digits can write, so that no sum overflows.
        let local =
            min(max(secondsSince1970, -59_000_000_000), 253_000_000_000)
            + Int64(offsetMinutes ?? 0) * 60
        let days = local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
        let second = Int(local - days * 86_400)
        // Days to civil, after Howard Hinnant's `civil_from_days`.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let weekday = Int(((days + 4) % 7 + 7) % 7)
        return (year, month, day, weekday, second / 3_600, second / 60 % 60, second % 60)
    }

    /// As a Date field writes it: `Fri, 20 Nov 2026 10:00:00 +0100`.
    public var headerText: String {
        let (year, month, day, weekday, hour, minute, second) = fields
        let time = "\(padded(hour)):\(padded(minute)):\(padded(second))"
        let yearText = String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)"
        return
            "\(Self.weekdays[weekday]), \(day) \(Self.months[month - 1]) \(yearText) \(time) \(zone)"
    }

    /// As ISO 8601 with the writer's offset: `2026-11-20T10:00:00+01:00`; `Z` where it is unknown.
    public var iso8601: String {
        let (year, month, day, _, hour, minute, second) = fields
        let date = "\(year)-\(padded(month))-\(padded(day))"
        let time = "\(padded(hour)):\(padded(minute)):\(padded(second))"
        guard let offsetMinutes else { return "\(date)T\(time)Z" }
        let zone = "\(padded(abs(offsetMinutes) / 60)):\(padded(abs(offsetMinutes) % 60))"
        return "\(date)T\(time)\(offsetMinutes < 0 ? "-" : "+")\(zone)"
    }

    private var zone: String {
        guard let offsetMinutes else { return "-0000" }
        let size = abs(offsetMinutes)
        return (offsetMinutes < 0 ? "-" : "+") + padded(size / 60) + padded(size % 60)
    }

    private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
