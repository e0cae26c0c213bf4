/// Builds a message that every mail program can read: 7-bit, CRLF, lines under 998 octets.
///
/// ```swift
/// var builder = MIMEBuilder(body: .plainText("The kite above the barn."))
/// builder.from = [try Mailbox(validating: "Anna <anna@a.example>")]
/// builder.to = [try Mailbox(validating: "bert@b.example")]
/// builder.subject = "Rotmilan über der Scheune"
/// builder.date = MailDate(secondsSince1970: 1_795_168_800, offsetMinutes: 60)
/// builder.messageID = MessageID(rawValue: "1@a.example")
/// let bytes = try builder.build()
/// ```
///
/// The same values build the same octets: boundaries follow from the content.
public struct MIMEBuilder: Sendable {
    /// A field that has no property here.
    public struct ExtraField: Hashable, Sendable {
        /// The field's name.
        public var name: HeaderName
        /// Its text, encoded where that is needed.
        public var value: String

        /// A field of a name and a text.
        public init(_ name: HeaderName, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Who writes it.
    public var from: [Mailbox] = []
    /// Who sends it, if that is somebody else.
    public var sender: Mailbox?
    /// Where answers shall go.
    public var replyTo: [Mailbox] = []
    /// To whom it is written.
    public var to: [Mailbox] = []
    /// Who gets a copy.
    public var cc: [Mailbox] = []
    /// Who gets a copy unseen: written into the header, so only for a draft.
    public var bcc: [Mailbox] = []
    /// The subject.
    public var subject: String?
    /// When it is written.
    public var date: MailDate?
    /// Its own identifier.
    public var messageID: MessageID?
    /// What it answers.
    public var inReplyTo: [MessageID] = []
    /// The thread it belongs to, the oldest first.
    public var references: [MessageID] = []
    /// Further fields, `X-…`.
    public var extraFields: [ExtraField] = []
    /// The body.
    public var body: MIMEBody
    /// What boundaries are made from besides the content; any text.
    public var seed = ""

    /// A builder for a body.
    public init(body: MIMEBody) { self.body = body }

    /// Builds the message.
    ///
    /// - Throws: ``MIMEBuildError`` if a value holds CR, LF or NUL, an address or identifier is
    ///   none, a name has characters it must not have, or a word is too long for a line.
    public func build() throws(MIMEBuildError) -> [UInt8] {
        var fields = FieldWriter()
        try fields.addresses(.from, from)
        if let sender { try fields.addresses(.sender, [sender]) }
        try fields.addresses(.replyTo, replyTo)
        try fields.addresses(.to, to)
        try fields.addresses(.cc, cc)
        try fields.addresses(.bcc, bcc)
        if let subject { try fields.unstructured(.subject, subject) }
        if let date { try fields.words(.date, [date.headerText]) }
        if let messageID { try fields.identifiers(.messageID, [messageID]) }
        try fields.identifiers(.inReplyTo, inReplyTo)
        try fields.identifiers(.references, references)
        for field in extraFields {
            guard HeaderName(validating: field.name.rawValue) != nil else {
                throw MIMEBuildError(
                    .invalidName, "“\(field.name)” cannot be the name of a header field.",
                    value: field.name.rawValue)
            }
            try fields.unstructured(field.name, field.value)
        }
        try fields.words(.mimeVersion, ["1.0"])
        var writer = BodyWriter(seed: seed + String(decoding: fields.bytes, as: UTF8.self))
        var message = MessageAssembly()
        message.append(fields.bytes)
        try writer.write(body, into: &message)
        if !message.endsWithLineFeed { message.append("\r\n") }
        return message.octets()
    }
}
