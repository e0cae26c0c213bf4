import Files
import Foundation
import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// The most that is kept of a file's former metadata, in bytes.
    public static let formerBytesLimit = 16 << 20

    /// Notes what is about to be written into a file, so that it can be put back. On the disk
    /// when it returns.
    ///
    /// - Parameters:
    ///   - change: The change that it belongs to; nil begins one of kind `edit`.
    ///   - summary: One line for a person, for a change that is begun.
    /// - Returns: The change's number.
    /// - Throws: What writing can; `failed` for former bytes over `formerBytesLimit`.
    public func note(
        _ write: FileWrite, in change: Int64?, summary: String
    ) throws(WitError) -> Int64 {
        try Self.refuseTooLarge(write)
        return try writing(durable: true) { db in
            var number = change
            if number == nil {
                let log = ChangeLog(db, .edit, source: Provenance.user)
                number = try log.begin()
                _ = try log.finish(summary)
            }
            guard let number else { throw WitError.catalog(.failed, "no change was begun") }
            try Self.insert(write, change: number, db)
            return number
        }
    }

    static func refuseTooLarge(_ write: FileWrite) throws(WitError) {
        if write.former?.count ?? 0 > formerBytesLimit {
            throw WitError.catalog(
                .failed, "the former metadata of \(write.path) is too large to be kept for undo")
        }
    }

    /// Says in another line what a change did.
    ///
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    public func summarize(_ change: Int64, _ summary: String) throws(WitError) {
        try writing { db in
            try db.execute(
                sql: "UPDATE change SET summary = ? WHERE id = ?", arguments: [summary, change])
        }
    }

    /// What a change wrote into files and was not taken back yet, in the order of their paths.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func writes(of change: Int64) throws(WitError) -> [FileWrite] {
        try reading { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT path, kind, former, former_hash, hash, record_id FROM written
                    LEFT JOIN photo ON photo.id = written.photo
                    WHERE change = ? AND restored_by IS NULL ORDER BY path, kind
                    """, arguments: [change]
            ).map { row in
                guard let kind = FileWrite.Kind(rawValue: row["kind"]) else {
                    throw WitError.catalog(.corrupt, "change \(change) wrote something unknown")
                }
                func bytes(_ data: Data?) -> [UInt8]? { data.map { Array($0) } }
                let identity: Data? = row["record_id"]
                return FileWrite(
                    path: row["path"], photo: identity.flatMap(HexBlob.recordID), kind: kind,
                    former: bytes(row["former"]), formerHash: bytes(row["former_hash"]),
                    hash: bytes(row["hash"]))
            }
        }
    }

    /// Takes note of files that were written by a change of this catalog: their stamps, and what
    /// they say now, which is no news for any later scan. The photos' values stay; where a file
    /// says something else than the catalog though nobody said so, that is proposed.
    ///
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    public func noteWritten(_ files: [ScannedFile]) throws(WitError) {
        try writing { db in
            let log = ChangeLog(db, .scan, source: "scan", geocoder: geocoder)
            let rows = FileRows(db)
            let refresh = ValueRefresh(log)
            for file in files {
                guard let known = try FileRow(path: file.path, db),
                    var row = try log.rows.row(known.photo)
                else { continue }
                try refresh.refresh(
                    &row, from: file, formerly: LastReadHashes(file.record), newPicture: false,
                    sameBytes: known.stamp == file.stamp)
                try rows.write(
                    file, of: known.photo, replacing: true, formerly: known.said)
                row.missing = false
                try log.rows.update(row)
            }
            try refresh.agreement.settle()
            _ = try log.finish("scan: " + refresh.proposed.counted("proposal"))
        }
    }

    static func insert(_ write: FileWrite, change: Int64, _ db: Database) throws {
        func data(_ bytes: [UInt8]?) -> Data? { bytes.map { Data($0) } }
        try db.cachedStatement(
            sql: """
                INSERT INTO written (change, path, kind, former, former_hash, hash, photo)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ifnull(
                    (SELECT id FROM photo WHERE record_id = ?7),
                    (SELECT photo FROM file WHERE file.path = ?2)))
                ON CONFLICT (change, path, kind) DO UPDATE SET former = excluded.former,
                    former_hash = excluded.former_hash, hash = excluded.hash,
                    photo = excluded.photo, restored_by = NULL
                """
        ).execute(arguments: [
            change, write.path, write.kind.rawValue, data(write.former), data(write.formerHash),
            data(write.hash), write.photo.map { HexBlob.data($0) },
        ])
    }
}
