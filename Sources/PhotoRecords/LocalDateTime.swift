import Foundation

/// A date, mostly with a time of day, as a clock on a wall showed it: no time zone.
///
/// Fractions of a second keep the digits they were written with, so that `.12` and `.120` come
/// home as they left. A date alone is a value of its own: it is not midnight.
public struct LocalDateTime: Hashable, Sendable {
    /// A time of day.
    public struct Time: Hashable, Sendable {
        /// 0…23.
        public var hour: Int
        /// 0…59.
        public var minute: Int
        /// 0…59; a leap second is written as 59.
        public var second: Int
        /// The decimal digits after the second, none for a whole second; 9 at most.
        public var fraction: String
    }

    /// 1…9999.
    public let year: Int
    /// 1…12.
    public let month: Int
    /// 1…the length of the month.
    public let day: Int
    /// The time of day; nil for a date alone.
    public let time: Time?

    /// A date of the Gregorian calendar; nil if there is no such day.
    public init?(year: Int, month: Int, day: Int, time: Time? = nil) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, year: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.time = time
    }

    /// A date and a time; nil if there is no such moment on a clock. Second 60 becomes 59.
    public init?(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, fraction: String = ""
    ) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            fraction.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let time = Time(
            hour: hour, minute: minute, second: min(second, 59),
            fraction: String(fraction.prefix(9)))
        self.init(year: year, month: month, day: day, time: time)
    }

    /// Reads ISO 8601's extended form without a zone: `2024-05-01`, `2024-05-01T10:22`,
    /// `2024-05-01T10:22:33.12`, with a blank for the `T` if you like; nil for anything else.
    public init?(iso text: some StringProtocol) {
        var digits = DigitReader(text)
        guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2),
            digits.skip("-"), let day = digits.number(2)
        else { return nil }
        if digits.isAtEnd {
            self.init(year: year, month: month, day: day)
            return
        }
        guard digits.skip("T") || digits.skip(" "), let hour = digits.number(2),
            digits.skip(":"), let minute = digits.number(2)
        else { return nil }
        var second = 0
        var fraction = ""
        if digits.skip(":") {
            guard let read = digits.number(2) else { return nil }
            second = read
            if digits.skip(".") || digits.skip(",") {
                fraction = digits.all()
                if fraction.isEmpty { return nil }
            }
        }
        guard digits.isAtEnd else { return nil }
        self.init(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            fraction: fraction)
    }

    /// ISO 8601's extended form: `2024-05-01T10:22:33.12`, or `2024-05-01` for a date alone.
    public var iso: String {
        let date = Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
        guard let time else { return date }
        let clock = [time.hour, time.minute, time.second].map { Self.padded($0, 2) }
        return date + "T" + clock.joined(separator: ":")
            + (time.fraction.isEmpty ? "" : "." + time.fraction)
    }

    /// Whole seconds since 1970-01-01T00:00:00 of the same clock; a date alone counts as its
    /// midnight.
    public var secondsSince1970: Int {
        let clock = time.map { $0.hour * 3600 + $0.minute * 60 + $0.second } ?? 0
        return Self.daysSince1970(year: year, month: month, day: day) * 86_400 + clock
    }

    /// The clock's reading so many whole seconds after 1970; nil outside the years 1…9999.
    public init?(secondsSince1970 seconds: Int, fraction: String = "") {
        let days = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
        let clock = seconds - days * 86_400
        let (year, month, day) = Self.civil(daysSince1970: days)
        self.init(
            year: year, month: month, day: day, hour: clock / 3600, minute: clock / 60 % 60,
            second: clock % 60, fraction: fraction)
    }

    /// The number of days in a month (1…12) of a year.
    public static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        default: 31
        }
    }

    // Days and dates of the proleptic Gregorian calendar, in eras of 400 years from March.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    private static func civil(daysSince1970 days: Int) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension LocalDateTime.Time {
    /// What stands after the whole second: 0..<1.
    package var fractionOfSecond: Double { fraction.isEmpty ? 0 : Double("0." + fraction) ?? 0 }
}
