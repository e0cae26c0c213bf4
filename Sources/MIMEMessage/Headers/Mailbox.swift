import OutputText

/// One person's address (RFC 5322 §3.4): `Anna <anna@a.example>`.
public struct Mailbox: Hashable, Sendable, CustomStringConvertible {
    /// The display name, decoded; nil where there is none.
    public var name: String?
    /// The address without angle brackets and comments: `anna@a.example`.
    public var address: String

    /// A mailbox of a name and an address, taken as they are; building a message checks them.
    public init(name: String? = nil, address: String) {
        self.name = name
        self.address = address
    }

    /// Reads what a person typed: `anna@a.example` or `Anna <anna@a.example>`.
    ///
    /// ```swift
    /// let anna = try Mailbox(validating: "Anna Ames <anna@a.example>")
    /// ```
    ///
    /// - Throws: ``WitError`` if it holds a line break or NUL, no address, more than one, or
    ///   an address without a local part and a domain.
    public init(validating text: String) throws(WitError) {
        try WitError.refuseBreaks(in: text, of: "the address")
        let mailboxes = AddressList.parse(Array(text.utf8)[...]).flatMap(\.mailboxes)
        guard let first = mailboxes.first else {
            throw WitError(
                .noAddress, "There is no e-mail address in “\(text)”.", value: text)
        }
        guard mailboxes.count == 1 else {
            throw WitError(
                .manyAddresses, "“\(text)” is more than one e-mail address.", value: text)
        }
        try first.validate(writtenAs: text)
        // Reading is lenient with `Anna anna@a.example`; of what is typed, that is a slip.
        guard first.name == nil || text.contains("<") || text.contains("(") else {
            throw WitError(
                .noAddress, "“\(text)” is not an e-mail address such as anna@example.org.",
                value: text)
        }
        self = first
    }

    /// The part before the last `@`.
    public var localPart: Substring {
        address.lastIndex(of: "@").map { address[..<$0] } ?? address[...]
    }

    /// The part after the last `@`; empty where there is none.
    public var domain: Substring {
        address.lastIndex(of: "@").map { address[address.index(after: $0)...] } ?? ""
    }

    /// Whether only servers that offer SMTPUTF8 take the address: its local part is beyond ASCII
    /// (RFC 6531).
    public var needsUTF8: Bool { InternationalDomain.needsUTF8(address) }

    /// The name and address as a person writes them; not for a header, which encodes.
    public var description: String { name.map { "\($0) <\(address)>" } ?? address }

    /// Checks that the address can stand in a header and go to a mail server.
    func validate(writtenAs text: String) throws(WitError) {
        try WitError.refuseBreaks(in: address, of: "the address")
        if let name { try WitError.refuseBreaks(in: name, of: "the name of an address") }
        let octets = address.utf8
        let at = octets.lastIndex(of: .at) ?? octets.endIndex
        let local = octets[..<at]
        let domain = at < octets.endIndex ? octets[octets.index(after: at)...] : octets[at...]
        // RFC 5322 §3.4.1: a quoted local part and a domain in brackets hold nearly anything.
        let isQuoted = local.count > 1 && local.first == .quote && local.last == .quote
        let isLiteral =
            domain.count > 1 && domain.first == .openBracket && domain.last == .closeBracket
        let name = isLiteral ? domain.dropFirst().dropLast() : domain
        let isSound =
            !local.isEmpty && !domain.isEmpty
            && !name.contains { Self.isForeign($0) && (!isLiteral || $0 != .colon) }
            && (isQuoted || !local.contains(where: Self.isForeign))
            && InternationalDomain.address(address) != nil
        guard isSound else {
            throw WitError(
                .noAddress, "“\(text)” is not an e-mail address such as anna@example.org.",
                value: text)
        }
    }

    /// Whether an octet cannot stand in an address outside quotes and brackets.
    private static func isForeign(_ octet: UInt8) -> Bool {
        switch octet {
        case .openParenthesis, .closeParenthesis, .less, .greater, .openBracket, .closeBracket,
            .colon, .semicolon, .at, .backslash, .comma, .quote:
            true
        default: octet.isBlank || octet.isControl
        }
    }
}
