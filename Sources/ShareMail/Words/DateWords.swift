import MailTemplates
import PhotoRecords

/// Puts dates into the words of a language.
struct DateWords {
    let words: TemplateWords

    /// `Wednesday, 1 May 2024, 10:22`, with `:33` where seconds are asked for.
    func text(_ moment: LocalDateTime, seconds: Bool) -> String {
        let days = (moment.secondsSince1970 - clockSeconds(moment)) / 86_400
        // 1970-01-01 was a Thursday, the fourth day after Sunday.
        let weekday = ((days + 4) % 7 + 7) % 7
        let first = moment.day == 1 ? words.firstDay : nil
        let date = Self.fill(
            words.date,
            [
                "weekday": words.weekdays[weekday], "day": first ?? String(moment.day),
                "month": words.months[moment.month - 1], "year": String(moment.year),
            ])
        guard let time = moment.time else { return date }
        let clock = [time.hour, time.minute] + (seconds ? [time.second] : [])
        let digits = clock.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
        return Self.fill(words.dateTime, ["date": date, "time": digits])
    }

    /// All that people want to know, so that it can be read back: with seconds and, where it is known,
    /// the offset: `… 10:22:33 (UTC+02:00)`. Fractions of a second are for the other channels.
    func exactText(_ taken: CaptureTime) -> String {
        let offset = taken.offset.map { " (UTC\($0))" } ?? ""
        return text(taken.local, seconds: true) + offset
    }

    private func clockSeconds(_ moment: LocalDateTime) -> Int {
        moment.time.map { $0.hour * 3600 + $0.minute * 60 + $0.second } ?? 0
    }

    static func fill(_ pattern: String, _ values: [String: String]) -> String {
        values.reduce(pattern) { text, value in
            text.replacing("{\(value.key)}", with: value.value)
        }
    }
}
