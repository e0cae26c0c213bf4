import Files
import GRDB
import GRDBSQLite
import OutputText

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Makes a catalog's file, wholly or not at all: with all its tables, on the disk, before it gets
/// its name.
enum NewCatalog {
    /// Makes an empty catalog where nothing has the path, which its owner alone may read.
    ///
    /// Two processes that make one at once both succeed: one file takes the name, and both use it.
    ///
    /// - Throws: `read-only`, `no-such-folder`, `disk-full`, `input-output`, `cannot-open`.
    static func make(_ path: String) throws(WitError) {
        let bytes = try content(path)
        do throws(SystemError) {
            let partial = try PartialFile(in: Folder.holding(path))
            try partial.write(bytes)
            try partial.place(at: path, replacing: false)
        } catch {
            if error.number != EEXIST { throw WitError(error, catalog: path) }
        }
    }

    /// The bytes of an empty catalog: made in memory, so that no journal is needed.
    private static func content(_ path: String) throws(WitError) -> [UInt8] {
        do {
            return try DatabaseQueue().writeWithoutTransaction { db in
                db.add(function: FoldedWords.function)
                try CatalogSchema.prepare(db, path: path)
                var size: Int64 = 0
                guard let pages = sqlite3_serialize(db.sqliteConnection, "main", &size, 0) else {
                    throw DatabaseError(resultCode: .SQLITE_NOMEM)
                }
                defer { sqlite3_free(pages) }
                var bytes = Array(UnsafeBufferPointer(start: pages, count: Int(size)))
                // File format versions (SQLite, "Database File Format" §1.3.3): 2 has a
                // write-ahead log. Turned on later, it would need a journal.
                bytes[18] = 2
                bytes[19] = 2
                return bytes
            }
        } catch {
            throw WitError(error, path: path)
        }
    }
}

extension WitError {
    /// Puts what the system said of a catalog's file into words.
    init(_ error: SystemError, catalog path: String) {
        let (code, words): (Code, String) =
            switch error.number {
            case EACCES, EPERM, EROFS:
                (.readOnly, "cannot be written: it or its folder is read-only")
            case ENOSPC, EDQUOT: (.full, "cannot be written: the disk is full")
            case ENOENT, ENOTDIR: (.noSuchFolder, "cannot be created: its folder does not exist")
            case EIO: (.inputOutput, "cannot be read or written (\(error.reason))")
            default: (.cannotOpen, "cannot be written: \(error.reason)")
            }
        self.init(code, "catalog \(path) \(words)")
    }
}
