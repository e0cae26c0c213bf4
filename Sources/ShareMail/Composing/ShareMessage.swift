import Foundation
import MIMEMessage
import OutputText

/// A share message before it is written: the parts that <doc:PayloadFormat> draws, each of which
/// may be missing in tests that take channels away.
struct ShareMessage {
    /// A picture of the message.
    struct Picture {
        var contentID: String
        var fileName: String
        var content: StoredBytes
    }

    /// The locator map.
    struct Map {
        var contentID: String
        var bytes: [UInt8]
    }

    var options: ShareOptions
    var subject: String
    var text: String
    var html: String?
    var previews: [Picture]
    var photos: [Picture]
    var payload: [UInt8]?
    /// The messages that it belongs to.
    var references: [MessageID] = []
    /// The locator map, a PNG.
    var map: Map?

    /// What the Content-IDs of previews begin with, by which they are known on the way back.
    static let previewPrefix = "wit-preview-"

    /// The file name of a photo's preview.
    static func previewFileName(_ name: String) -> String { "preview-" + name }

    /// The file name of an enlarged spot of a photo.
    static func spotFileName(_ name: String) -> String { "preview-spot-" + name }

    /// The message's identity: the key and the sender's domain.
    var messageID: MessageID { Self.messageID(options) }

    static func messageID(_ options: ShareOptions) -> MessageID {
        MessageID(rawValue: options.messageKey + "@" + domain(options))
    }

    /// The key of a mail in a series.
    static func key(_ options: ShareOptions, number: Int) -> String {
        "\(options.messageKey)-\(number)"
    }

    /// The identity of a mail in a series.
    static func messageID(_ options: ShareOptions, number: Int) -> MessageID {
        MessageID(rawValue: key(options, number: number) + "@" + domain(options))
    }

    /// A Content-ID of a part: the kind, its number, the message's key and domain.
    static func contentID(_ kind: String, _ number: Int, _ options: ShareOptions) -> String {
        "\(kind)\(number).\(options.messageKey)@\(domain(options))"
    }

    // A domain that is nobody's (RFC 2606 §2), where there is no sender yet.
    private static func domain(_ options: ShareOptions) -> String {
        options.from.flatMap { InternationalDomain.ascii($0.domain) } ?? "whatisthat.invalid"
    }

    /// The finished bytes, all in memory.
    ///
    /// - Throws: `WitError` for a header value with a line break, or an address that is
    ///   none; it names the value.
    func bytes() throws(WitError) -> [UInt8] { try builder().build() }

    /// What writes the message; the pictures stay in their file until then.
    func builder() -> MIMEBuilder {
        let plain = MIMEBody.plainText(text, flowed: true)
        let story: MIMEBody
        if let html {
            let page = MIMEBody.html(html)
            let shown = previews.map { preview in
                MIMEBody.inline(
                    preview.content.part, type: .jpeg, fileName: preview.fileName,
                    contentID: MessageID(rawValue: preview.contentID))
            }
            let drawn = map.map { map in
                MIMEBody.inline(
                    map.bytes, type: .png, fileName: MapMark.fileName,
                    contentID: MessageID(rawValue: map.contentID))
            }
            let pictures = shown + (drawn.map { [$0] } ?? [])
            story = .alternative([plain, pictures.isEmpty ? page : .related(root: page, pictures)])
        } else {
            story = plain
        }
        let attached = photos.map { photo in
            MIMEBody.attachment(
                photo.content.part, type: .jpeg, fileName: photo.fileName,
                contentID: MessageID(rawValue: photo.contentID))
        }
        let data = payload.map { payload in
            MIMEBody.attachment(
                payload, type: MediaType("application", "vnd.whatisthat.share+json"),
                fileName: SharePayload.fileName)
        }
        var builder = Self.builder(
            options, subject: subject, body: .mixed([story] + attached + (data.map { [$0] } ?? [])))
        builder.references = options.references + references
        builder.inReplyTo = options.references.suffix(1)
        return builder
    }

    /// A mailbox whose name people may be shown; one with a line break or NUL stays what it is, to be
    /// refused.
    private static func shown(_ mailbox: Mailbox) -> Mailbox {
        guard let name = mailbox.name, !name.utf8.contains(where: { [0, 10, 13].contains($0) })
        else {
            return mailbox
        }
        var mailbox = mailbox
        mailbox.name = name.shownLine
        return mailbox
    }

    /// What writes a message of these options with a body.
    static func builder(
        _ options: ShareOptions, subject: String, body: MIMEBody
    ) -> MIMEBuilder {
        var builder = MIMEBuilder(body: body)
        builder.from = (options.from.map { [$0] } ?? []).map(shown)
        builder.to = options.to.map(shown)
        builder.cc = options.cc.map(shown)
        builder.replyTo = options.replyTo.map(shown)
        builder.usesSMTPUTF8 = true
        builder.subject = subject
        builder.date = MailDate(
            secondsSince1970: Int64(options.date.timeIntervalSince1970.rounded(.down)),
            offsetMinutes: options.dateOffsetMinutes)
        builder.messageID = messageID(options)
        // A draft without a sender: the mail program that opens it puts its own.
        if options.from == nil { builder.extraFields.append(.init("X-Unsent", "1")) }
        return builder
    }
}

extension StoredBytes {
    /// The bytes as a part of a message.
    var part: MIMEContent { .file(path: file.path, range: range) }
}
