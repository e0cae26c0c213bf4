import Foundation
import OutputText

/// The words that a language needs besides its templates: names of months and days, how a date
/// is put, the labels of the readable block. They stand in the language's `words.json`.
public struct TemplateWords: Sendable, Hashable, Decodable {
    /// January to December: 12.
    public var months: [String]
    /// Sunday to Saturday: 7.
    public var weekdays: [String]
    /// How a date is put, with `{weekday}`, `{day}`, `{month}` and `{year}`.
    public var date: String
    /// How the first day of a month is put, as `1er`; nil for the number.
    public var firstDay: String?
    /// How a date with a time is put, with `{date}` and, at its end, `{time}`.
    public var dateTime: String
    /// The labels of the readable block, by the field's name in the record.
    public var labels: [String: String]
    /// What a photo without a name is called, with `{number}`.
    public var unnamed: String
    /// The word before the last element of a list, as ` and `.
    public var and: String
    /// What stands behind a label: `:`, in French with the blank before it.
    public var colon: String
    /// The mark before decimals: `.` or `,`.
    public var decimalMark: String
    /// The letters of the points of the compass: `north`, `south`, `east`, `west`.
    public var compass: [String: String]
    /// How a direction is put, clockwise from north by eighths of the turn: 8.
    public var directions: [String]
    /// What two words become where they meet, as ` de Le ` becomes ` du `; mostly none.
    public var contractions: [String: String]
    /// Further words that the templates take, by their names there.
    public var phrases: [String: String]

    private enum CodingKeys: String, CodingKey {
        case months, weekdays, date, firstDay, dateTime, labels, unnamed, and, colon, decimalMark
        case compass, directions, contractions, phrases
    }

    /// Reads the words; those that came in later may be missing and are English then.
    ///
    /// - Throws: `DecodingError` where a word that every language needs is missing or no text.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        months = try values.decode([String].self, forKey: .months)
        weekdays = try values.decode([String].self, forKey: .weekdays)
        date = try values.decode(String.self, forKey: .date)
        firstDay = try values.decodeIfPresent(String.self, forKey: .firstDay)
        dateTime = try values.decode(String.self, forKey: .dateTime)
        labels = try values.decode([String: String].self, forKey: .labels)
        unnamed = try values.decode(String.self, forKey: .unnamed)
        and = try values.decode(String.self, forKey: .and)
        colon = try values.decodeIfPresent(String.self, forKey: .colon) ?? ":"
        decimalMark = try values.decodeIfPresent(String.self, forKey: .decimalMark) ?? "."
        let letters = try values.decodeIfPresent([String: String].self, forKey: .compass) ?? [:]
        compass = ["north": "N", "south": "S", "east": "E", "west": "W"]
            .merging(letters) { $1 }
        let turns = try values.decodeIfPresent([String].self, forKey: .directions) ?? []
        directions = turns.count == 8 ? turns : Self.englishDirections
        contractions =
            try values.decodeIfPresent([String: String].self, forKey: .contractions) ?? [:]
        let own = try values.decodeIfPresent([String: String].self, forKey: .phrases) ?? [:]
        phrases = Self.englishPhrases.merging(own) { $1 }
    }

    private static let englishDirections = [
        "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]

    private static let englishPhrases = [
        "photoAlt": "Photo: ", "seeOnMap": "View on a map",
        "photoOf": "Photo {number} of {total}",
        "whereFrom": "{distance} km {direction} of {place}",
        "mapTitle": "Where the photos were taken",
        "moreAttached": "{number} more photos are attached.",
        "onePhoto": "1 photo", "manyPhotos": "{number} photos",
        "mailOf": "Mail {number} of {total}",
        "askWhat": "What is that?", "ask-what": "What is it", "ask-who": "Who is it",
        "ask-where": "Where is it", "ask-when": "When was it",
        "askHow": "Just reply to this mail: in your own words, or by filling in what you know.",
        "askButton": "Answer", "askSpot": "The marked spot, enlarged",
        "askBy": "An answer by {date} would help.",
        "forProgram": "For the program “What Is That” – please leave this in place when you"
            + " reply or forward:",
    ]

    init(file: URL) throws(WitError) {
        do {
            self = try JSONDecoder().decode(TemplateWords.self, from: Data(contentsOf: file))
        } catch {
            throw WitError(
                .badWords,
                "The words in “\(file.path)” cannot be read:"
                    + " \(TemplateFault.sentence(of: error)).")
        }
        guard months.count == 12, weekdays.count == 7 else {
            throw WitError(
                .badWords,
                "The words in “\(file.path)” do not name 12 months and 7 weekdays.")
        }
    }

    /// A text with its contractions made.
    public func contracted(_ text: String) -> String {
        contractions.sorted { $0.key.count > $1.key.count }
            .reduce(text) { $0.replacing($1.key, with: $1.value) }
    }

    /// A label with what stands behind it, as `Name:`; the field's name where there is no label.
    public func label(_ field: String) -> String { (labels[field] ?? field) + colon }
}
