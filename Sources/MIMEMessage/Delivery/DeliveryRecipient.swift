/// The delivery status of a message for one recipient (RFC 3464 §2.3).
public struct DeliveryRecipient: Sendable, Hashable {
    /// The address that the report is about (`Final-Recipient`, else `Original-Recipient`), as it is
    /// written; a path or a number where the server has no address.
    public let address: String
    /// The address that the sender wrote (`Original-Recipient`); nil where it is not said.
    public let originalAddress: String?
    /// What the server did, in small letters: `failed`, `delayed`, `delivered`, `relayed`, `expanded`, and
    /// what else servers write; empty where it is not said.
    public let action: String
    /// The status code (RFC 3463): `5.1.1`; nil where there is none.
    public let status: String?
    /// What the other server said, without the type of its code; nil where nothing is.
    public let diagnostic: String?

    /// Whether the message did not reach the recipient and will not.
    public var hasFailed: Bool { action == "failed" || action == "expired" }

    /// Reads the fields of one recipient; nil for fields that are of the whole message.
    init?(_ fields: StatusFields) {
        let final = fields["final-recipient"].map(StatusFields.address)
        let original = fields["original-recipient"].map(StatusFields.address)
        let action = fields["action"]
        let known = [final, original].compactMap { $0 }.first { !$0.isEmpty }
        guard known != nil || action != nil else { return nil }
        address =
            known
            ?? fields["x-actual-recipient"].map(StatusFields.address)
            ?? ""
        originalAddress = original.flatMap { $0.isEmpty ? nil : $0 }
        self.action =
            action.map { value in
                String(value.asciiLowercased.prefix { $0.isLetter || $0 == "-" })
            } ?? ""
        status = fields["status"].flatMap(StatusFields.statusCode)
        diagnostic = fields["diagnostic-code"].map(StatusFields.withoutType)
            .flatMap { $0.isEmpty ? nil : $0 }
    }
}
