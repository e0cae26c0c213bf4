import Foundation
import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// Notes what an undo is about to put back into a file: what leads from there to what stands
    /// in it now. On the disk when it returns, so that an undo that is killed once the file is
    /// written can be done again, and be taken back.
    ///
    /// - Parameters:
    ///   - write: What is taken back.
    ///   - reversal: The write that is about to come.
    ///   - change: The change that is taken back.
    /// - Throws: What writing can; `failed` for former bytes over `formerBytesLimit`.
    public func note(
        restoring write: FileWrite, by reversal: FileWrite, of change: Int64
    ) throws(WitError) {
        try Self.refuseTooLarge(reversal)
        try writing(durable: true) { db in
            try db.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO restoring (change, path, kind, former, former_hash, hash)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                change, write.path, write.kind.rawValue, reversal.former.map { Data($0) },
                reversal.formerHash.map { Data($0) }, reversal.hash.map { Data($0) },
            ])
        }
    }

    /// What undos of a change noted before they wrote it, and did not come to say that they did:
    /// they were killed, or the disk failed. Their paths are those of the writes taken back.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func restorations(of change: Int64) throws(WitError) -> [FileWrite] {
        try reading { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT path, kind, former, former_hash, hash FROM restoring
                    WHERE change = ? ORDER BY path, kind
                    """, arguments: [change]
            ).compactMap { row in
                func bytes(_ data: Data?) -> [UInt8]? { data.map { Array($0) } }
                return FileWrite.Kind(rawValue: row["kind"]).map { kind in
                    FileWrite(
                        path: row["path"], kind: kind, former: bytes(row["former"]),
                        formerHash: bytes(row["former_hash"]), hash: bytes(row["hash"]))
                }
            }
        }
    }

    /// Notes what was put back into files of a change that was taken back before. On the disk
    /// when it returns.
    ///
    /// - Returns: The change that took it back.
    /// - Throws: `not-undoable` where it was not taken back, or that was taken back itself.
    public func restored(
        _ writes: [RestoredWrite], of number: Int64
    ) throws(WitError) -> Change {
        try writing(durable: true) { db in
            guard let undo = try Self.change(number, db)?.undoneBy,
                let change = try Self.change(undo, db)
            else {
                throw WitError.catalog(.notUndoable, "change \(number) was not undone")
            }
            try Self.note(writes, of: number, by: undo, db)
            return change
        }
    }

    /// Notes what one change put back of what another wrote.
    static func note(
        _ restored: [RestoredWrite], of change: Int64, by undo: Int64, _ db: Database
    ) throws {
        for write in restored {
            try db.cachedStatement(
                sql: """
                    UPDATE written SET restored_by = ?
                    WHERE change = ? AND path = ? AND kind = ?
                    """
            ).execute(arguments: [undo, change, write.write.path, write.write.kind.rawValue])
            if let reversal = write.reversal { try insert(reversal, change: undo, db) }
            try db.cachedStatement(
                sql: "DELETE FROM restoring WHERE change = ? AND path = ? AND kind = ?"
            ).execute(arguments: [change, write.write.path, write.write.kind.rawValue])
        }
        // What is done again is there to be taken back again; what that undid is put back again.
        let chain = try Change.chain(from: change, db)
        for (index, number) in chain.enumerated().dropFirst() {
            guard index.isMultiple(of: 2) else {
                try db.execute(
                    sql: "UPDATE written SET restored_by = NULL WHERE change = ?",
                    arguments: [number])
                continue
            }
            for write in restored {
                try db.cachedStatement(
                    sql: """
                        UPDATE written SET restored_by = ?
                        WHERE change = ? AND path = ? AND kind = ?
                        """
                ).execute(arguments: [
                    chain[index - 1], number, write.write.path, write.write.kind.rawValue,
                ])
            }
        }
    }
}
