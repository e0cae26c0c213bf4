import Foundation
import TextCleaning

/// Bytes of a text field become text: UTF-8, else by the evidence at hand, else Windows-1252
/// (“Reading a photo's metadata”).
enum TextDecoding {
    /// How a text turned out to be encoded.
    enum Outcome: Equatable {
        /// As the standard says.
        case asDeclared
        /// In another way, which was guessed or found out.
        case otherwise
    }

    /// Text, cleaned, without what pads it: trailing NULs and blanks, and what follows a NUL.
    static func field(
        _ bytes: ArraySlice<UInt8>, fallback: Charset? = nil
    ) -> (String, Outcome)? {
        let bytes = trimmed(bytes)
        guard let first = bytes.first else { return nil }
        var content = bytes
        // Nearly no text begins so: this stands in the hot loop of a scan.
        if first >= 0xEF {
            if UnicodeForm.isMarked(bytes) {
                let text = utf16(bytes.dropFirst(2), littleEndian: first == 0xFF)
                return text.map { ($0, .otherwise) }
            }
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { content = bytes.dropFirst(3) }
        }
        if let text = String(validating: content, as: UTF8.self) {
            return (ForeignText.cleaned(text), .asDeclared)
        }
        return (ForeignText.cleaned((fallback ?? .windows1252).decode(content)), .otherwise)
    }

    /// UTF-16 up to the first NUL, cleaned, without trailing blanks; nil if nothing is left.
    static func utf16(_ bytes: some Collection<UInt8>, littleEndian: Bool) -> String? {
        let bytes = Array(bytes)
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            let unit = littleEndian ? second << 8 | first : first << 8 | second
            if unit == 0 { break }
            units.append(unit)
        }
        let text = ForeignText.cleaned(String(decoding: units, as: UTF16.self))
        let trimmed = trimmed(text)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The bytes before the first NUL, without trailing white space.
    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var end = bytes.firstIndex(of: 0) ?? bytes.endIndex
        while end > bytes.startIndex, isBlank(bytes[end - 1]) { end -= 1 }
        return bytes[..<end]
    }

    /// A text without trailing NULs and white space.
    static func trimmed(_ text: String) -> String {
        let bytes = text.utf8
        guard let last = bytes.last, last == 0 || isBlank(last) else { return text }
        var end = bytes.endIndex
        while end > bytes.startIndex {
            let before = bytes.index(before: end)
            guard bytes[before] == 0 || isBlank(bytes[before]) else { break }
            end = before
        }
        return String(text[..<end])
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
}

/// A character set that text fields of photos are met in.
enum Charset: Sendable {
    case utf8, latin1, windows1252, shiftJIS, iso2022JP, macRoman
    case latin2, cyrillic, windows1250, windows1251, windows1253, windows1254

    /// Decodes every sequence of bytes; what has no meaning becomes U+FFFD.
    func decode(_ bytes: some Collection<UInt8>) -> String {
        switch self {
        case .utf8: return String(decoding: bytes, as: UTF8.self)
        case .latin1: return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        case .windows1252: return Self.windows1252Text(bytes)
        case .shiftJIS: return Self.foundation(bytes, .shiftJIS)
        case .iso2022JP: return Self.foundation(bytes, .iso2022JP)
        case .macRoman: return Self.foundation(bytes, .macOSRoman)
        case .latin2: return Self.foundation(bytes, .isoLatin2)
        case .cyrillic: return String(String.UnicodeScalarView(bytes.map(Self.cyrillicScalar)))
        case .windows1250: return Self.foundation(bytes, .windowsCP1250)
        case .windows1251: return Self.foundation(bytes, .windowsCP1251)
        case .windows1253: return Self.foundation(bytes, .windowsCP1253)
        case .windows1254: return Self.foundation(bytes, .windowsCP1254)
        }
    }

    /// The text if every byte has a meaning in the set; nil otherwise.
    func strictly(_ bytes: some Collection<UInt8>) -> String? {
        let encoding: String.Encoding
        switch self {
        case .utf8: return String(validating: bytes, as: UTF8.self)
        case .latin1, .windows1252, .cyrillic: return decode(bytes)
        case .shiftJIS: encoding = .shiftJIS
        case .iso2022JP: encoding = .iso2022JP
        case .macRoman: encoding = .macOSRoman
        case .latin2: encoding = .isoLatin2
        case .windows1250: encoding = .windowsCP1250
        case .windows1251: encoding = .windowsCP1251
        case .windows1253: encoding = .windowsCP1253
        case .windows1254: encoding = .windowsCP1254
        }
        return String(bytes: bytes, encoding: encoding)
    }

    // ISO 8859-5: from 0xA1 on in Unicode's order but for three signs.
    private static func cyrillicScalar(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case ..<0xA1, 0xAD: Unicode.Scalar(byte)
        case 0xF0: "\u{2116}"
        case 0xFD: "\u{A7}"
        default: Unicode.Scalar(0x0360 + UInt32(byte)) ?? "\u{FFFD}"
        }
    }

    private static func foundation(_ bytes: some Collection<UInt8>, _ set: String.Encoding)
        -> String
    {
        String(bytes: bytes, encoding: set) ?? windows1252Text(bytes)
    }

    private static func windows1252Text(_ bytes: some Collection<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append(
                (0x80...0x9F).contains(byte) ? high[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return String(text)
    }

    // Windows-1252's 0x80…0x9F; the five unassigned ones as the control characters of Latin-1,
    // as browsers do (WHATWG Encoding §9).
    private static let high: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}",
        "\u{2021}", "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}",
        "\u{8F}", "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}",
        "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}",
        "\u{178}",
    ]
}
