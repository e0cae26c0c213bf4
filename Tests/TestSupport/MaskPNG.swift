/// A PNG of grey and alpha, all black, as masks of regions are.
public enum MaskPNG {
    /// A PNG (ISO/IEC 15948) of 8 bits of grey and 8 of alpha, in stored blocks.
    ///
    /// - Parameters:
    ///   - claiming: The size that the header says instead of the true one.
    ///   - alpha: How opaque a pixel is.
    public static func bytes(
        width: Int, height: Int, claiming size: (width: Int, height: Int)? = nil,
        alpha: (_ x: Int, _ y: Int) -> UInt8
    ) -> [UInt8] {
        var raw: [UInt8] = []
        for y in 0..<height {
            raw.append(0)
            for x in 0..<width { raw += [0, alpha(x, y)] }
        }
        var deflated: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: raw.count, by: 65_535) {
            let block = raw[start..<min(start + 65_535, raw.count)]
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            deflated += [start + 65_535 >= raw.count ? 1 : 0, low, high, ~low, ~high] + block
        }
        deflated += numbers(adler32(raw))
        let header =
            numbers(UInt32(size?.width ?? width)) + numbers(UInt32(size?.height ?? height))
            + [8, 4, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("IDAT", deflated) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let named = Array(type.utf8) + data
        return numbers(UInt32(data.count)) + named + numbers(crc32(named))
    }

    private static func numbers(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return b << 16 | a
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
