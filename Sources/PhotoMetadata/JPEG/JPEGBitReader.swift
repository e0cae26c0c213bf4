/// Reads the coded data of a scan bit by bit, and knows where its last bit stands (ITU-T T.81
/// §F.2.2.5): a byte 0xFF is followed by a 0 that does not count, a marker ends the data.
struct JPEGBitReader {
    /// Where the next byte is read.
    private var index: Int
    private var bits: UInt64 = 0
    private var count = 0

    init(at index: Int) { self.index = index }

    /// The place behind the last byte of which a bit was read.
    func end(in bytes: Span<UInt8>) -> Int {
        var end = index
        for _ in 0..<(count / 8) {
            let isStuffed = bytes[end - 1] == 0 && bytes[end - 2] == 0xFF
            end -= isStuffed ? 2 : 1
        }
        return end
    }

    /// Where the data end, and how many bits of their last byte are no data and not all set, as they
    /// should be (ITU-T T.81 §F.1.2.3): they could say something; 0 where they are.
    func place(in bytes: Span<UInt8>) -> (end: Int, padding: Int) {
        let rest = count % 8
        let filler = UInt64(1) << UInt64(rest) - 1
        let isPadded = bits >> UInt64(count / 8 * 8) & filler == filler
        return (end(in: bytes), isPadded ? 0 : rest)
    }

    @inline(__always)
    private mutating func fill(_ bytes: Span<UInt8>) {
        while count <= 48, index < bytes.count {
            let byte = bytes[index]
            if byte == 0xFF {
                guard index + 1 < bytes.count, bytes[index + 1] == 0 else { return }
                index += 1
            }
            index += 1
            bits = bits << 8 | UInt64(byte)
            count += 8
        }
    }

    /// The next bits as a number; nil where the data end before.
    ///
    /// - Parameter length: 0…16.
    @inline(__always)
    mutating func read(_ length: Int, _ bytes: Span<UInt8>) -> Int? {
        if count < length { fill(bytes) }
        guard count >= length else { return nil }
        count -= length
        return Int(truncatingIfNeeded: bits >> UInt64(count)) & (1 << length - 1)
    }

    /// The value of the next code; nil where there is none, or the data end within it.
    @inline(__always)
    mutating func value(_ table: JPEGHuffmanTable, _ bytes: Span<UInt8>) -> Int? {
        if count < 16 { fill(bytes) }
        // Behind the end stand zeros; a code that needs them is cut off.
        let ahead =
            count >= 16
            ? Int(truncatingIfNeeded: bits >> UInt64(count - 16)) & 0xFFFF
            : Int(truncatingIfNeeded: bits << UInt64(16 - count)) & 0xFFFF
        guard let (length, value) = table.code(ahead), length <= count else { return nil }
        count -= length
        return value
    }
}
