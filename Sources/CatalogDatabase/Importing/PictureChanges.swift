import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords

/// Changes which files and which picture a photo has, in a way that can be taken back: a larger
/// copy of its picture came, or another photo is joined with it.
///
/// A file whose picture is not the photo's best one, as the small copy that a mail brought, has
/// its own `file.fingerprint`; one that has the photo's own picture has NULL there.
struct PictureChanges {
    let log: ChangeLog
    private var db: Database { log.db }

    init(_ log: ChangeLog) { self.log = log }

    // MARK: A further file

    /// Gives a photo a file whose picture is another copy of its own.
    ///
    /// - Parameter isBetter: Whether the photo's own picture is that of the file from now on.
    func add(
        _ picture: ScannedFile, to row: inout PhotoRow, isBetter: Bool, by files: FileRows
    ) throws {
        let change = try log.begin()
        try files.write(picture, of: row.id, replacing: false)
        let image = picture.record.image ?? ImageFacts()
        try setHashes(
            of: picture.path, fingerprint: HexBlob.data(image.fingerprint),
            sha256: HexBlob.data(image.sha256))
        var detail = PictureDetail()
        detail.files = try PictureDetail.files("path = ?", [picture.path], db)
        if isBetter { try setPicture(image, of: &row, &detail) }
        row.missing = false
        try normalize(row)
        try note(detail, of: row.id, gone: 0, change)
    }

    /// Takes over another picture as the photo's own; its files hold a lesser copy from now on.
    private func setPicture(
        _ image: ImageFacts, of row: inout PhotoRow, _ detail: inout PictureDetail
    ) throws {
        let old = row.record.image ?? ImageFacts()
        var new = image
        new.unknown = old.unknown.merging(image.unknown) { own, _ in own }
        detail.former = old.json.object
        detail.later = new.json.object
        try demote(row.id, to: HexBlob.data(old.fingerprint))
        row.record.image = new
    }

    func demote(_ photo: Int64, to fingerprint: Data?) throws {
        try db.execute(
            sql: "UPDATE file SET fingerprint = ? WHERE photo = ? AND fingerprint IS NULL",
            arguments: [fingerprint, photo])
    }

    /// Marks the files that have the photo's own picture.
    func normalize(_ row: PhotoRow) throws {
        guard let own = HexBlob.data(row.record.image?.fingerprint) else { return }
        try db.execute(
            sql: "UPDATE file SET fingerprint = NULL WHERE photo = ? AND fingerprint = ?",
            arguments: [row.id, own])
    }

    private func setHashes(of path: String, fingerprint: Data?, sha256: Data?) throws {
        try db.execute(
            sql: "UPDATE file SET fingerprint = ?, sha256 = ifnull(?, sha256) WHERE path = ?",
            arguments: [fingerprint, sha256, path])
    }

    // MARK: Joining

    /// Joins a photo into another one: its files and messages go over; the larger picture is the
    /// photo's own from then on. Its values are the caller's business.
    func join(_ gone: PhotoRow, into row: inout PhotoRow) throws {
        let change = try log.begin()
        var detail = try PictureDetail(joining: gone, into: row, db)
        let own = HexBlob.data(gone.record.image?.fingerprint)
        _ = try Trash(log).remove(gone.id, change: change)
        if PictureSize(gone.record.image) > PictureSize(row.record.image),
            let image = gone.record.image
        {
            try setPicture(image, of: &row, &detail)
        }
        try insert(detail, of: row.id, fingerprint: own)
        try QuestionMoves.make([detail.questions], db)
        try normalize(row)
        try note(detail, of: row.id, gone: gone.id, change)
    }

    /// Keeps that a message stated a hash of the file that a photo was made from.
    func state(_ hash: Data, _ photo: Int64) throws {
        try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO stated_hash (hash, photo) VALUES (?, ?)"
        ).execute(arguments: [hash, photo])
    }

    func insert(_ detail: PictureDetail, of photo: Int64, fingerprint: Data?) throws {
        for file in detail.files {
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO file
                    (path, photo, size, modified, inode, missing, fingerprint, sha256, said)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    file["path"]?.string ?? "", photo, file["size"]?.int ?? 0,
                    file["modified"]?.int ?? 0, file["inode"]?.int ?? 0,
                    file["missing"]?.bool ?? true,
                    HexBlob.data(file["fingerprint"]?.string) ?? fingerprint,
                    HexBlob.data(file["sha256"]?.string),
                    file["said"]?.string.flatMap { Data(base64Encoded: $0) } ?? Data(),
                ])
        }
        for message in detail.messages {
            try db.execute(
                sql: "INSERT OR IGNORE INTO photo_message (photo, message) VALUES (?, ?)",
                arguments: [photo, message])
        }
        for hash in detail.statedAnew.compactMap({ HexBlob.data($0) }) { try state(hash, photo) }
        try Presence.refresh(photo, db)
    }

    func note(_ detail: PictureDetail, of photo: Int64, gone: Int64, _ change: Int64) throws {
        var detail = detail
        let known = try String.fetchOne(
            db,
            sql: "SELECT detail FROM picture_change WHERE change = ? AND photo = ? AND gone = ?",
            arguments: [change, photo, gone])
        if let before = try known.map(PictureDetail.init) {
            detail.former = before.former ?? detail.former
            detail.later = detail.later ?? before.later
            detail.files = before.files + detail.files
        }
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO picture_change (change, photo, gone, detail)
                VALUES (?, ?, ?, ?)
                """, arguments: [change, photo, gone, detail.text])
    }
}
