import Foundation
import GRDB
import PhotoRecord

/// A row of the table `file`.
struct KnownPlace {
    var path: String
    var photo: Int64
    var stamp: FileStamp
    var missing: Bool
    /// The fingerprint of the picture in it: the photo's, unless the photo's was edited since.
    var fingerprint: Data?
    /// What it said when it was last read.
    var said: SaidValues?
    /// Whether its picture is another one than the photo's own: a smaller copy, one from before an
    /// edit.
    var holdsOther: Bool

    private static let selection = """
        SELECT path, photo, size, modified, inode, file.missing,
            ifnull(file.fingerprint, photo.fingerprint), said,
            file.fingerprint IS NOT NULL AND file.fingerprint IS NOT photo.fingerprint
        FROM file JOIN photo ON photo.id = file.photo
        """

    /// The file at a path; nil where none is known.
    init?(path: String, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: Self.selection + " WHERE path = ?")
        guard let row = try Row.fetchOne(statement, arguments: [path]) else { return nil }
        self.init(row)
    }

    /// All files of a photo, in the order of their paths.
    static func all(of photo: Int64, _ db: Database) throws -> [KnownPlace] {
        let statement = try db.cachedStatement(
            sql: Self.selection + " WHERE photo = ? ORDER BY path")
        return try Row.fetchAll(statement, arguments: [photo]).map(KnownPlace.init)
    }

    private init(_ row: Row) {
        path = row[0]
        photo = row[1]
        stamp = FileStamp(
            size: row[2], modified: row[3], inode: UInt64(bitPattern: row[4] as Int64))
        missing = row[5]
        fingerprint = row[6]
        said = SaidValues(row[7])
        holdsOther = row[8]
    }
}
