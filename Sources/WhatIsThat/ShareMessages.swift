import CatalogDatabase
import Files
import Foundation
import OutputText
import PhotoRecords
import Privacy
import ShareMail

/// Makes share messages of cataloged photos.
struct ShareMessages: Sendable {
    private let catalog: PhotoCatalog
    private let options: ShareOptions
    private let composer: ShareComposer

    /// Gets ready to share.
    ///
    /// - Parameters:
    ///   - catalog: where the photos are, opened for writing.
    ///   - options: what the sender chose.
    ///   - composer: what makes the messages.
    init(
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
    /// - Throws: `WitError`, which names all photos that cannot go.
    func messages(of photos: [RecordID]) throws -> [ComposedShare] {
        let (records, identities, heldBack) = try records(of: photos)
        var options = try options(knowing: records)
        options.heldBack = try catalog.undecidedRemovals(of: photos)
        var shares = try composer.composeSeries(records, options)
        for index in shares.indices where !heldBack.isEmpty {
            shares[index].findings += shares[index].photos.compactMap { heldBack[$0.file] }
        }
        for photo in shares.flatMap(\.photos) {
            guard let id = identities[photo.file] else { continue }
            try catalog.setHashes(
                id, sha256: photo.originalSHA256, perceptualHash: photo.perceptualHash)
        }
        return shares
    }

    /// Why photos cannot go, as far as a look at their files tells.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    func unreadable(of photos: [RecordID]) throws -> [WitError] {
        ShareComposer.unreadable(try records(of: photos).records, options)
    }

    /// The records of photos with the files they leave by, each file's photo, and what each file's
    /// photo holds back.
    private func records(
        of photos: [RecordID]
    ) throws -> (
        records: [PhotoRecord], identities: [String: RecordID], heldBack: [String: Finding]
    ) {
        var records: [PhotoRecord] = []
        var identities: [String: RecordID] = [:]
        var heldBack: [String: Finding] = [:]
        for id in photos {
            guard let (told, foreign) = try catalog.recordToShare(id) else { continue }
            var record = options.question?.marking(told) ?? told
            // One that is not there is named with all others that cannot go.
            let paths = try catalog.files(of: id).map(\.path)
            record.file = paths.first { FileSystem.isReadable($0) } ?? paths.first
            if let path = record.file {
                identities[path] = id
                if !foreign.isEmpty {
                    heldBack[path] = Finding(
                        .note, .foreignFieldsHeldBack, where: path,
                        "“\(record.name ?? path)”: fields from a mail that this version does not "
                            + "know are withheld until you accept them in the review: \(foreign)")
                }
            }
            records.append(record)
        }
        return (records, identities, heldBack)
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

extension FindingCode {
    /// Fields of a photo that a mail brought, that this version does not know and nobody accepted.
    public static let foreignFieldsHeldBack: FindingCode = "foreign-fields-held-back"
}
