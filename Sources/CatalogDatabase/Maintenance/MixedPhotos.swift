import Foundation
import GRDB
import OutputText
import PhotoRecords

extension FindingCode {
    /// A photo whose files hold different pictures.
    public static let photoMixed: FindingCode = "photo-mixed"
    /// A photo whose files held different pictures, and was taken apart.
    public static let photoParted: FindingCode = "photo-parted"
}

/// A photo with several files that are there.
public struct CopiedPhoto: Sendable {
    /// The photo.
    public let id: RecordID
    /// Its files that are there, in the order of their paths, with their SHA-256 as far as known.
    public let files: [(path: String, sha256: String?)]
    /// Where the next ones are asked for.
    fileprivate let number: Int64
}

/// A photo whose files hold several pictures.
public struct MixedPhoto: Sendable, Equatable {
    /// The photo.
    public let id: RecordID
    /// Its files, those of one picture together.
    public let pictures: [[String]]

    /// A photo with its files, those of one picture together.
    public init(id: RecordID, pictures: [[String]]) {
        self.id = id
        self.pictures = pictures
    }
}

extension PhotoCatalog {
    /// The next photo that has several files which are there; nil behind the last one.
    ///
    /// - Parameter last: The one before; nil for the first.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func copiedPhoto(after last: CopiedPhoto?) throws(WitError) -> CopiedPhoto? {
        try reading { db in
            let number = try Int64.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT photo FROM file
                        WHERE photo > ? AND missing = 0 AND fingerprint IS NULL
                        GROUP BY photo HAVING count(*) > 1 ORDER BY photo LIMIT 1
                        """), arguments: [last?.number ?? 0])
            guard let number, let id = try PhotoRows(db).row(number)?.record.id else { return nil }
            let files = try Row.fetchCursor(
                db,
                sql: """
                    SELECT path, sha256 FROM file WHERE photo = ? AND missing = 0 AND fingerprint IS NULL ORDER BY path
                    """, arguments: [number])
            return CopiedPhoto(
                id: id, files: try Array(files.map { ($0["path"], HexBlob.text($0["sha256"])) }),
                number: number)
        }
    }

    /// Takes photos apart whose files hold several pictures, all or none, as one change that can
    /// be undone. On the disk when it returns.
    ///
    /// The photo keeps its identity and all that is known of it, and the file that fits it best,
    /// with those of the same picture. Each other picture becomes a photo of its own, which says
    /// what its file says; what persons and mails said of the photo it gets as proposals.
    ///
    /// - Parameter read: Reads a file.
    /// - Returns: The change; nil where nothing was to be done.
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    @discardableResult
    public func takeApart(
        _ photos: [MixedPhoto], read: (String) -> ScannedFile?
    ) throws(WitError) -> Change? {
        if photos.isEmpty { return nil }
        return try writing(durable: true) { db in
            let log = ChangeLog(db, .edit, source: "check", geocoder: geocoder)
            let newPhotos = try NewPhotos(log.rows)
            var count = 0
            for photo in photos { count += try Self.takeApart(photo, newPhotos, log, read) }
            if let added = newPhotos.numbers { try log.added(added) }
            return try log.finish(
                "repair: \(count) picture\(count == 1 ? "" : "s") separated from other photos")
        }
    }

    private static func takeApart(
        _ mixed: MixedPhoto, _ newPhotos: NewPhotos, _ log: ChangeLog,
        _ read: (String) -> ScannedFile?
    ) throws -> Int {
        guard let number = try log.rows.number(of: mixed.id),
            let former = try log.rows.row(number),
            let keeper = try PhotoKeeper(log.rows, number).best()
        else { return 0 }
        var count = 0
        for paths in mixed.pictures where !paths.contains(keeper.path) {
            let places = try paths.compactMap { try FileRow(path: $0, log.db) }
                .filter { $0.photo == number }
            guard let first = places.first, var record = read(first.path)?.record else { continue }
            for field in record.provenance.keys { record.provenance[field]?.at = nil }
            record.file = nil
            let new = try newPhotos.add(record).id
            for place in places {
                try log.db.execute(
                    sql: "UPDATE file SET photo = ? WHERE path = ?", arguments: [new, place.path])
                try FileMoves(log).add(place.path, from: number, to: new)
            }
            _ = try PhotoSplitting(log).propose(former.record, to: new)
            for place in places {
                if let said = place.said { try PhotoSplitting(log).forget(said, of: number) }
            }
            try Presence.refresh(number, log.db)
            count += 1
        }
        try log.db.execute(sql: "UPDATE photo SET middle = NULL WHERE id = ?", arguments: [number])
        return count
    }
}
