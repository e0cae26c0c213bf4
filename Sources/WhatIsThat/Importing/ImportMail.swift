import CatalogDatabase
import Files
import Folders
import Foundation
import MIMEMessage
import OutputText
import PhotoMetadata
import PhotoRecords
import Pictures
import ShareMail

/// Takes one mail after another in, for `ImportFiles` and `FetchMail`: each photo's story into the
/// catalog, and its picture into a folder where the catalog has none.
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
        /// The addresses of its From, in small letters, parted by commas; nil for none.
        public let sender: String?
        /// The mail's subject.
        public let subject: String?
        /// What the mail holds.
        public fileprivate(set) var contents: ShareContents
        /// Each photo.
        public fileprivate(set) var photos: [Photo]
        /// What could not be stored.
        public fileprivate(set) var failures: [WitError]
        /// What the mail is to a question; nil where it belongs to none.
        public fileprivate(set) var answer: AnswerTally?
        /// The change, for `undo`; nil where nothing was altered.
        public fileprivate(set) var change: Change?
    }

    /// Where the stories go; nil only in a dry run without one.
    let catalog: PhotoCatalog?
    private let store: PictureStore
    private let dryRun: Bool
    private let limits: MailLimits
    private let looks: ThumbnailCache
    private let stop: Interruption
    private let memory = FreeMemory()
    private let asked = AskedQuestions()
    /// The addresses of the person's accounts, in small letters: what comes from there answers nothing.
    private let own: Set<String>

    /// - Parameters:
    ///   - catalog: where the stories go; nil only with `dryRun`, where there is none yet.
    ///   - folder: where pictures go; made when it is needed.
    ///   - limits: how much is taken from each message.
    ///   - dryRun: whether to change nothing, and say what would be done.
    ///   - own: the addresses of the person's accounts.
    ///   - stop: looked at again and again within a mail: nothing of it is taken in then.
    init(
        into catalog: PhotoCatalog?, pictures folder: String, limits: MailLimits = MailLimits(),
        dryRun: Bool = false, own: [String] = [], stop: Interruption = Interruption()
    ) {
        let isOwn = catalog.map { DefaultPaths.receivedFolder(catalog: $0.path) == folder }
        self.init(
            into: catalog, store: PictureStore(folder: folder, isPrivate: isOwn ?? false),
            limits: limits, dryRun: dryRun, own: own, stop: stop)
    }

    init(
        into catalog: PhotoCatalog?, store: PictureStore, limits: MailLimits = MailLimits(),
        dryRun: Bool = false, own: [String] = [], stop: Interruption = Interruption()
    ) {
        self.stop = stop
        self.own = Set(own.map { $0.lowercased() })
        self.catalog = catalog
        self.limits = limits
        self.dryRun = dryRun
        self.store = store
        looks = ThumbnailCache(limits: limits.pictures)
    }

    /// What a message holds, for ``take(_:holding:name:)``: the catalog does not matter for it, so
    /// that several threads may ask at once.
    func contents(of message: MailMessage) -> ShareContents {
        ShareReader(
            limits: limits.share, looks: looks,
            shouldStop: { [stop] in stop.isRequested }
        ).read(message)
    }

    /// Takes one mail in.
    ///
    /// - Parameters:
    ///   - message: the mail.
    ///   - name: the name to report it by.
    /// - Throws: `WitError`; nothing of the mail is taken in then, and no picture left. Its code is
    ///   `interrupted` where a person asked to stop.
    func take(_ message: MailMessage, name: String) throws(WitError) -> Report {
        try take(message, holding: contents(of: message), name: name)
    }

    /// Takes one mail in that has been read.
    ///
    /// - Parameters:
    ///   - message: the mail.
    ///   - contents: what it holds.
    ///   - name: the name to report it by.
    /// - Throws: As ``take(_:name:)`` does.
    func take(
        _ message: MailMessage, holding contents: ShareContents, name: String
    ) throws(WitError) -> Report {
        let meter = contents.meter
        let read = meter.findings
        defer { memory.counted(octets: message.root.range.count, seconds: meter.seconds) }
        do {
            var report = try meter.work { try taken(message, contents, name) }
            report.contents.findings += meter.findings.filter { !read.contains($0) }
            return report
        } catch {
            throw WitError(error)
        }
    }

    private func taken(
        _ message: MailMessage, _ contents: ShareContents, _ name: String
    ) throws -> Report {
        let meter = contents.meter
        if meter.isStopped { throw WitError(.interrupted, "stopped") }
        var contents = contents
        contents.findings += Self.looks(contents.photos)
        var report = Report(
            name: name, messageID: message.messageID,
            sender: MessageOrigin.addresses(of: message), subject: message.subject,
            contents: contents, photos: [], failures: [], change: nil)
        let answer: IncomingAnswer? = try catalog.flatMap { catalog in
            guard try asked.areThere(in: catalog) else { return nil }
            let mail = try QuestionMail(message, holding: contents, in: catalog, own: own)
            contents.photos.removeAll { mail?.showsAgain($0, looks, meter) ?? false }
            return mail?.incoming
        }
        report.contents = contents
        if let catalog, answer == nil {
            report.contents.findings += [
                try Finding(unknownQuestionOf: message, in: catalog)
            ].compactMap { $0 }
        }
        if contents.photos.isEmpty, answer == nil { return report }
        let origin = MessageOrigin(of: message, isStopped: { meter.isStopped })
        if meter.isStopped { throw WitError(.interrupted, "stopped") }
        var incoming: [IncomingPhoto] = []
        // What a person's own photos cost to be looked at is not the mail's, but has its bounds.
        var learned = PerceptualHashing.Learned(
            meter: MessageMeter(
                limits.share.budget, octets: message.root.range.count,
                shouldStop: { [stop] in stop.isRequested }))
        for photo in contents.photos {
            if meter.isOver { break }
            // Words alone, with nothing to know their photo by, would be another photo each time.
            if photo.picture == nil, photo.record.id == nil, photo.record.image?.sha256 == nil {
                continue
            }
            do {
                incoming.append(try self.incoming(photo, origin, meter, &learned))
            } catch {
                let error = WitError(error)
                if error.isOfCatalog { throw error }
                report.failures.append(
                    error.subject?.kind == .item
                        ? error : error.of(item: name))
            }
        }
        if meter.isStopped { throw WitError(.interrupted, "stopped") }
        report.contents.findings += learned.findings + learned.meter.findings
        let edits = Self.otherStatements(incoming, origin)
        let tally: MergeTally?
        do {
            tally = try PhotoCatalog.interruptible({ [stop] in stop.isRequested }) {
                if let catalog, !dryRun { try PerceptualHashing(catalog).store(learned) }
                return try merge(
                    incoming, edits, answer, learned.looks,
                    Self.summary(message, incoming.count, answer))
            }
        } catch {
            let error = WitError(error)
            if error.isOfCatalog || error.code == .interrupted { throw error }
            report.failures.append(error)
            return report
        }
        if let count = tally?.leftOut, count > 0 { meter.noteWithoutPicture(count) }
        if let count = tally?.leftOutProposals, count > 0 { meter.noteProposals(count) }
        let editsOfPhoto = Dictionary(grouping: edits.indices) { edits[$0].follows }
        var planned: Set<String> = []
        for (index, photo) in incoming.enumerated() {
            var item = tally?.items[index]
            if item?.isLeftOut == true { continue }
            for edit in editsOfPhoto[index] ?? [] {
                let proposed = tally?.items[incoming.count + edit].proposed ?? []
                let known = item?.proposed ?? []
                item?.proposed += proposed.filter { !known.contains($0) }
            }
            var path = item?.storedPath
            if tally == nil, photo.received.picture != nil {
                path = plan(photo, besides: &planned)
            }
            report.contents.findings += Self.findings(photo.received, item)
            report.photos.append(
                Photo(received: photo.received, merged: item, storedPath: path))
        }
        report.answer = tally?.answer
        report.change = dryRun ? nil : tally?.change
        return report
    }

    /// Merges what came, and gives the pictures that are wanted their names meanwhile.
    private func merge(
        _ incoming: [IncomingPhoto], _ edits: [IncomingRecord], _ answer: IncomingAnswer?,
        _ looks: [RecordID: String], _ summary: String
    ) throws -> MergeTally? {
        guard let catalog else { return nil }
        let records = incoming.map(\.record) + edits
        var limits = MergeLimits()
        limits.proposals = self.limits.share.budget.proposals
        limits.withoutPicture = self.limits.share.budget.withoutPicture
        limits.shouldStop = { [stop] in stop.isRequested }
        if dryRun {
            var planned: Set<String> = []
            return try catalog.merge(
                records, answering: answer, looks: looks, summary: summary, limits: limits,
                dryRun: true,
                storing: { index, _ in
                    (plan(incoming[index], besides: &planned), Self.noStamp)
                })
        }
        // Before SQLite's write lock, never within it: two imports would wait for each other.
        let hasPicture = incoming.contains { $0.received.picture != nil }
        let turn = try hasPicture ? store.turn(isStopped: { [stop] in stop.isRequested }) : nil
        var made: [String] = []
        var failure: WitError?
        do {
            return try catalog.merge(
                records, answering: answer, looks: looks, summary: summary, limits: limits,
                storing: { index, isKnown in
                    do {
                        guard let turn else { throw WitError(.failed, "no picture to name") }
                        let stored = try name(incoming[index], turn, isKnown)
                        if stored.isNew { made.append(stored.path) }
                        return (stored.path, stored.stamp)
                    } catch {
                        failure = WitError(error)
                        throw error
                    }
                }, beforeCommit: { if !made.isEmpty { store.synchronize() } })
        } catch {
            if let turn { for path in made { store.remove(path, turn) } }
            throw failure ?? error
        }
    }

    private func name(
        _ photo: IncomingPhoto, _ turn: PictureStore.Turn, _ isKnown: (String) throws -> Bool
    ) throws -> PictureStore.Stored {
        let bytes = photo.received.picture?.bytes ?? []
        // Another program may have changed the catalog so that the picture is wanted after all.
        let pending = try photo.pending ?? store.prepare(bytes)
        return try store.name(
            pending, bytes, stem: photo.stem, mediaType: photo.mediaType, turn, isKnown: isKnown)
    }

    /// The path that a preview gives a picture.
    private func plan(_ photo: IncomingPhoto, besides planned: inout Set<String>) -> String {
        let path = store.plannedPath(
            stem: photo.stem, mediaType: photo.mediaType, besides: planned)
        planned.insert(path)
        return path
    }

    /// What the channels of a mail say otherwise than what is taken in of it, to be merged after
    /// that: it becomes proposals.
    private static func otherStatements(
        _ photos: [IncomingPhoto], _ origin: MessageOrigin
    ) -> [IncomingRecord] {
        photos.enumerated().flatMap { index, photo in
            photo.received.disagreements.flatMap { disagreement in
                disagreement.others.map { other in
                    IncomingRecord(
                        record: other.record, origin: origin, follows: index,
                        channels: [disagreement.field: other.channel.rawValue])
                }
            }
        }
    }

    /// A photo of a mail on its way into the catalog.
    private struct IncomingPhoto {
        let received: ReceivedPhoto
        var record: IncomingRecord
        /// Its picture, where the catalog seems to lack it.
        var pending: PictureStore.Pending?
        /// What its file's name is made from.
        var stem: String? {
            received.attachment?.fileName ?? received.picture?.fileName ?? received.record.name
        }
        var mediaType: String {
            record.picture?.record.image?.mediaType ?? received.picture?.mediaType ?? ""
        }
    }

    /// That of a file which is not there yet.
    private static let noStamp = FileStamp(size: 0, modified: 0, inode: 0)

    /// The record as the catalog merges it, with the picture's own facts.
    ///
    /// A picture is decoded only where its bytes are not known already.
    ///
    /// - Parameter learned: takes what was computed of the catalog's photos that it may be of.
    /// - Throws: `WitError`, also where the picture can't be written.
    private func incoming(
        _ photo: ReceivedPhoto, _ origin: MessageOrigin, _ meter: MessageMeter,
        _ learned: inout PerceptualHashing.Learned
    ) throws -> IncomingPhoto {
        var incoming = IncomingPhoto(
            received: photo,
            record: IncomingRecord(
                record: photo.recordToTake, origin: origin,
                channels: photo.channelsToTake.mapValues(\.rawValue)))
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
        incoming.record.picture = ScannedFile(path: "", stamp: Self.noStamp, record: own)
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
        if !dryRun, found?.wantsPicture ?? true {
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
        let looks = PerceptualHashing(catalog, memory: limits.decoderBytes)
        _ = try looks.learn(&learned, of: claimed.unverified)
        var found = claimed.weighed(record, looks: learned.looks)
        while let look, let match = found.match, match.distance != nil,
            record.notOf.count < 2 * Self.maximumProofs,
            try PictureProof(catalog: catalog, memory: limits.decoderBytes).isOther(
                look, than: match.photo, learned.meter)
        {
            record.notOf.insert(match.photo)
            found = found.weighed(record, looks: learned.looks)
        }
        if found.match == nil { _ = try looks.learn(&learned, for: record) }
        return found
    }
}
