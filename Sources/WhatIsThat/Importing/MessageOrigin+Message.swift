import CatalogDatabase
import Crypto
import MIMEMessage

extension MessageOrigin {
    /// The message that photos came in, known by its Message-ID and by what it says and holds.
    ///
    /// The contents are those of its parts, decoded, text without its line ends: they are the same
    /// whichever way the message went from one program to the next.
    ///
    /// - Parameter isStopped: asked before each part; what comes of it then is of no use.
    init(of message: MailMessage, isStopped: () -> Bool = { false }) {
        let senders = message.from.prefix(Self.maximumSenders)
        let address = Self.addresses(of: message)
        let date = message.date?.iso8601
        var hash = SHA256()
        func take(_ text: String) {
            hash.update(data: Array(text.utf8))
            hash.update(data: [0])
        }
        take(address ?? "")
        take(message.subject ?? "")
        take(date ?? "")
        for part in message.allParts where !part.isMultipart {
            if isStopped() { break }
            let isText = part.contentType.isText
            var body = SHA256()
            part.decode { piece in
                if isText {
                    body.update(data: piece.filter { $0 > 0x20 })
                } else {
                    body.update(data: piece)
                }
            }
            take(part.contentType.essence)
            hash.update(data: Array(body.finalize()))
        }
        let digest = hash.finalize().hex
        self.init(
            messageID: message.messageID?.rawValue ?? "sha256-" + digest,
            sender: senders.isEmpty
                ? nil : senders.map(\.description).joined(separator: ", "),
            address: address, subject: message.subject, date: date,
            digest: digest)
    }

    /// The addresses of a message's From, in small letters, parted by commas; nil for none.
    static func addresses(of message: MailMessage) -> String? {
        let senders = message.from.prefix(maximumSenders)
        return senders.isEmpty
            ? nil : senders.map { $0.address.lowercased() }.joined(separator: ", ")
    }

    /// The most senders that are named.
    private static let maximumSenders = 5
}
