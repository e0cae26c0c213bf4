import Files
import Foundation
import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// Looks for what is wrong: SQLite's own structures, references, the indices of words and
    /// places, the records' readability, and the files as far as asked. The index of words is
    /// passed over in a catalog opened for reading only.
    ///
    /// - Parameters:
    ///   - files: How closely files are looked at.
    ///   - progress: Gets the number of files looked at so far, every 500: what stage of which work that
    ///     is, only the use case above knows, which tells it on.
    ///   - isStopped: Asked between files, and while SQLite is busy, whether to stop; then it ends with what
    ///     was found.
    /// - Returns: Nothing where all is well.
    public func check(
        files: FileCheck = .stamps, progress: (Int) -> Void = { _ in },
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) throws(WitError) -> [Finding] {
        var findings: [Finding] = []
        do throws(WitError) {
            try Self.interruptible(isStopped) { () throws(WitError) in
                try check(files, progress, isStopped, &findings)
            }
        } catch {
            guard error.code == .interrupted, isStopped() else { throw error }
        }
        return findings
    }

    private func check(
        _ files: FileCheck, _ progress: (Int) -> Void, _ isStopped: () -> Bool,
        _ findings: inout [Finding]
    ) throws(WitError) {
        var found: [Finding] = []
        defer { findings += found }
        // FTS5 checks its index by a statement that counts as writing, though it writes nothing.
        let look = { (db: Database) throws in
            try CatalogCheck(db, path: self.path) { found.append($0) }.run()
        }
        do {
            if access == .readWrite { try writing(keeping: false, look) } else { try reading(look) }
        } catch {
            guard error.code == .corrupt else { throw error }
            found.append(Finding(.error, .catalogDamaged, where: path, error.message))
        }
        if case .none = files { return }
        var checks = FileChecks(files)
        var last = ""
        var count = 0
        while !isStopped() {
            let page = try reading { try FileChecks.page(after: last, $0) }
            guard let end = page.last?.path else { break }
            for file in page {
                if isStopped() { break }
                if let finding = checks.finding(file) { found.append(finding) }
            }
            last = end
            count += page.count
            progress(count)
            if access == .readWrite, !checks.learned.isEmpty { try store(checks.learned) }
            checks.learned = [:]
        }
    }

    /// Builds the indices of words and places anew from the photos, and sets right which photos
    /// are missing. What SQLite cannot read itself is beyond repair: see `backup(to:)`.
    ///
    /// - Throws: `WitError` where the catalog cannot be written, `corrupt` where SQLite cannot
    ///   read it.
    public func repair() throws(WitError) {
        // What is sorted for the indices lies on disk meanwhile, not in memory.
        try writingWithoutTransaction { try $0.execute(sql: "PRAGMA temp_store = FILE") }
        defer {
            try? writingWithoutTransaction { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
        }
        try writing { db in
            // First the index as the triggers know it, then the words, which change it.
            try db.execute(sql: "INSERT INTO words (words) VALUES ('rebuild')")
            try db.execute(
                sql: """
                    UPDATE photo SET folded_words = \(FoldedWords.expected)
                    WHERE folded_words IS NOT \(FoldedWords.expected)
                    """)
            try db.execute(
                sql: """
                    DROP INDEX IF EXISTS photo_by_tile;
                    \(PlaceTiles.index)
                    REINDEX;
                    DELETE FROM file WHERE photo NOT IN (SELECT id FROM photo);
                    DELETE FROM photo_message WHERE photo NOT IN (SELECT id FROM photo)
                        OR message NOT IN (SELECT id FROM message);
                    DELETE FROM own_place;
                    \(CatalogSchema.ownPlacesAnew);
                    UPDATE photo SET missing = NOT missing WHERE missing = EXISTS (
                        SELECT 1 FROM file WHERE file.photo = photo.id AND NOT file.missing);
                    """)
        }
    }

    /// Copies the catalog as it is at this moment, while others may go on using it. The copy is
    /// whole or not there at all, for its owner alone (0600), and on the disk when this returns.
    ///
    /// Mails that wait in the outbox are perhaps sent in the copy: the original may send them, and
    /// from the copy they go out by a person's word alone.
    ///
    /// - Parameters:
    ///   - destination: The copy's path. Its folder must be there.
    ///   - overwriting: Whether a file of that path may be replaced.
    ///   - isStopped: Asked again and again whether to stop.
    /// - Throws: `file-exists`, and what reading and writing can; `interrupted` where it was stopped.
    public func backup(
        to destination: String, overwriting: Bool = false,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) throws(WitError) {
        try CatalogFile.requireUTF8(destination)
        let there = FileManager.default.fileExists(atPath: destination)
        if there && !overwriting { throw Self.fileExists(destination) }
        let folder = Folder.holding(CatalogFile.absolute(destination))
        do {
            // In a folder of its own, with whatever SQLite lays beside it.
            let partial = try PartialFolder(in: folder)
            try Self.interruptible(isStopped) { try copy(to: partial.file("copy"), isStopped) }
            PrivateFile.narrow(partial.file("copy"))
            try Placement.move(partial.file("copy"), to: destination, replacing: overwriting)
            try Folder.synchronize(folder)
        } catch let error as SystemError {
            if error.number == EEXIST { throw Self.fileExists(destination) }
            throw WitError.catalog(
                error.number == ENOSPC ? .full : .cannotOpen,
                "\(destination) cannot be written: \(error.reason)")
        } catch {
            throw WitError(error, path: destination)
        }
    }

    private func copy(
        to partial: String, _ isStopped: @escaping @Sendable () -> Bool
    ) throws {
        let copying = { (db: Database) throws in
            try db.execute(sql: "VACUUM INTO ?", arguments: [partial])
        }
        if access == .readWrite {
            try writingWithoutTransaction(copying)
        } else {
            let queue = try DatabaseQueue(path: partial)
            try backupPages(to: queue, isStopped: isStopped)
            try queue.close()
        }
        try Self.holdMails(in: partial)
        // VACUUM INTO leaves the syncing to us.
        let handle = try FileHandle(forUpdating: URL(filePath: partial))
        try handle.synchronize()
        try handle.close()
    }

    /// Keeps a copy from sending what the original sends.
    private static func holdMails(in copy: String) throws {
        var configuration = Configuration()
        // Alone with the file, SQLite needs no memory that processes share, which not every file
        // system has.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        let queue = try DatabaseQueue(path: copy, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            // The copy is thrown away where this fails: no journal, and synced once, at the end.
            try db.execute(
                sql: """
                    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
                    UPDATE outbox SET state = 'perhaps-sent', due_at = NULL,
                        error_code = 'perhaps-sent',
                        error = 'this catalog is a copy; perhaps the original has sent it'
                    WHERE state IN ('queued', 'sending')
                    """)
        }
        try queue.close()
    }

    private static func fileExists(_ path: String) -> WitError {
        WitError.catalog(.fileExists, "\(path) already exists and is not overwritten")
    }

    private func store(_ hashes: [String: String]) throws(WitError) {
        try writing { db in
            // The first file's is the photo's where it had none.
            for (path, sha256) in hashes.sorted(by: { $0.key < $1.key }) {
                let hash = HexBlob.data(sha256)
                try db.cachedStatement(sql: "UPDATE file SET sha256 = ? WHERE path = ?")
                    .execute(arguments: [hash, path])
                try db.cachedStatement(
                    sql: """
                        UPDATE photo SET sha256 = ? WHERE sha256 IS NULL
                        AND id = (SELECT photo FROM file WHERE path = ?)
                        """
                ).execute(arguments: [hash, path])
            }
        }
    }
}
