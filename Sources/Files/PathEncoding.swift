/// Paths as text, whatever octets they are made of.
///
/// POSIX names files by octets (IEEE Std 1003.1 §3.170); a text is what a catalog, JSON and a
/// person can hold. Most names are UTF-8 and are their own text. Of a name that is not (written
/// in Latin-1 or Shift-JIS by an old system), each octet that belongs to no UTF-8 sequence becomes
/// one character of the private use area, U+EF80 for octet 0x80 to U+EFFF for 0xFF, as MirBSD's
/// OPTU encoding has it. Those characters themselves are written octet by octet, so that any two
/// names have different texts and every text leads back to its name.
///
/// ```swift
/// let path = PathEncoding.text(of: [0x63, 0x61, 0x66, 0xE9])  // "caf\u{EFE9}"
/// PathEncoding.octets(of: path)                               // [0x63, 0x61, 0x66, 0xE9]
/// PathEncoding.legible(path)                                  // "caf\\xE9"
/// ```
public enum PathEncoding {
    private static let escapes: ClosedRange<UInt32> = 0xEF80...0xEFFF

    /// The text of a path's or a name's octets.
    public static func text(of octets: some RandomAccessCollection<UInt8>) -> String {
        if !holdsEscape(octets), let text = String(validating: octets, as: UTF8.self) {
            return text
        }
        var text = String.UnicodeScalarView()
        var rest = octets[...]
        while let first = rest.first {
            let sequence = rest.prefix(sequenceLength(first))
            if let scalar = String(validating: sequence, as: UTF8.self)?.unicodeScalars.first,
                !escapes.contains(scalar.value)
            {
                text.append(scalar)
                rest = rest.dropFirst(sequence.count)
            } else {
                text.append(Unicode.Scalar(UInt16(0xEF00) + UInt16(first)) ?? "\u{FFFD}")
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    /// The octets that a text stands for.
    public static func octets(of text: String) -> [UInt8] {
        let plain = Array(text.utf8)
        guard holdsEscape(plain) else { return plain }
        var octets: [UInt8] = []
        octets.reserveCapacity(plain.count)
        for scalar in text.unicodeScalars {
            if escapes.contains(scalar.value) {
                octets.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                octets += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        return octets
    }

    /// The text that every text of a path's octets has in common: one that a person or another
    /// program wrote may spell a UTF-8 sequence octet by octet.
    public static func normalized(_ text: String) -> String {
        isUTF8(text) ? text : Self.text(of: octets(of: text))
    }

    /// Whether the text is that of a name in UTF-8.
    public static func isUTF8(_ text: String) -> Bool { !holdsEscape(text.utf8) }

    /// The text as a person reads it: octets that are no UTF-8 as `\xE9`.
    public static func legible(_ text: String) -> String {
        guard !isUTF8(text) else { return text }
        var legible = ""
        for scalar in text.unicodeScalars {
            if escapes.contains(scalar.value) {
                let digits = String(scalar.value & 0xFF, radix: 16, uppercase: true)
                legible += "\\x" + digits
            } else {
                legible.unicodeScalars.append(scalar)
            }
        }
        return legible
    }

    /// The `file` URL of an absolute path (RFC 8089 §2): every octet but the unreserved ones of
    /// RFC 3986 §2.3 and the slash is percent-encoded.
    public static func fileURL(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var url = Array("file://".utf8)
        for octet in octets(of: path) {
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
                url.append(octet)
            default:
                url += [UInt8(ascii: "%"), digits[Int(octet >> 4)], digits[Int(octet & 15)]]
            }
        }
        return String(decoding: url, as: UTF8.self)
    }

    /// Whether octets hold the UTF-8 of U+EF80…U+EFFF: EE BE 80…EE BF BF.
    private static func holdsEscape(_ octets: some Collection<UInt8>) -> Bool {
        var isAfterLead = false
        for octet in octets {
            if isAfterLead && (octet == 0xBE || octet == 0xBF) { return true }
            isAfterLead = octet == 0xEE
        }
        return false
    }

    /// How many octets a UTF-8 sequence of this first octet has (Unicode Standard, table 3-7).
    private static func sequenceLength(_ first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}

extension String {
    /// The path's octets with a NUL at the end, for the system's calls.
    public var systemPath: [CChar] {
        var octets = PathEncoding.octets(of: self)
        octets.append(0)
        return octets.map { CChar(bitPattern: $0) }
    }
}
