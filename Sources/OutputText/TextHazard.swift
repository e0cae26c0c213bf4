/// What a character can do beside being read: the one list that everything goes by which writes foreign
/// text, be it to a terminal, JSON, a table, XML or a mail.
///
/// Not on it, since people need them to write their languages and they change nothing beyond their
/// neighbours: the direction marks U+200E and U+200F, the joiners U+200C and U+200D, the soft hyphen,
/// variation selectors. They stay everywhere.
///
/// ```swift
/// ("\u{9B}" as Unicode.Scalar).hazard    // .control: “ESC [” to a terminal
/// ("\u{202E}" as Unicode.Scalar).hazard  // .direction: “gpj.exe” reads “exe.jpg” behind it
/// ("\u{200F}" as Unicode.Scalar).hazard  // nil
/// ```
public enum TextHazard: Sendable, Hashable, CaseIterable {
    /// C0, DELETE, C1 (ISO/IEC 6429): steers a terminal; XML 1.0 §2.2 has no place for most.
    case control
    /// U+2028, U+2029: a line break to some programs, none to others.
    case lineSeparator
    /// Embeddings, overrides, isolates, U+061C, and the deprecated U+206A…U+206F (UAX #9 §2.1 to §2.5,
    /// UTR #20): turns the direction of what follows, which makes one name look like another.
    case direction
    /// U+FFF9…U+FFFB: says that what follows is not the text but a note on it (Unicode §23.8).
    case annotation
    /// U+E0000…U+E007F: ASCII that nobody sees (Unicode §23.9), used in flags of emoji.
    case tag
    /// A code point that is for no character ever (Unicode §23.7).
    case noncharacter
}

extension Unicode.Scalar {
    /// What it can do beside being read; nil for nothing.
    public var hazard: TextHazard? {
        switch value {
        case 0..<0x20, 0x7F..<0xA0: .control
        case 0x2028, 0x2029: .lineSeparator
        case 0x061C, 0x202A...0x202E, 0x2066...0x206F: .direction
        case 0xFFF9...0xFFFB: .annotation
        case 0xE0000...0xE007F: .tag
        case 0xFDD0...0xFDEF: .noncharacter
        case let value where value & 0xFFFE == 0xFFFE: .noncharacter
        default: nil
        }
    }
}

extension String {
    /// Whether a character of it is a hazard; plain text is done with after one look at its octets.
    public var holdsHazard: Bool {
        utf8.contains(where: UTF8Lead.mayBeginHazard)
            && unicodeScalars.contains { $0.hazard != nil }
    }
}

/// What an octet of UTF-8 alone tells.
enum UTF8Lead {
    /// Whether a hazard may begin with the octet; none begins with one that follows another.
    static func mayBeginHazard(_ octet: UInt8) -> Bool {
        switch octet {
        case 0..<0x20, 0x7F: true  // C0, DELETE
        case 0xC2: true  // C1
        case 0xD8: true  // U+061C
        case 0xE2, 0xEF: true  // U+2028…U+206F, U+FDD0…U+FFFF
        case 0xF0...0xF4: true  // tags, noncharacters of the higher planes
        default: false
        }
    }
}
