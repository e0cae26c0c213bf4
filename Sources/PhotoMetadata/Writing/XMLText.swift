/// Text for XML 1.0.
enum XMLText {
    /// The text without the characters that XML cannot hold (XML 1.0 §2.2): most control
    /// characters, U+FFFE and U+FFFF.
    static func cleaned(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { !isAllowed($0) }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter(isAllowed)))
    }

    /// The text as an element's content: cleaned, with markup and carriage returns escaped, so
    /// that line ends come home as they were (XML 1.0 §2.11).
    static func escaped(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + 16)
        for byte in cleaned(text).utf8 {
            switch byte {
            case 0x26: result += Array("&amp;".utf8)
            case 0x3C: result += Array("&lt;".utf8)
            case 0x3E: result += Array("&gt;".utf8)
            case 0x22: result += Array("&quot;".utf8)
            case 0x0D: result += Array("&#xD;".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
