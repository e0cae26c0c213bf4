import OutputText

/// Writes one header field, word by word, into the text of a message: folded at 78 columns where
/// it may be (RFC 5322 §2.1.1, §2.2.3).
struct FieldWriter {
    /// Columns that are kept where folding can do it.
    static let width = 76
    /// Columns that no line may pass.
    static let hardWidth = 998

    let name: HeaderName
    /// The columns taken in the present line.
    private(set) var column: Int
    private var isFirst = true

    /// Begins a field.
    init(_ name: HeaderName, into text: inout [UInt8]) {
        self.name = name
        column = name.rawValue.utf8.count + 1
        text += name.rawValue.utf8
        text.append(.colon)
    }

    /// Ends the field.
    func end(into text: inout [UInt8]) { text.append("\r\n") }

    /// Begins a word that is so long, in a line of its own where it does not fit: a space, after
    /// which the caller writes the word.
    ///
    /// - Throws: The word makes a line too long; the error names it.
    mutating func begin(
        _ length: Int, _ word: @autoclosure () -> String, into text: inout [UInt8]
    ) throws(WitError) {
        if column + 1 + length > Self.width, !isFirst {
            text.append("\r\n")
            column = 0
        }
        // One more may follow: a comma, a semicolon.
        guard column + 1 + length < Self.hardWidth else {
            throw WitError(
                .lineTooLong, "A word in \(name) is too long for a line.", value: word())
        }
        text.append(.space)
        column += 1 + length
        isFirst = false
    }

    /// Writes a word: a space, or a line break and a space, before it.
    mutating func word(
        _ word: some StringProtocol, into text: inout [UInt8]
    ) throws(WitError) {
        try begin(word.utf8.count, String(word), into: &text)
        text += word.utf8
    }

    /// Adds a character to the word that was written last.
    mutating func add(_ octet: UInt8, into text: inout [UInt8]) {
        text.append(octet)
        column += 1
    }

    // MARK: Whole fields

    /// Writes words parted by spaces, folding only between them.
    ///
    /// - Throws: A word that makes a line too long.
    static func words(
        _ name: HeaderName, _ words: [String], into text: inout [UInt8]
    ) throws(WitError) {
        var field = FieldWriter(name, into: &text)
        for word in words { try field.word(word, into: &text) }
        field.end(into: &text)
    }

    /// Writes free text, what is not ASCII as encoded words; an empty field for empty text.
    static func unstructured(
        _ name: HeaderName, _ value: String, into text: inout [UInt8]
    ) throws(WitError) {
        try WitError.refuseBreaks(in: value, of: "the field \(name)")
        var field = FieldWriter(name, into: &text)
        if EncodedWordWriter.isPlain(value) {
            for word in value.utf8.split(separator: .space) {
                try field.word(Substring(word), into: &text)
            }
        } else {
            for word in EncodedWordWriter.words(of: value, firstColumn: field.column + 1) {
                try field.word(word, into: &text)
            }
        }
        field.end(into: &text)
    }

    /// Writes identifiers in angle brackets; no field for none.
    static func identifiers(
        _ name: HeaderName, _ identifiers: [MessageID], into text: inout [UInt8]
    ) throws(WitError) {
        guard !identifiers.isEmpty else { return }
        var field = FieldWriter(name, into: &text)
        for identifier in identifiers {
            let value = identifier.rawValue
            try WitError.refuseBreaks(in: value, of: "the field \(name)")
            let isAllowed: (UInt8) -> Bool = {
                $0 > 0x20 && $0 < .delete && $0 != .less && $0 != .greater
            }
            guard value.utf8.contains(.at), value.utf8.allSatisfy(isAllowed) else {
                throw WitError(
                    .invalidName, "“\(value)” is not a valid identifier for \(name).", value: value)
            }
            try field.begin(value.utf8.count + 2, identifier.description, into: &text)
            text.append(.less)
            text += value.utf8
            text.append(.greater)
        }
        field.end(into: &text)
    }

    /// Writes mailboxes, domains beyond ASCII as A-labels; no field for none.
    ///
    /// - Parameter isUTF8: whether the header is one of RFC 6532, where addresses stand as they are.
    static func addresses(
        _ name: HeaderName, _ mailboxes: [Mailbox], isUTF8: Bool = false, into text: inout [UInt8]
    ) throws(WitError) {
        guard !mailboxes.isEmpty else { return }
        var field = FieldWriter(name, into: &text)
        for (place, mailbox) in mailboxes.enumerated() {
            try mailbox.validate(writtenAs: mailbox.description)
            let written = isUTF8 ? mailbox.address : InternationalDomain.address(mailbox.address)
            let address = written ?? mailbox.address
            guard isUTF8 || address.utf8.isASCII else {
                throw WitError(
                    .invalidName, "“\(address)” has characters that a 7-bit header cannot carry.",
                    value: address)
            }
            let isLast = place == mailboxes.count - 1
            let person = mailbox.name ?? ""
            if !person.isEmpty { try field.phrase(person, isFirst: place == 0, into: &text) }
            // In brackets nobody takes what looks like an encoded word for one (RFC 2047 §5).
            let isBracketed = !person.isEmpty || EncodedWordWriter.holdsMark(address)
            let length = address.utf8.count + (isBracketed ? 2 : 0) + (isLast ? 0 : 1)
            try field.begin(length, address, into: &text)
            if isBracketed { text.append(.less) }
            text += address.utf8
            if isBracketed { text.append(.greater) }
            if !isLast { text.append(.comma) }
        }
        field.end(into: &text)
    }

    /// Writes a display name: atoms as they are, other ASCII quoted, the rest as encoded words.
    private mutating func phrase(
        _ person: String, isFirst: Bool, into text: inout [UInt8]
    ) throws(WitError) {
        let hasMark = EncodedWordWriter.holdsMark(person)
        let pieces = person.utf8.split(separator: .space, omittingEmptySubsequences: false)
        let isPlain =
            !hasMark
            && pieces.allSatisfy {
                !$0.isEmpty && $0.count <= 70 && $0.allSatisfy(Self.isAtomic)
            }
        if isPlain {
            for piece in pieces { try word(Substring(piece), into: &text) }
            return
        }
        let isQuotable =
            !hasMark && person.utf8.count <= 60
            && person.utf8.allSatisfy { $0 >= 0x20 && $0 < .delete }
            && person.utf8.first != .space && person.utf8.last != .space
        if isQuotable { return try word(Self.quoted(person), into: &text) }
        let words = EncodedWordWriter.encode(person, firstColumn: isFirst ? column + 1 : 1)
        for word in words { try self.word(word, into: &text) }
    }

    /// The characters of an atom (RFC 5322 §3.2.3).
    private static func isAtomic(_ octet: UInt8) -> Bool {
        octet.isLetter || octet.isDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains(octet)
    }

    /// A quoted string (RFC 5322 §3.2.4).
    static func quoted(_ text: String) -> String {
        let escaped = text.utf8.reduce(into: [UInt8]()) {
            if $1 == .quote || $1 == .backslash { $0.append(.backslash) }
            $0.append($1)
        }
        return "\"" + String(decoding: escaped, as: UTF8.self) + "\""
    }
}

extension [UInt8] {
    /// Adds a text of the program's own.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }
}
