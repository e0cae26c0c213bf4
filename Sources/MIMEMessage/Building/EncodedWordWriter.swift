/// Writes text as encoded words (RFC 2047), each of at most 75 characters and whole characters.
enum EncodedWordWriter {
    /// Whether text can stand in a header as it is: printable ASCII in words of at most 200
    /// characters, one space between two, none that looks like an encoded word.
    static func isPlain(_ text: String) -> Bool {
        var previous = UInt8.space
        var length = 0
        for octet in text.utf8 {
            if octet == .space {
                guard previous != .space else { return false }
                length = 0
            } else {
                length += 1
                guard octet > 0x20, octet < .delete, length <= 200,
                    octet != .question || previous != .equals
                else { return false }
            }
            previous = octet
        }
        return previous != .space
    }

    /// Whether text holds `=?`, with which an encoded word begins.
    static func holdsMark(_ text: some StringProtocol) -> Bool {
        var previous = UInt8.space
        for octet in text.utf8 {
            if previous == .equals, octet == .question { return true }
            previous = octet
        }
        return false
    }

    /// Splits free text at its spaces; words that a header cannot hold become encoded words, the
    /// spaces between two of those with them.
    ///
    /// - Parameter firstColumn: The columns already taken in the first line.
    static func words(of text: String, firstColumn: Int) -> [String] {
        guard !text.isEmpty else { return [] }
        var words: [String] = []
        /// Pieces to be encoded together.
        var waiting: [Substring] = []
        /// The plain word behind them, not written yet: a second space would take it along.
        var plain: Substring?
        func finish() {
            if !waiting.isEmpty {
                let column = words.isEmpty ? firstColumn : 1
                words += encode(waiting.joined(separator: " "), firstColumn: column)
                waiting = []
            }
            if let last = plain { words.append(String(last)) }
            plain = nil
        }
        for piece in text.split(separator: " ", omittingEmptySubsequences: false) {
            if piece.isEmpty, let last = plain {
                // Spaces one after another live through folding only inside an encoded word.
                waiting += [last, piece]
                plain = nil
            } else if mustEncode(piece) || waiting == [""] {
                if plain != nil { finish() }
                waiting.append(piece)
            } else {
                if plain != nil { finish() }
                plain = piece
            }
        }
        finish()
        return words
    }

    /// Whether a word cannot stand as it is: not printable ASCII, empty, like an encoded word, or
    /// too long to fold.
    private static func mustEncode(_ piece: Substring) -> Bool {
        piece.isEmpty || piece.utf8.count > 200 || holdsMark(piece)
            || !piece.utf8.allSatisfy { $0 > 0x20 && $0 < .delete }
    }

    /// Encodes text as words to be parted by spaces, in base64 or `Q`, whichever is shorter.
    static func encode(_ text: some StringProtocol, firstColumn: Int) -> [String] {
        let octets = Array(text.utf8)
        let qLength = octets.reduce(0) { $0 + (isPlainInQ($1) ? 1 : 3) }
        let usesQ = qLength <= (octets.count + 2) / 3 * 4
        let frame = "=?utf-8?B??=".utf8.count
        var words: [String] = []
        var piece: [UInt8] = []
        var length = 0
        var room = max(FieldWriter.width - firstColumn, 24) - frame
        func finish() {
            let body: [UInt8]
            if usesQ {
                body = piece.flatMap { octet -> [UInt8] in
                    if octet == .space { return [.underscore] }
                    if isPlainInQ(octet) { return [octet] }
                    return [.equals, .hexDigit(octet >> 4), .hexDigit(octet & 15)]
                }
            } else {
                body = Base64.encode(piece)
            }
            words.append("=?utf-8?\(usesQ ? "Q" : "B")?\(String(decoding: body, as: UTF8.self))?=")
        }
        for scalar in text.unicodeScalars {
            let character = Array(String(scalar).utf8)
            let cost = character.reduce(0) { $0 + (isPlainInQ($1) ? 1 : 3) }
            let newLength =
                usesQ ? length + cost : (piece.count + character.count + 2) / 3 * 4
            if newLength > room, !piece.isEmpty {
                finish()
                piece = []
                length = 0
                room = 75 - frame
            }
            piece += character
            length += cost
        }
        if !piece.isEmpty { finish() }
        return words
    }

    /// What may stand as it is in a `Q` word anywhere (RFC 2047 §5 (3)); the space as underscore.
    private static func isPlainInQ(_ octet: UInt8) -> Bool {
        octet.isLetter || octet.isDigit || octet == .space || octet == .slash || octet == .hyphen
            || octet == .asterisk || octet == UInt8(ascii: "!") || octet == UInt8(ascii: "+")
    }
}
