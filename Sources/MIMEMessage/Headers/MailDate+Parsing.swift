extension MailDate {
    /// Reads a Date field's value; nil where no day, month and year can be made out.
    ///
    /// QUIRK: RFC 5322 §3.3: years of two and three digits (§4.3), named zones, time before date
    /// as in `asctime` (`Fri Nov 20 10:00:00 2026`), ISO 8601, missing seconds, a missing zone,
    /// `GMT+0200`, dots or dashes between the parts.
    public init?(parsing text: String) {
        self.init(parsing: Array(text.utf8)[...])
    }

    init?(parsing value: ArraySlice<UInt8>) {
        var reader = Reader()
        var lexer = HeaderLexer(value)
        while reader.count < 24 {
            lexer.skipBlanksAndComments()
            _ = lexer.take(.comma)
            guard !lexer.isAtEnd else { break }
            let word = lexer.text { $0.isBlankOrBreak || $0 == .comma || $0 == .openParenthesis }
            if !word.isEmpty { reader.take(word.prefix(40)) }
        }
        guard let date = reader.date else { return nil }
        self = date
    }

    /// What has been made out so far.
    private struct Reader {
        var count = 0
        var day: Int?
        var month: Int?
        var year: Int?
        var time: (hour: Int, minute: Int, second: Int)?
        var offset: Int?
        var hasZone = false

        mutating func take(_ word: ArraySlice<UInt8>) {
            count += 1
            if time == nil, let instant = Self.time(word[...]) {
                time = instant
            } else if year == nil, day == nil, isoDate(word) {
                return
            } else if takeZone(word) {
                return
            } else if let number = Self.number(word) {
                takeNumber(number, digits: word.count)
            } else if month == nil {
                let pieces = word.split { $0 == .hyphen || $0 == .slash || $0 == .dot }
                for piece in pieces {
                    if let number = Self.number(piece) {
                        takeNumber(number, digits: piece.count)
                    } else if let found = Self.month(piece) {
                        month = found
                    }
                }
            }
        }

        private mutating func takeNumber(_ number: Int, digits: Int) {
            if day == nil, digits <= 2, (1...31).contains(number) {
                day = number
            } else if year == nil, digits <= 4 {
                // RFC 5322 §4.3: two digits up to 49 are of this century; three count from 1900.
                switch digits {
                case 1, 2: year = number < 50 ? 2_000 + number : 1_900 + number
                case 3: year = 1_900 + number
                default: year = number
                }
            }
        }

        /// `2026-11-20` or `2026-11-20T10:00:00Z`.
        private mutating func isoDate(_ word: ArraySlice<UInt8>) -> Bool {
            let parts = word.prefix(10).split(separator: .hyphen, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].count == 4, let year = Self.number(parts[0]),
                let month = Self.number(parts[1]), let day = Self.number(parts[2].prefix(2)),
                (1...12).contains(month), (1...31).contains(day)
            else { return false }
            (self.year, self.month, self.day) = (year, month, day)
            guard let mark = word.firstIndex(where: { $0.lowercased == UInt8(ascii: "t") }) else {
                return true
            }
            let clock = word[(mark + 1)...]
            let zone = clock.drop { $0.isDigit || $0 == .colon || $0 == .dot }
            time = Self.time(clock[..<zone.startIndex])
            _ = takeZone(zone)
            return true
        }

        private mutating func takeZone(_ word: ArraySlice<UInt8>) -> Bool {
            guard !hasZone, let first = word.first else { return false }
            var word = word
            if word.startsIgnoringCase("gmt") || word.startsIgnoringCase("utc"), word.count > 3 {
                word = word.dropFirst(3)
            }
            if word.first == UInt8(ascii: "+") || word.first == .hyphen, time != nil {
                let digits = word.dropFirst().filter { $0 != .colon }
                guard let number = Self.number(digits[...]), digits.count == 4 || digits.count <= 2
                else { return false }
                hasZone = true
                let size = digits.count <= 2 ? number * 60 : number / 100 * 60 + number % 100
                // `-0000`: the writer's zone is not known.
                offset = word.first == .hyphen ? (size == 0 ? nil : -size) : size
                return true
            }
            guard first.isLetter, time != nil, word.count <= 5,
                let named = Self.zones[String(decoding: word, as: UTF8.self).asciiLowercased]
            else { return false }
            hasZone = true
            offset = named
            return true
        }

        private static let zones: [String: Int] = [
            "ut": 0, "utc": 0, "gmt": 0, "z": 0, "est": -300, "edt": -240, "cst": -360,
            "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420, "cet": 60,
            "cest": 120, "met": 60, "mest": 120, "bst": 60, "wet": 0, "west": 60, "eet": 120,
            "eest": 180, "msk": 180, "jst": 540, "kst": 540,
        ]

        private static func time(_ word: ArraySlice<UInt8>) -> (Int, Int, Int)? {
            guard let first = word.first, first.isDigit, word.contains(.colon) else { return nil }
            let whole = word.prefix { $0.isDigit || $0 == .colon }
            let parts = whole.split(separator: .colon, omittingEmptySubsequences: false)
            guard parts.count == 2 || parts.count == 3, let hour = number(parts[0]),
                let minute = number(parts[1]), hour < 24, minute < 60
            else { return nil }
            let second = parts.count == 3 ? number(parts[2]) : 0
            // 60 is a leap second.
            guard let second, second <= 60 else { return nil }
            return (hour, minute, second)
        }

        private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
            guard !digits.isEmpty, digits.count <= 8, digits.allSatisfy(\.isDigit) else {
                return nil
            }
            return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }

        private static func month(_ word: ArraySlice<UInt8>) -> Int? {
            guard word.count >= 3 else { return nil }
            let start = String(decoding: word.prefix(3), as: UTF8.self).asciiLowercased
            return MailDate.months.firstIndex { $0.asciiLowercased == start }.map { $0 + 1 }
        }

        var date: MailDate? {
            guard let day, let month, let year, day <= Self.days(in: month, year) else {
                return nil
            }
            let time = time ?? (0, 0, 0)
            // Civil to days, after Howard Hinnant's `days_from_civil`.
            let shiftedYear = Int64(month <= 2 ? year - 1 : year)
            let era = shiftedYear / 400
            let yearOfEra = shiftedYear - era * 400
            let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
            let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            let days = era * 146_097 + dayOfEra - 719_468
            let seconds = days * 86_400 + Int64(time.hour * 3_600 + time.minute * 60 + time.second)
            return MailDate(
                secondsSince1970: seconds - Int64(offset ?? 0) * 60, offsetMinutes: offset)
        }

        private static func days(in month: Int, _ year: Int) -> Int {
            switch month {
            case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        }
    }
}
