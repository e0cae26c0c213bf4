/// Octets in hexadecimal digits (RFC 4648 §8), lower case.
public enum HexDigits {
    /// The sixteen digits in ASCII.
    @usableFromInline
    static let digits = Array("0123456789abcdef".utf8)

    /// Two digits for each octet.
    public static func text(of octets: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * octets.underestimatedCount)
        for octet in octets { append(octet, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Adds the two digits of an octet in ASCII.
    @inlinable
    public static func append(_ octet: UInt8, to text: inout [UInt8]) {
        text.append(digits[Int(octet >> 4)])
        text.append(digits[Int(octet & 15)])
    }

    /// What a digit of either case stands for, 0…15; nil for no digit.
    @inlinable
    public static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The octets of digits of either case; nil for an odd number of them, or where another
    /// character stands between them.
    public static func octets(of text: String) -> [UInt8]? {
        var octets: [UInt8] = []
        octets.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for digit in text.utf8 {
            guard let value = value(of: digit) else { return nil }
            if let first = high {
                octets.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? octets : nil
    }
}
