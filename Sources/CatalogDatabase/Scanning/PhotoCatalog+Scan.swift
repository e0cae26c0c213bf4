import Files
import Foundation
import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// Takes in files that a scan has read, in one transaction.
    ///
    /// A photo is known by its picture's fingerprint; where the file has none, by its path. Where
    /// the fingerprint was made of a part of the data only and a file of the photo is there,
    /// `pictures` is asked for more, and pictures that differ are two photos.
    ///
    /// - The fingerprint is known, the path is new: one more file of that photo; where a former
    ///   file of it is gone from disk, the photo has moved, and the former path is dropped
    ///   (kept as missing where its whole folder is gone: a disk that is not plugged in).
    /// - The path is known with another fingerprint: if the fingerprint is another photo's, the
    ///   file is that photo's now. Else, if the photo has no other file and was taken at the
    ///   same time or carries the same identity, its picture was edited: the same photo. Else
    ///   it is a new photo, and the former one is without this file.
    /// - A file that carries the identity of a photo whose picture is another one (a copy that
    ///   was made smaller for a mail) is a photo of its own, with an identity of its own and a
    ///   finding of code `copy-of-photo`; its values are not merged.
    ///
    /// A file's values fill what is empty and replace what files said before; what a person or
    /// a mail said stands, and the file's new value becomes a proposal. A value that the file
    /// said the last time is not news. A copy's values fill, and differing ones are proposals.
    ///
    /// - Parameters:
    ///   - listing: Whether the tally lists each file's photo and outcome.
    ///   - pictures: Reads the pictures in files; nil to believe fingerprints.
    ///   - scan: The scan that this belongs to; its transactions make one change.
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    public func add(
        _ files: [ScannedFile], listing: Bool = false, pictures: (any PictureReader)? = nil,
        in scan: ScanChange = ScanChange()
    ) throws(WitError) -> ScanTally {
        if files.isEmpty { return ScanTally() }
        var rest: [ScannedFile]? = files
        return try add(listing: listing, pictures: pictures, in: scan) {
            defer { rest = nil }
            return rest
        }
    }

    /// Takes in files that a scan has read as they come, in one transaction that lasts while
    /// there are any; each as `add` does.
    ///
    /// - Parameters:
    ///   - scan: The scan that this belongs to; its transactions make one change.
    ///   - next: Gives further files, nil for none. Others who want to write wait for it, so it may
    ///     wait for files no longer than a moment.
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    public func add(
        listing: Bool = false, pictures: (any PictureReader)? = nil,
        in scan: ScanChange = ScanChange(), _ next: () -> [ScannedFile]?
    ) throws(WitError) -> ScanTally {
        try scan.write(to: self) { log in
            let intake = try FileIngester(log, listing: listing, pictures: pictures)
            while let files = next() {
                for file in files { try intake.take(file) }
            }
            return try intake.finish()
        } noting: { parts, tally in
            var tally = tally
            tally.items = []
            parts.tally += tally
        }
    }

    /// Marks files as gone; their photos keep everything.
    ///
    /// - Returns: How many of them were known and not missing before.
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    @discardableResult
    public func markMissing(
        _ paths: [String], in scan: ScanChange = ScanChange()
    ) throws(WitError) -> Int {
        try mark(paths, missing: true, in: scan)
    }

    /// Marks files as there again, with the stamps they were read with.
    ///
    /// - Returns: How many of them were known and missing before.
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    @discardableResult
    public func markPresent(
        _ paths: [String], in scan: ScanChange = ScanChange()
    ) throws(WitError) -> Int {
        try mark(paths, missing: false, in: scan)
    }

    /// The files of a photo, present ones first, those with its largest picture before the others.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func files(of id: RecordID) throws(WitError) -> [PhotoFile] {
        try reading { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT path, size, modified, inode, file.missing,
                        file.fingerprint IS NOT NULL AS lesser FROM file
                    JOIN photo ON photo.id = file.photo
                    WHERE record_id = ?
                    ORDER BY file.missing, file.fingerprint IS NOT NULL, path
                    """, arguments: [HexBlob.data(id)])
            return try Array(
                rows.map { row in
                    let stamp = FileStamp(
                        size: row["size"], modified: row["modified"],
                        inode: UInt64(bitPattern: row["inode"] as Int64))
                    return PhotoFile(
                        path: row["path"], stamp: stamp, missing: row["missing"],
                        isLesser: row["lesser"])
                })
        }
    }

    private func mark(
        _ paths: [String], missing: Bool, in scan: ScanChange
    ) throws(WitError) -> Int {
        if paths.isEmpty { return 0 }
        return try scan.write(to: self) { log in
            let db = log.db
            let agreement = FileAgreement(log)
            var count = 0
            let find = try db.cachedStatement(
                sql: "SELECT photo, said FROM file WHERE path = ? AND missing <> ?")
            for path in paths {
                guard let file = try Row.fetchOne(find, arguments: [path, missing]) else {
                    continue
                }
                let photo: Int64 = file["photo"]
                try db.cachedStatement(sql: "UPDATE file SET missing = ? WHERE path = ?")
                    .execute(arguments: [missing, path])
                try Presence.refresh(photo, db)
                if !missing {
                    try agreement.revive(photo)
                } else if try Presence.isAny(photo, db) {
                    agreement.lose(LastReadHashes(file["said"]), of: photo)
                } else {
                    agreement.touch(photo)
                }
                count += 1
            }
            try agreement.settle()
            return count
        } noting: { parts, _ in
            parts.marks.insert(missing)
        }
    }

    /// What lies in a folder sorts between the folder's path with a slash and with the
    /// character after the slash.
    static func bounds(_ path: String) -> (String, String) {
        let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
        return (trimmed + "/", trimmed + "0")
    }
}

/// Whether a photo has a file that is there, as its row says.
enum Presence {
    /// Brings a photo's row in step with its files; writes only where it was not.
    static func refresh(_ photo: Int64, _ db: Database) throws {
        // Not `NOT file.missing`, which the index of files is of no use for.
        try db.cachedStatement(
            sql: """
                UPDATE photo SET missing = NOT EXISTS (
                    SELECT 1 FROM file WHERE file.photo = photo.id AND file.missing = 0)
                WHERE id = ?1 AND missing = EXISTS (
                    SELECT 1 FROM file WHERE file.photo = photo.id AND file.missing = 0)
                """
        ).execute(arguments: [photo])
    }

    /// Whether a photo's row says that a file of it is there.
    static func isAny(_ photo: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT NOT missing FROM photo WHERE id = ?"),
            arguments: [photo]) ?? false
    }
}
