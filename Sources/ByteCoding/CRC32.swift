/// The checksum of ISO 3309, RFC 1952 §8 and zlib: catches what transport breaks, not what a person
/// forges.
public enum CRC32 {
    @usableFromInline
    static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1
        }
    }

    /// The checksum of octets.
    @inlinable
    public static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~updated(~0, with: bytes)
    }

    /// The remainder of octets behind others, neither begun with ones nor inverted at the end.
    @inlinable
    public static func updated(_ remainder: UInt32, with bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(remainder) { value, byte in
            table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8)
        }
    }

    /// The checksum as four bytes, the highest first.
    public static func bytes(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let value = checksum(bytes)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
