/// Text as it is compared with phrases: small letters, single blanks, straight apostrophes.
enum FoldedText {
    /// The longest line that may be a mark of a mail program, in octets.
    static let longest = 600

    /// The folded octets of a text, without blanks and asterisks (as of bold print) at both ends.
    static func fold(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let lowered =
            text.isASCII
            ? text.map(\.lowercased)
            : Array(String(decoding: text, as: UTF8.self).lowercased().utf8)
        var folded: [UInt8] = []
        folded.reserveCapacity(lowered.count)
        var index = 0
        while index < lowered.count {
            let (octet, width) = single(lowered, index)
            index += width
            if octet == .space, folded.last == .space || folded.isEmpty { continue }
            if let octet {
                folded.append(octet)
            } else {
                folded += lowered[(index - width)..<index]
            }
        }
        var slice = folded[...]
        while let first = slice.first, first == .space || first == .asterisk {
            slice = slice.dropFirst()
        }
        while let last = slice.last, last == .space || last == .asterisk {
            slice = slice.dropLast()
        }
        return Array(slice)
    }

    /// The octet that replaces the character at an index, nil if it stays as it is, and the
    /// character's width in octets.
    private static func single(_ bytes: [UInt8], _ index: Int) -> (UInt8?, Int) {
        let octet = bytes[index]
        if octet.isBlankOrBreak { return (.space, 1) }
        if octet < 0x80 { return (octet, 1) }
        if octet == 0xC2, index + 1 < bytes.count, bytes[index + 1] == 0xA0 { return (.space, 2) }
        if octet == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80 {
            // U+202F is a narrow blank, U+2019 an apostrophe; U+200B to U+200F are not seen.
            switch bytes[index + 2] {
            case 0xAF: return (.space, 3)
            case 0x99: return (.apostrophe, 3)
            default: break
            }
        }
        return (nil, 1)
    }
}
