import PhotoRecords

/// The rule of a time zone that goes on for ever, as a TZif file's footer has it (RFC 9636 §3.3;
/// POSIX, “TZ”): `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Sendable, Equatable {
    /// A day of the year, and the seconds after its midnight, by the clock before the change.
    struct Change: Sendable, Equatable {
        enum Day: Sendable, Equatable {
            /// 1…365, where 29 February never counts.
            case julian(Int)
            /// 0…365, where it does.
            case ordinal(Int)
            /// The week (5: the last) of a month, and the day of the week (0: Sunday).
            case month(Int, week: Int, weekday: Int)
        }

        var day: Day
        var time: Int
    }

    /// Seconds east of UTC.
    var standard: Int
    /// Seconds east of UTC in summer, and the changes to it and back; nil where there are none.
    var summer: Summer?

    struct Summer: Sendable, Equatable {
        var offset: Int
        var start: Change
        var end: Change
    }

    /// Reads a footer; nil for one that does not follow the rules.
    init?(_ text: some Collection<UInt8>) {
        var reader = Reader(rest: Array(text)[...])
        guard reader.skipName(), let west = reader.clock() else { return nil }
        standard = -west
        if reader.rest.isEmpty { return }
        guard reader.skipName() else { return nil }
        var offset = standard + 3600
        if reader.rest.first != UInt8(ascii: ",") {
            guard let west = reader.clock() else { return nil }
            offset = -west
        }
        guard let start = reader.change(), let end = reader.change(), reader.rest.isEmpty else {
            return nil
        }
        summer = Summer(offset: offset, start: start, end: end)
    }

    /// The offset at a moment, in seconds since 1970.
    func offset(at moment: Int) -> Int {
        guard let summer else { return standard }
        guard let year = LocalDateTime(secondsSince1970: moment + standard)?.year else {
            return standard
        }
        // The changes of a year may lie a week beyond it; the years around are looked at too.
        var latest: (moment: Int, offset: Int)?
        for year in year - 1...year + 1 {
            for (change, from, to) in [
                (summer.start, standard, summer.offset), (summer.end, summer.offset, standard),
            ] {
                guard let local = Self.seconds(of: change, year: year) else { continue }
                let at = local - from
                if at <= moment, latest.map({ $0.moment <= at }) ?? true { latest = (at, to) }
            }
        }
        return latest?.offset ?? standard
    }

    /// When a change falls in a year, in seconds since 1970 of the clock.
    private static func seconds(of change: Change, year: Int) -> Int? {
        guard let newYear = LocalDateTime(year: year, month: 1, day: 1)?.secondsSince1970 else {
            return nil
        }
        let isLeap = LocalDateTime.days(inMonth: 2, year: year) == 29
        switch change.day {
        case .julian(let day):
            return newYear + (day - 1 + (isLeap && day >= 60 ? 1 : 0)) * 86_400 + change.time
        case .ordinal(let day):
            return newYear + day * 86_400 + change.time
        case .month(let month, let week, let weekday):
            guard
                let first = LocalDateTime(year: year, month: month, day: 1)?.secondsSince1970
            else { return nil }
            // 1970-01-01 was a Thursday, 4.
            let days = first / 86_400 - (first < 0 && first % 86_400 != 0 ? 1 : 0)
            let begins = ((days + 4) % 7 + 7) % 7
            var day = (weekday - begins + 7) % 7 + (week - 1) * 7
            while day >= LocalDateTime.days(inMonth: month, year: year) { day -= 7 }
            return first + day * 86_400 + change.time
        }
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func skip(_ letter: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: letter) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(upTo most: Int) -> Int? {
            var value: Int?
            while let byte = rest.first, (48...57).contains(byte) {
                let next = (value ?? 0) * 10 + Int(byte - 48)
                if next > most { return nil }
                value = next
                rest.removeFirst()
            }
            return value
        }

        /// `CET`, or `<-03>`.
        mutating func skipName() -> Bool {
            if skip("<") {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
                rest = rest[(end + 1)...]
                return true
            }
            let letters = rest.prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
            rest = rest.dropFirst(letters.count)
            return letters.count >= 3
        }

        /// `-1`, `+5:30`, `2:00:00`: seconds.
        mutating func clock() -> Int? {
            let isNegative = skip("-")
            if !isNegative { _ = skip("+") }
            guard let hours = number(upTo: 167) else { return nil }
            var seconds = hours * 3600
            for unit in [60, 1] where skip(":") {
                guard let part = number(upTo: 59) else { return nil }
                seconds += part * unit
            }
            return isNegative ? -seconds : seconds
        }

        /// `,M3.5.0/2`, `,J60`, `,300/-1`.
        mutating func change() -> Change? {
            guard skip(",") else { return nil }
            let day: Change.Day
            if skip("M") {
                guard let month = number(upTo: 12), month >= 1, skip("."),
                    let week = number(upTo: 5), week >= 1, skip("."), let weekday = number(upTo: 6)
                else { return nil }
                day = .month(month, week: week, weekday: weekday)
            } else if skip("J") {
                guard let number = number(upTo: 365), number >= 1 else { return nil }
                day = .julian(number)
            } else {
                guard let number = number(upTo: 365) else { return nil }
                day = .ordinal(number)
            }
            var time = 7200
            if skip("/") {
                guard let read = clock() else { return nil }
                time = read
            }
            return Change(day: day, time: time)
        }
    }
}
