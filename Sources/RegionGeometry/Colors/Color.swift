/// An opaque colour of sRGB.
public struct Color: Hashable, Sendable, CustomStringConvertible {
    /// Red, green and blue as one number, `0xRRGGBB`.
    public let number: UInt32

    /// A colour by one number; nil where it is not within 0 and `0xFFFFFF`.
    public init?(number: Int) {
        guard (0...0xFFFFFF).contains(number) else { return nil }
        self.number = UInt32(number)
    }

    /// A colour by what a person writes: `#RGB` and `#RRGGBB` (CSS Color 4 section 5.2), one number
    /// as `0xRRGGBB`, or a name of CSS (section 6.1); capitals and white space around it do not
    /// matter. Nil where it is none of these.
    public init?(_ text: String) {
        let word = text.drop(while: \.isWhitespace)
        guard word.utf8.count < 64 else { return nil }
        let end = word.lastIndex { !$0.isWhitespace }.map(word.index(after:)) ?? word.startIndex
        let name = word[..<end].lowercased()
        if name.hasPrefix("#") {
            guard let number = Self.number(name.dropFirst()) else { return nil }
            self.number = number
        } else if name.hasPrefix("0x") {
            guard name.utf8.count == 8, let number = Self.number(name.dropFirst(2)) else {
                return nil
            }
            self.number = number
        } else {
            guard let number = Self.names[name] else { return nil }
            self.number = number
        }
    }

    private static func number(_ digits: Substring) -> UInt32? {
        guard digits.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        switch digits.utf8.count {
        case 3: return UInt32(digits.flatMap { [$0, $0] }.map(String.init).joined(), radix: 16)
        case 6: return UInt32(digits, radix: 16)
        default: return nil
        }
    }

    /// The colour as `#RRGGBB`.
    public var description: String {
        let digits = String(number, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// How much red, 0 to 255.
    public var red: UInt8 { UInt8(number >> 16) }
    /// How much green, 0 to 255.
    public var green: UInt8 { UInt8(number >> 8 & 0xFF) }
    /// How much blue, 0 to 255.
    public var blue: UInt8 { UInt8(number & 0xFF) }
}
