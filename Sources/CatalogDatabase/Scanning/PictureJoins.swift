import Files
import Foundation
import GRDB
import PhotoRecords

/// Decides which photo a picture is of.
///
/// A fingerprint finds candidates. Where all data made it, that is proof. Else samples of the data
/// are held against those of the candidate, of which one file has to be there for that: a picture
/// that moved has none, and is believed. Photos whose pictures differ may share a fingerprint.
final class PictureJoins {
    private let db: Database
    private let rows: PhotoRows
    private let pictures: (any PictureReader)?
    private var byFingerprint: DirectStatement?
    // The samples of the file that is being taken in: read at most once.
    private var own: (path: String, middle: [UInt8]?)?

    init(_ rows: PhotoRows, _ pictures: (any PictureReader)?) {
        self.rows = rows
        self.pictures = pictures
        db = rows.db
    }

    /// The photo whose picture a file holds; nil where there is none.
    ///
    /// - Parameter other: A photo that it is not.
    func photo(of file: ScannedFile, besides other: Int64? = nil) throws -> Int64? {
        if let fingerprint = HexBlob.bytes(file.record.image?.fingerprint) {
            for photo in try candidates(fingerprint) where photo != other {
                if try isPicture(of: photo, in: file, fingerprint) { return photo }
            }
            if let former = HexBlob.bytes(file.formerFingerprint) {
                for photo in try candidates(former) where photo != other {
                    if try settle(photo, by: file) == Data(fingerprint),
                        try isPicture(of: photo, in: file, fingerprint)
                    {
                        return photo
                    }
                }
            }
        }
        return nil
    }

    private func candidates(_ fingerprint: [UInt8]) throws -> [Int64] {
        let statement = try DirectStatement.shelved(
            &byFingerprint, db, "SELECT id FROM photo WHERE fingerprint = ? ORDER BY id")
        statement.bind(fingerprint)
        guard try statement.next() else { return [] }
        var found = [statement.number(0)]
        while try statement.next() { found.append(statement.number(0)) }
        return found
    }

    // MARK: Pictures of one fingerprint

    /// Whether a file of a photo's fingerprint holds its picture.
    private func isPicture(
        of photo: Int64, in file: ScannedFile, _ fingerprint: [UInt8]
    ) throws -> Bool {
        guard let pictures, !PictureScheme.isProof(fingerprint) else { return true }
        if let known = try middle(of: photo) { return isMiddle(known, of: file) }
        let places = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT path, size, modified, inode FROM file
                    WHERE photo = ? AND missing = 0 AND path <> ? AND fingerprint IS NULL
                    ORDER BY path LIMIT \(FileRow.neighbours)
                    """), arguments: [photo, file.path])
        for place in places {
            let path: String = place["path"]
            let stamp = FileStamp(
                size: place["size"], modified: place["modified"],
                inode: UInt64(bitPattern: place["inode"] as Int64))
            // One file under two names.
            if stamp == file.stamp { return true }
            guard PathPresence.isUntouched(path, stamp), let known = pictures.middle(path: path)
            else { continue }
            try setMiddle(known, of: photo)
            return isMiddle(known, of: file)
        }
        return true
    }

    /// Whether a file that was read again, and has the same fingerprint, holds its photo's picture
    /// still, as far as that is known.
    func isStill(_ known: FileRow, _ file: ScannedFile) throws -> Bool {
        guard pictures != nil, let fingerprint = known.fingerprint,
            !PictureScheme.isProof(Array(fingerprint))
        else { return true }
        if let middle = try middle(of: known.photo) { return isMiddle(middle, of: file) }
        // It was joined with others unseen: of these the best says what the picture is.
        guard known.isDoubtful, try FileRow.isElsewhere(known.photo, than: known.path, db),
            let keeper = try PhotoKeeper(rows, known.photo).best()
        else { return true }
        if keeper.path != known.path, PathPresence.isUntouched(keeper.path, keeper.stamp),
            let middle = pictures?.middle(path: keeper.path)
        {
            try setMiddle(middle, of: known.photo)
            return isMiddle(middle, of: file)
        }
        try setMiddle(middle(of: file), of: known.photo)
        return true
    }

    private func isMiddle(_ known: [UInt8], of file: ScannedFile) -> Bool {
        middle(of: file).map { $0 == known } ?? true
    }

    private func middle(of file: ScannedFile) -> [UInt8]? {
        if let own, own.path == file.path { return own.middle }
        let middle = pictures?.middle(path: file.path)
        own = (file.path, middle)
        return middle
    }

    private func middle(of photo: Int64) throws -> [UInt8]? {
        try Data.fetchOne(
            db.cachedStatement(
                sql: "SELECT middle FROM photo WHERE id = ? AND middle IS NOT NULL"),
            arguments: [photo]
        ).map { Array($0) }
    }

    private func setMiddle(_ middle: [UInt8]?, of photo: Int64) throws {
        try db.cachedStatement(sql: "UPDATE photo SET middle = ? WHERE id = ?")
            .execute(arguments: [middle.map { Data($0) }, photo])
    }

    /// Notes what was read of a file's samples, if they were: of the photo that it makes.
    func remember(_ file: ScannedFile, as photo: Int64) throws {
        if let own, own.path == file.path, let middle = own.middle {
            try setMiddle(middle, of: photo)
        }
    }

    /// To be called when a photo got another picture.
    func forget(_ photo: Int64) throws { try setMiddle(nil, of: photo) }

    /// To be called before a file is taken in.
    func begin() { own = nil }

    // MARK: Fingerprints of former versions

    /// Whether a file's fingerprint is another one than at its place only because earlier versions
    /// hashed less of the picture.
    static func isNewScheme(_ file: ScannedFile, at known: FileRow) -> Bool {
        guard let former = HexBlob.data(file.formerFingerprint) else { return false }
        return known.fingerprint == former
    }

    /// Gives a photo with an earlier version's fingerprint the one that its picture has by now:
    /// that of the file which fits best what the catalog says of the photo.
    ///
    /// - Parameter file: One that earlier versions would have taken for the photo's.
    /// - Returns: The fingerprint.
    func settle(_ photo: Int64, by file: ScannedFile) throws -> Data? {
        let new = HexBlob.data(file.record.image?.fingerprint)
        let settled = try Data.fetchOne(
            db, sql: "SELECT fingerprint FROM photo WHERE id = ?", arguments: [photo])
        guard settled == HexBlob.data(file.formerFingerprint) else { return settled }
        var fingerprint = new
        if let keeper = try PhotoKeeper(rows, photo).best(), keeper.path != file.path,
            PathPresence.isUntouched(keeper.path, keeper.stamp),
            let read = pictures?.fingerprint(path: keeper.path)
        {
            fingerprint = HexBlob.data(read)
        }
        try db.execute(
            sql: "UPDATE photo SET fingerprint = ?, middle = NULL WHERE id = ?",
            arguments: [fingerprint, photo])
        return fingerprint
    }
}
