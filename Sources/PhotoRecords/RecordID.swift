import ByteCoding
import Foundation

/// A photo record's identity: a UUID of version 7 (RFC 9562 §5.7), made when the photo is first
/// cataloged and kept for ever, in every catalog and mail that it comes to.
///
/// An identity that another program made may be a UUID of any version.
public struct RecordID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The lower-case text of 36 characters.
    public let text: String

    /// Takes a UUID's text in either case; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 36, let uuid = UUID(uuidString: String(text)) else { return nil }
        self.text = uuid.uuidString.lowercased()
    }

    /// A new identity for this moment: 48 bits of Unix milliseconds, 74 random bits.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(
            milliseconds: UInt64(max(0, Date().timeIntervalSince1970 * 1000)), using: &generator)
    }

    /// The identity of a moment, in milliseconds since 1970, with the randomness given.
    public init(milliseconds: UInt64, using generator: inout some RandomNumberGenerator) {
        let high = (milliseconds << 16) | 0x7000 | UInt64.random(in: 0...0xFFF, using: &generator)
        let low = (UInt64.random(in: 0...UInt64.max, using: &generator) >> 2) | (0b10 << 62)
        let digits = Self.hex(high) + Self.hex(low)
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { digits[$0] }
        text = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }

    /// The text.
    public var description: String { text }

    /// Orders by text, which for version 7 is the order in which they were made.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }

    private static func hex(_ value: UInt64) -> [UInt8] {
        var digits: [UInt8] = []
        for shift in stride(from: 56, through: 0, by: -8) {
            HexDigits.append(UInt8(truncatingIfNeeded: value >> shift), to: &digits)
        }
        return digits
    }
}
