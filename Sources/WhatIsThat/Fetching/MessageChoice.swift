import Foundation
import MIMEMessage
import MailTransport
import ShareMail

/// Which of a mailbox's messages are worth fetching, by what the server says of their parts.
///
/// A mailbox of 40,000 mails holds perhaps 2,000 with pictures. Those are fetched whole; of the
/// others the text parts are looked at, a few kilobytes each, for a story that came without its
/// pictures.
enum MessageChoice: Equatable {
    /// It holds a picture, a payload, or what may hold them.
    case whole
    /// Only these parts can hold a story; to be looked at in this order.
    case texts([MessageSummary.Part])
    /// Nothing in it can.
    case none

    /// The most of a message's text parts that is looked at, in coded bytes; a message with longer
    /// ones is fetched, since files may stand in its text (uuencode, yEnc).
    static let textLimit = 256 << 10

    /// The most text parts of a message that are looked at; one with more is fetched.
    static let partLimit = 4

    /// The most of a message's header that is looked at, for what it answers.
    static let headerLimit = 64 << 10

    init(_ summary: MessageSummary) {
        guard let parts = summary.parts else {
            self = .whole
            return
        }
        if parts.contains(where: Self.isWorth) {
            self = .whole
            return
        }
        let texts = parts.filter { $0.mediaType.hasPrefix("text/") }
        // What a mail shows, then what it may show instead; the import code may stand in either.
        var chosen = ["text/plain", "text/html"].flatMap { type in
            texts.filter { $0.mediaType == type }
        }
        if chosen.isEmpty { chosen = texts }
        guard !chosen.isEmpty else {
            self = .none
            return
        }
        var bytes = 0
        for part in chosen.prefix(Self.partLimit) where bytes <= Self.textLimit {
            bytes += min(part.bytes, Self.textLimit + 1)
        }
        let isMuch = chosen.count > Self.partLimit || bytes > Self.textLimit
        self = isMuch ? .whole : .texts(chosen)
    }

    private static let types: Set<String> = [
        "application/json", "application/ms-tnef", "application/vnd.ms-tnef", "message/partial",
        "message/rfc822", "message/global", "application/mac-binhex40", "multipart/appledouble",
    ]

    private static let endings: Set<String> = [
        "jpg", "jpeg", "jpe", "heic", "heif", "hif", "avif", "png", "webp", "tif", "tiff", "gif",
        "jxl", "dng", "cr2", "cr3", "nef", "arw", "raf", "rw2", "orf", "pef", "json", "dat", "eml",
        "uu", "uue",
    ]

    private static func isWorth(_ part: MessageSummary.Part) -> Bool {
        if part.mediaType.hasPrefix("image/") || types.contains(part.mediaType)
            || part.mediaType.contains("whatisthat")
        {
            return true
        }
        guard let name = part.name, !name.isEmpty else {
            return part.mediaType == "application/octet-stream"
        }
        // A name that is coded (RFC 2047, RFC 2231) may end anyhow.
        if name.hasPrefix("=?") { return !part.mediaType.hasPrefix("text/") }
        let ending = name.split(separator: ".").last?.lowercased() ?? ""
        return endings.contains(ending)
            || part.mediaType == "application/octet-stream" && !name.contains(".")
    }

    /// Whether a text part holds something of a photo.
    ///
    /// - Parameter coded: Its bytes as the server sent them.
    static func holdsStory(
        _ part: MessageSummary.Part, coded: [UInt8], limits: MailLimits
    ) -> Bool {
        // What the server says goes into headers here, so it is cut down to plain words.
        func word(_ text: String) -> String {
            String(
                text.prefix(60).filter {
                    $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:/".contains($0))
                })
        }
        let head = """
            Content-Type: \(word(part.mediaType)); charset="\(word(part.charset ?? "utf-8"))"\r
            Content-Transfer-Encoding: \(word(part.encoding))\r
            \r

            """
        let message = MailMessage(parsing: Array(head.utf8) + coded, limits: limits.mime)
        return !ShareReader(limits: limits.share).read(message).photos.isEmpty
    }
}
