import Foundation
import GRDB
import OutputText
import PhotoRecords

/// A photo of which nobody has computed what it looks like.
public struct UnhashedPhoto: Sendable, Hashable {
    /// The photo.
    public var id: RecordID
    /// The absolute path of a file of it that was there when it was last looked for.
    public var path: String
}

extension PhotoCatalog {
    /// Photos without a perceptual hash that could be the one of a picture: taken at the same
    /// second, if that is known, else of about the same shape. Those that were tried and cannot be
    /// decoded are not among them.
    ///
    /// - Parameters:
    ///   - taken: The second at which the picture was taken, by its own clock.
    ///   - shape: The longer side of the picture by its shorter one; nil where it is not known.
    ///   - limit: No more than so many.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func unhashedPhotos(
        taken: LocalDateTime?, shape: Double?, limit: Int
    ) throws(WitError) -> [UnhashedPhoto] {
        if let taken {
            return try unseen(
                "taken = ? AND \(Self.decodable)", [taken.secondsSince1970.databaseValue], limit)
        }
        guard let shape else { return [] }
        // Rounding and cropping by mail programs change the shape by a pixel or two.
        return try unseen(
            """
            width > 0 AND height > 0 AND abs(max(width, height) * 1.0 / min(width, height) - ?)
                < 0.02 * ? AND \(Self.decodable)
            """, [shape.databaseValue, shape.databaseValue], limit)
    }

    private static let decodable = "id NOT IN (SELECT photo FROM undecodable) AND"

    /// Whether a photo's picture was tried and cannot be decoded.
    ///
    /// - Throws: `WitError`.
    public func isUndecodable(_ id: RecordID) throws(WitError) -> Bool {
        try reading { db in
            try Int.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT 1 FROM undecodable
                        WHERE photo = (SELECT id FROM photo WHERE record_id = ?)
                        """), arguments: [HexBlob.data(id)]) != nil
        }
    }

    /// Notes that a photo's picture was tried and cannot be decoded.
    ///
    /// - Throws: `WitError`.
    public func setUndecodable(_ id: RecordID) throws(WitError) {
        try writing { db in
            try db.cachedStatement(
                sql: """
                    INSERT OR IGNORE INTO undecodable
                    SELECT id FROM photo WHERE record_id = ? AND perceptual_hash IS NULL
                    """
            ).execute(arguments: [HexBlob.data(id)])
        }
    }

    /// The next photos without a perceptual hash, in the catalog's order.
    ///
    /// - Parameter last: The photo after which to go on; nil for the first ones.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func unhashedPhotos(
        after last: RecordID?, limit: Int
    ) throws(WitError) -> [UnhashedPhoto] {
        guard let last else { return try unseen("", [], limit) }
        return try unseen(
            "photo.id > (SELECT id FROM photo WHERE record_id = ?) AND",
            [HexBlob.data(last).databaseValue], limit)
    }

    /// How many photos have no perceptual hash, of those whose files are there.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public var unhashedCount: Int {
        get throws(WitError) {
            try reading { db in
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT count(*) FROM photo WHERE perceptual_hash IS NULL AND NOT missing
                        """) ?? 0
            }
        }
    }

    private func unseen(
        _ condition: String, _ values: [DatabaseValue], _ limit: Int
    ) throws(WitError) -> [UnhashedPhoto] {
        try reading { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT record_id, (SELECT path FROM file
                        WHERE file.photo = photo.id AND NOT file.missing
                        ORDER BY file.fingerprint IS NOT NULL, path LIMIT 1) AS path
                    FROM photo
                    WHERE \(condition) perceptual_hash IS NULL AND NOT missing
                    ORDER BY id LIMIT ?
                    """,
                arguments: StatementArguments(values + [limit.databaseValue])
            ).compactMap { row in
                guard let id = HexBlob.recordID(row["record_id"]),
                    let path = row["path"] as String?
                else { return nil }
                return UnhashedPhoto(id: id, path: path)
            }
        }
    }
}
