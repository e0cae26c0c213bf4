/// Text for XML 1.0.
enum XMLText {
    /// The text without the characters that XML cannot hold (XML 1.0 §2.2): most control
    /// characters, U+FFFE and U+FFFF.
    static func cleaned(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { !isAllowed($0) }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter(isAllowed)))
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
