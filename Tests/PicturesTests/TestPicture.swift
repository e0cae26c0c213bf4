import Foundation

@testable import Pictures

/// A small picture that tests paint, and the files that they make of it.
struct TestPicture {
    let width: Int
    let height: Int
    /// RGBA, row by row.
    let pixels: [UInt8]

    init(width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> [UInt8]) {
        self.width = width
        self.height = height
        pixels = (0..<height).flatMap { y in
            (0..<width).flatMap { x in
                let color = color(x, y)
                return color.count == 4 ? color : color + [255]
            }
        }
    }

    /// Four quarters: red, green, blue and white from the top left to the bottom right.
    static let corners = TestPicture(width: 48, height: 32) { x, y in
        Corner.allCases[(y < 16 ? 0 : 2) + (x < 24 ? 0 : 1)].color
    }

    /// An even colour.
    static func plain(_ color: [UInt8], width: Int = 16, height: Int = 16) -> TestPicture {
        TestPicture(width: width, height: height) { _, _ in color }
    }

    /// A PNG (ISO/IEC 15948) of 8-bit RGBA in stored blocks; `claiming` puts another size into
    /// its header.
    func png(claiming size: (width: Int, height: Int)? = nil) -> [UInt8] {
        let stride = width * 4
        let raw = (0..<height).flatMap { [0] + pixels[$0 * stride..<($0 + 1) * stride] }
        var deflated: [UInt8] = [0x78, 0x01]
        for start in Swift.stride(from: 0, to: raw.count, by: 65535) {
            let block = raw[start..<min(start + 65535, raw.count)]
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            deflated += [start + 65535 >= raw.count ? 1 : 0, low, high, ~low, ~high] + block
        }
        deflated += Self.bigEndian(Self.adler32(raw))
        let header =
            Self.bigEndian(UInt32(size?.width ?? width))
            + Self.bigEndian(UInt32(size?.height ?? height)) + [8, 6, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            + Self.chunk("IDAT", deflated) + Self.chunk("IEND", [])
    }

    /// A JPEG, with an EXIF block of one tag where an orientation is given.
    func jpeg(orientation: Int? = nil) throws -> [UInt8] {
        let jpeg = try PictureRenderer().jpeg(from: png(), quality: 98).bytes
        guard let orientation else { return jpeg }
        let tiff: [UInt8] =
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0]
            + [UInt8(orientation), 0, 0, 0, 0, 0, 0]
        let exif = Array("Exif".utf8) + [0, 0] + tiff
        return jpeg.prefix(2) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + jpeg.dropFirst(2)
    }

    static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(type.utf8) + body
        return bigEndian(UInt32(body.count)) + named + bigEndian(crc32(named))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        let (a, b) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let a = (sums.0 + UInt32(byte)) % 65521
            return (a, (sums.1 + a) % 65521)
        }
        return b << 16 | a
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}

/// A corner of `TestPicture.corners`, known by its colour.
enum Corner: Int, CaseIterable {
    case topLeft, topRight, bottomLeft, bottomRight

    var color: [UInt8] {
        switch self {
        case .topLeft: [255, 0, 0]
        case .topRight: [0, 255, 0]
        case .bottomLeft: [0, 0, 255]
        case .bottomRight: [255, 255, 255]
        }
    }

    /// The corner whose colour stands in the middle of this quarter of a picture.
    func found(in bytes: [UInt8]) throws -> Corner? {
        let picture = try PictureRenderer().pixels(of: bytes, longestSide: 48)
        let x = picture.width * (rawValue % 2 == 0 ? 1 : 3) / 4
        let y = picture.height * (rawValue < 2 ? 1 : 3) / 4
        let start = (y * picture.width + x) * picture.bands
        let color = picture.bytes[start..<start + 3].map { $0 > 127 ? UInt8(255) : 0 }
        return Corner.allCases.first { $0.color == color }
    }
}
