import Foundation
import MIMEMessage

/// A share message before it is written: the pieces of SPEC §6, each of which may be missing in
/// tests that take channels away.
struct ShareMessage {
    /// A picture of the message.
    struct Picture {
        var contentID: String
        var fileName: String
        var bytes: [UInt8]
    }

    var options: ShareOptions
    var subject: String
    var text: String
    var html: String?
    var previews: [Picture]
    var photos: [Picture]
    var payload: [UInt8]?
    /// The locator map, a PNG.
    var map: Picture?

    /// What the Content-IDs of previews begin with, by which they are known on the way back.
    static let previewPrefix = "wit-preview-"

    /// The file name of a photo's preview.
    static func previewFileName(_ name: String) -> String { "preview-" + name }

    /// The message's identity: the key and the sender's domain.
    var messageID: MessageID { Self.messageID(options) }

    static func messageID(_ options: ShareOptions) -> MessageID {
        MessageID(rawValue: options.messageKey + "@" + domain(options))
    }

    /// A Content-ID of a part: the kind, its number, the message's key and domain.
    static func contentID(_ kind: String, _ number: Int, _ options: ShareOptions) -> String {
        "\(kind)\(number).\(options.messageKey)@\(domain(options))"
    }

    // A domain that is nobody's (RFC 2606 §2), where there is no sender yet.
    private static func domain(_ options: ShareOptions) -> String {
        options.from.map { String($0.domain) } ?? "whatisthat.invalid"
    }

    /// The finished bytes.
    ///
    /// - Throws: `MIMEBuildError` for a header value with a line break, or an address that is
    ///   none; it names the value.
    func bytes() throws(MIMEBuildError) -> [UInt8] {
        let plain = MIMEBody.plainText(text, flowed: true)
        let story: MIMEBody
        if let html {
            let page = MIMEBody.html(html)
            let shown = previews.map { preview in
                MIMEBody.inline(
                    preview.bytes, type: .jpeg, fileName: preview.fileName,
                    contentID: MessageID(rawValue: preview.contentID))
            }
            let drawn = map.map { map in
                MIMEBody.inline(
                    map.bytes, type: .png, fileName: map.fileName,
                    contentID: MessageID(rawValue: map.contentID))
            }
            let pictures = shown + (drawn.map { [$0] } ?? [])
            story = .alternative([plain, pictures.isEmpty ? page : .related(root: page, pictures)])
        } else {
            story = plain
        }
        let attached = photos.map { photo in
            MIMEBody.attachment(
                photo.bytes, type: .jpeg, fileName: photo.fileName,
                contentID: MessageID(rawValue: photo.contentID))
        }
        let data = payload.map { payload in
            MIMEBody.attachment(
                payload, type: MediaType("application", "vnd.whatisthat.share+json"),
                fileName: SharePayload.fileName)
        }
        return try Self.bytes(
            options, subject: subject, body: .mixed([story] + attached + (data.map { [$0] } ?? [])))
    }

    /// A message of these options with a body.
    static func bytes(
        _ options: ShareOptions, subject: String, body: MIMEBody
    ) throws(MIMEBuildError) -> [UInt8] {
        var builder = MIMEBuilder(body: body)
        builder.from = options.from.map { [$0] } ?? []
        builder.to = options.to
        builder.cc = options.cc
        builder.subject = subject
        builder.date = MailDate(
            secondsSince1970: Int64(options.date.timeIntervalSince1970.rounded(.down)),
            offsetMinutes: options.dateOffsetMinutes)
        builder.messageID = messageID(options)
        // A draft without a sender: the mail program that opens it puts its own.
        if options.from == nil { builder.extraFields.append(.init("X-Unsent", "1")) }
        return try builder.build()
    }
}
