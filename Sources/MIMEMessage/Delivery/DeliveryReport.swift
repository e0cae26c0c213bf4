/// What a mail server reports of a message's delivery: a bounce, a delay, a success (RFC 3464, and RFC 6533
/// for addresses beyond ASCII).
///
/// ```swift
/// if let report = DeliveryReport(of: message) {
///     for recipient in report.recipients { print(recipient.address, recipient.action) }
/// }
/// ```
public struct DeliveryReport: Sendable, Hashable {
    /// The recipients that the report is about, in order.
    public let recipients: [DeliveryRecipient]
    /// The server that reports (§2.2.2), without the type of its name; nil where it is not said.
    public let reportingServer: String?
    /// The identifier of the message that was to be delivered; nil where the report does not return it.
    public let originalMessageID: MessageID?

    /// The most recipients that are read of a report.
    public static let maximumRecipients = 1_000
    /// The most octets of a report that are read.
    private static let longest = 1 << 20

    /// Reads the report of a message; nil where it has none.
    ///
    /// QUIRK: RFC 6522 §3: the report may be in a multipart of another kind, or in none. Gateways put a
    /// whole report into another one. A report that a person forwards is not read.
    public init?(of message: MailMessage) {
        let all = message.allParts
        guard all.contains(where: Self.isReport) else { return nil }
        let parts = AutomaticMail(of: message)?.kind == .report ? all : message.ownParts
        let reports = parts.filter(Self.isReport)
        guard !reports.isEmpty else { return nil }
        var recipients: [DeliveryRecipient] = []
        var server: String?
        for report in reports {
            let blocks = StatusFields.blocks(report.text(upTo: Self.longest).text)
            server = server ?? blocks.first?["reporting-mta"].map(StatusFields.withoutType)
            recipients += blocks.lazy.compactMap(DeliveryRecipient.init)
                .prefix(Self.maximumRecipients - recipients.count)
        }
        self.recipients = recipients
        reportingServer = server
        originalMessageID = parts.lazy.compactMap(Self.returned).first
    }

    private static func isReport(_ part: MIMEPart) -> Bool {
        part.contentType.type == "message"
            && ["delivery-status", "global-delivery-status"].contains(part.contentType.subtype)
    }

    /// The identifier of the message that a part returns, whole or its header.
    private static func returned(_ part: MIMEPart) -> MessageID? {
        if let message = part.embeddedMessage { return MailMessage(embedded: message).messageID }
        let headers = ["text/rfc822-headers", "message/rfc822-headers", "message/global-headers"]
        guard headers.contains(part.contentType.essence) else { return nil }
        let text = part.text(upTo: longest).text
        return MailMessage(parsing: Array(text.utf8)).messageID
    }
}

extension MailMessage {
    /// The parts of the message itself, none of those inside of an embedded message.
    var ownParts: [MIMEPart] {
        var parts: [MIMEPart] = []
        var waiting = [root]
        while let part = waiting.popLast() {
            parts.append(part)
            if part.embeddedMessage == nil { waiting += part.children.reversed() }
        }
        return parts
    }
}
