import Files
import Foundation
import GRDB
import OutputText
import PhotoRecords

/// Compares files on disk with what the catalog knows of them.
struct FileChecks {
    /// One file as the catalog knows it.
    struct Known {
        var path: String
        var stamp: FileStamp
        var missing: Bool
        var sha256: String?
    }

    let check: FileCheck
    /// Hashes that were not known, by path; whoever stores them empties it.
    var learned: [String: String] = [:]

    init(_ check: FileCheck) { self.check = check }

    /// What is selected of each file.
    private enum Column: Int, SelectedColumn {
        case path, size, modified, inode, missing, sha256
    }

    /// The next files after a path, in the order of their paths.
    static func page(after path: String, _ db: Database) throws -> [Known] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT \(Column.list) FROM file
                    WHERE path > ? ORDER BY path LIMIT 500
                    """), arguments: [path])
        return try Array(
            rows.map { row in
                Known(
                    path: row[Column.path],
                    stamp: FileStamp(
                        size: row[Column.size], modified: row[Column.modified],
                        inode: UInt64(bitPattern: row[Column.inode] as Int64)),
                    missing: row[Column.missing], sha256: HexBlob.text(row[Column.sha256]))
            })
    }

    /// What is to be said of one file; nil where all is well.
    mutating func finding(_ file: Known) -> Finding? {
        guard let now = Self.stamp(file.path) else {
            let number = errno
            if ![ENOENT, ENOTDIR].contains(number) {
                return Finding(
                    .error, .fileUnreadable, where: file.path,
                    "The file cannot be examined: \(String(cString: strerror(number)))")
            }
            if file.missing { return nil }
            return Finding(
                .warning, .fileGone, where: file.path,
                "The file is gone.")
        }
        if file.missing {
            return Finding(
                .note, .fileReturned, where: file.path, "The file was missing and is back.")
        }
        let isSame = now.size == file.stamp.size && now.modified == file.stamp.modified
        if !isSame {
            return Finding(
                .warning, .fileChanged, where: file.path,
                "The file was changed since it was read (\(file.stamp.size) bytes then, "
                    + "\(now.size) now).")
        }
        return contents(file)
    }

    private mutating func contents(_ file: Known) -> Finding? {
        guard case .contents(let hash) = check else { return nil }
        do {
            let sha256 = try hash(file.path)
            guard let known = file.sha256 else {
                learned[file.path] = sha256
                return nil
            }
            if known == sha256 { return nil }
            return Finding(
                .error, .fileDamaged, where: file.path,
                "The file's bytes have changed, though its time and size are the same.")
        } catch {
            // Whoever asked to stop learns nothing of the file.
            if (error as? WitError)?.code == .interrupted { return nil }
            return Finding(
                .error, .fileUnreadable, where: file.path,
                "The file cannot be read: \(ErrorWords.sentence(of: error))")
        }
    }

    /// A file's size and time; nil where there is none.
    static func stamp(_ path: String) -> FileStamp? {
        var status = stat()
        guard stat(path.systemPath, &status) == 0 else { return nil }
        return FileStamp(status)
    }
}
