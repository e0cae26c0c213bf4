/// What a `message/partial` says of itself (RFC 2046 §5.2.2).
struct PartialPiece {
    /// What all pieces of one message have in common.
    var id: String
    /// Its place among them, from 1.
    var number: Int
    /// How many there are; only the last one must say it.
    var total: Int?

    /// The longest identifier that is taken, in octets: a line (RFC 5322 §2.1.1).
    private static let longestID = 998

    /// The piece that a message is; nil where it is none, or does not say which.
    init?(_ message: MailMessage) {
        let type = message.root.contentType
        guard type.essence == "message/partial", let id = type.parameters["id"], !id.isEmpty,
            id.utf8.count <= Self.longestID,
            let number = type.parameters["number"].flatMap({ Int($0) }), number >= 1
        else { return nil }
        self.id = id
        self.number = number
        total = type.parameters["total"].flatMap { Int($0) }
    }
}
