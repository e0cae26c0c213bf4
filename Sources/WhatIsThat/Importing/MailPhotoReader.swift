import CatalogDatabase
import OutputText
import PhotoMetadata
import PhotoRecords
import Pictures
import ShareMail

/// Looks at the photos of a mail, and finds which of the catalog's they may be.
struct MailPhotoReader {
    /// Where their stories go; nil only in a dry run without one.
    let catalog: PhotoCatalog?
    /// Where pictures go that the catalog seems to lack; nil in a dry run, where none is prepared.
    let store: PictureStore?
    let looks: ThumbnailCache
    /// How much memory, in bytes, decoding may take.
    let decoderMemory: Int

    /// The record as the catalog merges it, with the picture's own facts.
    ///
    /// A picture is decoded only where its bytes are not known already.
    ///
    /// - Parameter learned: takes what was computed of the catalog's photos that it may be of.
    /// - Throws: `WitError`, also where the picture can't be written.
    func photo(
        _ photo: ReceivedPhoto, _ origin: MessageOrigin, _ meter: MessageMeter,
        _ learned: inout PerceptualHashing.Learned
    ) throws -> MailPhoto {
        var incoming = MailPhoto(
            received: photo,
            record: IncomingRecord(
                record: photo.recordToImport, origin: origin,
                channels: photo.importedChannels.mapValues(\.rawValue)))
        incoming.record.undecided = Set(
            photo.disagreements.filter { $0.taken == nil }.map(\.field))
        guard let picture = photo.picture else { return incoming }
        var own =
            photo.metadata ?? (try? PhotoReader().read(bytes: picture.bytes))?.record
            ?? PhotoRecord()
        var image = own.image ?? ImageFacts()
        image.sha256 = picture.sha256
        image.bytes = picture.byteCount
        image.mediaType = image.mediaType ?? picture.mediaType
        own.image = image
        incoming.record.picture = ScannedFile(path: "", stamp: MailPhoto.noStamp, record: own)
        var found = try identified(picture, image.fingerprint, &incoming.record, learned)
        if found?.match == nil {
            var look: GreyscaleThumbnail?
            switch looks.look(of: picture, meter) {
            case .success(let seen): look = seen
            case .failure(let error):
                learned.findings += [Finding(notDecoded: picture.path, error)].compactMap(\.self)
            }
            own.image?.perceptualHash = look?.hash.text
            incoming.record.picture?.record = own
            found = try identified(&incoming.record, look, found, &learned)
        }
        // A photo that only its own metadata tells of is an ordinary photo: its values come
        // from the file, and are the file's to change.
        if photo.channels.isSubset(of: [.metadata]), found?.match == nil {
            var bare = PhotoRecord()
            bare.id = photo.record.id
            incoming.record.record = bare
        }
        if let store, found?.wantsPicture ?? true {
            incoming.pending = try store.prepare(picture.bytes)
        }
        return incoming
    }

    /// The most photos that a picture is held against because its hashes lead to them.
    private static let maximumProofs = 4

    /// What the catalog makes of a picture by its bytes.
    private func identified(
        _ picture: MailPicture, _ fingerprint: String?, _ record: inout IncomingRecord,
        _ learned: PerceptualHashing.Learned
    ) throws -> Identification? {
        guard let catalog else { return nil }
        var found = try catalog.identify(record, looks: learned.looks)
        while let match = found.match, match.kind == .fingerprint, match.distance == nil,
            record.notOf.count < Self.maximumProofs,
            try PictureProof(catalog: catalog).isOther(
                picture.bytes, fingerprint, than: match.photo)
        {
            record.notOf.insert(match.photo)
            found = try catalog.identify(record, looks: learned.looks)
        }
        return found
    }

    /// What the catalog makes of a picture whose look is known now.
    ///
    /// - Parameter claimed: what the catalog made of it before.
    private func identified(
        _ record: inout IncomingRecord, _ look: GreyscaleThumbnail?, _ claimed: Identification?,
        _ learned: inout PerceptualHashing.Learned
    ) throws -> Identification? {
        guard let catalog, let claimed else { return nil }
        let looks = PerceptualHashing(catalog, memory: decoderMemory)
        _ = try looks.learn(&learned, of: claimed.unverified)
        var found = claimed.weighed(record, looks: learned.looks)
        while let look, let match = found.match, match.distance != nil,
            record.notOf.count < 2 * Self.maximumProofs,
            try PictureProof(catalog: catalog, memory: decoderMemory).isOther(
                look, than: match.photo, learned.meter)
        {
            record.notOf.insert(match.photo)
            found = found.weighed(record, looks: learned.looks)
        }
        if found.match == nil { _ = try looks.learn(&learned, for: record) }
        return found
    }
}
