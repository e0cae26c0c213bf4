import Crypto
import Foundation
import MIMEMessage
import PhotoCatalog
import PhotoMetadata
import PhotoRecord
import Pictures
import ShareMail

/// Takes mails in: each photo's story into the catalog, and its picture into a folder where the
/// catalog has none (SPEC §7).
///
/// Nothing that a person wrote is overwritten: what is empty is filled, the rest is proposed.
/// Taking a mail in twice changes nothing. One mail is one change, which `undo` takes back.
public struct ImportMail: Sendable {
    /// What became of one photo.
    public struct Photo: Sendable {
        /// What the mail says.
        public let received: ReceivedPhoto
        /// What the catalog made of it; nil where there is no catalog (a preview without one).
        public let merged: MergeTally.Item?
        /// Where its picture was stored; nil where it was not needed.
        public let storedPath: String?
    }

    /// What became of one mail.
    public struct Report: Sendable {
        /// The mail's name.
        public let name: String
        /// The mail's identity.
        public let messageID: MessageID?
        /// The mail's subject.
        public let subject: String?
        /// What the mail holds.
        public let contents: ShareContents
        /// Each photo.
        public let photos: [Photo]
        /// What could not be stored.
        public let failures: [ItemFailure]
        /// The change, for `undo`; nil where nothing was altered.
        public let change: Change?
    }

    private let catalog: PhotoCatalog?
    private let store: PictureStore
    private let dryRun: Bool
    private let limits: MailLimits

    /// - Parameters:
    ///   - catalog: where the stories go; nil only with `dryRun`, where there is none yet.
    ///   - folder: where pictures go; made when it is needed.
    ///   - limits: how much is taken from each message.
    ///   - dryRun: whether to change nothing, and say what would be done.
    public init(
        into catalog: PhotoCatalog?, pictures folder: String, limits: MailLimits = MailLimits(),
        dryRun: Bool = false
    ) {
        self.catalog = catalog
        self.limits = limits
        self.dryRun = dryRun
        store = PictureStore(folder: folder)
    }

    /// Takes one mail in.
    ///
    /// - Parameter name: the name to report it by.
    /// - Throws: `CatalogError`; the pictures stored for it are removed then.
    public func take(_ message: MIMEMessage, name: String) throws(CatalogError) -> Report {
        var contents = ShareReader(limits: limits.share).read(message)
        contents.findings += Self.looks(contents.photos)
        let origin = Self.origin(of: message)
        var failures: [ItemFailure] = []
        var incoming: [IncomingRecord] = []
        var kept: [ReceivedPhoto] = []
        var stored: [String?] = []
        var made: Set<String> = []
        var learned = CatalogLooks.Learned()
        for photo in contents.photos {
            // Words alone, with nothing to know their photo by, would be another photo each time.
            if photo.picture == nil, photo.record.id == nil, photo.record.image?.sha256 == nil {
                continue
            }
            var record = try self.incoming(photo, origin, &learned)
            do throws(ItemFailure) {
                let others = stored.compactMap(\.self)
                stored.append(
                    try storePicture(
                        of: &record, photo, learned.looks, besides: others, made: &made))
                incoming.append(record)
                kept.append(photo)
            } catch {
                failures.append(error)
            }
        }
        contents.findings += learned.findings
        let tally: MergeTally?
        let edits = Self.edits(kept, incoming, origin)
        do {
            if let catalog, !dryRun { try CatalogLooks(catalog).store(learned) }
            tally = try catalog?.merge(
                incoming + edits.map(\.record), threshold: Self.matchThreshold,
                looks: learned.looks,
                summary: Self.summary(message, count: kept.count), dryRun: dryRun)
        } catch {
            for path in made { store.remove(path) }
            throw error
        }
        var photos: [Photo] = []
        for (index, photo) in kept.enumerated() {
            var item = tally?.items[index]
            if let edit = edits.firstIndex(where: { $0.photo == index }),
                let proposed = tally?.items[incoming.count + edit].proposed
            {
                let known = item?.proposed ?? []
                item?.proposed += proposed.filter { !known.contains($0) }
            }
            var path = stored[index]
            if let unused = path, item?.usesPicture == false {
                if made.contains(unused) { store.remove(unused) }
                path = nil
            }
            photos.append(Photo(received: photo, merged: item, storedPath: path))
        }
        return Report(
            name: name, messageID: message.messageID, subject: message.subject, contents: contents,
            photos: photos,
            failures: failures, change: dryRun ? nil : tally?.change)
    }

    /// Whether pictures could be compared by their looks.
    private static func looks(_ photos: [ReceivedPhoto]) -> [Finding] {
        guard photos.contains(where: { $0.picture != nil }) else { return [] }
        do throws(PictureError) {
            try PictureRenderer.requireLibrary()
            return []
        } catch {
            return [
                Finding(
                    .warning, .picturesNotCompared, where: "pictures",
                    "No picture is known by its looks: a smaller copy of a photo that is in the "
                        + "catalog becomes a photo of its own. \(error.message)")
            ]
        }
    }

    /// What people changed by hand in readable blocks, as in a reply: a word of its own beside what
    /// the message's own data say, to be merged after them, so that it becomes a proposal where
    /// they fill what was empty.
    private static func edits(
        _ photos: [ReceivedPhoto], _ incoming: [IncomingRecord], _ origin: MessageOrigin
    ) -> [(photo: Int, record: IncomingRecord)] {
        zip(photos, incoming).enumerated().compactMap { index, pair in
            guard var edited = pair.0.edited else { return nil }
            edited.id = pair.1.record.id ?? pair.1.picture?.record.id
            edited.image = pair.1.picture?.record.image ?? pair.1.record.image
            return (index, IncomingRecord(record: edited, origin: origin))
        }
    }

    /// The record as the catalog merges it, with the picture's own facts; not yet stored.
    ///
    /// - Parameter learned: takes what was computed of the catalog's photos that it may be of.
    private func incoming(
        _ photo: ReceivedPhoto, _ origin: MessageOrigin, _ learned: inout CatalogLooks.Learned
    ) throws(CatalogError) -> IncomingRecord {
        var incoming = IncomingRecord(record: photo.record, origin: origin)
        guard let picture = photo.picture else { return incoming }
        let bytes = picture.bytes
        var own = (try? PhotoReader().read(bytes: bytes))?.record ?? PhotoRecord()
        var image = own.image ?? ImageFacts()
        image.sha256 = picture.sha256
        image.bytes = bytes.count
        image.mediaType = image.mediaType ?? picture.mediaType
        do throws(PictureError) {
            image.perceptualHash = try PictureRenderer(
                limits: PictureLimits(pixels: limits.share.pixels)
            ).perceptualHash(of: bytes).text
        } catch {
            learned.findings += [Finding(notDecoded: picture.path, error)].compactMap(\.self)
        }
        own.image = image
        incoming.picture = ScannedFile(
            path: "", stamp: FileStamp(size: 0, modified: 0, inode: 0), record: own)
        var match = try match(incoming, learned.looks)
        if match == nil, let catalog, try CatalogLooks(catalog).learn(&learned, for: incoming) {
            match = try self.match(incoming, learned.looks)
        }
        // A photo that only its own metadata tells of is an ordinary photo: its values come
        // from the file, and are the file's to change.
        if photo.channels.isSubset(of: [.metadata]), match == nil {
            var bare = PhotoRecord()
            bare.id = photo.record.id
            incoming.record = bare
        }
        return incoming
    }

    /// Stores the picture where the catalog lacks it.
    ///
    /// - Parameters:
    ///   - looks: what was computed of the catalog's photos.
    ///   - others: paths that a preview has given out.
    ///   - made: takes the path of a file that was made.
    /// - Returns: the path, where it was stored.
    private func storePicture(
        of incoming: inout IncomingRecord, _ photo: ReceivedPhoto,
        _ looks: [RecordID: String], besides others: [String], made: inout Set<String>
    ) throws(ItemFailure) -> String? {
        guard let picture = photo.picture, var file = incoming.picture else { return nil }
        incoming.picture = nil
        guard needsPicture(incoming, file, looks) else {
            // Still the picture is what the photo was recognised by.
            var image = incoming.record.image ?? ImageFacts()
            image.sha256 = image.sha256 ?? file.record.image?.sha256
            image.fingerprint = image.fingerprint ?? file.record.image?.fingerprint
            image.perceptualHash = image.perceptualHash ?? file.record.image?.perceptualHash
            incoming.record.image = image
            return nil
        }
        let stem = photo.attachment?.fileName ?? picture.fileName ?? photo.record.name
        let mediaType = file.record.image?.mediaType ?? picture.mediaType
        if dryRun {
            file.path = store.plannedPath(stem: stem, mediaType: mediaType, besides: others)
        } else {
            let stored = try store.write(picture.bytes, stem: stem, mediaType: mediaType)
            (file.path, file.stamp) = (stored.path, stored.stamp)
            if stored.isNew { made.insert(stored.path) }
        }
        incoming.picture = file
        return file.path
    }

    /// Whether the catalog has no picture file of this photo.
    private func needsPicture(
        _ incoming: IncomingRecord, _ file: ScannedFile, _ looks: [RecordID: String]
    ) -> Bool {
        guard let catalog else { return true }
        var whole = incoming
        whole.picture = file
        guard let match = try? match(whole, looks) else { return true }
        return ((try? catalog.files(of: match.photo)) ?? []).isEmpty
    }

    /// How many bits of the hashes may differ in two copies of a picture.
    private static let matchThreshold = PerceptualHash.matchThreshold

    private func match(
        _ incoming: IncomingRecord, _ looks: [RecordID: String]
    ) throws(CatalogError) -> PhotoMatch? {
        try catalog?.match(incoming, threshold: Self.matchThreshold, looks: looks)
    }

    private static func origin(of message: MIMEMessage) -> MessageOrigin {
        var hash = SHA256()
        message.root.withRawPieces { hash.update(data: $0) }
        let digest = hash.finalize().hex
        return MessageOrigin(
            messageID: message.messageID?.rawValue ?? "sha256-" + digest,
            sender: message.from.first?.description, subject: message.subject,
            date: message.date?.iso8601)
    }

    private static func summary(_ message: MIMEMessage, count: Int) -> String {
        let photos = count == 1 ? "1 photo" : "\(count) photos"
        let sender = message.from.first.map { " from \($0.address)" } ?? ""
        return "import \(photos)\(sender)" + (message.subject.map { ": \($0)" } ?? "")
    }
}
