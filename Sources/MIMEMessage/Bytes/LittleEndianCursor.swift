/// Reads little-endian numbers and runs of octets from a range, never past its end.
///
/// A read that would pass the end gives nil and moves nothing.
struct LittleEndianCursor {
    let bytes: MailOctets
    private(set) var index: Int
    let end: Int

    /// Reads from a range of octets; the range is clamped to the array.
    init(_ bytes: MailOctets, in range: Range<Int>) {
        self.bytes = bytes
        let range = range.clamped(to: 0..<bytes.count)
        index = range.lowerBound
        end = range.upperBound
    }

    /// How many octets are left.
    var left: Int { end - index }

    /// One octet.
    mutating func octet() -> UInt8? {
        guard left >= 1 else { return nil }
        index += 1
        return bytes[index - 1]
    }

    /// A number of 16 bits.
    mutating func uint16() -> UInt16? {
        guard left >= 2 else { return nil }
        index += 2
        return UInt16(bytes[index - 2]) | UInt16(bytes[index - 1]) << 8
    }

    /// A number of 32 bits.
    mutating func uint32() -> UInt32? {
        guard left >= 4 else { return nil }
        index += 4
        return (1...4).reduce(0) { $0 << 8 | UInt32(bytes[index - $1]) }
    }

    /// The place of so many octets, which are passed over.
    mutating func take(_ count: Int) -> Range<Int>? {
        guard count >= 0, count <= left else { return nil }
        index += count
        return (index - count)..<index
    }

    /// The place of as many of so many octets as there are.
    mutating func takeUp(to count: Int) -> Range<Int> {
        let start = index
        index += min(max(count, 0), left)
        return start..<index
    }
}
