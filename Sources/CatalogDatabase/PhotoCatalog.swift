private import CSQLite
import Files
import Foundation
import GRDB
import OutputText
import PhotoRecords

/// A catalog of photos in one SQLite file: what is known of each, where each value came from,
/// and every change, so that it can be taken back (“Identity”, “Provenance and merging”, “The fault
/// model”).
///
/// Any number of catalogs, in one process or several, may be open on one file: readers never
/// wait, writers wait for one another for up to a minute. Whenever the process is killed, the
/// file holds every change that was finished and no part of one that was not.
///
/// ```swift
/// let catalog = try PhotoCatalog(path: "/home/anna/photos.wit", access: .readWrite)
/// for photo in try catalog.find(PhotoQuery(words: ["kite"])) { print(photo.file ?? "") }
/// ```
public final class PhotoCatalog: Sendable {
    /// What a catalog is opened for.
    public enum Access: Sendable {
        /// Makes the file and its folder where there is none.
        case readWrite
        /// Changes nothing, and works where nothing can be written.
        case readOnly
        /// For `merge` with `dryRun`, which is tried and taken back: not a byte of the file
        /// changes. The catalog must be there and writable.
        case rehearsal
    }

    /// The catalog's file.
    public let path: String
    /// What it was opened for.
    public let access: Access
    /// Who names the places of points and knows their clocks; nil where nobody is asked.
    public let geocoder: (any ReverseGeocoder)?

    /// What others could read until now: the catalog or its folder, narrowed when it was opened.
    public let narrowed: [PrivateFile.Narrowed]

    private let reader: any DatabaseReader
    private let writer: (any DatabaseWriter)?

    /// What SQLite is told once, before it is used first; after that it changes nothing.
    private static let settings = wit_sqlite_count_no_memory()

    /// How long a writer waits for another one, in seconds.
    static let patience = 60.0

    /// Opens a catalog; `.readWrite` makes it, and its folder, when absent.
    ///
    /// A catalog is for its owner alone (0600), and so is a folder that is made for it (0700); one that
    /// is there with wider rights is narrowed (see ``narrowed``).
    ///
    /// - Parameters:
    ///   - geocoder: Who is asked for the place and the clocks of a photo's point when it is written;
    ///     nothing of that is needed to read.
    ///   - ownsFolder: Whether the folder is this program's own, so that it is narrowed too.
    /// - Throws: `not-a-database`, `not-a-catalog`, `newer-version` (the file is untouched),
    ///   `read-only`, `no-such-folder`, `no-catalog`, `cannot-open`, `disk-full`, `corrupt`.
    public init(
        path: String, access: Access, geocoder: (any ReverseGeocoder)? = nil,
        ownsFolder: Bool = false
    ) throws(WitError) {
        _ = Self.settings
        // SQLite takes names such as `:memory:` and `file:…` for something else than a path.
        let path = CatalogFile.absolute(path)
        self.path = path
        self.access = access
        self.geocoder = geocoder
        let kind = try CatalogFile.kind(of: path)
        if kind != .absent || access == .readWrite && ownsFolder {
            narrowed = CatalogPrivacy.narrow(path, ownsFolder: ownsFolder)
        } else {
            narrowed = []
        }
        switch access {
        case .readOnly:
            guard case .catalog(let version) = kind else {
                throw WitError.catalog(
                    .noCatalog, "there is no catalog \(path) yet")
            }
            if version < CatalogSchema.version { try Self.bringUpToDate(path) }
            reader = try Self.openForReading(path)
            writer = nil
        case .rehearsal:
            guard case .catalog(CatalogSchema.version) = kind else {
                throw WitError.catalog(
                    .cannotOpen, "catalog \(path) does not exist, or is of an older version")
            }
            try Self.refuseProtected(path)
            let queue = try Self.openQueue(path, Self.configuration())
            reader = queue
            writer = queue
        case .readWrite:
            if kind == .absent {
                try Self.makeFolder(of: path)
                try NewCatalog.make(path)
            } else {
                try Self.refuseProtected(path)
            }
            let pool = try Self.openForWriting(path)
            reader = pool
            writer = pool
        }
    }

    // MARK: Access

    /// Runs a block in one read transaction: what it sees does not change meanwhile. Within
    /// another block it sees what that one sees.
    func reading<T>(_ body: (Database) throws -> T) throws(WitError) -> T {
        do {
            return try reader.unsafeReentrantRead { db in
                if db.isInsideTransaction { return try body(db) }
                // A snapshot is taken by the first statement that reads; none, no cost.
                try db.beginTransaction(.deferred)
                do {
                    let result = try body(db)
                    try db.commit()
                    return result
                } catch {
                    try? db.rollback()
                    throw error
                }
            }
        } catch {
            throw WitError(error, path: path)
        }
    }

    /// Runs a block in one write transaction, that is taken back whole when the block throws.
    ///
    /// - Parameter durable: Whether the disk must have it when this returns, even if the power
    ///   fails then: for what a person wrote.
    func writing<T>(
        durable: Bool = false, keeping: Bool = true, _ body: (Database) throws -> T
    ) throws(WitError) -> T {
        guard let writer, access == .readWrite || !keeping else {
            throw WitError.catalog(.readOnly, "catalog \(path) was opened for reading only")
        }
        do {
            return try writer.writeWithoutTransaction { db in
                if durable { try db.execute(sql: "PRAGMA synchronous = FULL") }
                defer { if durable { try? db.execute(sql: "PRAGMA synchronous = NORMAL") } }
                var result: T?
                try db.inTransaction(.immediate) {
                    result = try body(db)
                    return keeping ? .commit : .rollback
                }
                guard let result else { throw WitError.catalog(.failed, "\(path): no result") }
                return result
            }
        } catch {
            throw WitError(error, path: path)
        }
    }

    /// Runs a block on the writing connection outside any transaction.
    func writingWithoutTransaction<T>(_ body: (Database) throws -> T) throws(WitError) -> T {
        guard let writer, access == .readWrite else {
            throw WitError.catalog(.readOnly, "catalog \(path) was opened for reading only")
        }
        do {
            return try writer.writeWithoutTransaction(body)
        } catch {
            throw WitError(error, path: path)
        }
    }

    /// Copies every page into another database.
    ///
    /// - Parameter isStopped: Asked every 16 MB.
    /// - Throws: `WitError.stopped` where it says so; what reading and writing can.
    func backupPages(
        to destination: DatabaseQueue, isStopped: @escaping @Sendable () -> Bool
    ) throws {
        // SQLite's interruption does not end a copy, and all pages in one step could not be stopped.
        try reader.backup(to: destination, pagesPerStep: 4_096) { progress in
            if !progress.isCompleted, isStopped() { throw WitError.stopped }
        }
    }

    // MARK: Opening

    private static func makeFolder(of path: String) throws(WitError) {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        do throws(SystemError) {
            try Folder.make(folder, mode: PrivateFile.folderMode)
        } catch {
            if [ENOSPC, EDQUOT, EIO].contains(error.number) {
                throw WitError(error, catalog: path)
            }
            throw WitError.catalog(
                .noSuchFolder, "the folder \(folder) for the catalog \(path) cannot be created")
        }
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        // Random short sleeps, not SQLite's own growing ones: two writers that take turns in
        // quick succession both get theirs.
        configuration.busyMode = .callback { tries in
            let pause = Double.random(in: 0.001...0.01)
            Thread.sleep(forTimeInterval: pause)
            return !StatementStop.isRequested && Double(tries) * 0.0055 < patience
        }
        configuration.prepareDatabase { db in
            StatementStop.watch(db)
            try db.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000")
            db.add(function: QuerySQL.folded)
            db.add(function: FoldedWords.function)
        }
        return configuration
    }

    private static func openForWriting(_ path: String) throws(WitError) -> DatabasePool {
        // Turning on the write-ahead log needs the file alone for a moment, and SQLite does
        // not wait for that one.
        let deadline = Date().addingTimeInterval(patience)
        while true {
            do {
                let pool = try DatabasePool(path: path, configuration: configuration())
                try pool.writeWithoutTransaction { db in
                    try CatalogSchema.prepare(db, path: path)
                    // 64 MB: the indexes' pages change in every transaction of a scan, and each
                    // is copied into the file once for all that changed it meanwhile.
                    try db.execute(sql: "PRAGMA wal_autocheckpoint = 16000")
                }
                return pool
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && Date() < deadline
            {
                Thread.sleep(forTimeInterval: Double.random(in: 0.002...0.02))
            } catch {
                throw WitError(error, path: path)
            }
        }
    }

    private static func refuseProtected(_ path: String) throws(WitError) {
        if CatalogFile.isProtected(path) || !CatalogFile.isWritable(path) {
            throw WitError.catalog(
                .readOnly, "catalog \(path) cannot be written: it or its folder is read-only")
        }
    }

    /// Takes an older catalog to the form that is read here; what it holds stays the same.
    private static func bringUpToDate(_ path: String) throws(WitError) {
        if CatalogFile.isProtected(path) || !CatalogFile.isWritable(path) {
            throw WitError.catalog(
                .readOnly,
                "catalog \(path) is of an older version of wit and cannot be brought up to date: "
                    + "it or its folder is read-only")
        }
        _ = try openForWriting(path)
    }

    /// One connection that does no more than it is asked: a pool would write to the file's
    /// header to make its log.
    private static func openQueue(
        _ path: String, _ configuration: Configuration
    ) throws(WitError) -> DatabaseQueue {
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read { _ = try CatalogSchema.current($0, path: path) }
            return queue
        } catch {
            throw WitError(error, path: path)
        }
    }

    private static func openForReading(_ path: String) throws(WitError) -> any DatabaseReader {
        var configuration = configuration()
        if !CatalogFile.isProtected(path), CatalogFile.isWritable(path) {
            // SQLite takes the log and its index away when the last connection closes, but
            // leaves them where that one was opened for reading only.
            configuration.prepareDatabase { db in
                StatementStop.watch(db)
                try db.execute(sql: "PRAGMA query_only = ON")
            }
            return try openQueue(path, configuration)
        }
        configuration.readonly = true
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.read { _ = try CatalogSchema.current($0, path: path) }
            return pool
        } catch let error as DatabaseError
            where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
        {
            return try openUnchanging(path, configuration, after: error)
        } catch {
            throw WitError(error, path: path)
        }
    }

    /// SQLite cannot read a database with a write-ahead log where it can write none beside it,
    /// unless it is told that nobody writes at all: true where the folder is read-only and no
    /// log is there (SQLite, "Write-Ahead Logging" §4).
    private static func openUnchanging(
        _ path: String, _ configuration: Configuration, after error: DatabaseError
    ) throws(WitError) -> any DatabaseReader {
        let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
        if let size = log?[.size] as? NSNumber, size.int64Value > 0 {
            throw WitError.catalog(
                .cannotOpen,
                "catalog \(path) has changes beside it that cannot be read because its folder is "
                    + "read-only", sqliteCode: error.extendedResultCode.rawValue)
        }
        do {
            let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
            let queue = try DatabaseQueue(
                path: "file:\(escaped ?? path)?immutable=1", configuration: configuration)
            try queue.read { _ = try CatalogSchema.current($0, path: path) }
            return queue
        } catch {
            throw WitError(error, path: path)
        }
    }
}
