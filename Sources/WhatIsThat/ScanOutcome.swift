import Foundation
import PhotoCatalog
import PhotoMetadata
import PhotoRecord

/// What came of reading one file in a scan.
enum ScanOutcome: Sendable {
    /// A photo, and what was wrong with it if it is damaged.
    case photo(ScannedFile, ItemFailure?)
    /// Something else than a photo, which lies in a folder by right.
    case other
    /// A file that should have been a photo.
    case failed(ItemFailure)

    init(reading file: ScanSurvey.File, with reader: PhotoReader) {
        do {
            let record = try reader.read(path: file.path).record
            let damage = record.findings.first { $0.severity == .error }
            self = .photo(
                ScannedFile(path: file.path, stamp: file.stamp, record: record),
                damage.map { ItemFailure(item: file.path, reason: $0.message) })
        } catch {
            let expected = file.isNamed || Self.looksLikeJPEG(file.path)
            // Any program's empty file may lie in a folder; an empty IMG_1.jpg was a photo.
            self =
                [.notAPhoto, .empty].contains(error.code) && !expected
                ? .other : .failed(ItemFailure(item: file.path, message: error.message))
        }
    }

    private static func looksLikeJPEG(_ path: String) -> Bool {
        let name = path.lowercased()
        return [".jpg", ".jpeg", ".jpe", ".jfif"].contains { name.hasSuffix($0) }
    }
}
