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

    /// What is noted of one change to one photo; its JSON form is at rest in `picture_change`.
    private struct Detail {
        /// The picture's facts before and after; nil where they stay.
        var former: JSONObject?
        var later: JSONObject?
        /// The files that the photo got: paths, and what a row holds beside them.
        var files: [JSONValue] = []
        /// The messages that the photo got.
        var messages: [Int64] = []
        /// The questions that the photo got with the one that was joined into it.
        var questions: QuestionMoves?

        var text: String {
            var object: JSONObject = [
                "files": .array(files), "messages": .array(messages.map(JSONValue.integer)),
            ]
            object["former"] = former.map(JSONValue.object)
            object["later"] = later.map(JSONValue.object)
            object["questions"] = questions?.json
            return JSONText.of(.object(object))
        }

        init() {}

        init(_ text: String) throws {
            let object = try JSONValue(parsing: text.utf8)
            former = object["former"]?.object
            later = object["later"]?.object
            files = object["files"]?.array ?? []
            messages = (object["messages"]?.array ?? []).compactMap { $0.int.map(Int64.init) }
            questions = object["questions"].flatMap(QuestionMoves.init(json:))
        }
    }

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
        var detail = Detail()
        detail.files = try Self.files("path = ?", [picture.path], db)
        if isBetter { try setPicture(image, of: &row, &detail) }
        row.missing = false
        try normalize(row)
        try note(detail, of: row.id, gone: 0, change)
    }

    /// Takes over another picture as the photo's own; its files hold a lesser copy from now on.
    private func setPicture(
        _ image: ImageFacts, of row: inout PhotoRow, _ detail: inout Detail
    ) throws {
        let old = row.record.image ?? ImageFacts()
        var new = image
        new.unknown = old.unknown.merging(image.unknown) { own, _ in own }
        detail.former = old.json.object
        detail.later = new.json.object
        try demote(row.id, to: HexBlob.data(old.fingerprint))
        row.record.image = new
    }

    private func demote(_ photo: Int64, to fingerprint: Data?) throws {
        try db.execute(
            sql: "UPDATE file SET fingerprint = ? WHERE photo = ? AND fingerprint IS NULL",
            arguments: [fingerprint, photo])
    }

    /// Marks the files that have the photo's own picture.
    private func normalize(_ row: PhotoRow) throws {
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
    ///
    func join(_ gone: PhotoRow, into row: inout PhotoRow) throws {
        let change = try log.begin()
        var detail = Detail()
        detail.files = try Self.files("photo = ?", [gone.id], db)
        let own = HexBlob.data(gone.record.image?.fingerprint)
        detail.messages = try Int64.fetchAll(
            db,
            sql: """
                SELECT message FROM photo_message WHERE photo = ? AND message NOT IN
                (SELECT message FROM photo_message WHERE photo = ?)
                """, arguments: [gone.id, row.id])
        detail.questions = try QuestionMoves(from: gone.record.id, to: row.record.id, db)
        let stated = try Data.fetchAll(
            db, sql: "SELECT hash FROM stated_hash WHERE photo = ?", arguments: [gone.id])
        _ = try Trash(log).remove(gone.id, change: change)
        if PictureSize(gone.record.image) > PictureSize(row.record.image),
            let image = gone.record.image
        {
            try setPicture(image, of: &row, &detail)
        }
        try insert(detail, of: row.id, fingerprint: own)
        for hash in stated { try state(hash, row.id) }
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

    private func insert(_ detail: Detail, of photo: Int64, fingerprint: Data?) throws {
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
        try Presence.refresh(photo, db)
    }

    private static func files(
        _ condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [JSONValue] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT path, size, modified, inode, missing, fingerprint, sha256, said FROM file
                WHERE \(condition) ORDER BY path
                """, arguments: arguments)
        return try Array(
            rows.map { file in
                var object: JSONObject = [
                    "path": .string(file["path"]), "size": .integer(file["size"]),
                    "modified": .integer(file["modified"]), "inode": .integer(file["inode"]),
                    "missing": .bool(file["missing"]),
                    "said": .string((file["said"] as Data).base64EncodedString()),
                ]
                object["fingerprint"] = HexBlob.text(file["fingerprint"]).map(JSONValue.string)
                object["sha256"] = HexBlob.text(file["sha256"]).map(JSONValue.string)
                return .object(object)
            })
    }

    private func note(_ detail: Detail, of photo: Int64, gone: Int64, _ change: Int64) throws {
        var detail = detail
        let known = try String.fetchOne(
            db,
            sql: "SELECT detail FROM picture_change WHERE change = ? AND photo = ? AND gone = ?",
            arguments: [change, photo, gone])
        if let before = try known.map(Detail.init) {
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

    // MARK: Taking back

    /// Refuses to take back a change that added a photo which was joined into another one since.
    func refuseIfJoined(_ target: Change) throws {
        let later = try Int64.fetchOne(
            db,
            sql: """
                SELECT picture_change.change FROM picture_change
                JOIN change AS later ON later.id = picture_change.change
                JOIN change AS target ON target.id = ?1
                WHERE gone BETWEEN target.first_photo AND target.last_photo
                AND picture_change.change > ?1 AND later.undone_by IS NULL
                AND gone NOT IN (SELECT id FROM photo)
                ORDER BY picture_change.change DESC LIMIT 1
                """, arguments: [target.number])
        guard let later else { return }
        throw WitError.catalog(
            .notUndoable,
            "change \(target.number) cannot be undone: change \(later) joined a photo that it "
                + "added with another one; undo that first")
    }

    /// Takes back what a change did to photos' files and pictures; to be called before the photos
    /// that it joined come back from the trash.
    ///
    /// - Returns: The files that no photo has any more and that stay on disk.
    func takeBack(_ target: Change) throws -> [String] {
        var left: [String] = []
        for (photo, gone, detail) in try details(of: target.number) {
            for file in detail.files {
                guard let path = file["path"]?.string else { continue }
                try db.execute(
                    sql: "DELETE FROM file WHERE path = ? AND photo = ?", arguments: [path, photo])
                if gone == 0, db.changesCount > 0, file["missing"]?.bool != true {
                    left.append(path)
                }
            }
            for message in detail.messages where gone > 0 {
                try db.execute(
                    sql: "DELETE FROM photo_message WHERE photo = ? AND message = ?",
                    arguments: [photo, message])
            }
        }
        var pictures = try details(of: target.number)
        try QuestionMoves.make(pictures.map { $0.detail.questions?.reversed }, db)
        // Of several joins with one photo each stands on the one before: the last one goes first.
        while let index = try pictures.firstIndex(where: {
            try isCurrent($0.detail.later, $0.photo)
        }) {
            let (photo, _, detail) = pictures.remove(at: index)
            try replace(by: detail.former, of: photo)
        }
        for photo in Set(pictures.map(\.photo)) { try Presence.refresh(photo, db) }
        return left
    }

    /// Does again what a change did that was taken back: to be called once the photos that it
    /// joined are in the trash again.
    func repeatChange(_ number: Int64) throws {
        let change = try log.begin()
        var pictures = try details(of: number)
        while let index = try pictures.firstIndex(where: {
            try isCurrent($0.detail.former, $0.photo)
        }) {
            let (photo, _, detail) = pictures.remove(at: index)
            try replace(by: detail.later, of: photo)
        }
        for (photo, gone, detail) in try details(of: number) {
            let own = gone > 0 ? try Self.fingerprint(inTrash: gone, change, db) : nil
            try insert(detail, of: photo, fingerprint: own)
            if let row = try log.rows.row(photo) { try normalize(row) }
            try note(detail, of: photo, gone: gone, change)
        }
        try QuestionMoves.make(try details(of: number).map(\.detail.questions), db)
    }

    private func details(
        of change: Int64
    ) throws -> [(photo: Int64, gone: Int64, detail: Detail)] {
        try Row.fetchAll(
            db, sql: "SELECT photo, gone, detail FROM picture_change WHERE change = ?",
            arguments: [change]
        ).map { ($0["photo"], $0["gone"], try Detail($0["detail"])) }
    }

    /// Whether a photo's picture is the one of these facts; not where there are none.
    private func isCurrent(_ facts: JSONObject?, _ photo: Int64) throws -> Bool {
        guard let facts, let row = try log.rows.row(photo) else { return false }
        return row.record.image?.fingerprint == Self.image(facts).fingerprint
    }

    /// Puts other facts in the place of those of a photo's picture.
    private func replace(by facts: JSONObject?, of photo: Int64) throws {
        guard let facts, var row = try log.rows.row(photo) else { return }
        try demote(photo, to: HexBlob.data(row.record.image?.fingerprint))
        row.record.image = Self.image(facts)
        try log.rows.update(row)
        try normalize(row)
        try Presence.refresh(photo, db)
    }

    private static func image(_ object: JSONObject) -> ImageFacts {
        PhotoRecord(json: ["image": .object(object)]).image ?? ImageFacts()
    }

    private static func fingerprint(
        inTrash photo: Int64, _ change: Int64, _ db: Database
    ) throws -> Data? {
        let text = try String.fetchOne(
            db, sql: "SELECT row FROM trash WHERE change = ? AND photo = ?",
            arguments: [change, photo])
        let record = try text.map {
            PhotoRecord(json: try JSONValue(parsing: $0.utf8).object ?? [:])
        }
        return HexBlob.data(record?.image?.fingerprint)
    }
}
