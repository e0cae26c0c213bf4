import MIMEMessage
import MailTemplates
import OutputText
import PhotoRecords

/// Proves a finished message before it leaves: reads it back and compares, and searches it for
/// what should have stayed at home (“Privacy”).
struct ShareProof {
    let pieces: MessagePieces
    /// Asked between channels whether to stop.
    var isStopped: @Sendable () -> Bool = { false }

    /// - Throws: `not-proven`, `location-leak` or `path-leak`, with what was found where; `interrupted`.
    func check(_ message: MailMessage) throws(WitError) {
        if let defect = message.defects.first {
            throw WitError(
                .notProven, "The finished message is malformed: \(defect.message)")
        }
        try goOn()
        let extracted = ExtractedContent(message, limits: ShareLimits(), languages: languages)
        // Words may hold what looks like an import code; the codes themselves are compared below.
        if let finding = extracted.findings.first(where: { $0.severity > .note }) {
            throw WitError(
                .notProven, at: finding.place,
                "The finished message cannot be read back: \(finding.message)")
        }
        try proveChannels(extracted)
        try goOn()
        try MessageLeakSearch(
            message: message, extracted: extracted, originals: pieces.originals,
            options: pieces.message.options, template: pieces.template, others: pieces.others,
            words: pieces.words, masks: pieces.masks
        ).check()
    }

    private func goOn() throws(WitError) { if isStopped() { throw WitError.noMessage } }

    /// What a person's own template costs: a readable text that does not bring the story back, or
    /// things that no mail should have. For the sender to know; not an error.
    func ownTemplateFindings() -> [Finding] {
        guard !isOurTemplate else { return [] }
        let message = pieces.message
        var findings = message.html.map { PageCheck($0, name: "html").findings } ?? []
        var view = ShareView(photos: [], importCode: [], template: pieces.template)
        view.photos = pieces.photos.prefix(1).map {
            PhotoView(record: $0.record, fileName: $0.fileName)
        }
        let lost = TemplateCheck.lostFields(message.text, view, isMarkup: false)
        if !lost.isEmpty {
            findings.append(
                Finding(
                    .warning, .templateUnreadable, where: "text",
                    "Your own template's readable text does not carry"
                        + " \(lost.joined(separator: ", ")); where a mail program keeps nothing but"
                        + " the text, that is lost."))
        }
        return findings
    }

    /// The languages that the message can be read in: ours, and that of a person's own template.
    private var languages: LabelledLanguages {
        .shipped.adding(pieces.template.words, language: pieces.template.language)
    }

    private func proveChannels(_ extracted: ExtractedContent) throws(WitError) {
        guard extracted.payloads == [pieces.payload] else {
            throw WitError(.notProven, "The payload does not read back as it was written.")
        }
        guard extracted.codes.codes == pieces.codes else {
            throw WitError(.notProven, "The import code does not read back as it was written.")
        }
        guard extracted.linked == pieces.linked else {
            throw WitError(.notProven, "The JSON-LD does not read back as it was written.")
        }
        let leaving = pieces.photos.map(\.record)
        let whole = ShareReader().contents(of: extracted)
        if let edited = whole.photos.first(where: { $0.edited != nil }), isOurTemplate {
            throw WitError(
                .notProven, at: "text",
                "The readable text says something else about “\(edited.record.name ?? "?")” than"
                    + " what is sent.")
        }
        try compare(leaving, whole, "all channels")
        guard whole.photos.allSatisfy({ $0.match == .sha256 }) else {
            throw WitError(
                .notProven, "A photo in the finished message is not the one that was put in.")
        }
        for channel in ShareChannel.allCases {
            try goOn()
            guard let meant = meant(by: channel) else { continue }
            try compare(meant, contents(of: extracted, by: channel), channel.rawValue)
        }
    }

    /// What a channel alone is to bring home; nil where it is not there.
    private func meant(by channel: ShareChannel) -> [PhotoRecord]? {
        switch channel {
        case .payload: pieces.payload.photos.map(\.record)
        case .metadata:
            zip(pieces.photos, pieces.omissions).map { $1.record($0.record, in: .metadata) }
        case .importCode: pieces.codes.flatMap(\.photos).map(\.record)
        case .linkedData: pieces.linked.isEmpty ? nil : pieces.linked.map(\.record)
        // What a person's own templates show is theirs to choose.
        case .labelledBlock:
            isOurTemplate ? pieces.readable.map(LabelledBlock.readable) : nil
        }
    }

    /// What a channel alone brings home.
    private func contents(of extracted: ExtractedContent, by channel: ShareChannel) -> ShareContents
    {
        var alone = ShareReader(channels: [channel]).contents(of: extracted)
        guard channel == .labelledBlock else { return alone }
        alone.photos = alone.photos.sorted { place(of: $0) < place(of: $1) }
        for index in alone.photos.indices {
            alone.photos[index].record = LabelledBlock.readable(alone.photos[index].record)
        }
        return alone
    }

    /// Which values of a message of one photo come back changed, and by which channel.
    func changed(in message: MailMessage) -> [Omissions.Item] {
        let extracted = ExtractedContent(message, limits: ShareLimits(), languages: languages)
        var items: Set<Omissions.Item> = []
        func add(_ channel: ShareChannel, _ fields: [RecordField]) {
            items.formUnion(fields.map { Omissions.Item(channel: channel, field: $0) })
        }
        func compare(_ channel: ShareChannel, _ meant: PhotoRecord?, _ told: PhotoRecord?) {
            guard let meant, let told else { return }
            add(channel, RecordField.allCases.filter { meant[field: $0] != told[field: $0] })
        }
        compare(
            .payload, pieces.payload.photos.first?.record,
            extracted.payloads.first?.photos.first?.record)
        compare(
            .importCode, pieces.codes.first?.photos.first?.record,
            extracted.codes.codes.first?.photos.first?.record)
        compare(.linkedData, pieces.linked.first?.record, extracted.linked.first?.record)
        if let edited = ShareReader().contents(of: extracted).photos.first?.edited {
            add(.labelledBlock, RecordField.allCases.filter { edited[field: $0] != nil })
        }
        for channel in ShareChannel.allCases {
            let told = contents(of: extracted, by: channel).photos
            guard let meant = meant(by: channel), told.count == meant.count else { continue }
            for (meant, told) in zip(meant, told) {
                add(channel, StoryComparison.fields(meant, told.record))
            }
        }
        return items.sorted { ($0.channel, $0.field.rawValue) < ($1.channel, $1.field.rawValue) }
    }

    private var isOurTemplate: Bool { pieces.message.options.templateFolder == nil }

    // Photos of which nothing is told come last otherwise.
    private func place(of photo: ReceivedPhoto) -> Int {
        pieces.photos.firstIndex { $0.fileName == photo.picture?.fileName } ?? .max
    }

    private func compare(
        _ meant: [PhotoRecord], _ contents: ShareContents, _ channel: String
    ) throws(WitError) {
        guard contents.photos.count == meant.count else {
            throw WitError(
                .notProven, at: channel,
                "Read back by \(channel), the message has \(contents.photos.count) photos instead"
                    + " of \(meant.count).")
        }
        for (index, (record, photo)) in zip(meant, contents.photos).enumerated() {
            let differences = StoryComparison.differences(record, photo.record)
            guard let first = differences.first else { continue }
            throw WitError(
                .notProven, at: channel,
                "Read back by \(channel), photo \(index + 1)"
                    + " (“\(pieces.photos[index].fileName)”) differs in \(first).")
        }
    }
}
