/// A message of RFC 5322 and MIME, parsed.
///
/// Parsing reads headers and structure only; bodies are decoded when they are asked for. It never
/// fails: a damaged message gives what can be read, and ``defects``.
///
/// ```swift
/// let message = MailMessage(parsing: bytes)
/// print(message.subject ?? "", message.from, message.tree)
/// for part in message.leafParts where part.isAttachment {
///     save(part.decodedBody(), as: part.fileName)
/// }
/// ```
///
/// Lines may end with LF or CRLF, mixed; a leading mbox line (`From …`) is passed over.
public struct MailMessage: Sendable {
    /// The message's own part: its header fields, and its body as a tree of parts.
    public let root: MIMEPart
    /// What is odd about the header and structure, in the order of the message.
    ///
    /// Oddities inside bodies show when a body is decoded: ``MIMEPart/decoded()``.
    public let defects: [MIMEDefect]

    /// Parses a message; never fails.
    ///
    /// - Parameters:
    ///   - bytes: The whole message.
    ///   - limits: How much is taken from it.
    public init(parsing bytes: [UInt8], limits: MIMELimits = .standard) {
        self.init(parsing: MailOctets(bytes), limits: limits)
    }

    /// Parses a message that may be too long for memory; never fails.
    ///
    /// ```swift
    /// let message = MailMessage(parsing: try MailOctets(contentsOfFile: "huge.eml"))
    /// for part in message.leafParts { try part.decode { try file.write(contentsOf: $0) } }
    /// ```
    public init(parsing octets: MailOctets, limits: MIMELimits = .standard) {
        self.init(parsing: octets, limits: limits, noted: [])
    }

    /// Parses a message of which something is odd that its octets do not show.
    init(parsing octets: MailOctets, limits: MIMELimits, noted: [MIMEDefect]) {
        var defects = DefectList(limit: limits.defects)
        defects.note(noted)
        var bytes = octets
        if bytes.isEmpty {
            defects.note(.error, .emptyMessage, at: 0, "The message is empty.")
        } else if bytes.count <= MailOctets.maximumOctetsInMemory,
            bytes.firstIndex(of: .lf, from: 0, to: bytes.count) == nil,
            let place = bytes.firstIndex(of: .cr, from: 0, to: bytes.count)
        {
            // QUIRK: RFC 5322 §2.3: lines of old Macs end with CR; taken only where no LF is.
            defects.note(
                .warning, .bareCarriageReturns, at: place, "The lines end with a bare CR.")
            bytes = MailOctets(bytes.bytes.map { $0 == .cr ? .lf : $0 })
        }
        var parser = StructureParser(bytes: bytes, limits: limits, defects: defects)
        root = parser.parse()
        defects = parser.defects
        Self.noteDuplicates(in: root.headers, &defects)
        self.defects = defects.defects
    }

    /// A message inside of another as a message of its own, without defects: they are among those
    /// of the outer one.
    ///
    /// ```swift
    /// for part in message.allParts { if let inner = part.embeddedMessage.map(MailMessage.init(embedded:)) { … } }
    /// ```
    public init(embedded part: MIMEPart) {
        root = part
        defects = []
    }

    /// The messages inside of this one that are pieces of others (`message/partial`), as somebody
    /// forwards them or a digest has them: for a ``PartialAssembler``.
    public var embeddedPieces: [MailMessage] {
        root.allParts.compactMap(\.embeddedMessage)
            .filter { $0.contentType.essence == "message/partial" }
            .map(MailMessage.init(embedded:))
    }

    /// Notes fields that may stand once (RFC 5322 §3.6) and stand again; the first one counts.
    private static func noteDuplicates(in headers: HeaderFields, _ defects: inout DefectList) {
        for name in singleFields {
            for again in headers.repeated(name) {
                defects.note(
                    .note, .duplicateField, at: again.range.lowerBound,
                    "The field \(name) is repeated; the first one counts.")
            }
        }
    }

    private static let singleFields: [HeaderName] = [
        .subject, .from, .sender, .date, .messageID, .contentType, .contentTransferEncoding,
    ]

    /// The header fields.
    public var headers: HeaderFields { root.headers }

    /// The subject, decoded.
    public var subject: String? { headers[.subject] }

    /// Who wrote it, groups opened.
    public var from: [Mailbox] { mailboxes(.from) }

    /// Who sent it, if that is somebody else.
    public var sender: Mailbox? { mailboxes(.sender).first }

    /// Where answers shall go.
    public var replyTo: [Mailbox] { mailboxes(.replyTo) }

    /// To whom it is written.
    public var to: [Mailbox] { mailboxes(.to) }

    /// Who gets a copy.
    public var cc: [Mailbox] { mailboxes(.cc) }

    /// Who gets a copy unseen; only drafts have it.
    public var bcc: [Mailbox] { mailboxes(.bcc) }

    /// When it was written; nil where there is no date that can be read.
    public var date: MailDate? {
        headers.first(.date).flatMap { MailDate(parsing: $0.rawValue[...]) }
    }

    /// Its own identifier.
    public var messageID: MessageID? { identifiers(.messageID).first }

    /// What it answers.
    public var inReplyTo: [MessageID] { identifiers(.inReplyTo) }

    /// The thread it belongs to, the oldest first.
    public var references: [MessageID] { identifiers(.references) }

    /// The mailboxes of every field of a name, groups opened.
    public func mailboxes(_ name: HeaderName) -> [Mailbox] {
        addresses(name).flatMap(\.mailboxes)
    }

    /// The mailboxes and groups of every field of a name.
    public func addresses(_ name: HeaderName) -> [Address] {
        headers.all(name).flatMap { AddressList.parse($0.rawValue[...]) }
    }

    /// The identifiers in every field of a name.
    public func identifiers(_ name: HeaderName) -> [MessageID] {
        headers.all(name).flatMap { MessageID.list(parsing: $0.rawValue[...]) }
    }

    /// The structure in one line: `multipart/mixed(text/plain,image/jpeg)`.
    public var tree: String { root.tree }

    /// Every part, the root first, in the order of the message.
    public var allParts: [MIMEPart] { root.allParts }

    /// Every part without children, in the order of the message, embedded messages opened.
    public var leafParts: [MIMEPart] { root.allParts.filter { $0.children.isEmpty } }
}
