import Foundation

/// The words that a language needs besides its templates: names of months and days, how a date
/// is put, the labels of the readable block. They stand in the language's `words.json`.
public struct TemplateWords: Sendable, Hashable, Codable {
    /// January to December: 12.
    public var months: [String]
    /// Sunday to Saturday: 7.
    public var weekdays: [String]
    /// How a date is put, with `{weekday}`, `{day}`, `{month}` and `{year}`.
    public var date: String
    /// How a date with a time is put, with `{date}` and `{time}`.
    public var dateTime: String
    /// The labels of the readable block, by the field's name in the record.
    public var labels: [String: String]
    /// What a photo without a name is called, with `{number}`.
    public var unnamed: String
    /// The word before the last element of a list, as ` and `.
    public var and: String

    init(file: URL) throws(TemplateError) {
        do {
            self = try JSONDecoder().decode(TemplateWords.self, from: Data(contentsOf: file))
        } catch {
            throw TemplateError(
                code: .badWords, message: "The words in “\(file.path)” cannot be read: \(error).")
        }
        guard months.count == 12, weekdays.count == 7 else {
            throw TemplateError(
                code: .badWords,
                message: "The words in “\(file.path)” do not name 12 months and 7 weekdays.")
        }
    }
}
