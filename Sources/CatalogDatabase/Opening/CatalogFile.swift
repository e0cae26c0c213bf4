import Files
import Foundation
import GRDB
import OutputText

/// The catalog's file as the file system sees it: what can be learned of it before SQLite opens
/// it, without changing a byte.
enum CatalogFile {
    /// Bytes 68…71 of the header (SQLite file format §1.3.13): "WITc".
    static let applicationID: UInt32 = 0x5749_5463

    /// What the first bytes of a file say it is.
    enum Kind: Equatable {
        case absent
        /// Empty, or a database that nobody has put anything in.
        case empty
        case catalog(version: Int)
    }

    /// Looks at a file's header, and where that is not enough (another program's database may
    /// have no application id) at its schema through a connection that cannot write.
    static func kind(of path: String) throws(WitError) -> Kind {
        try requireUTF8(path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return .absent
        }
        if isFolder.boolValue {
            throw WitError.catalog(.cannotOpen, "catalog \(path) is a folder")
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw WitError.catalog(.cannotOpen, "catalog \(path) cannot be opened for reading")
        }
        defer { try? handle.close() }
        guard let header = try? handle.read(upToCount: 100), !header.isEmpty else { return .empty }
        guard header.count == 100, header.prefix(16) == Data("SQLite format 3\0".utf8) else {
            if header.allSatisfy({ $0 == 0 }), hasJournal(path) {
                return try kindBySchema(path, recovering: true)
            }
            throw WitError.catalog(.notADatabase, "catalog \(path) is not a database")
        }
        let application = number(header, at: 68)
        let version = Int(number(header, at: 60))
        if hasJournal(path), [0, applicationID].contains(application) {
            // The header may be of a change that was cut short and is taken back.
            if application == applicationID { try refuseNewer(version, path: path) }
            return try kindBySchema(path, recovering: true)
        }
        if application == applicationID {
            try refuseNewer(version, path: path)
            return .catalog(version: version)
        }
        if application != 0 || version != 0 { throw notACatalog(path) }
        return try kindBySchema(path)
    }

    /// Throws where SQLite, which takes paths in UTF-8 alone, would make a file of another name.
    static func requireUTF8(_ path: String) throws(WitError) {
        guard !PathEncoding.isUTF8(path) else { return }
        throw WitError.catalog(
            .cannotOpen, "\(PathEncoding.legible(path)): the path of a catalog must be UTF-8")
    }

    /// Throws where a catalog's version is above what this program knows.
    static func refuseNewer(_ version: Int, path: String) throws(WitError) {
        if version > CatalogSchema.version {
            throw WitError.catalog(
                .newerVersion,
                "catalog \(path) was written by a newer version of wit (its schema is \(version), "
                    + "this version reads up to \(CatalogSchema.version)); update wit to use it")
        }
    }

    static func notACatalog(_ path: String) -> WitError {
        WitError.catalog(
            .notACatalog, "\(path) is a database of another program, not a wit catalog")
    }

    /// Whether no bit of the file's mode allows writing: what a person protected stays so even
    /// for the superuser, whom the system would let through.
    static func isProtected(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let mode = attributes?[.posixPermissions] as? NSNumber else { return false }
        return mode.intValue & 0o222 == 0
    }

    /// Whether the system lets us write the file and make others beside it.
    static func isWritable(_ path: String) -> Bool {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        return FileManager.default.isWritableFile(atPath: path)
            && FileManager.default.isWritableFile(atPath: folder)
    }

    /// A path from the root of the file system.
    static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// Whether less than 64 KB are free beside a file.
    static func diskIsFull(besides path: String) -> Bool {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        guard let free = attributes?[.systemFreeSize] as? NSNumber else { return false }
        return free.int64Value < 65_536
    }

    /// Whether a change that was cut short waits to be taken back: a journal lies beside the file
    /// that begins as one does (SQLite, "Database File Format" §3).
    private static func hasJournal(_ path: String) -> Bool {
        guard let handle = FileHandle(forReadingAtPath: path + "-journal") else { return false }
        defer { try? handle.close() }
        let magic = Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
        return (try? handle.read(upToCount: 8)) == magic
    }

    // A catalog whose making was cut short has neither application id nor tables yet, or has
    // them in its write-ahead log only.
    private static func kindBySchema(
        _ path: String, recovering: Bool = false
    ) throws(WitError) -> Kind {
        var configuration = Configuration()
        let isWritable = !isProtected(path) && isWritable(path)
        // Taking back what a journal holds is writing; nothing else is allowed.
        configuration.readonly = !recovering || !isWritable
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
        configuration.busyMode = .timeout(10)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return try queue.read { db in
                let application = try Int64.fetchOne(db, sql: "PRAGMA application_id") ?? 0
                let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                if application == Int64(applicationID) {
                    try refuseNewer(version, path: path)
                    return .catalog(version: version)
                }
                let tables =
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
                if application != 0 || version != 0 || tables > 0 { throw notACatalog(path) }
                return .empty
            }
        } catch let error as DatabaseError
            where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
        {
            if isWritable, !recovering { return try kindBySchema(path, recovering: true) }
            if hasJournal(path) {
                throw WitError.catalog(
                    .readOnly,
                    "catalog \(path) was left in the middle of a change, which cannot be rolled "
                        + "back because it or its folder is read-only; copy it and "
                        + "\(path)-journal to a writable folder",
                    sqliteCode: error.extendedResultCode.rawValue)
            }
            throw WitError.catalog(
                .cannotOpen, "catalog \(path) cannot be opened for reading",
                sqliteCode: error.extendedResultCode.rawValue)
        } catch {
            throw WitError(error, path: path)
        }
    }

    private static func number(_ header: Data, at offset: Int) -> UInt32 {
        header.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
