import Foundation
import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// The latest changes, the last one first.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func changes(limit: Int = 50) throws(WitError) -> [Change] {
        try reading { db in
            let rows = try Row.fetchCursor(
                db, sql: Self.changeSelection + " ORDER BY id DESC LIMIT ?", arguments: [limit])
            return try Array(rows.map(Self.change))
        }
    }

    /// The values that a change altered, in the order of photos and fields.
    ///
    /// Values of photos that a scan or an import added are not listed: they began with them.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func values(of change: Int64) throws(WitError) -> [ChangedValue] {
        try reading { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT record_id, \(ChangeValueRow.columns)
                    FROM change_value LEFT JOIN photo ON photo.id = change_value.photo
                    WHERE change = ? ORDER BY change_value.photo, field
                    """, arguments: [change])
            return try Array(
                rows.map { row in
                    let identity: Data? = row["record_id"]
                    let value = ChangeValueRow(row: row)
                    return ChangedValue(
                        photo: identity.flatMap(HexBlob.recordID), field: value.field,
                        old: try value.old.value, oldProvenance: value.old.provenance,
                        new: try value.new.value, newProvenance: value.new.provenance)
                })
        }
    }

    /// A change; nil where none has the number.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func change(_ number: Int64) throws(WitError) -> Change? {
        try reading { try Self.change(number, $0) }
    }

    static func change(_ number: Int64, _ db: Database) throws -> Change? {
        try Row.fetchOne(db, sql: changeSelection + " WHERE id = ?", arguments: [number])
            .map(change)
    }

    static let changeSelection = """
        SELECT id, at, kind, summary, source, undoes, undone_by,
            CASE WHEN undone_by IS NULL THEN 0 ELSE (SELECT count(*) FROM written
                WHERE written.change = change.id AND restored_by IS NULL) END
                AS unrestored
        FROM change
        """

    static func change(_ row: Row) throws -> Change {
        guard let kind = Change.Kind(rawValue: row["kind"]) else {
            throw WitError.catalog(.corrupt, "change \(row["id"] as Int64) is of an unknown kind")
        }
        return Change(
            number: row["id"], at: row["at"], kind: kind, summary: row["summary"],
            source: row["source"],
            undoes: row["undoes"], undoneBy: row["undone_by"], unrestored: row["unrestored"])
    }
}
