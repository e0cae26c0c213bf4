import Foundation
import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// The identities of the photos whose files stand, or last stood, at these absolute paths.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func identities(at paths: [String]) throws(WitError) -> [String: RecordID] {
        try reading { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT record_id FROM file JOIN photo ON photo.id = file.photo
                    WHERE path = ?
                    """)
            var found: [String: RecordID] = [:]
            for path in paths {
                let identity = try Data.fetchOne(statement, arguments: [path])
                if let id = identity.flatMap(HexBlob.recordID) { found[path] = id }
            }
            return found
        }
    }

    /// The records of photos by their identities; those that are not here are left out.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func records(of ids: some Sequence<RecordID>) throws(WitError) -> [RecordID:
        PhotoRecord]
    {
        try reading { db in
            let rows = PhotoRows(db)
            var found: [RecordID: PhotoRecord] = [:]
            for id in ids where found[id] == nil { found[id] = try rows.row(id)?.record }
            return found
        }
    }

    /// The paths of the files of certain sizes in bytes, missing ones left out, in one pass over
    /// all files.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func files(ofSizes sizes: Set<Int64>) throws(WitError) -> [Int64: [String]] {
        try reading { db in
            var found: [Int64: [String]] = [:]
            let rows = try Row.fetchCursor(
                db, sql: "SELECT \(SizedFile.list) FROM file WHERE NOT missing ORDER BY path")
            while let row = try rows.next() {
                let size: Int64 = row[SizedFile.size]
                if sizes.contains(size) { found[size, default: []].append(row[SizedFile.path]) }
            }
            return found
        }
    }
}

/// What is selected of a file that is looked for by its size.
private enum SizedFile: Int, SelectedColumn {
    case size, path
}
