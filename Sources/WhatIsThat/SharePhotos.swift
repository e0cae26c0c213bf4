import Foundation
import PhotoCatalog
import PhotoRecord
import ShareMail

/// Makes share messages of cataloged photos.
public struct SharePhotos: Sendable {
    private let catalog: PhotoCatalog
    private let options: ShareOptions
    private let composer: ShareComposer

    /// - Parameters:
    ///   - options: what the sender chose.
    ///   - composer: what makes the messages.
    public init(
        of catalog: PhotoCatalog, options: ShareOptions, composer: ShareComposer = ShareComposer()
    ) {
        self.catalog = catalog
        self.options = options
        self.composer = composer
    }

    /// Makes and proves one message, or as many as `maximumBytes` asks for; the catalog learns the
    /// files' hashes, so that what comes back is known again.
    ///
    /// - Parameter photos: the photos, in the order of the messages.
    /// - Throws: `ShareError`; `CatalogError`; an `ItemFailure` naming a photo whose file is gone.
    public func messages(of photos: [RecordID]) throws -> [ComposedShare] {
        var records: [PhotoRecord] = []
        var identities: [String: RecordID] = [:]
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
            identities[file.path] = id
            records.append(record)
        }
        var options = try options(knowing: records)
        options.heldBack = try catalog.undecidedRemovals(of: photos)
        let shares = try composer.composeSeries(records, options)
        for photo in shares.flatMap(\.photos) {
            guard let id = identities[photo.file] else { continue }
            try catalog.setHashes(
                id, sha256: photo.originalSHA256, perceptualHash: photo.perceptualHash)
        }
        return shares
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
