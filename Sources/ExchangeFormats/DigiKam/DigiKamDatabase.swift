import Files
import Foundation
import GRDB
import OutputText

/// digiKam's database of a collection, `digikam4.db`, opened so that nothing of it can change.
///
/// A database that nobody writes is read where it lies, as one that cannot change (SQLite,
/// "URI filenames", `immutable`): no file is made beside it. Where a log lies beside it
/// (`-wal`, `-journal`), because digiKam runs or was killed, a copy of both is read, in which
/// SQLite can put things right, and the copy is thrown away.
///
/// The tables are those of digiKam 7.9 (`DBVersion` 15); all that is read here has been there
/// since version 5 of the tables, and is in version 18 still.
public final class DigiKamDatabase {
    /// The name that digiKam gives it.
    public static let fileName = "digikam4.db"

    /// The file.
    public let path: String
    /// The version of its tables: `DBVersion`.
    public let version: Int
    let queue: DatabaseQueue
    private let copy: PartialFolder?
    private let stamp: Stamp

    /// The versions of the tables that are read.
    static let versions = 5...

    /// Opens a database.
    ///
    /// - Throws: what is wrong with it: not digiKam's, too old, damaged, or written to while it
    ///   was copied.
    public convenience init(path: String) throws(WitError) {
        let isQuiet = Self.logs.allSatisfy { (Stamp(path + $0)?.size ?? 0) == 0 }
        if isQuiet {
            try self.init(reading: path, of: path, copy: nil)
            return
        }
        let folder = try Self.copied(path)
        try self.init(reading: folder.file(Self.fileName), of: path, copy: folder)
    }

    private init(
        reading file: String, of path: String, copy: PartialFolder?
    ) throws(WitError) {
        guard let stamp = Stamp(path) else {
            throw WitError(path: path, reason: "the database can't be read")
        }
        self.path = path
        self.copy = copy
        self.stamp = stamp
        do {
            var configuration = Configuration()
            configuration.readonly = copy == nil
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF")
                try db.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000")
            }
            let escaped = file.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
            queue = try DatabaseQueue(
                path: copy == nil ? "file:\(escaped ?? file)?immutable=1" : file,
                configuration: configuration)
            version = try queue.read { try Self.checkedVersion($0, path) }
        } catch {
            if let error = error as? WitError { throw error }
            throw Self.failure(path, error)
        }
    }

    deinit { try? queue.close() }

    /// Whether the file is as it was when it was opened. One that is not may have been read half
    /// old and half new.
    public var isUnchanged: Bool { Stamp(path) == stamp }

    /// Reads in one transaction.
    func read<T>(_ body: (Database) throws -> T) throws(WitError) -> T {
        do {
            return try queue.unsafeReentrantRead(body)
        } catch {
            if let error = error as? WitError { throw error }
            throw Self.failure(path, error)
        }
    }

    private static func failure(_ path: String, _ error: any Error) -> WitError {
        let words = (error as? DatabaseError)?.message ?? "it can't be opened"
        return WitError(path: path, reason: "digiKam's database can't be read: \(words)")
    }

    private static let tables = [
        "AlbumRoots", "Albums", "Images", "ImageInformation", "ImageComments", "ImagePositions",
        "ImageProperties", "ImageTags", "ImageTagProperties", "Tags", "TagProperties", "Settings",
    ]

    private static func checkedVersion(_ db: Database, _ path: String) throws -> Int {
        for table in tables where try !db.tableExists(table) {
            throw WitError(
                path: path, reason: "not digiKam's database of photos: it has no table \(table)")
        }
        let text = try Row.fetchOne(
            db, sql: "SELECT value FROM Settings WHERE keyword = 'DBVersion'")?.text(0)
        guard let version = text.flatMap({ Int($0) }), versions.contains(version) else {
            throw WitError(
                path: path,
                reason: "a digiKam database of version \(text ?? "none"); versions "
                    + "\(versions.lowerBound) and later are supported")
        }
        return version
    }

    // MARK: What kind of database a file is

    /// What a database of SQLite is.
    static func kind(of path: String) -> ForeignSource {
        do {
            _ = try DigiKamDatabase(path: path)
            return .digiKam(database: path)
        } catch {
            // Its own name on it: let the opening say what is wrong.
            if URL(filePath: path).lastPathComponent == fileName {
                return .digiKam(database: path)
            }
            let beside = URL(filePath: path).deletingLastPathComponent().appending(path: fileName)
            let isThere = FileManager.default.fileExists(atPath: beside.path)
            return .otherDatabase(hint: isThere ? beside.path : nil)
        }
    }

    // MARK: The copy

    private static let logs = ["-wal", "-journal"]

    /// A file's size and time of change.
    private struct Stamp: Equatable {
        let size: Int
        let modified: Date?

        init?(_ path: String) {
            let path = URL(filePath: path).resolvingSymlinksInPath().path
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
                let size = attributes[.size] as? NSNumber
            else { return nil }
            self.size = size.intValue
            modified = attributes[.modificationDate] as? Date
        }
    }

    /// Copies the database and its logs, all of one moment, into a folder of their own.
    private static func copied(_ path: String) throws(WitError) -> PartialFolder {
        let manager = FileManager.default
        let source = URL(filePath: path).resolvingSymlinksInPath().path
        for _ in 1...5 {
            let before = ([""] + logs).map { Stamp(source + $0) }
            do {
                let folder = try PartialFolder(in: Folder.temporary)
                let file = folder.file(fileName)
                for log in [""] + logs where Stamp(source + log) != nil {
                    try manager.copyItem(atPath: source + log, toPath: file + log)
                    try manager.setAttributes(
                        [.posixPermissions: 0o600], ofItemAtPath: file + log)
                }
                if before == ([""] + logs).map({ Stamp(source + $0) }) { return folder }
            } catch {
                throw WitError(
                    path: path,
                    reason: "it has a write-ahead log, and can't be copied to \(Folder.temporary) "
                        + "to be read")
            }
            Thread.sleep(forTimeInterval: 0.2)
        }
        throw WitError(
            path: path, reason: "digiKam is writing to it; close digiKam and import it again")
    }
}
