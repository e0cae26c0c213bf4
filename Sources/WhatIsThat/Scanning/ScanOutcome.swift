import CatalogDatabase
import Files
import Folders
import Foundation
import OutputText
import PhotoMetadata
import PhotoRecords

/// What came of reading one file in a scan.
enum ScanOutcome: Sendable {
    /// A photo, and what was wrong with it if it is damaged.
    case photo(ScannedFile, WitError?)
    /// Something else than a photo, which lies in a folder by right.
    case other
    /// A file that should have been a photo.
    case failed(WitError)
    /// A file that went away between the survey and the reading.
    case gone(String)

    /// - Parameter geocoder: Asked for the place and the clocks of the photo's point.
    init(
        reading file: ScanSurvey.File, with reader: PhotoReader,
        geocoder: (any ReverseGeocoder)? = nil
    ) {
        do {
            let reading =
                try file.hasSidecar
                ? reader.read(path: file.path) : reader.readAlone(path: file.path)
            guard !reading.isSidecar else {
                self =
                    file.isNamed
                    ? .failed(WitError(item: file.path, reason: "a sidecar, not a photo"))
                    : .other
                return
            }
            let record = reading.record
            let damage = record.findings.first { $0.severity == .error }
            var scanned = ScannedFile(
                path: file.path, stamp: file.stamp, record: record,
                derived: geocoder.flatMap { record.derived(by: $0) },
                formerFingerprint: reading.formerFingerprint)
            scanned.isChosen = file.isNamed
            self = .photo(
                scanned,
                damage.map { WitError(item: file.path, reason: $0.message) })
        } catch {
            if !file.isNamed, PathState(of: file.path) == .absent {
                self = .gone(file.path)
                return
            }
            let expected = file.isNamed || PhotoName.looksLikePhoto(file.path)
            // Any program's empty file may lie in a folder; an empty IMG_1.jpg was a photo.
            self =
                [.notAPhoto, .empty].contains(error.code) && !expected
                ? .other : .failed(error.of(item: file.path))
        }
    }
}
