import PhotoRecords

/// The spellings in which photos' dates are met (“Reading a photo's metadata”): `Y:M:D h:m:s` with
/// unpadded numbers, `-`, `/` or `.` for `:`, ISO 8601 with or without a zone, a date alone.
struct DateSpelling: Equatable {
    /// The clock's reading.
    var local: LocalDateTime
    /// The zone that stands behind it, if one does.
    var offset: UTCOffset?

    /// Whether a field that holds a date by its standard says that it knows none: nothing,
    /// blanks, or zeros for numbers.
    static func isVoid(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            byte == 0x30 || byte <= 0x20 || isSeparator(byte) || byte == 0x54
        }
    }

    /// Reads a text; nil for what is no possible date.
    init?(_ text: String) {
        var reader = DigitReader(text.utf8)
        reader.skipBlanks()
        guard let year = reader.number(4...4), reader.skip(Self.isSeparator),
            let month = reader.number(1...2), reader.skip(Self.isSeparator),
            let day = reader.number(1...2)
        else { return nil }
        let hadBreak = reader.skip { $0 == 0x54 || $0 == 0x74 }  // T
        reader.skipBlanks()
        // QUIRK: EXIF 3.0 §4.6.6.5 lets unknown parts be blank: a time of colons and blanks is
        // none.
        if reader.isVoid {
            guard !hadBreak, let date = LocalDateTime(year: year, month: month, day: day) else {
                return nil
            }
            self.init(local: date, offset: nil)
            return
        }
        guard let hour = reader.number(1...2), let separator = reader.next,
            reader.skip(Self.isSeparator), let minute = reader.number(1...2)
        else { return nil }
        var second = 0
        var fraction = ""
        // The same separator again: in 10:22-03:00 the zone stands behind the minutes.
        if reader.skip({ $0 == separator }) {
            guard let number = reader.number(1...2) else { return nil }
            second = number
            if reader.skip({ $0 == 0x2E || $0 == 0x2C }) { fraction = reader.digits() }
        }
        reader.skipBlanks()
        let zone = reader.rest
        let offset = zone.isEmpty ? nil : UTCOffset(spelling: zone)
        guard zone.isEmpty || offset != nil,
            let local = LocalDateTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second,
                fraction: fraction)
        else { return nil }
        self.init(local: local, offset: offset)
    }

    init(local: LocalDateTime, offset: UTCOffset?) {
        self.local = local
        self.offset = offset
    }

    /// One of `: - / .`
    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == 0x3A || (0x2D...0x2F).contains(byte)
    }
}

/// Takes numbers and separators off the front of a text.
struct DigitReader {
    private var bytes: Substring.UTF8View

    init(_ text: String.UTF8View) { bytes = text[...] }

    /// A number of so many digits.
    mutating func number(_ length: ClosedRange<Int>) -> Int? {
        var value = 0
        var taken = 0
        var next = bytes
        while taken < length.upperBound, let byte = next.first, (0x30...0x39).contains(byte) {
            value = value * 10 + Int(byte - 0x30)
            taken += 1
            next.removeFirst()
        }
        guard length.contains(taken) else { return nil }
        bytes = next
        return value
    }

    /// The digits that stand next.
    mutating func digits() -> String {
        let front = bytes.prefix { (0x30...0x39).contains($0) }
        bytes = bytes.dropFirst(front.count)
        return String(Substring(front))
    }

    /// The byte that stands next.
    var next: UInt8? { bytes.first }

    /// Skips a byte that is wanted; false if none stands there.
    mutating func skip(_ isWanted: (UInt8) -> Bool) -> Bool {
        guard let first = bytes.first, isWanted(first) else { return false }
        bytes.removeFirst()
        return true
    }

    /// Skips white space.
    mutating func skipBlanks() { bytes = bytes.drop { $0 <= 0x20 } }

    /// Whether nothing is left but blanks, colons and NULs.
    var isVoid: Bool { bytes.allSatisfy { $0 <= 0x20 || $0 == 0x3A } }

    /// What is left, without trailing white space.
    var rest: String {
        var rest = bytes
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        return String(Substring(rest))
    }
}
