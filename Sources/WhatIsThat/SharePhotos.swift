import Crypto
import Foundation
import PhotoCatalog
import PhotoRecord
import ShareMail

/// Makes a share message of cataloged photos.
public struct SharePhotos: Sendable {
    private let catalog: PhotoCatalog
    private let options: ShareOptions

    /// - Parameter options: what the sender chose.
    public init(of catalog: PhotoCatalog, options: ShareOptions) {
        self.catalog = catalog
        self.options = options
    }

    /// Makes and proves the message; the catalog learns the files' hashes, so that what comes
    /// back is known again.
    ///
    /// - Parameter photos: the photos, in the order of the message.
    /// - Throws: `ShareError`; `CatalogError`; an `ItemFailure` naming a photo whose file is gone.
    public func message(of photos: [RecordID]) throws -> ComposedShare {
        var records: [PhotoRecord] = []
        for id in photos {
            guard var record = try catalog.record(id) else { continue }
            let files = try catalog.files(of: id)
            guard
                let file = files.first(where: {
                    FileManager.default.isReadableFile(atPath: $0.path)
                })
            else {
                throw ItemFailure(
                    item: record.file ?? record.name ?? id.text,
                    reason: "its file is not there, so that it can't be shared")
            }
            record.file = file.path
            // To the receiver it is the name that the sender gives.
            if record.location?.place?.source == Place.ownPlace {
                record.location?.place?.source = nil
            }
            var image = record.image ?? ImageFacts()
            image.sha256 = try? CheckCatalog.sha256(ofFile: file.path)
            record.image = image
            records.append(record)
        }
        let share = try ShareComposer().compose(records, options)
        for (id, (record, photo)) in zip(photos, zip(records, share.photos)) {
            try catalog.setHashes(
                id, sha256: record.image?.sha256, perceptualHash: photo.perceptualHash)
        }
        return share
    }
}
