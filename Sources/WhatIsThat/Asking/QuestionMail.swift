import CatalogDatabase
import MIMEMessage
import OutputText
import PhotoRecords
import Pictures
import ShareMail

/// A mail that belongs to a question: which question, by what, and what the mail is to it.
struct QuestionMail {
    /// The question, as it is before the mail is taken in.
    let question: Question
    /// What is taken in.
    let incoming: IncomingAnswer
    /// How the pictures look that the question's mail shows.
    private let shown: [PerceptualHash]

    /// The most octets of an answer that are kept.
    private static let longestText = 16 << 10
    /// The most octets of a line that may be what the spot is called.
    private static let longestName = 200

    /// Looks for the question of a mail; nil where it belongs to none, or is the question itself.
    ///
    /// - Parameters:
    ///   - contents: What the mail holds.
    ///   - own: The addresses of the person's accounts, in small letters.
    /// - Throws: `WitError` where the catalog cannot be read.
    init?(
        _ message: MailMessage, holding contents: ShareContents, in catalog: PhotoCatalog,
        own: Set<String> = []
    ) throws(WitError) {
        let report = DeliveryReport(of: message)
        if try Self.isAsked(message, in: catalog) { return nil }
        let traces = Self.traces(of: message, report, contents)
        guard let (question, by) = try catalog.question(of: traces) else { return nil }
        let told = Self.name(ofRegion: question.region, in: contents)
        let isOwn = Self.isOwn(message, question, own)
        // Any share of the photo has the region: an answer says something new of it.
        if by == .payload, isOwn || told == nil || told == question.region.name { return nil }
        self.question = question
        let photo = try catalog.record(question.photo)?.image?.perceptualHash
        shown = [question.spotHash, photo].compactMap { $0.flatMap { PerceptualHash($0) } }
        let origin = MessageOrigin(of: message)
        var event = QuestionEvent(.message, at: "")
        event.foundBy = by
        event.messageID = origin.messageID
        event.sender = origin.sender
        event.address = origin.address
        event.date = origin.date
        var (name, person): (String?, String?) = (nil, nil)
        var (location, taken): (Location?, CaptureTime?) = (nil, nil)
        var isFreelyWorded = false
        let automatic = AutomaticMail(of: message)
        if let report, report.recipients.contains(where: \.hasFailed) {
            event.kind = .bounce
            event.failed = Self.failed(report)
            event.about = report.originalMessageID?.rawValue
            event.text = Self.reason(event.failed)?.shownLine
        } else if automatic != nil || report != nil {
            event.kind = .automatic
            event.text = automatic?.sign
        } else {
            let reply = message.replyText()
            let lines = AnsweredLines(reply, of: question)
            event.text = Self.cut(CleanText.clean(reply?.newText ?? ""), to: Self.longestText)
            event.fields = lines.fields.map {
                QuestionEvent.Field(label: $0.label, value: Self.line($0.value))
            }
            if !isOwn, event.text != nil || !lines.fields.isEmpty || told != nil {
                event.kind = Self.isClaim(by, origin, question) ? .claim : .answer
            }
            person = lines[.who]
            name = lines[.what] ?? told
            location = try lines.location(in: catalog)
            taken = lines.taken
            if name == nil, person == nil {
                name = Self.name(in: reply?.newText ?? "", besides: lines.fields)
                isFreelyWorded = true
            }
        }
        var incoming = IncomingAnswer(
            question: question.number, event: event, origin: origin, name: name.map(Self.line),
            person: person.map(Self.line))
        (incoming.location, incoming.taken) = (location, taken)
        incoming.isFreelyWorded = isFreelyWorded
        self.incoming = incoming
    }

    /// What may lead to a mail's question.
    static func traces(
        of message: MailMessage, _ report: DeliveryReport? = nil,
        _ contents: ShareContents? = nil
    ) -> PhotoCatalog.QuestionTraces {
        var traces = PhotoCatalog.QuestionTraces()
        let thread = [report?.originalMessageID].compactMap { $0 } + message.inReplyTo
        traces.messageIDs = (thread + message.references.reversed()).map(\.rawValue)
        let delivered =
            message.headers[values: "Delivered-To"]
            + message.headers[values: "X-Original-To"]
        let addresses = (message.to + message.cc).map(\.address) + delivered
        traces.addressTags = addresses.prefix(200).compactMap(ShareQuestion.token(inAddress:))
        traces.subjectTags = ShareQuestion.tokens(inSubject: message.subject ?? "")
        for payload in contents?.payloads ?? [] {
            traces.regions += payload.photos.flatMap(\.record.regions).compactMap(\.id)
        }
        return traces
    }

    /// Whether a mail is one that asked.
    private static func isAsked(
        _ message: MailMessage, in catalog: PhotoCatalog
    ) throws(WitError) -> Bool {
        guard let id = message.messageID?.rawValue else { return false }
        var traces = PhotoCatalog.QuestionTraces()
        traces.messageIDs = [id]
        return try catalog.question(of: traces)?.question.messageIDs.contains(id) ?? false
    }

    /// Whether who asked wrote a mail: from an account's address, or one that the question was mailed
    /// from. Somebody who was asked answers, even by an address that both have. Where nobody knows who
    /// asked, it is who writes to none but those who were asked.
    private static func isOwn(
        _ message: MailMessage, _ question: Question, _ own: Set<String>
    ) -> Bool {
        let asked = Set(question.recipients.map { $0.address.lowercased() })
        guard let writer = MessageOrigin.addresses(of: message), !asked.contains(writer) else {
            return false
        }
        let known = question.senders.union(own)
        if !known.isEmpty { return known.contains(writer) }
        let readers = (message.to + message.cc).map { $0.address.lowercased() }
        return !readers.isEmpty && asked.isSuperset(of: readers)
    }

    /// Whether a mail says to answer without a sign that its writer was asked: a subject is copied
    /// easily, and a region's identity stands in every share of its photo.
    private static func isClaim(
        _ by: QuestionEvent.Finding, _ origin: MessageOrigin, _ question: Question
    ) -> Bool {
        guard by == .subjectTag || by == .payload else { return false }
        return !question.recipients.contains { $0.address.lowercased() == origin.address }
    }

    private static func failed(_ report: DeliveryReport) -> [QuestionEvent.Undelivered] {
        report.recipients.filter(\.hasFailed).prefix(100).map { recipient in
            QuestionEvent.Undelivered(
                address: recipient.originalAddress ?? recipient.address,
                status: recipient.status, reason: recipient.diagnostic.flatMap { cut($0, to: 500) })
        }
    }

    private static func reason(_ failed: [QuestionEvent.Undelivered]) -> String? {
        failed.first.map { first in
            [first.address, first.status, first.reason].compactMap { $0 }.joined(separator: ": ")
        }
    }

    /// Whether a photo is nothing but a small picture that the question's mail shows.
    ///
    /// QUIRK: Outlook attaches the pictures of a quotation to the reply anew, without their names and
    /// Content-IDs.
    func showsAgain(
        _ photo: ReceivedPhoto, _ looks: ThumbnailCache, _ meter: MessageMeter
    ) -> Bool {
        guard !shown.isEmpty, photo.channels.isSubset(of: [.metadata]),
            let picture = photo.picture, let facts = photo.metadata?.image,
            let width = facts.width, let height = facts.height,
            max(width, height) <= ShareComposer.previewSide,
            case .success(let look) = looks.look(of: picture, meter)
        else { return false }
        return shown.contains { look.hash.matches($0) }
    }

    // MARK: What the spot is called

    /// What a payload calls the region.
    private static func name(ofRegion region: Region, in contents: ShareContents) -> String? {
        contents.payloads.lazy.flatMap(\.photos).flatMap(\.record.regions)
            .first { $0.id != nil && $0.id == region.id && $0.name != nil }?.name
    }

    /// What free words call it: the first paragraph behind a greeting, where it is a short one.
    ///
    /// - Parameter fields: the lines that were filled in, which are no free words.
    private static func name(in text: String, besides fields: [FilledField]) -> String? {
        let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingBlanks }.filter { line in
                !line.hasPrefix(">")
                    && !fields.contains { line.contains($0.label) && line.contains($0.value) }
            }
            .split(whereSeparator: \.isEmpty).map(Array.init)
        guard var lines = paragraphs.first else { return nil }
        if lines[0].hasSuffix(","), lines[0].count(where: { $0 == " " }) < 5 {
            lines.removeFirst()
            if lines.isEmpty { lines = paragraphs.dropFirst().first ?? [] }
        }
        let name = lines.joined(separator: " ")
        guard !name.isEmpty, name.utf8.count <= longestName else { return nil }
        return name
    }

    /// A foreign text on one line, cleaned.
    private static func line(_ text: String) -> String { CleanText.clean(text).shownLine }

    /// The beginning of a text; nil for none.
    private static func cut(_ text: String, to octets: Int) -> String? {
        guard text.utf8.count > octets else { return text.isEmpty ? nil : text }
        var cut = String(decoding: text.utf8.prefix(octets), as: UTF8.self)
        while cut.hasSuffix("\u{FFFD}") { cut.removeLast() }
        return cut + "…"
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        let head = drop(while: \.isWhitespace)
        return String(
            head[
                ..<(head.lastIndex { !$0.isWhitespace }.map(head.index(after:))
                    ?? head.startIndex)])
    }
}
