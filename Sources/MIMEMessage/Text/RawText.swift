import TextCleaning

/// Text of unstated charset: what stands raw in headers.
enum RawText {
    /// Reads octets as UTF-8 (RFC 6532) if they are valid, else as Windows-1252; cleaned.
    ///
    /// QUIRK: RFC 5322 §2.2: raw 8-bit headers of no stated charset; most of them that are not
    /// UTF-8 are Western.
    static func decode(_ octets: ArraySlice<UInt8>) -> String {
        if let text = String(validating: octets, as: UTF8.self) { return ForeignText.cleaned(text) }
        return Windows1252.decode(octets)
    }
}

/// The charset `windows-1252` as WHATWG has it: every octet means something.
enum Windows1252 {
    private static let high: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
        0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]

    static func decode(_ octets: ArraySlice<UInt8>) -> String {
        // Nearly all texts so labelled are ASCII, and UTF-8 then.
        if octets.isASCII { return String(decoding: octets, as: UTF8.self) }
        var text: [UInt8] = []
        text.reserveCapacity(octets.count + octets.count / 8)
        for octet in octets {
            let unit = octet >= 0x80 && octet < 0xA0 ? high[Int(octet) - 0x80] : UInt16(octet)
            switch unit {
            case ..<0x80: text.append(octet)
            case ..<0x800:
                text.append(0xC0 | UInt8(unit >> 6))
                text.append(0x80 | UInt8(unit & 0x3F))
            default:
                text.append(0xE0 | UInt8(unit >> 12))
                text.append(0x80 | UInt8(unit >> 6 & 0x3F))
                text.append(0x80 | UInt8(unit & 0x3F))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
