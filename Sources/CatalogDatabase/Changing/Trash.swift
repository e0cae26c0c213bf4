import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords

/// Takes photos out of the catalog whole, and puts them back as they were, under their numbers.
struct Trash {
    private let log: ChangeLog
    private var db: Database { log.db }

    init(_ log: ChangeLog) { self.log = log }

    /// Takes a photo out; answers which of its files stay on disk.
    func remove(_ photo: Int64, change: Int64) throws -> [String] {
        guard let row = try log.rows.row(photo) else { return [] }
        let places = try Row.fetchCursor(
            db,
            sql: """
                SELECT path, size, modified, inode, missing, fingerprint, said,
                    sha256, reread, chosen FROM file
                WHERE photo = ? ORDER BY path
                """, arguments: [photo])
        let messages = try Int64.fetchAll(
            db, sql: "SELECT message FROM photo_message WHERE photo = ?", arguments: [photo])
        var files: [JSONValue] = []
        var left: [String] = []
        while let place = try places.next() {
            let (path, missing): (String, Bool) = (place["path"], place["missing"])
            if !missing { left.append(path) }
            var object: JSONObject = [
                "path": .string(path), "size": .integer(place["size"]),
                "modified": .integer(place["modified"]), "inode": .integer(place["inode"]),
                "missing": .bool(missing),
                "said": .string((place["said"] as Data).base64EncodedString()),
            ]
            let fingerprint: Data? = place["fingerprint"]
            object["fingerprint"] = fingerprint.map { .string($0.base64EncodedString()) }
            let sha256: Data? = place["sha256"]
            object["sha256"] = sha256.map { .string($0.base64EncodedString()) }
            if place["reread"] == 1 { object["reread"] = .bool(true) }
            if place["chosen"] { object["chosen"] = .bool(true) }
            files.append(.object(object))
        }
        let beside: JSONValue = [
            "files": .array(files), "messages": .array(messages.map(JSONValue.integer)),
        ]
        try db.execute(
            sql: "INSERT INTO trash (change, photo, row, files) VALUES (?, ?, ?, ?)",
            arguments: [change, photo, JSONText.of(row.record.json), JSONText.of(beside)])
        try db.execute(sql: "DELETE FROM photo WHERE id = ?", arguments: [photo])
        return left
    }

    /// The photos that a change took out.
    func photos(of change: Int64) throws -> Set<Int64> {
        Set(
            try Int64.fetchAll(
                db, sql: "SELECT photo FROM trash WHERE change = ?", arguments: [change]))
    }

    /// Puts back the photos that a change took out, but for some. A path that another photo has by
    /// now stays with that one.
    func restore(change: Int64, besides others: Set<Int64>) throws {
        let last = try Row.fetchAll(
            db,
            sql: """
                SELECT photo, max(change) AS last FROM trash
                WHERE photo IN (SELECT photo FROM trash WHERE change = ?)
                GROUP BY photo ORDER BY photo
                """, arguments: [change])
        for row in last where !others.contains(row["photo"]) {
            try restore(change: change, photo: row["photo"], from: row["last"])
        }
    }

    /// Puts back a photo that a change took out, as it was when it was taken out last: an undo may have
    /// brought it back meanwhile, and another one have taken it out once more.
    func restore(change: Int64, photo: Int64) throws {
        let last = try Int64.fetchOne(
            db, sql: "SELECT max(change) FROM trash WHERE photo = ?", arguments: [photo])
        if let last { try restore(change: change, photo: photo, from: last) }
    }

    private func restore(change: Int64, photo: Int64, from last: Int64) throws {
        let kept = try Row.fetchOne(
            db, sql: "SELECT row, files FROM trash WHERE change = ? AND photo = ?",
            arguments: [last, photo])
        guard let kept else { return }
        let object = try JSONValue(parsing: (kept["row"] as String).utf8).object ?? [:]
        let record = PhotoRecord(json: object)
        let known = try record.id.map { try log.rows.number(of: $0) != nil } ?? true
        if known {
            throw WitError.catalog(
                .notUndoable,
                "change \(change) cannot be undone: photo \(record.id?.text ?? "?") is in the "
                    + "catalog again")
        }
        try log.rows.insert(PhotoRow(id: photo, record: record, missing: true))
        let beside = try JSONValue(parsing: (kept["files"] as String).utf8)
        for file in beside["files"]?.array ?? [] { try restore(file, of: photo) }
        for message in beside["messages"]?.array ?? [] {
            try db.execute(
                sql: "INSERT OR IGNORE INTO photo_message (photo, message) VALUES (?, ?)",
                arguments: [photo, message.int])
        }
        try Presence.refresh(photo, db)
    }

    private func restore(_ file: JSONValue, of photo: Int64) throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO file
                (path, photo, size, modified, inode, missing, fingerprint, said,
                    sha256, reread, chosen)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                file["path"]?.string ?? "", photo, file["size"]?.int ?? 0,
                file["modified"]?.int ?? 0, file["inode"]?.int ?? 0,
                file["missing"]?.bool ?? true,
                file["fingerprint"]?.string.flatMap { Data(base64Encoded: $0) },
                file["said"]?.string.flatMap { Data(base64Encoded: $0) } ?? Data(),
                file["sha256"]?.string.flatMap { Data(base64Encoded: $0) },
                file["reread"]?.bool ?? false, file["chosen"]?.bool ?? false,
            ])
    }
}
