import Files
import Foundation
import GRDB
import PhotoRecords

/// Writes rows of the table `file` in one transaction, and answers what is asked for every file.
final class FileRows {
    private let db: Database
    private var statements = Statements()
    /// Whether any file has another picture than its photo; nil where nobody has looked yet.
    private var hasLesser: Bool?

    init(_ db: Database) { self.db = db }

    /// Whether a file is known at a path.
    func isKnown(_ path: String) throws -> Bool {
        let statement = try DirectStatement.shelved(
            &statements.isKnown, db, "SELECT 1 FROM file WHERE path = ?")
        statement.bind(path)
        return try statement.number() != nil
    }

    /// Writes a file's row.
    ///
    /// - Parameter formerly: What the file said the last time: so it says still where it is
    ///   damaged now and silent.
    func write(
        _ file: ScannedFile, of photo: Int64, replacing: Bool, formerly: LastReadHashes? = nil
    ) throws {
        let values = """
            INSERT INTO file (path, photo, size, modified, inode, said, chosen)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        let statement =
            replacing
            ? try DirectStatement.shelved(
                &statements.replacement, db,
                values + """
                     ON CONFLICT (path) DO UPDATE SET photo = excluded.photo, size = excluded.size,
                        modified = excluded.modified, inode = excluded.inode,
                        said = excluded.said, chosen = max(chosen, excluded.chosen),
                        missing = 0, fingerprint = NULL, reread = 0, sha256 = CASE
                            WHEN size = excluded.size AND modified = excluded.modified
                                AND inode = excluded.inode THEN sha256 END
                    """)
            : try DirectStatement.shelved(&statements.insertion, db, values)
        statement.bind(file.path)
        statement.bind(photo)
        statement.bind(file.stamp.size)
        statement.bind(file.stamp.modified)
        statement.bind(Int64(bitPattern: file.stamp.inode))
        let said = LastReadHashes.bytes(of: file.record)
        if let formerly, file.record.isDamaged {
            statement.bind(LastReadHashes(Data(said)).completed(by: formerly).bytes)
        } else {
            statement.bind(said)
        }
        statement.bind(file.isChosen ? 1 : 0)
        try statement.run()
    }

    /// Forgets the file at a path; its photo is without it.
    func remove(_ path: String) throws {
        try db.cachedStatement(sql: "DELETE FROM file WHERE path = ?").execute(arguments: [path])
    }

    // MARK: Smaller copies

    /// The photo that has a file with this picture beside its own, larger one.
    func photo(ofLesser fingerprint: [UInt8]?) throws -> Int64? {
        guard let fingerprint else { return nil }
        let anyThere =
            try hasLesser
            ?? (Int.fetchOne(
                db, sql: "SELECT 1 FROM file WHERE fingerprint IS NOT NULL LIMIT 1") != nil)
        hasLesser = anyThere
        guard anyThere else { return nil }
        return try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT photo FROM file WHERE fingerprint = ? ORDER BY photo LIMIT 1"),
            arguments: [Data(fingerprint)])
    }

    /// Notes that a file's picture is not its photo's own; nil changes nothing.
    func keep(_ fingerprint: Data?, of path: String) throws {
        guard let fingerprint else { return }
        try db.cachedStatement(sql: "UPDATE file SET fingerprint = ? WHERE path = ?")
            .execute(arguments: [fingerprint, path])
        hasLesser = true
    }

    /// The statements that run for every file, each made when it is wanted first.
    private struct Statements {
        var isKnown: DirectStatement?
        var insertion: DirectStatement?
        var replacement: DirectStatement?
    }
}
