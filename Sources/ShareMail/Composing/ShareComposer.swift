import Foundation
import MIMEMessage
import MailTemplates
import PhotoRecord
import Pictures

/// Makes a share message of records: one message for people who have this program and for people
/// who do not (SPEC §6).
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
    /// readers take (SPEC §7).
    public static let maximumPhotos = 400
    /// The most bytes of HTML: Gmail clips what is above 102 KB.
    public static let maximumHTML = 100_000
    /// What the payload names as its writer.
    public var generator = "What Is That"

    /// A composer.
    public init() {}

    /// Makes and proves a message.
    ///
    /// - Parameters:
    ///   - records: The photos, each with its `file`, in the order that they shall have.
    ///   - options: What the sender chose.
    /// - Throws: `ShareError`, whose sentence names the file, value or part at fault.
    public func compose(
        _ records: [PhotoRecord], _ options: ShareOptions
    ) throws(ShareError) -> ComposedShare {
        let pieces = try pieces(of: records, options)
        let message = pieces.message
        let bytes = try Self.built { () throws(MIMEBuildError) in try message.bytes() }
        if let limit = options.maximumBytes, bytes.count > limit {
            throw ShareError(
                .tooLarge, at: "max-bytes",
                "The message has \(bytes.count) bytes, the limit is \(limit): take fewer photos or"
                    + " a smaller size.")
        }
        try ShareProof(pieces: pieces, originals: records).check(bytes)
        let htmlBytes = message.html?.utf8.count ?? 0
        return ComposedShare(
            bytes: bytes, messageID: message.messageID, subject: message.subject,
            photos: pieces.photos, location: options.location, htmlBytes: htmlBytes,
            findings: pieces.findings)
    }

    /// Everything of a message, before it is written.
    struct Pieces {
        var message: ShareMessage
        var payload: SharePayload
        var codes: [ImportCode]
        /// The JSON-LD of the HTML; empty where that would be too long with it.
        var linked: [LinkedDataPhoto]
        var photos: [SharedPhoto]
        var template: TemplateSet
        var findings: [Finding]
    }

    func pieces(
        of records: [PhotoRecord], _ options: ShareOptions
    ) throws(ShareError) -> Pieces {
        var findings: [Finding] = []
        let records = Self.once(records, &findings)
        try Self.check(records, options)
        let template = try Self.template(options)
        var names = PhotoFileName()
        var photos: [SharedPhoto] = []
        var entries: [PayloadPhoto] = []
        var attached: [ShareMessage.Picture] = []
        var previews: [ShareMessage.Picture] = []
        var views: [PhotoView] = []
        for (index, record) in records.enumerated() {
            let rendition = try PhotoRendition(record, options: options)
            let name = names.next(for: record, extension: "jpg")
            let photo = ShareMessage.Picture(
                contentID: ShareMessage.contentID("wit-photo-", index + 1, options),
                fileName: name, bytes: rendition.jpeg)
            let hash = MailHarvest.sha256(photo.bytes)
            var entry = PayloadPhoto(
                record: rendition.record,
                attachment: AttachmentReference(
                    contentID: photo.contentID, fileName: name, sha256: hash,
                    bytes: photo.bytes.count, perceptualHash: rendition.perceptualHash?.text))
            var view = PhotoView(record: rendition.record, fileName: name)
            if let picture = rendition.preview {
                let preview = ShareMessage.Picture(
                    contentID: ShareMessage.contentID(
                        ShareMessage.previewPrefix, index + 1, options),
                    fileName: ShareMessage.previewFileName(name), bytes: picture.bytes)
                entry.preview = AttachmentReference(
                    contentID: preview.contentID, fileName: preview.fileName,
                    sha256: MailHarvest.sha256(preview.bytes), bytes: preview.bytes.count)
                view.preview = (preview.contentID, picture.width, picture.height)
                previews.append(preview)
            } else {
                findings.append(
                    Finding(
                        .warning, .previewMissing, where: record.file ?? "",
                        "The picture in “\(record.file ?? "")” cannot be decoded; it is sent as it"
                            + " is, without a preview."))
            }
            if options.location != .exact { findings += LocationGrade.wordsThatTell(record) }
            attached.append(photo)
            entries.append(entry)
            views.append(view)
            photos.append(
                SharedPhoto(
                    record: rendition.record, file: record.file ?? "", fileName: name,
                    bytes: photo.bytes.count, sha256: hash,
                    perceptualHash: rendition.perceptualHash?.text))
        }
        let written = options.message.map(CleanText.clean).flatMap { $0.isEmpty ? nil : $0 }
        let payload = SharePayload(
            photos: entries, generator: generator, created: Self.timestamp(options.date),
            message: written)
        let codes = ImportCode.codes(
            for: entries.map { entry in
                ImportCodePhoto(
                    record: entry.record, sha256: entry.attachment?.sha256,
                    fileName: entry.attachment?.fileName)
            })
        let map = MapView.drawn(of: entries.map(\.record), options, template, &findings)
        let view = ShareView(
            photos: views, message: written, subject: options.subject,
            importCode: codes.compactMap(\.lines).flatMap(\.self), template: template,
            map: map?.view, mapLink: options.mapLink)
        let linked = entries.map {
            LinkedDataPhoto(record: $0.record, attachment: $0.attachment)
        }
        let page = Page(view, linked, &findings)
        let message = ShareMessage(
            options: options, subject: view.subjectLine, text: view.text, html: page.html,
            previews: previews, photos: attached, payload: payload.bytes,
            map: map?.picture)
        return Pieces(
            message: message, payload: payload, codes: codes, linked: page.linked, photos: photos,
            template: template, findings: findings)
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
                    "The photo “\(record.name ?? record.file ?? key)” is given twice and sent once."
                ))
            return false
        }
    }

    private static func check(
        _ records: [PhotoRecord], _ options: ShareOptions
    ) throws(ShareError) {
        guard !records.isEmpty, records.count <= maximumPhotos else {
            throw ShareError(
                .photoCount, "A message takes 1 to \(maximumPhotos) photos, not \(records.count).")
        }
        guard !(options.to + options.cc).isEmpty else {
            throw ShareError(.noRecipient, at: "to", "Nobody is named who should get the message.")
        }
        // An empty message finds what is wrong with the header before any picture is rendered.
        _ = try built { () throws(MIMEBuildError) in
            try ShareMessage.bytes(
                options, subject: options.subject ?? "", body: .plainText(""))
        }
    }

    private static func built(
        _ build: () throws(MIMEBuildError) -> [UInt8]
    ) throws(ShareError) -> [UInt8] {
        do throws(MIMEBuildError) {
            return try build()
        } catch {
            throw ShareError(
                error.code == .lineBreak ? .headerInjection : .messageUnbuildable,
                at: error.value, error.message)
        }
    }

    private static func template(_ options: ShareOptions) throws(ShareError) -> TemplateSet {
        do throws(TemplateError) {
            return try MailTemplates(ownFolder: options.templateFolder)
                .template(options.template, language: options.language)
        } catch {
            throw ShareError(.template, at: options.template, error.message)
        }
    }

    private static func timestamp(_ date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        return LocalDateTime(secondsSince1970: seconds).map { $0.iso + "Z" } ?? ""
    }
}

extension FindingCode {
    /// A photo that was given twice.
    public static let photoTwice: FindingCode = "photo-twice"
    /// A photo that is sent without a preview, as its picture cannot be decoded.
    public static let previewMissing: FindingCode = "preview-missing"
}
