import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// The latest changes, the last one first.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func changes(limit: Int = 50) throws(WitError) -> [Change] {
        try reading { db in
            try Row.fetchAll(
                db, sql: Self.changeSelection + " ORDER BY id DESC LIMIT ?", arguments: [limit]
            ).map(Self.change)
        }
    }

    /// The values that a change altered, in the order of photos and fields.
    ///
    /// Values of photos that a scan or an import added are not listed: they began with them.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func values(of change: Int64) throws(WitError) -> [ChangedValue] {
        try reading { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT record_id, field, old, old_source, old_at, old_until,
                        new, new_source, new_at, new_until
                    FROM change_value LEFT JOIN photo ON photo.id = change_value.photo
                    WHERE change = ? ORDER BY change_value.photo, field
                    """, arguments: [change]
            ).map { row in
                let identity: Data? = row[0]
                return ChangedValue(
                    photo: identity.flatMap(HexBlob.recordID), field: row[1],
                    old: try Self.json(row[2]),
                    oldProvenance: Self.provenance(row[3], row[4], row[5]),
                    new: try Self.json(row[6]),
                    newProvenance: Self.provenance(row[7], row[8], row[9]))
            }
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
        FROM change
        """

    static func change(_ row: Row) throws -> Change {
        guard let kind = Change.Kind(rawValue: row[2]) else {
            throw WitError.catalog(.corrupt, "change \(row[0] as Int64) is of an unknown kind")
        }
        return Change(
            number: row[0], at: row[1], kind: kind, summary: row[3], source: row[4],
            undoes: row[5], undoneBy: row[6], unrestored: row[7])
    }

    static func json(_ text: String?) throws -> JSONValue? {
        try text.map { try JSONValue(parsing: $0.utf8) }
    }

    static func provenance(
        _ source: String?, _ at: String?, _ until: String?
    ) -> Provenance? {
        source.map { Provenance(source: $0, at: at, until: until) }
    }
}
