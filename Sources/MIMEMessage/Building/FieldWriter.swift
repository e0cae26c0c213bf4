/// Writes header fields: folded at 78 columns where they may be (RFC 5322 §2.1.1, §2.2.3).
struct FieldWriter {
    private(set) var bytes: [UInt8] = []
    /// Columns that are kept where folding can do it.
    static let width = 76
    /// Columns that no line may pass.
    static let hardWidth = 998

    /// Writes words parted by spaces, folding only between them.
    ///
    /// - Throws: A word that makes a line too long.
    mutating func words(_ name: HeaderName, _ words: [String]) throws(MIMEBuildError) {
        var column = name.rawValue.utf8.count + 1
        bytes += name.rawValue.utf8
        bytes.append(.colon)
        for (place, word) in words.enumerated() {
            let length = word.utf8.count
            if column + 1 + length > Self.width, place > 0 {
                bytes += [.cr, .lf]
                column = 0
            }
            guard column + 1 + length <= Self.hardWidth else {
                throw MIMEBuildError(
                    .lineTooLong, "A word in \(name) is longer than a line may be.", value: word)
            }
            bytes.append(.space)
            bytes += word.utf8
            column += 1 + length
        }
        bytes += [.cr, .lf]
    }

    /// Writes free text, what is not ASCII as encoded words; nothing for empty text.
    mutating func unstructured(_ name: HeaderName, _ text: String) throws(MIMEBuildError) {
        try MIMEBuildError.refuseBreaks(in: text, of: "the field \(name)")
        try words(
            name, EncodedWordWriter.words(of: text, firstColumn: name.rawValue.utf8.count + 2))
    }

    /// Writes identifiers in angle brackets; no field for none.
    mutating func identifiers(
        _ name: HeaderName, _ identifiers: [MessageID]
    ) throws(MIMEBuildError) {
        guard !identifiers.isEmpty else { return }
        var words: [String] = []
        for identifier in identifiers {
            try MIMEBuildError.refuseBreaks(in: identifier.rawValue, of: "the field \(name)")
            let isAllowed: (UInt8) -> Bool = {
                $0 > 0x20 && $0 < .delete && $0 != .less && $0 != .greater
            }
            guard identifier.rawValue.utf8.contains(.at),
                identifier.rawValue.utf8.allSatisfy(isAllowed)
            else {
                throw MIMEBuildError(
                    .invalidName, "“\(identifier.rawValue)” cannot be an identifier in \(name).",
                    value: identifier.rawValue)
            }
            words.append(identifier.description)
        }
        try self.words(name, words)
    }

    /// Writes mailboxes; no field for none.
    mutating func addresses(
        _ name: HeaderName, _ mailboxes: [Mailbox]
    ) throws(MIMEBuildError) {
        guard !mailboxes.isEmpty else { return }
        var words: [String] = []
        for (place, mailbox) in mailboxes.enumerated() {
            try mailbox.validate(writtenAs: mailbox.description)
            guard mailbox.address.utf8.isASCII else {
                throw MIMEBuildError(
                    .invalidName, "“\(mailbox.address)” holds letters that no 7-bit header can.",
                    value: mailbox.address)
            }
            let comma = place < mailboxes.count - 1 ? "," : ""
            if let person = mailbox.name, !person.isEmpty {
                let column = place == 0 ? name.rawValue.utf8.count + 2 : 1
                words += Self.phrase(person, firstColumn: column)
                words.append("<\(mailbox.address)>\(comma)")
            } else {
                words.append(mailbox.address + comma)
            }
        }
        try self.words(name, words)
    }

    /// A display name: atoms as they are, other ASCII quoted, the rest as encoded words.
    private static func phrase(_ name: String, firstColumn: Int) -> [String] {
        let isAtomic: (UInt8) -> Bool = {
            $0.isLetter || $0.isDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0)
        }
        let pieces = name.split(separator: " ", omittingEmptySubsequences: false)
        let isPlain =
            pieces.allSatisfy { !$0.isEmpty && $0.utf8.count <= 70 && $0.utf8.allSatisfy(isAtomic) }
            && !name.contains("=?")
        if isPlain { return pieces.map(String.init) }
        let isQuotable =
            name.utf8.count <= 60 && name.utf8.allSatisfy { $0 >= 0x20 && $0 < .delete }
            && !name.contains("=?") && name.first != " " && name.last != " "
        if isQuotable { return [quoted(name)] }
        return EncodedWordWriter.encode(name, firstColumn: firstColumn)
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
