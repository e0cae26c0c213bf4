import Foundation

/// A display's ICC profile of a matrix and one gamma (ICC.1:2001-04 §6.3.1.2), and what its colours
/// are in sRGB by its own arithmetic, not that of any library.
public struct ICCProfile: Sendable {
    /// The profile's name.
    public var name: String
    /// Red, green and blue in XYZ under D50.
    public let primaries: [[Double]]
    /// The exponent.
    public let gamma: Double
    /// Tags besides: their names and bytes.
    public var more: [(String, [UInt8])] = []
    /// The curve of all three colours; nil for the gamma's.
    public var curve: [UInt8]?

    /// Adobe RGB (1998).
    public static let adobeRGB = ICCProfile(
        name: "Adobe RGB (1998)",
        primaries: [
            [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
        ], gamma: 563.0 / 256)

    /// Display P3's primaries, with a plain gamma.
    public static let displayP3 = ICCProfile(
        name: "Display P3",
        primaries: [
            [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189],
            [0.15710, 0.06657, 0.78407],
        ], gamma: 2.2)

    /// The profile's file.
    public var bytes: [UInt8] {
        var tags: [(String, [UInt8])] = [
            ("desc", Self.description(name)),
            ("cprt", Array("text".utf8) + Self.number(0) + Array("None".utf8) + [0]),
            ("wtpt", Self.xyz([0.9642, 1, 0.8249])),
        ]
        for (tag, color) in zip(["rXYZ", "gXYZ", "bXYZ"], primaries) {
            tags.append((tag, Self.xyz(color)))
        }
        let fixed = Int((gamma * 256).rounded())
        let gamma: [UInt8] =
            Array("curv".utf8) + Self.number(0) + Self.number(1)
            + [UInt8(fixed >> 8), UInt8(fixed & 255)]
        tags += ["rTRC", "gTRC", "bTRC"].map { ($0, curve ?? gamma) } + more
        var table = Self.number(UInt32(tags.count))
        var data: [UInt8] = []
        let start = 128 + 4 + 12 * tags.count
        for (tag, body) in tags {
            table += Array(tag.utf8) + Self.number(UInt32(start + data.count))
            table += Self.number(UInt32(body.count))
            data += body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
        }
        var header = Self.number(UInt32(start + data.count)) + [0, 0, 0, 0, 2, 0x40, 0, 0]
        header += Array("mntrRGB XYZ ".utf8) + [7, 0xE8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
        header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
        header += Self.s15(0.9642) + Self.s15(1) + Self.s15(0.8249)
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return header + table + data
    }

    /// What a colour of this profile is in sRGB: relative, what lies outside clipped.
    public func sRGB(_ color: [UInt8]) -> [Int] {
        let linear = color.map { pow(Double($0) / 255, gamma) }
        let xyz = (0..<3).map { axis in
            (0..<3).reduce(0) { $0 + linear[$1] * primaries[$1][axis] }
        }
        // XYZ under D50 to linear sRGB (IEC 61966-2-1, adapted by Bradford).
        let matrix = [
            [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
            [0.0719453, -0.2289914, 1.4052427],
        ]
        return matrix.map { row in
            let value = min(max((0..<3).reduce(0) { $0 + row[$1] * xyz[$1] }, 0), 1)
            let encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
            return Int((encoded * 255).rounded())
        }
    }

    /// A JPEG with the profile in it (ICC.1 annex B.4).
    public func inserted(intoJPEG jpeg: [UInt8]) -> [UInt8] {
        let body = Array("ICC_PROFILE".utf8) + [0, 1, 1] + bytes
        let length = body.count + 2
        return jpeg.prefix(2) + [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + body
            + jpeg.dropFirst(2)
    }

    private static func description(_ name: String) -> [UInt8] {
        let text = Array(name.utf8) + [0]
        return Array("desc".utf8) + number(0) + number(UInt32(text.count)) + text
            + [UInt8](repeating: 0, count: 78)
    }

    private static func xyz(_ color: [Double]) -> [UInt8] {
        Array("XYZ ".utf8) + number(0) + color.flatMap(s15)
    }

    private static func s15(_ value: Double) -> [UInt8] {
        number(UInt32(bitPattern: Int32((value * 65_536).rounded())))
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
