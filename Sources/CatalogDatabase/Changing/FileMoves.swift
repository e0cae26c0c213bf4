import GRDB

/// Files that changes gave from one photo to another.
struct FileMoves {
    private let log: ChangeLog
    private var db: Database { log.db }

    init(_ log: ChangeLog) { self.log = log }

    /// Notes that a file was given to another photo by this change.
    func add(_ path: String, from former: Int64, to photo: Int64) throws {
        try db.execute(
            sql: """
                INSERT INTO file_move (change, path, former_photo, photo) VALUES (?, ?, ?, ?)
                ON CONFLICT (change, path) DO UPDATE SET photo = excluded.photo
                """, arguments: [log.begin(), path, former, photo])
    }

    /// Gives back what a change gave, where both photos and the file are as it left them; to be
    /// asked before photos leave the catalog and after photos come back.
    func takeBack(change: Int64) throws {
        let moves = try Row.fetchAll(
            db,
            sql: """
                SELECT file_move.path, former_photo, file_move.photo FROM file_move
                JOIN file ON file.path = file_move.path AND file.photo = file_move.photo
                JOIN photo ON photo.id = former_photo WHERE change = ?
                """, arguments: [change])
        for move in moves {
            let (path, former, photo): (String, Int64, Int64) = (
                move["path"], move["former_photo"], move["photo"]
            )
            try db.execute(
                sql: "UPDATE file SET photo = ? WHERE path = ?", arguments: [former, path])
            try add(path, from: photo, to: former)
            try Presence.refresh(former, db)
            try Presence.refresh(photo, db)
        }
    }
}
