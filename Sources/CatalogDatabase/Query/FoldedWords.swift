import Foundation
import GRDB
import PhotoRecords

/// The words of a photo that SQLite's own tokenizer does not fold as `Folding` does: Greek accents, `ß`,
/// ligatures, full width, scripts without blanks. They stand folded in a column of the photo beside what
/// was written, and are indexed with it, so that any SQLite can read the index and build it again.
///
/// A text that the tokenizer folds alike, as most are, is not stored twice.
enum FoldedWords {
    /// Stands between two texts, so that no phrase is found that begins in one and ends in the
    /// next: a character of private use, which is a word to the tokenizer.
    private static let border = " \u{E000} "

    /// What is stored for a record; nil where the tokenizer folds all of its texts alike.
    ///
    /// - Parameter place: The place as it is shown.
    static func of(_ record: PhotoRecord, place: Place?) -> String? {
        of(
            record.name, record.caption, record.keywords, record.people, place,
            WordsRow.names(of: record.regions))
    }

    private static func of(
        _ name: String?, _ caption: String?, _ keywords: [String], _ people: [String],
        _ place: Place?, _ regionNames: String?
    ) -> String? {
        var folded: String?
        add(name, to: &folded)
        add(caption, to: &folded)
        for keyword in keywords { add(keyword, to: &folded) }
        for person in people { add(person, to: &folded) }
        if let place {
            let parts = [place.name, place.region, place.country]
            if !parts.allSatisfy({ $0.map(isAlike) ?? true }) {
                add(parts.map { $0 ?? "" }.joined(separator: " "), to: &folded)
            }
        }
        if let regionNames, !isAlike(regionNames) {
            for name in regionNames.split(separator: "\n") { add(String(name), to: &folded) }
        }
        return folded
    }

    /// Adds a text, unless the tokenizer folds it alike.
    private static func add(_ text: String?, to folded: inout String?) {
        guard let text, !isAlike(text) else { return }
        // A text ends at a NUL for SQLite.
        let words = Folding.segmented(text.prefix { $0 != "\0" })
        folded = folded.map { $0 + border + words } ?? words
    }

    private static func isAlike(_ text: String) -> Bool {
        text.utf8.contains(0)
            ? Folding.isFoldedAlikeBySQLite(String(text.prefix { $0 != "\0" }))
            : Folding.isFoldedAlikeBySQLite(text)
    }

    /// The same for SQL: `wit_folded_words(name, caption, keywords, people, place, place_region,
    /// place_country, region_names)`, of a photo's columns.
    static let function = DatabaseFunction("wit_folded_words", argumentCount: 8, pure: true) {
        values in
        let texts = values.map { String.fromDatabaseValue($0) }
        return of(
            texts[0], texts[1], JSONText.strings(texts[2]), JSONText.strings(texts[3]),
            Place(name: texts[4], region: texts[5], country: texts[6]), texts[7])
    }

    /// What a photo's row should hold, in SQL.
    static let expected = """
        wit_folded_words(name, caption, keywords, people, place, place_region, place_country, \
        region_names)
        """

    /// Adds the column, and an index of words that has it.
    static let step = """
        DROP TRIGGER photo_words_changed;
        DROP TRIGGER photo_words_removed;
        DROP TABLE words;
        DROP VIEW photo_words;
        ALTER TABLE photo ADD COLUMN folded_words TEXT;
        UPDATE photo SET folded_words = \(expected) WHERE \(expected) IS NOT NULL;
        CREATE VIEW photo_words AS
            SELECT id, name, caption, keywords, people, \(place("photo")) AS place,
                region_names AS regions, folded_words AS folded
            FROM photo WHERE \(hasWords("photo"));
        CREATE VIRTUAL TABLE words USING fts5 (
            \(indexed), content = 'photo_words', content_rowid = 'id', columnsize = 0,
            tokenize = 'unicode61 remove_diacritics 2');
        INSERT INTO words (words) VALUES ('rebuild');
        \(triggers)
        """

    /// The columns of the index of words.
    static let indexed = "name, caption, keywords, people, place, regions, folded"

    private static let columns = [
        "name", "caption", "keywords", "people", "place", "place_region", "place_country",
        "region_names", "folded_words",
    ]

    private static func place(_ row: String) -> String {
        "CASE WHEN coalesce(\(row).place, \(row).place_region, \(row).place_country) IS NULL "
            + "THEN NULL ELSE ifnull(\(row).place, '') || ' ' "
            + "|| ifnull(\(row).place_region, '') || ' ' "
            + "|| ifnull(\(row).place_country, '') END"
    }

    private static func hasWords(_ row: String) -> String {
        "coalesce(" + columns.map { "\(row).\($0)" }.joined(separator: ", ") + ") IS NOT NULL"
    }

    /// What keeps the words in step with photos that change or leave (not with those that come:
    /// see `CatalogSchema`).
    private static let triggers: String = {
        func values(_ row: String) -> String {
            "\(row).id, \(row).name, \(row).caption, \(row).keywords, \(row).people, "
                + "\(place(row)), \(row).region_names, \(row).folded_words"
        }
        let add =
            "INSERT INTO words (rowid, \(indexed)) SELECT \(values("NEW")) WHERE "
            + "\(hasWords("NEW"));"
        let drop =
            "INSERT INTO words (words, rowid, \(indexed)) SELECT 'delete', \(values("OLD"))"
            + " WHERE \(hasWords("OLD"));"
        let differs = columns.map { "NEW.\($0) IS NOT OLD.\($0)" }.joined(separator: " OR ")
        return """
            CREATE TRIGGER photo_words_changed
                AFTER UPDATE OF \(columns.joined(separator: ", ")) ON photo
                WHEN \(differs) BEGIN \(drop) \(add) END;
            CREATE TRIGGER photo_words_removed AFTER DELETE ON photo BEGIN \(drop) END;
            """
    }()
}
