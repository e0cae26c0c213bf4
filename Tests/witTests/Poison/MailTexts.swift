import MIMEMessage

/// All texts of a mail as a mail program shows them: decoded.
struct MailTexts {
    /// The mail as it goes over the wire.
    let bytes: [UInt8]
    /// Where each text stands, and the text: header values, file names, text parts, the payload.
    let texts: [(place: String, text: String)]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let message = MailMessage(parsing: bytes)
        var texts: [(String, String)] = [("subject", message.subject ?? "")]
        for mailbox in message.from + message.to {
            texts.append(("address", mailbox.description))
        }
        for part in message.leafParts {
            if let name = part.fileName { texts.append(("file name", name)) }
            if part.contentType.isText || part.contentType.subtype.hasSuffix("json") {
                let body = String(decoding: part.decodedBody(), as: UTF8.self)
                texts.append((part.contentType.essence, body))
            }
        }
        self.texts = texts
    }
}
