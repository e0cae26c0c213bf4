import Foundation
import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// Takes files out of the catalog that are no photos of their own: backups of other programs,
    /// previews, which earlier versions took in. The files stay on the disk.
    ///
    /// A photo that has no other file leaves with its file, unless a person or a mail said
    /// something of it: then both stay. Files that a person named themselves stay too.
    ///
    /// - Returns: How many files left.
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    @discardableResult
    public func leaveOut(
        _ paths: [String], in scan: ScanChange = ScanChange()
    ) throws(WitError) -> Int {
        if paths.isEmpty { return 0 }
        return try scan.write(to: self) { log in
            let db = log.db
            let trash = Trash(log)
            let agreement = FileAgreement(log)
            var count = 0
            for path in paths {
                let known = try Row.fetchOne(
                    db.cachedStatement(
                        sql: "SELECT photo, said FROM file WHERE path = ? AND chosen = 0"),
                    arguments: [path])
                guard let known else { continue }
                let photo: Int64 = known["photo"]
                if try Self.hasOther(photo, path, db) {
                    try db.cachedStatement(sql: "DELETE FROM file WHERE path = ?")
                        .execute(arguments: [path])
                    try Presence.refresh(photo, db)
                    agreement.lose(LastReadHashes(known["said"]), of: photo)
                } else if try Self.isWordless(photo, log.rows, db) {
                    _ = try trash.remove(photo, change: log.begin())
                } else {
                    continue
                }
                count += 1
            }
            try agreement.settle()
            return count
        } noting: { parts, count in
            parts.leftOut += count
        }
    }

    private static func hasOther(_ photo: Int64, _ path: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM file WHERE photo = ? AND path <> ?)"),
            arguments: [photo, path]) ?? false
    }

    /// Whether all that is known of a photo stands in its file.
    private static func isWordless(
        _ photo: Int64, _ rows: PhotoRows, _ db: Database
    ) throws -> Bool {
        guard let row = try rows.row(photo) else { return false }
        if row.record.provenance.values.contains(where: { $0.at != nil }) { return false }
        if !UnknownFields.own(of: row.record).isEmpty { return false }
        return try Bool.fetchOne(
            db, sql: "SELECT NOT EXISTS (SELECT 1 FROM photo_message WHERE photo = ?)",
            arguments: [photo]) ?? false
    }
}
