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
        let share = try ShareComposer().compose(records, options(knowing: records))
        for (id, (record, photo)) in zip(photos, zip(records, share.photos)) {
            try catalog.setHashes(
                id, sha256: record.image?.sha256, perceptualHash: photo.perceptualHash)
        }
        return share
    }

    /// The options with the names that the person gave to places in the home zones: by them photos
    /// without a point are known.
    private func options(knowing records: [PhotoRecord]) throws -> ShareOptions {
        var options = options
        let isNamed = records.contains {
            $0.location?.coordinate == nil && $0.location?.place?.name != nil
        }
        guard isNamed, !options.homes.isEmpty else { return options }
        let places = try catalog.ownPlaces
        for index in options.homes.indices {
            let zone = options.homes[index]
            options.homes[index].placeNames.formUnion(
                places.filter { zone.distance(to: $0.center) <= zone.radius + $0.kilometres }
                    .map(\.name))
        }
        return options
    }
}
