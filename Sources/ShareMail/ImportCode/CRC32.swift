/// The checksum of ISO 3309 and RFC 1952 §8: catches what transport breaks, not what a person
/// forges.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1
        }
    }

    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { value, byte in
            table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8)
        }
    }

    /// The checksum as four bytes, the highest first.
    static func bytes(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let value = checksum(bytes)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
