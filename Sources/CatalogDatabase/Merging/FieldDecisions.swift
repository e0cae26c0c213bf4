import GRDB
import PhotoRecords

/// What persons decided of photos' fields before.
struct FieldDecisions {
    private let db: Database

    init(_ db: Database) { self.db = db }

    /// Whether a value is what another message said, and nobody here ever decided on.
    func isHearsay(
        _ field: RecordField, of row: PhotoRow, besides source: String
    ) throws -> Bool {
        guard let own = row.record.provenance[field]?.source, own != source,
            own.hasPrefix(MessageOrigin.prefix)
        else { return false }
        return try Int.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT 1 FROM proposal WHERE photo = ? AND field = ? AND state = 'accepted'
                    LIMIT 1
                    """), arguments: [row.id, field.rawValue]) == nil
    }

    /// Whether a person rejected a record's value of a field for a photo.
    func isRejected(
        _ field: RecordField, of record: PhotoRecord, for photo: Int64
    ) throws -> Bool {
        try Int.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT 1 FROM proposal JOIN change ON change.id = proposal.change
                    WHERE photo = ? AND field = ? AND hash = ? AND state = 'rejected'
                    AND change.undone_by IS NULL
                    """),
            arguments: [photo, field.rawValue, FieldHash.of(field, in: record)]) != nil
    }
}
