/// The numbers in a text that could be degrees, each with how fine it is: decimals with a point or
/// a comma, degrees with minutes, degrees with minutes and seconds, in the usual spellings. The text is
/// to be `NumberText.plain`: digits in ASCII, letters in lower case.
struct CoordinateTokens {
    /// A number of degrees, without its sign.
    struct Token: Equatable {
        var degrees: Double
        /// The worth of its last digit in degrees.
        var step: Double
        /// Whether it is spelled like a time of day: `10:22:33`.
        var isClock = false
        /// Where it begins.
        var offset: Int
    }

    private(set) var tokens: [Token] = []
    private let bytes: [UInt8]

    /// The numbers of a text in UTF-8, or of any bytes.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var index = 0
        while index < bytes.count {
            guard Self.isDigit(bytes[index]) else {
                index += 1
                continue
            }
            let start = index
            guard let whole = integer(&index, most: 3) else {
                packed(start, &index)
                continue
            }
            if let spaced = spacedFraction(index) {
                append(Double(whole) + spaced.value, spaced.step, start)
            }
            if !isMinuteBehindComma(index), let decimals = fraction(&index) {
                append(Double(whole) + decimals.value, decimals.step, start)
            } else {
                var end = index
                if let (token, next) = sexagesimal(whole, index, start) {
                    tokens.append(token)
                    end = next
                }
                // What was no minute may begin the next number.
                index = max(index, end)
            }
        }
    }

    /// Degrees and minutes without a sign between them, as ISO 6709 (`+4809.1407`, `+480908.4`) and NMEA
    /// 0183 (`4809.1407,n`) have them. Whole numbers count with a sign before them alone: years and
    /// prices look like them.
    private mutating func packed(_ start: Int, _ index: inout Int) {
        let digits = bytes[start..<index].map { Int($0 - 0x30) }
        let isSigned = start > 0 && (bytes[start - 1] == 0x2B || bytes[start - 1] == 0x2D)
        guard (4...7).contains(digits.count), index < bytes.count else { return }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let hasSeconds = digits.count > 5
        let minuteAt = digits.count - (hasSeconds ? 4 : 2)
        let minutes = number(minuteAt..<minuteAt + 2)
        var last = Double(number(digits.count - 2..<digits.count))
        var step = 1.0
        if let part = fraction(&index) {
            (last, step) = (last + part.value, part.step)
        } else if !isSigned {
            return
        }
        guard minutes < 60, last < 60, isSigned || !hasSeconds else { return }
        let degrees = Double(number(0..<minuteAt))
        guard degrees <= 180 else { return }
        append(
            hasSeconds
                ? degrees + Double(minutes) / 60 + last / 3600 : degrees + last / 60,
            step / (hasSeconds ? 3600 : 60), start)
    }

    /// Decimals behind a point with blanks around it, `48 . 163`, which is read again as what it may
    /// be else.
    private func spacedFraction(_ start: Int) -> (value: Double, step: Double)? {
        var index = start
        skipBlanks(&index)
        guard index < bytes.count, bytes[index] == 0x2E else { return nil }
        let point = index
        index += 1
        skipBlanks(&index)
        guard index > point + 1 || point > start, index < bytes.count, Self.isDigit(bytes[index])
        else { return nil }
        var digits: [UInt8] = []
        while index < bytes.count, Self.isDigit(bytes[index]), digits.count < 15 {
            digits.append(bytes[index] - 0x30)
            index += 1
        }
        let step = digits.reduce(1.0) { step, _ in step / 10 }
        return (Double(digits.reduce(0) { $0 * 10 + Int($1) }) * step, step)
    }

    private mutating func append(_ degrees: Double, _ step: Double, _ offset: Int) {
        tokens.append(Token(degrees: degrees, step: step, offset: offset))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// A whole number of so many digits at most; a longer one is passed over and nil.
    private func integer(_ index: inout Int, most: Int) -> Int? {
        let start = index
        var value = 0
        while index < bytes.count, Self.isDigit(bytes[index]) {
            if index - start < 9 { value = value * 10 + Int(bytes[index] - 0x30) }
            index += 1
        }
        return (1...most).contains(index - start) ? value : nil
    }

    /// The decimals behind a point or a comma.
    private func fraction(_ index: inout Int) -> (value: Double, step: Double)? {
        guard index + 1 < bytes.count, bytes[index] == 0x2E || bytes[index] == 0x2C,
            Self.isDigit(bytes[index + 1])
        else { return nil }
        var (value, step) = (0.0, 1.0)
        index += 1
        while index < bytes.count, Self.isDigit(bytes[index]) {
            if step > 1e-15 {
                step /= 10
                value += Double(bytes[index] - 0x30) * step
            }
            index += 1
        }
        return (value, step)
    }

    /// Whether a comma parts degrees from minutes as XMP writes them: `48,51.5022N`.
    private func isMinuteBehindComma(_ index: Int) -> Bool {
        guard index < bytes.count, bytes[index] == 0x2C else { return false }
        let rest = bytes[(index + 1)...].prefix(4)
        let digits = rest.prefix { Self.isDigit($0) }.count
        return (1...2).contains(digits) && rest.dropFirst(digits).first == 0x2E
    }

    /// `48° 8.2293'`, `48,8.2293N`, `48° 8' 13.76"`, `48 8 13.76`, `48/1 8/1 1376/100`.
    private func sexagesimal(_ whole: Int, _ start: Int, _ offset: Int) -> (Token, Int)? {
        var index = start
        let first = separator(&index, Self.degreeSigns)
        guard first != nil, let minutes = integer(&index, most: 2), minutes < 60 else { return nil }
        let degrees = Double(whole) + Double(minutes) / 60
        if let part = fraction(&index) {
            return (
                Token(degrees: degrees + part.value / 60, step: part.step / 60, offset: offset),
                index
            )
        }
        var next = index
        let second = separator(&next, Self.minuteSigns)
        guard second != nil, let seconds = integer(&next, most: 10) else {
            return wholeMinutes(whole, degrees, start, offset)
        }
        // In `48° 51' 2° 17'` the next degrees are no seconds.
        if Self.plainDegreeSigns.contains(where: { bytes[next...].starts(with: $0) }) {
            return wholeMinutes(whole, degrees, start, offset)
        }
        var value = Double(seconds)
        var step = 1.0
        if let part = fraction(&next) {
            (value, step) = (value + part.value, part.step)
        } else if let divisor = divisor(&next), divisor > 0 {
            (value, step) = (value / Double(divisor), 1 / Double(divisor))
        }
        guard value < 60 else { return nil }
        let isClock = first == 0x3A && second == 0x3A && whole < 24
        return (
            Token(
                degrees: degrees + value / 3600, step: step / 3600, isClock: isClock,
                offset: offset), next
        )
    }

    /// `48° 9'`: only with a sign for degrees, which few other numbers have.
    private func wholeMinutes(
        _ whole: Int, _ degrees: Double, _ start: Int, _ offset: Int
    ) -> (Token, Int)? {
        var index = start
        guard whole <= 180, separator(&index, Self.plainDegreeSigns) ?? 0x20 != 0x20 else {
            return nil
        }
        // The minutes may begin a number of their own.
        return (Token(degrees: degrees, step: 1.0 / 60, offset: offset), start)
    }

    private func divisor(_ index: inout Int) -> Int? {
        guard index + 1 < bytes.count, bytes[index] == 0x2F, Self.isDigit(bytes[index + 1]) else {
            return nil
        }
        index += 1
        return integer(&index, most: 9)
    }

    private static let plainDegreeSigns = [
        "°", "º", "&deg;", "degrees", "degree", "degrés", "degres", "degré", "deg", "grados",
        "grado",
        "gradi", "graus", "grad",
    ].map { Array($0.utf8) }
    private static let degreeSigns =
        plainDegreeSigns
        + ["d", ":", ",", "/1,", "/1"].map {
            Array($0.utf8)
        }
    private static let minuteSigns = [
        "'", "′", "’", "minuten", "minutes", "minutos", "minute", "minuto", "minuti", "min", "m",
        ":",
        ",", "/1,", "/1",
    ].map { Array($0.utf8) }

    /// Passes over one of the signs and blanks around it; its first byte, a blank where there is none.
    private func separator(_ index: inout Int, _ signs: [[UInt8]]) -> UInt8? {
        let start = index
        skipBlanks(&index)
        let sign = signs.first { bytes[index...].starts(with: $0) }
        index += sign?.count ?? 0
        skipBlanks(&index)
        return sign?.first ?? (index > start ? 0x20 : nil)
    }

    private func skipBlanks(_ index: inout Int) {
        let most = min(index + 4, bytes.count)
        while index < most, bytes[index] == 0x20 || bytes[index] == 0xA0 || bytes[index] == 0xC2 {
            // A degree sign begins as a no-break space does.
            if bytes[index] == 0xC2, index + 1 < bytes.count, bytes[index + 1] != 0xA0 { return }
            index += 1
        }
    }
}
