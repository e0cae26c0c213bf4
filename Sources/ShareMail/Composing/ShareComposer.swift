import Foundation
import MIMEMessage
import MailTemplates
import OutputText
import PhotoRecords
import Pictures
import Privacy

/// Makes a share message of records: one message for people who have this program and for people
/// who do not (“The channels of a share mail”).
///
/// The finished message is read back with the program's own reader before it is handed over: every
/// channel alone must give what was meant to leave, and nothing else may have left.
///
/// ```swift
/// var options = ShareOptions(from: anna, to: [ben], message: "Look what we saw!")
/// options.location = .none
/// let share = try ShareComposer().compose(records, options)
/// print(share.summary)  // 3 photos, 2.4 MB, no location
/// ```
public struct ShareComposer: Sendable {
    /// The most photos of one message: with their previews they stay under the 1,000 parts that
    /// readers take (`MIMELimits.parts`).
    public static let maximumPhotos = 400
    /// The most bytes of HTML: Gmail clips what is above 102 KB.
    public static let maximumHTML = 100_000
    /// The most bytes of a mail that nearly all servers take.
    public static let usualLimit = 20_000_000
    /// The longer side of what the HTML shows of a photo, in pixels.
    public static let previewSide = PhotoRendition.previewSide
    /// What the payload names as its writer.
    public var generator = ProgramVersion.writer
    /// Told how many photos are ready, of how many.
    public var progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    /// Asked before each photo, and while the mails are made, whether to stop; then the work ends with
    /// `stopped`.
    public var isStopped: @Sendable () -> Bool = { false }

    /// A composer.
    public init() {}

    /// Makes and proves one message.
    ///
    /// - Parameters:
    ///   - records: The photos, each with its `file`, in the order that they shall have.
    ///   - options: What the sender chose.
    /// - Throws: `WitError`, whose sentence names the file, value or part at fault; `too-large` if
    ///   the message is longer than `maximumBytes` (see ``composeSeries(_:_:)``).
    public func compose(
        _ records: [PhotoRecord], _ options: ShareOptions
    ) throws(WitError) -> ComposedShare {
        var preparation = try preparation(of: records, options, limit: Self.maximumPhotos)
        var share = try proven(&preparation) { (preparation) throws(WitError) in
            try finished(pieces(of: preparation, preparation.photos.indices))
        }
        share.skipped = preparation.failures
        if let limit = options.maximumBytes, share.byteCount > limit {
            throw WitError(
                .tooLarge, at: "max-bytes",
                "The message has \(share.byteCount) bytes, the limit is \(limit): take fewer photos"
                    + " or a smaller size.")
        }
        return share
    }

    /// Why photos cannot go, as far as a look at their files tells; no picture is decoded.
    public static func unreadable(
        _ records: [PhotoRecord], _ options: ShareOptions
    ) -> [WitError] {
        records.compactMap { PhotoRendition.trouble(with: $0, options) }
    }

    /// Everything of a message, before it is written.
    struct Pieces {
        var message: ShareMessage
        var payload: SharePayload
        var codes: [ImportCode]
        /// The JSON-LD of the HTML; empty where that would be too long with it.
        var linked: [LinkedDataPhoto]
        /// What the readable text tells of the photos.
        var readable: [PhotoRecord]
        var photos: [SharedPhoto]
        /// What single channels do not carry of the photos.
        var omissions: [Omissions]
        /// The records as they were before anything was left out.
        var originals: [PhotoRecord]
        /// The photos of the other mails of a series.
        var others: [LeakSearch.Photo] = []
        /// The words that none of the series' mails may hold.
        var words = SeriesWords()
        /// The originals' masks, taken apart.
        var masks: [BareMasks] = []
        var template: TemplateSet
        var findings: [Finding]
        /// How the enlarged spot looks that is asked about.
        var spotHash: PerceptualHash?
    }

    /// Photos made ready for one message or several.
    struct Preparation {
        var photos: [PreparedPhoto] {
            didSet { words = SeriesWords() }
        }
        /// The words of these photos that none of the messages may hold.
        private(set) var words = SeriesWords()
        var template: TemplateSet
        var options: ShareOptions
        var findings: [Finding]
        /// The subject of a message of all photos.
        var subject: String
        /// The photos that could not be made ready and are left out.
        var failures: [WitError] = []
        /// The enlarged spot that is asked about; nil where nothing is asked.
        var spot: PreparedPhoto.Preview?
        /// How that looks.
        var spotHash: PerceptualHash?

        /// What the sender's own words for the whole message tell of what stays at home; said with
        /// the first of several mails, of all photos.
        func findings(ofWordsWith range: Range<Int>) -> [Finding] {
            let words = DisclosureHints(options)
            guard range.lowerBound == 0, !words.texts.isEmpty else { return [] }
            var findings: [Finding] = []
            for photo in photos where !photo.redacted.isWhole {
                for finding in photo.redacted.findings(of: words, telling: photo.original)
                where !findings.contains(finding) {
                    findings.append(finding)
                }
                if findings.count >= Self.mostFindings { break }
            }
            return findings
        }

        private static let mostFindings = 20

        /// The photos of other mails than that of a range.
        func others(than range: Range<Int>) -> [LeakSearch.Photo] {
            photos.indices.filter { !range.contains($0) }.map { index in
                LeakSearch.Photo(
                    original: photos[index].original, redacted: photos[index].redacted)
            }
        }
    }

    func preparation(
        of records: [PhotoRecord], _ options: ShareOptions, limit: Int
    ) throws(WitError) -> Preparation {
        var findings: [Finding] = []
        let records = Self.once(records, &findings)
        try Self.check(records, options, limit: limit)
        findings += Self.homeFindings(records, options)
        let template = try Self.template(options)
        var work = PhotoPreparation(options: options)
        work.progress = progress
        work.isStopped = isStopped
        var options = options
        if options.question != nil, options.message == nil {
            options.message = template.words.phrases["askWhat"]
        }
        var (photos, failures) = try work.run(records)
        var spot: PreparedPhoto.Preview?
        var spotHash: PerceptualHash?
        if let question = options.question, let photo = photos.first {
            (photos[0], spot, spotHash) = try marked(photo, question, options)
        }
        return Preparation(
            photos: photos, template: template, options: options, findings: findings,
            subject: Self.subject(photos, options, template), failures: failures, spot: spot,
            spotHash: spotHash)
    }

    /// The subject of a message of some photos.
    static func subject(
        _ photos: [PreparedPhoto], _ options: ShareOptions, _ template: TemplateSet
    ) -> String {
        ShareView(
            photos: photos.map { PhotoView(record: $0.record, fileName: $0.fileName) },
            subject: options.subject, importCode: [], template: template
        ).subjectLine
    }

    func pieces(
        of records: [PhotoRecord], _ options: ShareOptions
    ) throws(WitError) -> Pieces {
        let preparation = try preparation(of: records, options, limit: Self.maximumPhotos)
        return pieces(of: preparation, preparation.photos.indices)
    }

    /// The pieces of a message of some of the photos.
    ///
    /// - Parameter series: which of several mails it is; its identities are told apart by that.
    func pieces(
        of preparation: Preparation, _ range: Range<Int>, series: ShareSeries? = nil
    ) -> Pieces {
        let template = preparation.template
        var options = preparation.options
        // A series is one thread: its other mails refer to the first.
        let first = ShareMessage.messageID(options, number: 1)
        if let series {
            options.messageKey = ShareMessage.key(options, number: series.number)
            options.subject = "\(preparation.subject) (\(series.number)/\(series.total))"
        }
        var findings = range.lowerBound == 0 ? preparation.findings : []
        var photos: [SharedPhoto] = []
        var entries: [PayloadPhoto] = []
        var attached: [ShareMessage.Picture] = []
        var previews: [ShareMessage.Picture] = []
        var views: [PhotoView] = []
        let chosen = Self.withinBudget(preparation.photos[range])
        for (index, prepared) in chosen.enumerated() {
            let record = prepared.original
            let name = prepared.fileName
            let photo = ShareMessage.Picture(
                contentID: ShareMessage.contentID("wit-photo-", index + 1, options),
                fileName: name, content: prepared.content)
            var entry = PayloadPhoto(
                record: prepared.record(in: .payload),
                attachment: AttachmentReference(
                    contentID: photo.contentID, fileName: name, sha256: prepared.sha256,
                    bytes: photo.content.count,
                    perceptualHash: options.stripped.contains(.hashes)
                        ? nil : prepared.perceptualHash))
            var view = PhotoView(record: prepared.record(in: .labelledBlock), fileName: name)
            if let picture = prepared.preview {
                let preview = ShareMessage.Picture(
                    contentID: ShareMessage.contentID(
                        ShareMessage.previewPrefix, index + 1, options),
                    fileName: ShareMessage.previewFileName(name), content: picture.content)
                entry.preview = AttachmentReference(
                    contentID: preview.contentID, fileName: preview.fileName,
                    sha256: picture.sha256, bytes: preview.content.count)
                view.preview = (preview.contentID, picture.width, picture.height)
                previews.append(preview)
            } else {
                findings.append(
                    Finding(
                        .warning, .previewMissing, where: record.file ?? "",
                        "The picture in “\(record.file ?? "")” cannot be decoded; it is sent as it"
                            + " is, without a preview."))
            }
            if let why = prepared.redrawn {
                findings.append(
                    Finding(
                        .note, .redrawn, where: record.file ?? "",
                        "The picture in “\(record.file ?? "")” is re-encoded at full size, as it "
                            + "could"
                            + " contain what you chose to withhold (\(why))."))
            }
            findings += prepared.redacted.findings(of: record)
            findings += Finding.visiblePeople(in: prepared.original, options)
            findings += prepared.omissions.findings(
                of: prepared.record.name ?? name, file: record.file ?? "")
            attached.append(photo)
            entries.append(entry)
            views.append(view)
            photos.append(SharedPhoto(prepared))
        }
        if let spot = preparation.spot, let photo = photos.first {
            previews.append(
                ShareMessage.Picture(
                    contentID: ShareMessage.contentID(ShareMessage.previewPrefix, 2, options),
                    fileName: ShareMessage.spotFileName(photo.fileName), content: spot.content))
        }
        let written = options.message.map(CleanText.clean).flatMap { $0.isEmpty ? nil : $0 }
        let payload = SharePayload(
            photos: entries, generator: generator, created: Self.timestamp(options.date),
            message: written, series: series,
            question: options.question.map { PayloadQuestion($0) })
        let codes = ImportCode.codes(
            for: zip(chosen, entries).map { prepared, entry in
                ImportCodePhoto(
                    record: prepared.record(in: .importCode), sha256: entry.attachment?.sha256,
                    fileName: entry.attachment?.fileName)
            })
        findings += preparation.findings(ofWordsWith: range)
        let map = MapView.drawn(of: chosen.map(\.record), options, template, &findings)
        var view = ShareView(
            photos: views, message: written, subject: options.subject,
            importCode: codes.compactMap(\.lines).flatMap(\.self), template: template,
            series: series, map: map?.view, mapLink: options.mapLink,
            tellsPlaces: options.tellsPlaces, tag: options.question?.subjectTag)
        if let question = options.question, let spot = preparation.spot {
            view.question = Self.view(
                of: question, spot: spot,
                contentID: ShareMessage.contentID(ShareMessage.previewPrefix, 2, options),
                subject: view.subjectLine, options)
        }
        let linked = zip(chosen, entries).map { prepared, entry in
            LinkedDataPhoto(record: prepared.record(in: .linkedData), attachment: entry.attachment)
        }
        let page = Page(view, linked, &findings)
        let message = ShareMessage(
            options: options, subject: view.subjectLine, text: view.text, html: page.html,
            previews: previews, photos: attached, payload: payload.bytes,
            references: series.flatMap { $0.number == 1 ? nil : [first] } ?? [],
            map: map?.picture)
        return Pieces(
            message: message, payload: payload, codes: codes, linked: page.linked,
            readable: views.map(\.record), photos: photos, omissions: chosen.map(\.omissions),
            originals: chosen.map(\.original),
            others: preparation.others(than: range), words: preparation.words,
            masks: chosen.map(\.redacted.masks), template: template, findings: findings,
            spotHash: preparation.spotHash)
    }

    /// Photos whose longest values stay out of the payload, where it would be too long for readers.
    private static func withinBudget(_ photos: ArraySlice<PreparedPhoto>) -> [PreparedPhoto] {
        var photos = Array(photos)
        for (photo, field) in PayloadBudget().omitted(of: photos.map { $0.record(in: .payload) }) {
            photos[photo].omissions.insert(.payload, field)
        }
        return photos
    }

    /// - Throws: `interrupted` where somebody asks to stop.
    func goOn() throws(WitError) { if isStopped() { throw WitError.noMessage } }

    /// Writes a message to a temporary file and opens it.
    func written(_ pieces: Pieces) throws(WitError) -> (TemporaryFile, MailMessage) {
        let file = try TemporaryFile()
        try Self.building {
            try pieces.message.builder().write { piece in try file.append(piece) }
        }
        do throws(WitError) {
            return (file, MailMessage(parsing: try MailOctets(contentsOfFile: file.path)))
        } catch {
            throw WitError(.temporaryFile, at: "TMPDIR", error.message)
        }
    }

    /// Writes a message to a temporary file, reads it back and proves it.
    func finished(_ pieces: Pieces) throws(WitError) -> ComposedShare {
        try goOn()
        let message = pieces.message
        let (file, parsed) = try written(pieces)
        try goOn()
        let proof = ShareProof(pieces: pieces, isStopped: isStopped)
        try proof.check(parsed)
        var large: [Finding] = []
        if file.count > Self.usualLimit, message.options.maximumBytes == nil,
            !message.options.isLengthTaken
        {
            large.append(
                Finding(
                    .warning, .mailLarge, where: "message",
                    "The mail has \(ComposedShare.size(file.count)); most mail servers take no more"
                        + " than \(ComposedShare.size(Self.usualLimit))."))
        }
        var share = ComposedShare(
            file: file, messageID: message.messageID, subject: message.subject,
            photos: pieces.photos, options: message.options,
            htmlBytes: message.html?.utf8.count ?? 0,
            findings: pieces.findings + proof.ownTemplateFindings() + large)
        share.spotHash = pieces.spotHash
        if message.options.question != nil {
            share.question = pieces.payload.message
            share.questionLabels = QuestionLabels.own(pieces.template.words)
        }
        return share
    }

    /// That home zones hold more than they have to, as no place can be looked up.
    private static func homeFindings(
        _ records: [PhotoRecord], _ options: ShareOptions
    ) -> [Finding] {
        guard !options.homes.isEmpty, case .failure(let error) = InstalledLand.places,
            records.contains(where: { record in
                record.location.map { $0.coordinate == nil && $0.place?.name != nil } ?? false
            })
        else { return [] }
        return [
            Finding(
                .warning, .placesUnreadable, where: "home",
                "No place can be looked up (\(error.message)): photos without coordinates count as taken"
                    + " in each home zone.")
        ]
    }

    /// The records without those that come a second time.
    private static func once(
        _ records: [PhotoRecord], _ findings: inout [Finding]
    ) -> [PhotoRecord] {
        var seen: Set<String> = []
        return records.filter { record in
            guard let key = record.id?.text ?? record.file, !seen.insert(key).inserted else {
                return true
            }
            findings.append(
                Finding(
                    .note, .photoTwice, where: record.file ?? key,
                    "The photo “\(record.name ?? record.file ?? key)” is given twice but sent once."
                ))
            return false
        }
    }

    private static func check(
        _ records: [PhotoRecord], _ options: ShareOptions, limit: Int
    ) throws(WitError) {
        guard !records.isEmpty, records.count <= limit else {
            throw WitError(
                .photoCount, "A message takes 1 to \(limit) photos, not \(records.count).")
        }
        guard !(options.to + options.cc).isEmpty else {
            throw WitError(.noRecipient, at: "to", "The message has no recipient.")
        }
        // An empty message finds what is wrong with the header before any picture is rendered.
        try building {
            _ = try ShareMessage.builder(
                options, subject: options.subject ?? "", body: .plainText("")
            ).build()
        }
    }

    static func building<T>(_ build: () throws -> T) throws(WitError) -> T {
        do {
            return try build()
        } catch let error as WitError {
            guard error.isOfMessage else { throw error }
            throw WitError(
                error.code == .lineBreak ? .headerInjection : .messageUnbuildable,
                at: error.item, error.message)
        } catch {
            throw WitError(
                .messageUnbuildable,
                "The message can't be built: \(ErrorWords.sentence(of: error)).")
        }
    }

    private static func template(_ options: ShareOptions) throws(WitError) -> TemplateSet {
        do throws(TemplateError) {
            return try TemplateLibrary(ownFolder: options.templateFolder)
                .template(options.template, language: options.language)
        } catch {
            throw WitError(.template, at: options.template, error.message)
        }
    }

    private static func timestamp(_ date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        return LocalDateTime(secondsSince1970: seconds).map { $0.iso + "Z" } ?? ""
    }
}

extension FindingCode {
    /// No place could be looked up, so that home zones hold all photos whose place is known by its name alone.
    public static let placesUnreadable: FindingCode = "places-unreadable"
    /// A photo that was given twice.
    public static let photoTwice: FindingCode = "photo-twice"
    /// A photo that is sent without a preview, as its picture cannot be decoded.
    public static let previewMissing: FindingCode = "preview-missing"
    /// A mail that is larger than most servers take.
    public static let mailLarge: FindingCode = "mail-large"
    /// A picture that was to leave as it is and was encoded again to keep something at home.
    public static let redrawn: FindingCode = "picture-redrawn"
}
