@testable import Pictures

/// PNGs that are small as files and large to decode.
enum PNGBuilder {
    /// An interlaced black picture of 16-bit RGBA, which no decoder gives out row by row.
    static func interlaced16(side: Int) -> [UInt8] {
        // ISO/IEC 15948 §8.2: start and step of each pass, across and down.
        let passes = [
            (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
            (0, 1, 1, 2),
        ]
        let size = passes.reduce(0) { sum, pass in
            let across = (side - pass.0 + pass.2 - 1) / pass.2
            let down = (side - pass.1 + pass.3 - 1) / pass.3
            return sum + (across == 0 ? 0 : down * (1 + across * 8))
        }
        let numbers = { (value: Int) in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + TestPicture.chunk("IHDR", numbers(side) + numbers(side) + [16, 6, 0, 0, 1])
            + TestPicture.chunk("IDAT", zeros(size)) + TestPicture.chunk("IEND", [])
    }

    /// So many zeros in the zlib format (RFC 1950, RFC 1951 §3.2.6): one, then itself again.
    private static func zeros(_ count: Int) -> [UInt8] {
        var (bytes, bits, length): ([UInt8], UInt64, UInt64) = ([0x78, 0x9C], 0, 0)
        func put(_ value: UInt64, _ count: UInt64) {
            bits |= value << length
            length += count
            while length >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: bits))
                bits >>= 8
                length -= 8
            }
        }
        // The last block, of fixed codes; Huffman codes begin with their highest bit.
        put(0b011, 3)
        let (matches, literals) = ((count - 1) / 258, (count - 1) % 258 + 1)
        for _ in 0..<literals { put(0b0000_1100, 8) }
        for _ in 0..<matches {
            put(0b1010_0011, 8)
            put(0, 5)
        }
        put(0, 7)
        put(0, 7)
        let sum = UInt32(count % 65521) << 16 | 1
        return bytes + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    }
}
