import TextCleaning

/// EXIF's UserComment: 8 bytes that name the character set, then the text (EXIF 3.0 §4.6.6.4.2).
enum UserComment {
    /// Decodes the field's bytes; nil if there is no text in it.
    static func text(of entry: ExifEntry, fallback: Charset?) -> (String, TextDecoding.Outcome)? {
        guard entry.bytes.count >= 8 else {
            return TextDecoding.field(entry.bytes, fallback: fallback)
        }
        let code = TextDecoding.trimmed(entry.bytes.prefix(8))
        let body = entry.bytes.dropFirst(8)
        switch String(decoding: code, as: UTF8.self).uppercased() {
        case "UNICODE": return unicode(body, entry.littleEndian)
        case "JIS": return japanese(body)
        case "ASCII", "": return TextDecoding.field(body, fallback: fallback)
        // QUIRK: §4.6.6.4.2; some programs write the text without the 8 bytes.
        default: return TextDecoding.field(entry.bytes, fallback: fallback)
        }
    }

    /// Whether the field names JIS as its character set and has a text.
    static func isJapanese(_ entry: ExifEntry?) -> Bool {
        guard let bytes = entry?.bytes, bytes.count > 8 else { return false }
        return bytes.starts(with: Array("JIS\0".utf8))
    }

    private static func japanese(_ body: ArraySlice<UInt8>) -> (String, TextDecoding.Outcome)? {
        let bytes = TextDecoding.trimmed(body)
        guard !bytes.isEmpty else { return nil }
        let text = bytes.contains(0x1B) ? nil : String(validating: bytes, as: UTF8.self)
        return (ForeignText.cleaned(text ?? Charset.iso2022JP.decode(bytes)), .asDeclared)
    }

    // QUIRK: §4.6.6.4.2 leaves the byte order open; most programs use the block's, some always
    // little-endian. The order under which more of the high bytes are alike wins.
    private static func unicode(
        _ body: ArraySlice<UInt8>, _ littleEndian: Bool
    ) -> (String, TextDecoding.Outcome)? {
        if body.starts(with: [0xFF, 0xFE]) || body.starts(with: [0xFE, 0xFF]) {
            return TextDecoding.utf16(body.dropFirst(2), littleEndian: body.first == 0xFF)
                .map { ($0, .asDeclared) }
        }
        // QUIRK: UTF-8 behind the code UNICODE (several phones).
        if !body.contains(0), body.count > 1, let text = String(validating: body, as: UTF8.self),
            text.utf8.count == text.unicodeScalars.count || text.unicodeScalars.count < 3
        {
            return (ForeignText.cleaned(TextDecoding.trimmed(text)), .otherwise)
        }
        var zeros = (even: 0, odd: 0)
        for (index, byte) in body.prefix(512).enumerated() where byte == 0 {
            if index % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
        }
        let little = zeros.even == zeros.odd ? littleEndian : zeros.odd > zeros.even
        return TextDecoding.utf16(body, littleEndian: little)
            .map { ($0, little == littleEndian ? .asDeclared : .otherwise) }
    }
}
