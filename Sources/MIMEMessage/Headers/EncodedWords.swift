import TextCleaning

/// Encoded words in header text: `=?charset?B|Q?text?=` (RFC 2047, RFC 2231 §5).
enum EncodedWords {
    /// Decodes every encoded word in a header value whose folds are undone.
    ///
    /// Blanks between two encoded words vanish, and their octets are joined before the charset is
    /// applied. Octets outside of encoded words are read as UTF-8 (RFC 6532), else Windows-1252.
    ///
    /// QUIRK: RFC 2047 §5: words are decoded wherever they stand, also inside quoted strings, in
    /// the midst of other text, with blanks in them, and split inside a multibyte character;
    /// mail programs do all of it.
    ///
    /// Line breaks and NUL that come out of an encoded word become spaces, and vanish at the ends:
    /// what was one line stays one line.
    static func decode(_ value: ArraySlice<UInt8>) -> String {
        guard mayOccur(in: value) else { return RawText.decode(value) }
        var decoder = Decoder(bytes: value)
        // Words that stand side by side may make a longer run of marks than each of them.
        let text = ForeignText.cleaned(decoder.decode())
        let isBreak: (UInt8) -> Bool = { $0 == .lf || $0 == .cr || $0 == 0 }
        guard text.utf8.contains(where: isBreak) else { return text }
        let line = text.utf8.map { isBreak($0) ? .space : $0 }
        return String(decoding: line.trimmed, as: UTF8.self)
    }

    /// Whether a value has something that begins like an encoded word.
    static func mayOccur(in value: ArraySlice<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for octet in value {
            if previous == .equals, octet == .question { return true }
            previous = octet
        }
        return false
    }

    private struct Word {
        var charset: String
        var octets: [UInt8]
        var end: Int
    }

    private struct Decoder {
        let bytes: ArraySlice<UInt8>
        var text = ""
        /// Octets of adjacent words in one charset, not yet text.
        var pending: [UInt8] = []
        var pendingCharset = ""
        /// Set once no `?=` follows, so that no later word looks for it again.
        var noEndFollows = false

        mutating func decode() -> String {
            var literalStart = bytes.startIndex
            var index = bytes.startIndex
            var lastWordEnd: Int?
            while index < bytes.endIndex {
                guard bytes[index] == .equals, let word = word(at: index) else {
                    index += 1
                    continue
                }
                let literal = bytes[literalStart..<index]
                if lastWordEnd == nil || !literal.allSatisfy(\.isBlank) {
                    flush()
                    text += RawText.decode(literal)
                }
                if !pending.isEmpty, word.charset != pendingCharset { flush() }
                pendingCharset = word.charset
                pending += word.octets
                index = word.end
                literalStart = index
                lastWordEnd = index
            }
            flush()
            text += RawText.decode(bytes[literalStart...])
            return text
        }

        private mutating func flush() {
            guard !pending.isEmpty else { return }
            text += Charset(label: pendingCharset).decode(pending).text
            pending.removeAll(keepingCapacity: true)
        }

        private mutating func word(at start: Int) -> Word? {
            guard !noEndFollows, let charsetEnd = question(from: start + 2, within: 64),
                start + 1 < bytes.endIndex, bytes[start + 1] == .question,
                charsetEnd + 2 < bytes.endIndex, bytes[charsetEnd + 2] == .question
            else { return nil }
            let label = bytes[start + 2..<charsetEnd]
            guard !label.isEmpty, label.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
            let textStart = charsetEnd + 3
            var index = textStart
            while index + 1 < bytes.endIndex,
                bytes[index] != .question || bytes[index + 1] != .equals
            { index += 1 }
            guard index + 1 < bytes.endIndex else {
                noEndFollows = true
                return nil
            }
            let coded = bytes[textStart..<index]
            let octets: [UInt8]
            switch bytes[charsetEnd + 1].lowercased {
            case UInt8(ascii: "b"): octets = Base64.decode(coded).octets
            case UInt8(ascii: "q"): octets = QuotedPrintable.decodeWord(coded)
            default: return nil
            }
            // RFC 2231 §5: a language may follow the charset, `utf-8*en`.
            let charset = label.prefix { $0 != .asterisk }
            return Word(
                charset: String(decoding: charset, as: UTF8.self).asciiLowercased,
                octets: octets, end: index + 2)
        }

        private func question(from start: Int, within limit: Int) -> Int? {
            guard start < bytes.endIndex else { return nil }
            return bytes[start..<min(start + limit, bytes.endIndex)].firstIndex(of: .question)
        }
    }
}
