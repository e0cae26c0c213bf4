import Foundation
import MIMEMessage
import MailTransport
import ShareMail

/// Which of a mailbox's messages are worth fetching, by what the server says of their parts.
///
/// A mailbox of 40,000 mails holds perhaps 2,000 with pictures. Those are fetched whole; of the
/// others one text part is looked at, which is a few kilobytes, for a story that came without its
/// pictures.
enum MessageChoice: Equatable {
    /// It holds a picture, a payload, or what may hold them.
    case whole
    /// Only this part can hold a story.
    case text(MessageSummary.Part)
    /// Nothing in it can.
    case none

    /// The most of a text part that is looked at, in coded bytes; a message with a longer one is
    /// fetched, since files may stand in its text (uuencode, yEnc).
    static let textLimit = 256 << 10

    init(_ summary: MessageSummary) {
        guard let parts = summary.parts else {
            self = .whole
            return
        }
        if parts.contains(where: Self.isWorth) {
            self = .whole
            return
        }
        let text =
            parts.first { $0.mediaType == "text/plain" }
            ?? parts.first { $0.mediaType.hasPrefix("text/") }
        guard let text else {
            self = .none
            return
        }
        self = text.bytes > Self.textLimit ? .whole : .text(text)
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
        let message = MIMEMessage(parsing: Array(head.utf8) + coded, limits: limits.mime)
        return !ShareReader(limits: limits.share).read(message).photos.isEmpty
    }
}
