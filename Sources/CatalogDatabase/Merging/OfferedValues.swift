import GRDB
import PhotoRecords

/// What messages said of photos before: a value that was offered once is not brought up again when
/// its mail is taken in once more.
struct OfferedValues {
    private let db: Database

    init(_ db: Database) { self.db = db }

    /// Whether a record's value of a field was offered for a photo, by a change that was not undone.
    func contains(
        _ field: RecordField, of record: PhotoRecord, for photo: Int64
    ) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT 1 FROM offered LEFT JOIN change ON change.id = offered.change
                    WHERE photo = ? AND field = ? AND hash = ? AND change.undone_by IS NULL
                    """),
            arguments: [photo, field.rawValue, FieldHash.of(field, in: record)]) ?? false
    }

    /// Notes that a record's value of a field was offered for a photo.
    ///
    /// - Parameter change: The change that it was offered with; nil where there was none.
    func note(
        _ field: RecordField, of record: PhotoRecord, for photo: Int64, by change: Int64?
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO offered (photo, field, hash, change) VALUES (?, ?, ?, ?)
                """
        ).execute(arguments: [photo, field.rawValue, FieldHash.of(field, in: record), change])
    }
}
