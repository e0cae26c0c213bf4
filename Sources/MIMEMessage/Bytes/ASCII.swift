/// The octets that the grammar of RFC 5322 and RFC 2045 speaks of.
extension UInt8 {
    static let tab: UInt8 = 0x09
    static let lf: UInt8 = 0x0A
    static let cr: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let percent: UInt8 = 0x25
    static let apostrophe: UInt8 = 0x27
    static let openParenthesis: UInt8 = 0x28
    static let closeParenthesis: UInt8 = 0x29
    static let asterisk: UInt8 = 0x2A
    static let comma: UInt8 = 0x2C
    static let hyphen: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let colon: UInt8 = 0x3A
    static let semicolon: UInt8 = 0x3B
    static let less: UInt8 = 0x3C
    static let equals: UInt8 = 0x3D
    static let greater: UInt8 = 0x3E
    static let question: UInt8 = 0x3F
    static let at: UInt8 = 0x40
    static let openBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closeBracket: UInt8 = 0x5D
    static let underscore: UInt8 = 0x5F
    static let delete: UInt8 = 0x7F

    /// A space or a tab: WSP of RFC 5234.
    var isBlank: Bool { self == .space || self == .tab }

    /// A blank or an octet of a line break.
    var isBlankOrBreak: Bool { isBlank || self == .lf || self == .cr }

    /// `0` to `9`.
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// A letter of ASCII.
    var isLetter: Bool {
        let lower = self | 0x20
        return lower >= 0x61 && lower <= 0x7A
    }

    /// A control character of ASCII other than the tab.
    var isControl: Bool { (self < 0x20 && self != .tab) || self == .delete }

    /// The value of a hexadecimal digit.
    var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }

    /// The small letter of a capital one, else the octet itself.
    var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

    /// The hexadecimal digit, in capitals, of a value under 16.
    static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}

extension Collection<UInt8> {
    /// Whether these octets are that text, capitals and small letters of ASCII being one.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { letters in
            zip(self, letters).allSatisfy { $0.lowercased == $1.lowercased }
        }
    }

    /// Whether these octets begin with that text, capitals and small letters being one.
    func startsIgnoringCase(_ text: StaticString) -> Bool {
        prefix(text.utf8CodeUnitCount).equalsIgnoringCase(text)
    }

    /// Whether all octets are of ASCII.
    var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}

extension BidirectionalCollection<UInt8> {
    /// Without blanks and line breaks at both ends.
    var trimmed: SubSequence {
        var end = endIndex
        while end > startIndex, self[index(before: end)].isBlankOrBreak { formIndex(before: &end) }
        var start = startIndex
        while start < end, self[start].isBlankOrBreak { formIndex(after: &start) }
        return self[start..<end]
    }
}

extension String {
    /// The text with capitals of ASCII made small, other letters left alone.
    var asciiLowercased: String {
        // Asked of each name and type in each part of a message: octet by octet, in place.
        let isSmall = utf8.withContiguousStorageIfAvailable { octets in
            for octet in octets where octet >= 0x41 && octet <= 0x5A { return false }
            return true
        }
        if isSmall == true { return self }
        return String(decoding: utf8.map(\.lowercased), as: UTF8.self)
    }
}
