import Foundation
import GRDB
import PhotoRecords

/// What a photo has of a picture that came for it: of two sizes the larger is kept.
enum PictureNeed {
    /// The photo has no picture at all yet.
    case first
    /// The photo has this very picture.
    case same
    /// The photo has a copy that is as large, or larger.
    case smaller
    /// The photo has only a smaller copy.
    case larger
    /// Nobody knows which one is larger: both are kept.
    case further

    /// Whether the picture is to be stored.
    var isWanted: Bool { self != .same && self != .smaller }

    /// Whether it is the photo's own from then on.
    var isBetter: Bool { self == .first || self == .larger }

    /// - Parameters:
    ///   - image: What the picture that came is.
    ///   - row: The photo.
    init(of image: ImageFacts, for row: PhotoRow, _ db: Database) throws {
        // Not a list of its files: there may be a hundred thousand.
        func isAny(_ condition: String, _ arguments: StatementArguments) throws -> Bool {
            try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM file WHERE \(condition))"),
                arguments: arguments) ?? false
        }
        guard try isAny("photo = ?", [row.id]) else {
            self = .first
            return
        }
        let own = row.record.image
        let isHeld = try HexBlob.data(image.fingerprint).map { new in
            try HexBlob.data(own?.fingerprint) == new
                || isAny("fingerprint = ? AND photo = ?", [new, row.id])
        }
        let isSameFile = image.sha256 != nil && image.sha256 == own?.sha256
        if isHeld == true || isSameFile {
            self = .same
            return
        }
        let (here, there) = (PictureSize(own), PictureSize(image))
        self = !here.isKnown || !there.isKnown ? .further : there > here ? .larger : .smaller
    }
}
