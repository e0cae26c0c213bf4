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
        var incoming: [MailPhoto] = []
        let reader = MailPhotoReader(
            catalog: catalog, store: dryRun ? nil : store, looks: looks,
            decoderMemory: limits.decoderBytes)
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
                incoming.append(try reader.photo(photo, origin, meter, &learned))
            } catch {
                let error = WitError(error)
                if error.isCatalogError { throw error }
                report.failures.append(
                    error.subject?.kind == .item
                        ? error : error.of(item: name))
            }
        }
        if meter.isStopped { throw WitError(.interrupted, "stopped") }
        report.contents.findings += learned.findings + learned.meter.findings
        let edits = MailPhoto.otherStatements(of: incoming, origin)
        let merging = MailMerge(
            catalog: catalog, store: store, limits: limits, dryRun: dryRun, stop: stop)
        let tally: MergeTally?
        do {
            tally = try PhotoCatalog.interruptible({ [stop] in stop.isRequested }) {
                if let catalog, !dryRun { try PerceptualHashing(catalog).store(learned) }
                return try merging.merge(
                    incoming, edits, answer, learned.looks,
                    Self.summary(message, incoming.count, answer))
            }
        } catch {
            let error = WitError(error)
            if error.isCatalogError || error.code == .interrupted { throw error }
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
                path = merging.plan(photo, besides: &planned)
            }
            report.contents.findings += Self.findings(photo.received, item)
            report.photos.append(
                Photo(received: photo.received, merged: item, storedPath: path))
        }
        report.answer = tally?.answer
        report.change = dryRun ? nil : tally?.change
        return report
    }
}
