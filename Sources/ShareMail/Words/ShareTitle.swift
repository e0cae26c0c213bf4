import MailTemplates
import PhotoRecords

/// What a mail is called where nobody gave it a subject: by its photos, as they leave.
struct ShareTitle {
    /// The words: a name, the first line of a caption, a place, a date, or how many photos there are.
    let text: String
    /// Whether the words say how many photos there are, so that nothing is to be added.
    let isCount: Bool

    /// The most characters of a caption.
    static let maximumCaption = 60

    /// The title of photos in the words of a template.
    ///
    /// - Parameter records: as they leave, in the order of the mail.
    init(_ records: [PhotoRecord], _ template: TemplateSet) {
        let words = template.words
        func first(_ told: (PhotoRecord) -> String?) -> String? {
            records.lazy.compactMap(told).map { LabelledValue.trimmed($0) }.first { !$0.isEmpty }
        }
        func place(_ place: Place) -> String? {
            PlaceWords.text(place, language: template.language)
        }
        let told =
            first(\.name) ?? first { $0.caption.flatMap(Self.line) }
            ?? first { $0.location?.place.flatMap(place) }
            ?? first { record in
                record.taken.flatMap { taken in
                    let day = taken.local
                    return LocalDateTime(year: day.year, month: day.month, day: day.day)
                        .map { DateWords(words: words).text($0, seconds: false) }
                }
            }
        isCount = told == nil
        let pattern = words.phrases[records.count == 1 ? "onePhoto" : "manyPhotos"] ?? "{number}"
        text = told ?? DateWords.fill(pattern, ["number": String(records.count)])
    }

    /// The first line of a caption that says something, cut at a word where it is long.
    static func line(_ caption: String) -> String? {
        let lines = caption.split(whereSeparator: \.isNewline).map { LabelledValue.trimmed($0) }
        guard let line = lines.first(where: { !$0.isEmpty }) else { return nil }
        guard line.count > maximumCaption else { return line }
        let head = line.prefix(maximumCaption - 1)
        // A word that is longer than all of it is cut within.
        let end = head.lastIndex(where: \.isWhitespace) ?? head.endIndex
        return LabelledValue.trimmed(head[..<end]) + "…"
    }
}
