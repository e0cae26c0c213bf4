import Foundation

/// A picture that has a perceptual hash of one's choice, and looks like nothing.
public enum CollidingPicture {
    /// A PNG of 256 × 256 greys in which each of the 64 frequencies that are hashed is as strong as
    /// any other, above the median or below it by the bits of a hash.
    public static func png(hash bits: UInt64) -> [UInt8] {
        let frequencies = (1...11).flatMap { sum in (0...sum).map { ($0, sum - $0) } }.prefix(64)
        let waves: [[Double]] = (0...11).map { frequency in
            (0..<side).map {
                cos(Double.pi * Double(frequency) * (Double($0) + 0.5) / Double(side))
            }
        }
        var rows: [[UInt8]] = []
        for y in 0..<side {
            rows.append(
                (0..<side).map { x in
                    var grey = 128.0
                    for (index, frequency) in frequencies.enumerated() {
                        let isSet = bits >> (63 - UInt64(index)) & 1 == 1
                        grey += (isSet ? 8 : -8) * waves[frequency.0][x] * waves[frequency.1][y]
                    }
                    return UInt8(min(max(grey, 0), 255))
                })
        }
        var raw: [UInt8] = []
        for row in rows {
            let wide = row.flatMap { [UInt8](repeating: $0, count: scale) }
            for _ in 0..<scale { raw += [0] + wide }
        }
        return file(raw)
    }

    private static let side = 32
    private static let scale = 8

    /// A PNG (ISO/IEC 15948) of 8-bit greys in stored blocks.
    private static func file(_ raw: [UInt8]) -> [UInt8] {
        var deflated: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: raw.count, by: 65_535) {
            let block = raw[start..<min(start + 65_535, raw.count)]
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            deflated += [start + 65_535 >= raw.count ? 1 : 0, low, high, ~low, ~high] + block
        }
        var (one, two): (UInt32, UInt32) = (1, 0)
        for byte in raw {
            one = (one + UInt32(byte)) % 65_521
            two = (two + one) % 65_521
        }
        deflated += number(two << 16 | one)
        let size = UInt32(side * scale)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", number(size) + number(size) + [8, 0, 0, 0, 0])
            + chunk("IDAT", deflated) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + body
        var crc = UInt32.max
        for byte in content {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return number(UInt32(body.count)) + content + number(~crc)
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
