import Foundation

/// A mail as a stranger writes it, by hand: whatever parts, names and identities suit him.
public struct ForgedMail: Sendable {
    /// A part of it.
    public struct Part: Sendable {
        var fields: [String]
        var body: [UInt8] = []
        var parts: [Part] = []

        /// A text.
        public static func text(_ text: String, _ type: String = "text/plain") -> Part {
            Part(
                fields: [
                    "Content-Type: \(type); charset=utf-8", "Content-Transfer-Encoding: base64",
                ], body: Array(text.utf8))
        }

        /// A text of HTML.
        public static func html(_ text: String) -> Part { .text(text, "text/html") }

        /// A payload: what stands in the array `photos`.
        public static func payload(_ photos: String) -> Part {
            let json = #"{"format":"whatisthat.share","version":1,"photos":["# + photos + "]}"
            var part = Part.text(json, "application/vnd.whatisthat.share+json")
            part.fields.append("Content-Disposition: attachment; filename=\"photos.wit.json\"")
            return part
        }

        /// A picture.
        public static func picture(
            _ bytes: [UInt8], _ name: String?, id: String? = nil, type: String = "image/jpeg",
            isInline: Bool = false
        ) -> Part {
            var part = Part(
                fields: ["Content-Type: \(type)", "Content-Transfer-Encoding: base64"],
                body: bytes)
            if let id { part.fields.append("Content-ID: <\(id)>") }
            let disposition = isInline ? "inline" : "attachment"
            let file = name.map { "; filename=\"\($0)\"" } ?? ""
            part.fields.append("Content-Disposition: " + disposition + file)
            return part
        }

        /// Parts beside one another: `mixed`, `alternative`, `related`.
        public static func multipart(_ kind: String, _ parts: [Part]) -> Part {
            Part(fields: ["multipart/" + kind], parts: parts)
        }

        /// A mail in the mail.
        public static func message(_ mail: ForgedMail) -> Part {
            Part(fields: ["Content-Type: message/rfc822"], body: mail.bytes)
        }

        fileprivate func written(_ boundary: String) -> String {
            if !parts.isEmpty {
                let inner = parts.enumerated().map { index, part in
                    "--\(boundary)\r\n" + part.written("\(boundary)-\(index)") + "\r\n"
                }
                return "Content-Type: \(fields[0]); boundary=\"\(boundary)\"\r\n\r\n"
                    + inner.joined() + "--\(boundary)--\r\n"
            }
            let isCoded = fields.contains { $0.hasSuffix("base64") }
            let text =
                isCoded
                ? Data(body).base64EncodedString(options: .lineLength76Characters)
                : String(decoding: body, as: UTF8.self)
            return fields.joined(separator: "\r\n") + "\r\n\r\n" + text
        }
    }

    /// The value of From.
    public var from = "Ben <ben@example.org>"
    /// The subject.
    public var subject = "Photos"
    /// The Message-ID without the angle brackets; nil for none.
    public var messageID: String?
    /// What it holds.
    public var root: Part

    /// A mail of parts beside one another.
    public init(_ parts: Part...) { root = .multipart("mixed", parts) }

    /// The same mail with another head.
    public func with(from: String? = nil, id: String? = nil, subject: String? = nil) -> ForgedMail {
        var mail = self
        mail.from = from ?? mail.from
        mail.messageID = id ?? mail.messageID
        mail.subject = subject ?? mail.subject
        return mail
    }

    /// The whole message.
    public var bytes: [UInt8] {
        var head =
            "From: \(from)\r\nTo: carla@example.com\r\nSubject: \(subject)\r\n"
            + "Date: Sat, 21 Nov 2026 09:00:00 +0000\r\nMIME-Version: 1.0\r\n"
        if let messageID { head += "Message-ID: <\(messageID)>\r\n" }
        return Array((head + root.written("b")).utf8)
    }
}
