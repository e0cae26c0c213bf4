import OutputText

/// Builds a message that every mail program can read: 7-bit (but for addresses that cannot be, see
/// ``usesSMTPUTF8``), CRLF, lines under 998 octets.
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
/// The same values build the same octets: boundaries follow from the content. A message with long
/// files in it is better written piece by piece: ``write(_:)``.
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
    /// Whether an address with a local part beyond ASCII is written as it is (RFC 6532), instead of
    /// being refused: only servers that offer SMTPUTF8 take such a message. Other domains beyond ASCII
    /// are written as A-labels.
    public var usesSMTPUTF8 = false
    /// Further fields, `X-…`.
    public var extraFields: [ExtraField] = []
    /// The body.
    public var body: MIMEBody
    /// What boundaries are made from besides the content; any text.
    public var seed = ""

    /// A builder for a body.
    public init(body: MIMEBody) { self.body = body }

    /// Builds the message in memory.
    ///
    /// - Throws: ``WitError`` if a value holds CR, LF or NUL, an address or identifier is
    ///   none, a name has characters it must not have, a word is too long for a line, or a file
    ///   cannot be read.
    public func build() throws(WitError) -> [UInt8] { try assembly().octets() }

    /// Writes the message piece by piece: the octets that ``build()`` gives, in memory that stays
    /// flat however long the files in it are.
    ///
    /// ```swift
    /// try builder.write { piece in try file.write(contentsOf: piece) }
    /// ```
    ///
    /// Nothing is handed over before the whole message is known to be sound, but for a file that
    /// is cut short while it is written.
    ///
    /// - Parameter take: Takes each piece, of at most 320 KB of a file or octets at hand; it is
    ///   gone when the call returns.
    /// - Throws: ``WitError`` as ``build()`` does, and what `take` throws.
    public func write(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        try assembly().write(take)
    }

    /// How many octets the message has, found without encoding or reading its files.
    ///
    /// Just the size of what ``build()`` gives and ``write(_:)`` writes, as long as the files stay
    /// as they are.
    ///
    /// - Throws: ``WitError`` as ``build()`` does.
    public func encodedSize() throws(WitError) -> Int { try assembly().count }

    private func assembly() throws(WitError) -> MessageAssembly {
        var message = MessageAssembly()
        try writeFields(into: &message.text)
        var writer = BodyWriter(seed: seed, header: message.text)
        try writer.write(body, into: &message)
        if !message.endsWithLineFeed { message.text.append("\r\n") }
        return message
    }

    private func writeFields(into text: inout [UInt8]) throws(WitError) {
        let fields: [(HeaderName, [Mailbox])] = [
            (.from, from), (.sender, sender.map { [$0] } ?? []), (.replyTo, replyTo), (.to, to),
            (.cc, cc), (.bcc, bcc),
        ]
        let isUTF8 = usesSMTPUTF8 && fields.contains { $0.1.contains(where: \.needsUTF8) }
        for (name, mailboxes) in fields {
            try FieldWriter.addresses(name, mailboxes, isUTF8: isUTF8, into: &text)
        }
        if let subject { try FieldWriter.unstructured(.subject, subject, into: &text) }
        if let date { try FieldWriter.words(.date, [date.headerText], into: &text) }
        if let messageID { try FieldWriter.identifiers(.messageID, [messageID], into: &text) }
        try FieldWriter.identifiers(.inReplyTo, inReplyTo, into: &text)
        try FieldWriter.identifiers(.references, references, into: &text)
        for field in extraFields {
            guard HeaderName(validating: field.name.rawValue) != nil else {
                throw WitError(
                    .invalidName, "“\(field.name)” is not a valid header field name.",
                    value: field.name.rawValue)
            }
            try FieldWriter.unstructured(field.name, field.value, into: &text)
        }
        try FieldWriter.words(.mimeVersion, ["1.0"], into: &text)
    }
}
