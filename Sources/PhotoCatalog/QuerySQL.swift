import Foundation
import GRDB
import PhotoRecord

/// A query as SQL: conditions, what they are bound to, and an order. The exact circle is left
/// for who steps through the rows.
struct QuerySQL {
    private(set) var conditions: [String] = []
    private(set) var arguments: [(any DatabaseValueConvertible)?] = []
    private let order: String

    init(_ query: PhotoQuery) {
        order =
            switch query.order {
            case .newestFirst: "photo.taken DESC, photo.taken_fraction DESC, photo.id DESC"
            case .oldestFirst: "photo.taken ASC NULLS LAST, photo.taken_fraction, photo.id"
            case .added: "photo.id"
            }
        addWords(query.words)
        addPlace(query.near)
        if let since = query.since {
            add("photo.taken >= ?", [since.secondsSince1970])
            if let fraction = since.time?.fraction, !fraction.isEmpty {
                add(
                    "(photo.taken > ? OR photo.taken_fraction >= ?)",
                    [since.secondsSince1970, fraction])
            }
        }
        if let until = query.until { addUntil(until) }
        if let keyword = query.keyword { addElement(keyword, of: "keywords") }
        if let person = query.person { addElement(person, of: "people") }
        if query.unnamed { add("photo.name IS NULL", []) }
        if query.unlocated { add("photo.latitude IS NULL", []) }
        if query.missing {
            // By the index of the few that are missing, not by the one of dates.
            add("photo.id IN (SELECT id FROM photo INDEXED BY photo_missing WHERE missing)", [])
        }
    }

    /// The statement that selects columns of the photos found.
    func statement(selecting columns: String, ordered: Bool = true) -> String {
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return "SELECT \(columns) FROM photo" + filter + (ordered ? " ORDER BY \(order)" : "")
    }

    private mutating func add(_ sql: String, _ values: [(any DatabaseValueConvertible)?]) {
        conditions.append(sql)
        arguments += values
    }

    private mutating func addWords(_ words: [String]) {
        let phrases = words.map(\.trimmed).filter { !$0.isEmpty }
        let terms = phrases.filter(Self.hasToken)
        if !terms.isEmpty {
            let match = terms.map { Self.quoted($0) + " *" }.joined(separator: " AND ")
            add("photo.id IN (SELECT rowid FROM words WHERE words MATCH ?)", [match])
        }
        // What has no letter or digit (a picture character, say) is no word of the index.
        for symbol in phrases where !Self.hasToken(symbol) {
            add(
                "photo.id IN (SELECT id FROM photo_words WHERE instr(concat, ?) > 0)"
                    .replacing("concat", with: Self.allWords), [symbol])
        }
    }

    private static let allWords =
        "ifnull(name, '') || char(10) || ifnull(caption, '') || char(10) || "
        + "ifnull(keywords, '') || char(10) || ifnull(people, '') || char(10) || "
        + "ifnull(place, '') || char(10) || ifnull(regions, '')"

    /// As FTS5 takes any text for itself: between quotation marks, those within doubled
    /// (FTS5 §3.1). NUL ends a text for SQLite, so it becomes a blank.
    static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\"", with: "\"\"").replacing("\0", with: " ") + "\""
    }

    /// Whether the tokenizer would see anything in a text: letters, numbers, private use.
    static func hasToken(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .decimalNumber, .letterNumber, .otherNumber, .privateUse:
                true
            default: false
            }
        }
    }

    private mutating func addPlace(_ near: PhotoQuery.Near?) {
        guard let near else { return }
        let boxes = GreatCircle.boxes(around: near)
        if boxes.isEmpty { return add("0", []) }
        let each = """
            SELECT id FROM places WHERE max_latitude >= ? AND min_latitude <= ?
            AND max_longitude >= ? AND min_longitude <= ?
            """
        let all = Array(repeating: each, count: boxes.count).joined(separator: " UNION ")
        add(
            "photo.id IN (\(all))",
            boxes.flatMap { box in
                [
                    box.latitudes.lowerBound, box.latitudes.upperBound,
                    box.longitudes.lowerBound, box.longitudes.upperBound,
                ]
            })
    }

    private mutating func addUntil(_ until: LocalDateTime) {
        let seconds = until.secondsSince1970
        guard let time = until.time else { return add("photo.taken < ?", [seconds + 86_400]) }
        add("photo.taken <= ?", [seconds])
        if !time.fraction.isEmpty {
            add(
                "(photo.taken < ? OR ifnull(photo.taken_fraction, '') <= ?)",
                [
                    seconds, time.fraction,
                ])
        }
    }

    private mutating func addElement(_ element: String, of column: String) {
        // The index of words leads to few photos; of those the list itself is looked at.
        if Self.hasToken(element) {
            add(
                "photo.id IN (SELECT rowid FROM words WHERE words MATCH ?)",
                ["\(column) : " + Self.quoted(element)])
        }
        add(
            "EXISTS (SELECT 1 FROM json_each(photo.\(column)) WHERE wit_folded(value) = ?)",
            [CaseFolding.folded(element)])
    }
}

/// Letters without their case, in every script.
enum CaseFolding {
    /// The text as it compares without case.
    static func folded(_ text: String) -> String {
        text.lowercased().decomposedStringWithCanonicalMapping
    }

    /// The same for SQL: `wit_folded(text)`.
    static let function = DatabaseFunction("wit_folded", argumentCount: 1, pure: true) { values in
        values.first.flatMap { String.fromDatabaseValue($0) }.map(folded)
    }
}
