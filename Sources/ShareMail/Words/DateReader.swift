import Foundation
import MailTemplates
import PhotoRecords

/// Reads dates back that `DateWords` put into words, also after a person changed them.
///
/// What is read: the day, the month by its name, the year, hours, minutes, seconds and their
/// decimals, the offset behind `UTC`. The weekday says nothing. ISO 8601 is read too, and a date in
/// numbers where it can only mean one thing.
struct DateReader {
    let words: TemplateWords

    /// The most characters of a date.
    static let maximumLength = 200

    /// The time; nil for what is no date.
    func read(_ text: String) -> CaptureTime? {
        var text = PlainText.normal(String(text.prefix(Self.maximumLength)))
            .replacing(/[−–‒‑]/, with: "-")
        let offset = Self.takeOffset(&text)
        if let iso = text.firstMatch(
            of: /\b(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?))?/)
        {
            let clock = iso.output.2.map { "T" + $0 } ?? ""
            return LocalDateTime(iso: iso.output.1 + clock).map {
                CaptureTime(local: $0, offset: offset)
            }
        }
        let time = Self.takeTime(&text)
        guard let day = day(text) else { return nil }
        guard let time else { return CaptureTime(local: day, offset: offset) }
        return LocalDateTime(
            year: day.year, month: day.month, day: day.day, hour: time.hour, minute: time.minute,
            second: time.second, fraction: time.fraction
        ).map { CaptureTime(local: $0, offset: offset) }
    }

    private struct Clock {
        var hour: Int
        var minute: Int
        var second: Int
        var fraction: String
    }

    /// Takes `(UTC+02:00)` off.
    private static func takeOffset(_ text: inout String) -> UTCOffset? {
        guard
            let match = text.firstMatch(
                of: /\(?\b(?:UTC|GMT)(?:\s*([+-])\s*(\d{1,2})(?::?(\d\d))?)?\)?/.ignoresCase())
        else { return nil }
        text.replaceSubrange(match.range, with: " ")
        let minutes =
            (match.output.2.flatMap { Int($0) } ?? 0) * 60
            + (match.output.3.flatMap { Int($0) } ?? 0)
        return UTCOffset(minutes: match.output.1 == "-" ? -minutes : minutes)
    }

    /// Takes `10:22:33.12` off, also as `10 h 22` and with `pm`.
    private static func takeTime(_ text: inout String) -> Clock? {
        let pattern =
            /\b(\d{1,2})(?:\s?h\s?|:)(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\b\.?)?/
            .ignoresCase()
        guard let match = text.firstMatch(of: pattern),
            var hour = Int(match.output.1), let minute = Int(match.output.2)
        else { return nil }
        text.replaceSubrange(match.range, with: " ")
        switch match.output.5?.lowercased() {
        case "p" where hour < 12: hour += 12
        case "a" where hour == 12: hour = 0
        default: break
        }
        return Clock(
            hour: hour, minute: minute, second: match.output.3.flatMap { Int($0) } ?? 0,
            fraction: match.output.4.map(String.init) ?? "")
    }

    /// The day that numbers and a month's name tell.
    private func day(_ text: String) -> LocalDateTime? {
        var numbers: [Int] = []
        var named: Int?
        for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            let digits = word.prefix(while: \.isASCII).prefix(while: \.isNumber)
            // `1er`, `2nd`, `3ª`.
            if let number = Int(digits), word.count - digits.count <= 2 {
                numbers.append(number)
            } else if named == nil {
                named = month(String(word))
            }
        }
        if let named {
            guard numbers.count == 2 else { return nil }
            // No day has more than two digits; two small numbers stand as the language puts them.
            let dayFirst =
                numbers[1] > 31
                || numbers[0] <= 31
                    && (words.date.range(of: "{day}")?.lowerBound ?? words.date.startIndex)
                        < (words.date.range(of: "{year}")?.lowerBound ?? words.date.endIndex)
            let (day, year) = dayFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
            return LocalDateTime(year: year, month: named, day: day)
        }
        guard numbers.count == 3, numbers[2] > 31 else { return nil }
        // 1/2/2024 is January to some who write English and February to others.
        let isEnglish = words.decimalMark == "."
        if isEnglish, numbers[0] <= 12, numbers[1] <= 12, numbers[0] != numbers[1] { return nil }
        let (day, month) =
            numbers[1] > 12 ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
        return LocalDateTime(year: numbers[2], month: month, day: day)
    }

    private func month(_ word: String) -> Int? {
        let folded = Folding.folded(word)
        guard folded.count >= 3 else { return nil }
        let months = words.months.map { Folding.folded($0) }
        let index = months.firstIndex(of: folded) ?? months.firstIndex { $0.hasPrefix(folded) }
        return index.map { $0 + 1 }
    }
}
