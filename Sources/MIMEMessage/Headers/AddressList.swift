/// One entry of an address field: a mailbox, or a named group of them (RFC 5322 §3.4).
public enum Address: Hashable, Sendable {
    /// A person's address.
    case mailbox(Mailbox)
    /// A named group, `Friends: a@x.example, b@x.example;`, that may be empty.
    case group(name: String, members: [Mailbox])

    /// The mailbox, or the group's members.
    public var mailboxes: [Mailbox] {
        switch self {
        case .mailbox(let mailbox): [mailbox]
        case .group(_, let members): members
        }
    }
}

/// Reads address fields, obsolete forms with them (RFC 5322 §4.4).
enum AddressList {
    /// Reads a list from an unfolded value.
    static func parse(_ value: ArraySlice<UInt8>) -> [Address] {
        var parser = Parser(lexer: HeaderLexer(value))
        return parser.list()
    }

    private struct Parser {
        var lexer: HeaderLexer

        /// What an entry is gathered from.
        struct Entry {
            /// Words before an angle address, quoted ones unquoted; or a bare address.
            var words: [UInt8] = []
            var address: [UInt8]?
            var comment: [UInt8]?
            var hadQuoted = false
        }

        mutating func list() -> [Address] {
            var addresses: [Address] = []
            var group: (name: String, members: [Mailbox])?
            var entry = Entry()
            func finish(_ entry: inout Entry) {
                if let mailbox = Self.mailbox(of: entry) {
                    if group != nil {
                        group?.members.append(mailbox)
                    } else {
                        addresses.append(.mailbox(mailbox))
                    }
                }
                entry = Entry()
            }
            while let octet = lexer.current {
                switch octet {
                case .comma:
                    lexer.index += 1
                    finish(&entry)
                case .semicolon:
                    // QUIRK: RFC 5322 §3.4: outside a group, Outlook's separator.
                    lexer.index += 1
                    finish(&entry)
                    if let open = group {
                        addresses.append(.group(name: open.name, members: open.members))
                        group = nil
                    }
                case .colon where group == nil && entry.address == nil:
                    lexer.index += 1
                    group = (EncodedWords.decode(entry.words[...]), [])
                    entry = Entry()
                default: read(octet, into: &entry)
                }
            }
            finish(&entry)
            if let open = group {
                addresses.append(.group(name: open.name, members: open.members))
            }
            return addresses
        }

        private mutating func read(_ octet: UInt8, into entry: inout Entry) {
            switch octet {
            case .space, .tab, .lf, .cr:
                lexer.skipBlanks()
                if !entry.words.isEmpty, entry.words.last != .space { entry.words.append(.space) }
            case .openParenthesis: entry.comment = lexer.comment()
            case .quote:
                let content = lexer.quotedString()
                if lexer.current == .at {
                    // A quoted local part keeps its quotes.
                    entry.words += [.quote] + content + [.quote]
                } else {
                    entry.words += content
                    entry.hadQuoted = true
                }
            case .less: angleAddress(into: &entry)
            case .openBracket where entry.words.last == .at:
                // A domain literal (RFC 5322 §3.4.1), whose colons open no group.
                entry.words += lexer.text { $0 == .closeBracket || $0.isBlankOrBreak }
            default:
                let mark = lexer.index
                entry.words += lexer.text {
                    $0.isBlankOrBreak || $0 == .openParenthesis || $0 == .quote || $0 == .less
                        || $0 == .comma || $0 == .semicolon || $0 == .colon
                        || $0 == .openBracket
                }
                if lexer.index == mark {
                    // A colon that opens no group is left out.
                    if octet == .openBracket { entry.words.append(octet) }
                    lexer.index += 1
                }
            }
        }

        /// Reads `<@route:local@domain>`.
        private mutating func angleAddress(into entry: inout Entry) {
            lexer.index += 1
            var address: [UInt8] = []
            while let octet = lexer.current {
                switch octet {
                case .greater:
                    lexer.index += 1
                    entry.address = address
                    return
                case .quote: address += [.quote] + lexer.quotedString() + [.quote]
                case .openParenthesis: _ = lexer.comment()
                case .less, .space, .tab, .lf, .cr: lexer.index += 1
                case .colon where address.first == .at:
                    // RFC 5322 §4.4: an obsolete route, `@a,@b:`, is dropped.
                    lexer.index += 1
                    address = []
                case .comma where address.first != .at && !address.isEmpty:
                    // QUIRK: the closing bracket is missing.
                    entry.address = address
                    return
                default:
                    address.append(octet)
                    lexer.index += 1
                }
            }
            entry.address = address
        }

        private static func mailbox(of entry: Entry) -> Mailbox? {
            let words = Array(entry.words.trimmed)
            if let address = entry.address {
                // QUIRK: the address in the place of the name and nothing in the brackets.
                guard !address.isEmpty || words.contains(.at) else { return nil }
                let text = RawText.decode(address.isEmpty ? words[...] : address[...])
                let name = EncodedWords.decode(
                    words.isEmpty ? (entry.comment ?? [])[...] : words[...])
                return Mailbox(name: name.isEmpty || address.isEmpty ? nil : name, address: text)
            }
            guard !words.isEmpty else { return nil }
            if entry.hadQuoted, !words.contains(.at) { return nil }
            var bare = words
            var name = entry.comment.map { EncodedWords.decode($0[...]) }
            // QUIRK: RFC 5322 §3.4: `Anna anna@a.example` without brackets.
            if let at = words.firstIndex(of: .at), words[0] != .quote,
                let blank = words[..<at].lastIndex(of: .space),
                !words[at...].contains(.space), words[(blank + 1)...] != []
            {
                bare = Array(words[(blank + 1)...])
                let before = words[..<blank]
                if at - blank > 1 {
                    name = EncodedWords.decode(before)
                } else {
                    // Blanks around the `@`, RFC 5322 §4.4.
                    bare = words.filter { $0 != .space }
                }
            } else if words.contains(.at), words[0] != .quote {
                bare = words.filter { $0 != .space }
            }
            let text =
                EncodedWords.mayOccur(in: bare[...])
                ? EncodedWords.decode(bare[...]) : RawText.decode(bare[...])
            return Mailbox(name: name, address: text)
        }
    }
}
