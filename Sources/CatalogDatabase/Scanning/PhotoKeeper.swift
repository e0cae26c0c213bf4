import Files
import Foundation
import GRDB
import PhotoRecords

/// Chooses, of the files that were taken for one photo and may hold several pictures, the one that
/// keeps the photo with its identity and its words.
struct PhotoKeeper {
    private let rows: PhotoRows
    private let photo: Int64

    init(_ rows: PhotoRows, _ photo: Int64) {
        self.rows = rows
        self.photo = photo
    }

    /// The file, of those that are there, that fits best what is known of the photo: the bytes
    /// that were hashed, then the values that files gave it, then its size. Of equal ones the first,
    /// which is the one that was shown. Nil where none is there.
    func best() throws -> FileRow? {
        guard let row = try rows.row(photo) else { return nil }
        var best: (score: Int, place: FileRow)?
        for place in try FileRow.all(of: photo, rows.db)
        where !place.missing && !PathPresence.isGone(place.path) {
            let score = score(place, row)
            if best.map({ score > $0.score }) ?? true { best = (score, place) }
        }
        return best?.place
    }

    private func score(_ place: FileRow, _ row: PhotoRow) -> Int {
        var score = 0
        if let sha256 = place.sha256, sha256 == HexBlob.data(row.record.image?.sha256) {
            score += 1_000
        }
        for field in RecordField.allCases {
            guard let said = place.said?[field], row.record.provenance[field]?.at == nil else {
                continue
            }
            if said == FieldHash.of(field, in: row.record) { score += 10 }
        }
        // The facts are those of the file that was read last.
        if row.record.image?.bytes.map(Int64.init) == place.stamp.size { score += 1 }
        return score
    }
}
