/// The identifier of a message or part (RFC 5322 §3.6.4, RFC 2392): `<unique@domain>`.
public struct MessageID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The identifier without its angle brackets.
    public let rawValue: String

    /// Takes an identifier; angle brackets around it are left out.
    public init(rawValue: String) {
        let bare = rawValue.utf8.trimmedText
        self.rawValue =
            bare.hasPrefix("<") && bare.hasSuffix(">") && bare.utf8.count >= 2
            ? String(bare.dropFirst().dropLast()) : bare
    }

    /// With its angle brackets, as a header has it.
    public var description: String { "<\(rawValue)>" }

    /// Reads the identifiers of a Message-ID, In-Reply-To, References or Content-ID field.
    ///
    /// QUIRK: RFC 5322 §3.6.4: other words between them (obs-phrase) are passed over; blanks
    /// inside brackets vanish; a value without any bracket is one identifier.
    static func list(parsing value: ArraySlice<UInt8>) -> [MessageID] {
        var identifiers: [MessageID] = []
        var lexer = HeaderLexer(value)
        while let octet = lexer.current {
            if octet == .less {
                lexer.index += 1
                let inside = lexer.text { $0 == .greater || $0 == .less }
                if lexer.current == .greater { lexer.index += 1 }
                let bare = inside.filter { !$0.isBlankOrBreak }
                if !bare.isEmpty {
                    identifiers.append(MessageID(rawValue: RawText.decode(bare[...])))
                }
            } else if octet == .openParenthesis {
                _ = lexer.comment()
            } else {
                lexer.index += 1
            }
        }
        let bare = value.trimmed
        if identifiers.isEmpty, !bare.isEmpty,
            !bare.contains(where: { $0.isBlankOrBreak || $0 == .less || $0 == .openParenthesis })
        {
            identifiers.append(MessageID(rawValue: RawText.decode(bare)))
        }
        return identifiers
    }
}

extension String.UTF8View {
    /// The text without blanks and line breaks at both ends.
    fileprivate var trimmedText: String { String(Substring(trimmed)) }
}
