import OutputText

/// Who sends a mail and who gets it, as the servers see it (RFC 5321 §2.3.1); the header of the
/// message may say something else.
public struct Envelope: Hashable, Sendable {
    /// The address that gets the message back if it cannot be delivered.
    public let sender: String
    /// Who gets it, each once, in the order given.
    public let recipients: [String]

    /// An envelope of checked addresses.
    ///
    /// - Throws: `WitError` of code `bad-argument` where there is no recipient, or an address
    ///   could be taken for more than an address.
    public init(sender: String, recipients: [String]) throws(WitError) {
        for address in [sender] + recipients where !Self.isAddress(address) {
            throw WitError.server(
                .badArgument,
                "“\(address.printableLine)” is not an address that mail servers accept")
        }
        guard !recipients.isEmpty else {
            throw WitError.server(.badArgument, "the mail has no recipient")
        }
        self.sender = sender
        var seen: Set<String> = []
        self.recipients = recipients.filter { seen.insert($0).inserted }
    }

    /// The first address with a local part beyond ASCII, which needs SMTPUTF8 (RFC 6531); nil where
    /// there is none.
    public var addressBeyondASCII: String? {
        ([sender] + recipients).first { address in
            !address[..<(address.lastIndex(of: "@") ?? address.endIndex)].utf8
                .allSatisfy { $0 < 0x80 }
        }
    }

    /// Whether a text is one address, `local@domain`, and nothing that ends or adds to a command.
    private static func isAddress(_ text: String) -> Bool {
        guard let at = text.lastIndex(of: "@"), at != text.startIndex,
            text.index(after: at) != text.endIndex, text.utf8.count <= 320
        else { return false }
        let isQuoted = text.hasPrefix("\"") && text[..<at].hasSuffix("\"")
        return text.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "<", ">": false
            case " ": isQuoted
            default: scalar.value > 0x20 && !(0x7F..<0xA0).contains(scalar.value)
            }
        }
    }
}
