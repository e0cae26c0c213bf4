/// The name of a header field (RFC 5322 §2.2), as it was spelled; compared without case.
public struct HeaderName: Sendable, RawRepresentable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name as spelled.
    public let rawValue: String
    /// The name in small letters.
    public let canonical: String

    /// Takes a name as spelled.
    public init(rawValue: String) {
        self.rawValue = rawValue
        canonical = rawValue.asciiLowercased
    }

    /// Takes a literal name.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// A name made only of the characters the standard allows: printable ASCII but the colon.
    public init?(validating text: String) {
        let allowed: (UInt8) -> Bool = { $0 > 0x20 && $0 < 0x7F && $0 != .colon }
        guard !text.isEmpty, text.utf8.allSatisfy(allowed) else { return nil }
        self.init(rawValue: text)
    }

    /// The name as spelled.
    public var description: String { rawValue }
}

extension HeaderName: Hashable {
    /// Names are equal whatever their case.
    public static func == (left: Self, right: Self) -> Bool { left.canonical == right.canonical }

    /// Hashes the canonical spelling.
    public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}

extension HeaderName {
    /// The message's subject.
    public static let subject: HeaderName = "Subject"
    /// Who wrote it.
    public static let from: HeaderName = "From"
    /// Who sent it, if somebody else did.
    public static let sender: HeaderName = "Sender"
    /// Where answers shall go.
    public static let replyTo: HeaderName = "Reply-To"
    /// To whom it is written.
    public static let to: HeaderName = "To"
    /// Who gets a copy.
    public static let cc: HeaderName = "Cc"
    /// Who gets a copy unseen.
    public static let bcc: HeaderName = "Bcc"
    /// When it was written.
    public static let date: HeaderName = "Date"
    /// The message's own identifier.
    public static let messageID: HeaderName = "Message-ID"
    /// What it answers.
    public static let inReplyTo: HeaderName = "In-Reply-To"
    /// The thread it belongs to.
    public static let references: HeaderName = "References"
    /// That this is MIME.
    public static let mimeVersion: HeaderName = "MIME-Version"
    /// What the body is.
    public static let contentType: HeaderName = "Content-Type"
    /// How the body is coded.
    public static let contentTransferEncoding: HeaderName = "Content-Transfer-Encoding"
    /// How the body shall be shown, and its file name.
    public static let contentDisposition: HeaderName = "Content-Disposition"
    /// What `cid:` links name the part by.
    public static let contentID: HeaderName = "Content-ID"
    /// What the body is about.
    public static let contentDescription: HeaderName = "Content-Description"
}
