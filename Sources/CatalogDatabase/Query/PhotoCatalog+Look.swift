import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords

/// How much a catalog holds.
public struct CatalogCounts: Sendable, Hashable {
    /// All photos.
    public var photos = 0
    /// All files, missing ones included.
    public var files = 0
    /// Photos of which no file is there.
    public var missing = 0
    /// Photos with a coordinate.
    public var located = 0
    /// Photos with a name.
    public var named = 0
    /// Proposals that wait for a decision.
    public var proposals = 0

    /// The JSON form: each number by its name.
    public var json: JSONValue {
        [
            "photos": .integer(Int64(photos)), "files": .integer(Int64(files)),
            "missing": .integer(Int64(missing)), "located": .integer(Int64(located)),
            "named": .integer(Int64(named)), "proposals": .integer(Int64(proposals)),
        ]
    }
}

extension PhotoCatalog {
    /// A photo's record; nil where there is no such photo.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func record(_ id: RecordID) throws(WitError) -> PhotoRecord? {
        try reading { try PhotoRows($0).row(id)?.presented }
    }

    /// How much the catalog holds.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public var counts: CatalogCounts {
        get throws(WitError) {
            try reading { db in
                func number(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
                return CatalogCounts(
                    photos: try number("SELECT count(*) FROM photo"),
                    files: try number("SELECT count(*) FROM file"),
                    missing: try number("SELECT count(*) FROM photo WHERE missing"),
                    located: try number(
                        """
                        SELECT count(*) FROM photo
                        WHERE latitude IS NOT NULL AND longitude IS NOT NULL
                        """),
                    named: try number("SELECT count(*) FROM photo WHERE name IS NOT NULL"),
                    proposals: try number(
                        """
                        SELECT count(*) FROM proposal JOIN photo ON photo.id = proposal.photo
                        JOIN change ON change.id = proposal.change
                        WHERE state = 'pending' AND change.undone_by IS NULL
                        """)
                        + number(
                            "SELECT count(*) FROM (\(ImportProposals.selection)"
                                + " AND state = 'pending')"))
            }
        }
    }

    /// The photo that a person means: by the absolute path of one of its files, its identity,
    /// or the beginning of its identity if no other photo's begins so.
    ///
    /// - Parameters:
    ///   - reference: What the person wrote.
    ///   - folder: The absolute path of the folder that a relative path starts from.
    /// - Throws: `no-such-photo`, or `ambiguous` with a message that lists candidates.
    public func resolve(
        _ reference: String, in folder: String? = nil
    ) throws(WitError) -> RecordID {
        try reading { db in
            if let id = RecordID(reference) {
                if try PhotoRows(db).number(of: id) != nil { return id }
                throw WitError.catalog(
                    .noSuchPhoto, "there is no photo \(id.text) in \(self.path)")
            }
            for path in Reference.paths(reference, in: folder) {
                let found = try Data.fetchOne(
                    db,
                    sql: """
                        SELECT record_id FROM photo JOIN file ON file.photo = photo.id
                        WHERE path = ?
                        """, arguments: [path])
                if let id = found.flatMap(HexBlob.recordID) { return id }
            }
            return try Reference.photo(beginning: reference, db, catalog: self.path)
        }
    }
}
