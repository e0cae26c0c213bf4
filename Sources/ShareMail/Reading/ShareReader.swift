import JSON
import MIMEMessage
import PhotoMetadata
import PhotoRecords
import Pictures
import TextCleaning

/// Reads photos and their stories out of a message, whatever mail programs did to it.
///
/// The whole message is searched, embedded messages too. Each photo's record is merged from the
/// channels that tell of it, the strongest first; photos that no channel tells of come as
/// ordinary photos, with what their own metadata says.
///
/// ```swift
/// let contents = ShareReader().read(MailMessage(parsing: bytes))
/// for photo in contents.photos { print(photo.record.name ?? "?", photo.fieldChannels) }
/// ```
///
/// Nothing of a message is trusted: sizes are bounded, names are never paths, links are never
/// followed. Damage becomes findings.
public struct ShareReader: Sendable {
    /// The channels that are used; all of them, but for tests.
    public var channels: Set<ShareChannel>
    /// How much is taken from the channels.
    public var limits: ShareLimits
    private let shouldStop: @Sendable () -> Bool

    /// Looks at pictures, to hold against one another what the message shows and what its data say;
    /// nil to believe what the data say of them, as of a message that was made here.
    public var looks: ThumbnailCache?

    /// The languages that readable blocks are read in; those of our templates, and one more where
    /// a message was made by a person's own.
    var languages = LabelledLanguages.shipped

    /// A reader by channels, within limits.
    ///
    /// - Parameters:
    ///   - channels: The channels that are used.
    ///   - limits: How much is taken from them.
    ///   - looks: Looks at pictures, to hold against one another what the message shows and what its
    ///     data say; several readers may share them. Nil to believe what the data say of them.
    ///   - shouldStop: Asked again and again whether to end; what was read until then counts.
    public init(
        channels: Set<ShareChannel> = Set(ShareChannel.allCases),
        limits: ShareLimits = ShareLimits(), looks: ThumbnailCache? = nil,
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) {
        self.channels = channels
        self.limits = limits
        self.looks = looks
        self.shouldStop = shouldStop
    }

    /// Reads a message; never fails.
    public func read(_ message: MailMessage) -> ShareContents {
        let meter = MessageMeter(
            limits.budget, octets: message.root.range.count, shouldStop: shouldStop)
        return meter.work {
            let extracted = ExtractedContent(
                message, limits: limits, languages: languages, meter: meter)
            return contents(of: extracted, meter)
        }
    }

    /// - Parameter meter: Counts what it costs; without one nothing is refused for its cost.
    func contents(
        of extracted: ExtractedContent, _ meter: MessageMeter = .unlimited
    ) -> ShareContents {
        var contents = ShareContents()
        contents.meter = meter
        contents.findings = extracted.allFindings
        contents.payloads = channels.contains(.payload) ? extracted.payloads : []
        var metadata: [Int: PhotoRecord] = [:]
        var stories: [Int: PhotoRecord] = [:]
        if channels.contains(.metadata) {
            for (index, picture) in extracted.pictures.enumerated() {
                if meter.isOver { break }
                let read = try? PhotoReader().read(bytes: picture.bytes).record
                metadata[index] = read ?? PhotoRecord()
                stories[index] = read.map(Self.story)
                contents.findings += sizeFindings(picture, stories[index])
            }
        }
        let matcher = PhotoMatcher(
            payloads: contents.payloads,
            codes: channels.contains(.importCode) ? extracted.codes.codes : [],
            linked: channels.contains(.linkedData) ? extracted.linked : [],
            labelled: channels.contains(.labelledBlock) ? extracted.labelled.stories : [],
            pictures: extracted.pictures, stories: stories, hasMap: extracted.hasMap,
            looks: MessageThumbnails(
                looks ?? ThumbnailCache(limits: PictureLimits(pixels: limits.pixels)), meter,
                isChecked: looks != nil))
        contents.findings += matcher.findings
        contents.findings += Self.unmatched(matcher.unmatched)
        if let map = matcher.passedOver.map({ extracted.pictures[$0] }) {
            contents.findings.append(.mapPassedOver(map.fileName, at: map.path))
        }
        for entry in matcher.entries {
            let picture = entry.picture.map { extracted.pictures[$0] }
            var photo = photo(entry, picture, entry.picture.flatMap { stories[$0] })
            photo.metadata = entry.picture.flatMap { metadata[$0] }
            contents.channels.formUnion(photo.channels)
            contents.findings += Self.findings(photo, number: contents.photos.count + 1)
            contents.findings += Self.edits(photo, number: contents.photos.count + 1)
            contents.findings += Self.disagreements(photo, number: contents.photos.count + 1)
            contents.findings += Self.marks(photo, number: contents.photos.count + 1)
            contents.photos.append(photo)
            if meter.isOver { break }
        }
        contents.findings += meter.findings
        return contents
    }

    private func photo(
        _ entry: PhotoEntry, _ picture: MailPicture?, _ story: PhotoRecord?
    ) -> ReceivedPhoto {
        var merger = RecordMerger()
        if let record = entry.payload?.record { merger.add(record, by: .payload) }
        if let story, !entry.isPreview { merger.add(story, by: .metadata) }
        if let record = entry.code?.record { merger.add(record, by: .importCode) }
        if let record = entry.linked?.record { merger.add(record, by: .linkedData) }
        let edited =
            merger.channels.isEmpty
            ? nil : LabelledEdits(of: merger.record, in: entry.labelled).record
        let data = entry.data(with: channels.contains(.metadata) ? story : nil)
        let disagreements = ChannelComparison(data: data, texts: entry.labelled).disagreements
        for story in entry.labelled { merger.add(story.record, by: .labelledBlock) }
        return ReceivedPhoto(
            record: merger.record, edited: edited, disagreements: disagreements,
            fieldChannels: merger.fieldChannels, channels: merger.channels, picture: picture,
            match: entry.match, isPreview: entry.isPreview, attachment: entry.payload?.attachment)
    }

    private func sizeFindings(_ picture: MailPicture, _ story: PhotoRecord?) -> [Finding] {
        guard let width = story?.image?.width, let height = story?.image?.height else { return [] }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        if overflow || pixels > limits.pixels {
            return [
                Finding(
                    .warning, .pictureTooLarge, where: picture.path,
                    "The picture has \(width) × \(height) pixels; the limit for"
                        + " decoding is \(limits.pixels).")
            ]
        }
        guard pixels > 50_000_000, pixels / 100 > picture.byteCount else { return [] }
        return [
            Finding(
                .note, .pictureLarge, where: picture.path,
                "The picture has \(width) × \(height) pixels in \(picture.byteCount) bytes, like"
                    + " one made to exhaust memory.")
        ]
    }

    /// What a picture's metadata tells of the photo.
    private static func story(_ metadata: PhotoRecord) -> PhotoRecord {
        var record = metadata
        record.findings = []
        record.file = nil
        return record
    }

    /// The longest value in a sentence, in characters.
    private static let longestValue = 80

    private static func disagreements(_ photo: ReceivedPhoto, number: Int) -> [Finding] {
        photo.disagreements.map { disagreement in
            let said = disagreement.statements.map { statement in
                let value = statement.record[field: disagreement.field]
                let text = value?.string ?? value?.text ?? ""
                let short =
                    text.count > longestValue ? text.prefix(longestValue) + "…" : text[...]
                return "\(statement.channel.phrase) “\(short)”"
            }
            let outcome =
                disagreement.taken.map { "What \($0.channel.phrase) is imported" }
                ?? "It is unknown which of them mail programs show; none is imported"
            return Finding(
                .warning, .channelsDisagree, where: "photo \(number)",
                "For the \(disagreement.field.rawValue), "
                    + said.joined(separator: ", ") + ". " + outcome + ", the rest is proposed.")
        }
    }

    /// The most blocks that are named.
    private static let maximumUnmatched = 20

    private static func unmatched(_ stories: [LabelledStory]) -> [Finding] {
        stories.prefix(maximumUnmatched).map { story in
            Finding(
                .note, .blockUnmatched, where: story.path,
                "A readable block “\(story.record.name ?? story.fileStem ?? "")” belongs to no "
                    + "photo"
                    + " in the message's data; it is ignored.")
        }
    }

    /// That texts of a photo have so many combining marks in a row as are kept.
    private static func marks(_ photo: ReceivedPhoto, number: Int) -> [Finding] {
        let texts = [photo.picture?.fileName, photo.attachment?.fileName, photo.picture?.contentID]
        let isCut =
            photo.record.hasLongestRunOfMarks
            || texts.contains { $0.map(ForeignText.hasLongestRun) ?? false }
        return isCut ? [.combiningMarks(at: "photo \(number)")] : []
    }

    private static func edits(_ photo: ReceivedPhoto, number: Int) -> [Finding] {
        guard let edited = photo.edited else { return [] }
        let fields = RecordField.allCases.filter { edited[field: $0] != nil }
        let name = photo.record.name ?? photo.attachment?.fileName ?? "number \(number)"
        return [
            Finding(
                .note, .blockEdited, where: "photo \(number)",
                "The readable text says something else about the photo “\(name)” than the message's"
                    + " own data: " + fields.map(\.rawValue).joined(separator: ", ")
                    + ". Somebody changed one of them.")
        ]
    }

    private static func findings(_ photo: ReceivedPhoto, number: Int) -> [Finding] {
        let name = photo.record.name ?? photo.attachment?.fileName ?? "number \(number)"
        guard let picture = photo.picture else {
            return [
                Finding(
                    .warning, .pictureMissing, where: "photo \(number)",
                    "The message describes the photo “\(name)” but does not contain it.")
            ]
        }
        switch photo.match {
        case .sha256, .own, nil: return []
        default:
            guard let sent = photo.attachment?.sha256, sent != picture.sha256 else { return [] }
            return [
                Finding(
                    .note, .pictureChanged, where: picture.path,
                    "The photo “\(name)” was changed in transit; it was recognised by its"
                        + " \(photo.match?.rawValue ?? "").")
            ]
        }
    }
}
