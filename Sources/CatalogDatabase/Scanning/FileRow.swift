import Files
import Foundation
import GRDB
import PhotoRecords

/// A row of the table `file`.
struct FileRow {
    var path: String
    var photo: Int64
    var stamp: FileStamp
    var missing: Bool
    /// The fingerprint of the picture in it: the photo's, unless the photo's was edited since.
    var fingerprint: Data?
    /// What it said when it was last read.
    var said: LastReadHashes? { LastReadHashes(saidBytes) }
    // Read when it is wanted: of most files looked at, only whether they are there matters.
    private let saidBytes: Data
    /// Whether it is to be read once more, since its picture was told from others by less.
    var isDoubtful: Bool
    var sha256: Data?
    /// Whether its picture is another one than the photo's own: a smaller copy, one from before an
    /// edit.
    var holdsOther: Bool

    /// What is selected to read a file.
    private enum Column: Int, SelectedColumn {
        case path, photo, size, modified, inode, missing, fingerprint, said, reread, sha256
        case holdsOther

        var expression: String {
            switch self {
            case .missing: "file.missing"
            case .fingerprint: "ifnull(file.fingerprint, photo.fingerprint)"
            case .sha256: "file.sha256"
            case .holdsOther:
                "file.fingerprint IS NOT NULL AND file.fingerprint IS NOT photo.fingerprint"
            default: "\(self)"
            }
        }
    }

    private static let selection =
        "SELECT \(Column.list) FROM file JOIN photo ON photo.id = file.photo"

    /// The file at a path; nil where none is known.
    init?(path: String, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: Self.selection + " WHERE path = ?")
        guard let row = try Row.fetchOne(statement, arguments: [path]) else { return nil }
        self.init(row)
    }

    /// All files of a photo, in the order of their paths: for what is done once for a photo, not
    /// for each of its files.
    static func all(of photo: Int64, _ db: Database) throws -> [FileRow] {
        let statement = try db.cachedStatement(
            sql: Self.selection + " WHERE photo = ? ORDER BY path")
        return try Row.fetchAll(statement, arguments: [photo]).map(FileRow.init)
    }

    /// How many files are looked at on each side of a path.
    static let neighbours = 8

    /// Some files of a photo: missing ones, and of those that are there the ones whose paths come
    /// just before and after a path. All of them, unless there are very many.
    static func some(of photo: Int64, near path: String, _ db: Database) throws -> [FileRow] {
        let missing = " WHERE photo = ? AND file.missing = 1 ORDER BY path LIMIT \(neighbours)"
        let before = """
             WHERE photo = ? AND file.missing = 0 AND path < ?
            ORDER BY path DESC LIMIT \(neighbours)
            """
        let after = """
             WHERE photo = ? AND file.missing = 0 AND path > ? ORDER BY path LIMIT \(neighbours)
            """
        return try Row.fetchAll(
            db.cachedStatement(sql: selection + missing), arguments: [photo]
        ).map(FileRow.init)
            + [before, after].flatMap {
                try Row.fetchAll(
                    db.cachedStatement(sql: selection + $0), arguments: [photo, path]
                ).map(FileRow.init)
            }
    }

    /// Whether a photo has a file that is there besides the one at a path.
    static func isElsewhere(_ photo: Int64, than path: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM file
                        WHERE photo = ? AND missing = 0 AND path <> ?)
                    """), arguments: [photo, path]) ?? false
    }

    /// Whether a photo has any file.
    static func isAny(of photo: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM file WHERE photo = ?)"),
            arguments: [photo]) ?? false
    }

    private init(_ row: Row) {
        path = row[Column.path]
        photo = row[Column.photo]
        stamp = FileStamp(
            size: row[Column.size], modified: row[Column.modified],
            inode: UInt64(bitPattern: row[Column.inode] as Int64))
        missing = row[Column.missing]
        fingerprint = row[Column.fingerprint]
        saidBytes = row[Column.said]
        isDoubtful = row[Column.reread] == 1
        sha256 = row[Column.sha256]
        holdsOther = row[Column.holdsOther]
    }
}
