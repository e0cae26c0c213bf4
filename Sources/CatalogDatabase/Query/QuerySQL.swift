import Foundation
import GRDB
import PhotoRecords

/// A query in SQL's terms: what each index is asked, and what is left to ask of each photo.
struct QuerySQL {
    /// A part of a condition, with what it is bound to.
    struct Condition {
        var sql: String
        var arguments: [(any DatabaseValueConvertible)?] = []
    }

    /// What the index of words is asked; nil for nothing.
    private(set) var match: String?
    /// Conditions on when a photo was taken: the index of dates answers them.
    private(set) var dates: [Condition] = []
    /// Conditions that need the photo's row.
    private(set) var row: [Condition] = []
    /// The order, as SQL.
    let order: String

    init(_ query: PhotoQuery) {
        order =
            switch query.order {
            case .newestFirst: "photo.taken DESC, photo.taken_fraction DESC, photo.id DESC"
            case .oldestFirst: "photo.taken ASC NULLS LAST, photo.taken_fraction, photo.id"
            case .added: "photo.id"
            }
        addWords(query.words)
        if let since = query.since { addSince(since) }
        if let until = query.until { addUntil(until) }
        if let keyword = query.keyword { addElement(keyword, of: "keywords") }
        if let person = query.person { addElement(person, of: "people") }
        if query.unnamed { row.append(Condition(sql: "photo.name IS NULL")) }
        if query.unlocated { row.append(Condition(sql: "photo.latitude IS NULL")) }
    }

    /// A statement that selects columns of photos under conditions.
    static func statement(
        _ columns: String, _ conditions: [Condition], order: String?, _ db: Database
    ) throws -> Statement {
        let filter = conditions.map(\.sql).joined(separator: " AND ")
        // Not a cached statement: one may run while another of the same words does.
        let statement = try db.makeStatement(
            sql: "SELECT \(columns) FROM photo" + (filter.isEmpty ? "" : " WHERE " + filter)
                + (order.map { " ORDER BY " + $0 } ?? ""))
        try statement.setArguments(StatementArguments(conditions.flatMap(\.arguments)))
        return statement
    }

    // MARK: Words

    private mutating func addMatch(_ term: String) {
        match = match.map { $0 + " AND " + term } ?? term
    }

    private mutating func addWords(_ words: [String]) {
        for phrase in words.map(\.trimmed) where !phrase.isEmpty {
            let folded = Folding.segmented(phrase)
            if Self.hasToken(folded) {
                addMatch(Self.quoted(folded) + " *")
            } else {
                // What has no letter or digit (a picture character, say) is no word of the index.
                row.append(Condition(sql: "instr(\(Self.allWords), ?) > 0", arguments: [phrase]))
            }
        }
    }

    private static let allWords = [
        "name", "caption", "keywords", "people", "place", "place_region", "region_names",
    ].map { "ifnull(photo.\($0), '')" }.joined(separator: " || char(10) || ")

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

    private mutating func addElement(_ element: String, of column: String) {
        // The index of words leads to few photos; of those the list itself is looked at.
        let folded = Folding.segmented(element)
        if Self.hasToken(folded) { addMatch("{\(column) folded} : " + Self.quoted(folded)) }
        row.append(
            Condition(
                sql:
                    "EXISTS (SELECT 1 FROM json_each(photo.\(column)) WHERE wit_folded(value) = ?)",
                arguments: [Folding.folded(element)]))
    }

    /// Folding for SQL: `wit_folded(text)`.
    static let folded = DatabaseFunction("wit_folded", argumentCount: 1, pure: true) { values in
        values.first.flatMap { String.fromDatabaseValue($0) }.map { Folding.folded($0) }
    }

    // MARK: Dates

    private mutating func addSince(_ since: LocalDateTime) {
        let seconds = since.secondsSince1970
        dates.append(Condition(sql: "photo.taken >= ?", arguments: [seconds]))
        if let fraction = since.time?.fraction, !fraction.isEmpty {
            dates.append(
                Condition(
                    sql: "(photo.taken > ? OR photo.taken_fraction >= ?)",
                    arguments: [seconds, fraction]))
        }
    }

    private mutating func addUntil(_ until: LocalDateTime) {
        let seconds = until.secondsSince1970
        guard let time = until.time else {
            dates.append(Condition(sql: "photo.taken < ?", arguments: [seconds + 86_400]))
            return
        }
        dates.append(Condition(sql: "photo.taken <= ?", arguments: [seconds]))
        if !time.fraction.isEmpty {
            dates.append(
                Condition(
                    sql: "(photo.taken < ? OR ifnull(photo.taken_fraction, '') <= ?)",
                    arguments: [seconds, time.fraction]))
        }
    }
}
