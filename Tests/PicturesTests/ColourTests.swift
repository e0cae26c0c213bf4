import Foundation
import TestSupport
import Testing

@testable import Pictures

/// Colours of other spaces come to sRGB: against arithmetic of our own, and against `vipsthumbnail`
/// where it is installed.
@Suite struct ColourTests {
    /// 64 patches of 16 × 16: every mixture of four strengths of red, green and blue.
    private static let patches = TestPicture(width: 128, height: 128) { x, y in
        let patch = y / 16 * 8 + x / 16
        return [patch & 3, patch >> 2 & 3, patch >> 4].map { UInt8([20, 90, 160, 235][$0]) }
    }

    /// The middle of each patch.
    private func middles(_ jpeg: [UInt8]) throws -> [[Int]] {
        let picture = try PictureRenderer().pixels(of: jpeg, longestSide: 128)
        try #require(picture.width == 128 && picture.bands == 3)
        return (0..<64).map { patch in
            let start = ((patch / 8 * 16 + 8) * 128 + patch % 8 * 16 + 8) * 3
            return picture.bytes[start..<start + 3].map(Int.init)
        }
    }

    private func largest(_ left: [[Int]], _ right: [[Int]]) -> Int {
        zip(left.joined(), right.joined()).map { abs($0 - $1) }.max() ?? 256
    }

    @Test(arguments: [ICCProfile.adobeRGB, .displayP3])
    func `a wide space's colours are those of its own arithmetic`(profile: ICCProfile) throws {
        let plain = try PictureRenderer().jpeg(from: Self.patches.png(), quality: 100).bytes
        let stored = profile.inserted(intoJPEG: plain)
        let meant = try middles(plain).map { profile.sRGB($0.map(UInt8.init)) }
        let seen = try middles(stored)
        #expect(largest(seen, meant) <= 2)
        let rendered = try PictureRenderer().jpeg(from: stored, quality: 100).bytes
        #expect(largest(try middles(rendered), meant) <= 4)
        // A test that cannot fail proves nothing: without the profile the colours are far away.
        #expect(largest(try middles(plain), meant) > 20)

        guard let vips = try Program.needed("vipsthumbnail") else { return }
        let folder = try TemporaryFolder()
        try Data(stored).write(to: folder.url.appending(path: "in.jpg"))
        let outcome = try vips([
            folder.path("in.jpg"), "--size", "128x128", "--export-profile", "srgb", "-o",
            folder.path("out.png"),
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let other = try Data(contentsOf: folder.url.appending(path: "out.png"))
        #expect(largest(seen, try middles(Array(other))) <= 2)
    }

    /// The patches in Adobe RGB as LittleCMS 2.19 turns them to sRGB: Pillow 13.0's
    /// `ImageCms.profileToProfile` of a picture of these 64 pixels, from ``ICCProfile/adobeRGB`` to its
    /// own sRGB, relative colorimetric.
    private static let adobeByLittleCMS: [[Int]] = [
        0x0C0C0C, 0x690C0C, 0xBC0C0C, 0xFF0C0C, 0x005A00, 0x5A5A00, 0xB55A00, 0xFF5A00, 0x00A100,
        0x00A100, 0xA1A100, 0xFFA100, 0x00EC00, 0x00EC00, 0x72EC00, 0xECEC00, 0x0C0C5B, 0x690C5B,
        0xBC0C5B, 0xFF0C5B, 0x005A5A, 0x5A5A5A, 0xB55A5A, 0xFF5A5A, 0x00A155, 0x00A155, 0xA1A155,
        0xFFA155, 0x00EC4B, 0x00EC4B, 0x72EC4B, 0xECEC4B, 0x0C0CA5, 0x690CA5, 0xBC0CA5, 0xFF0CA5,
        0x005AA4, 0x5A5AA4, 0xB55AA4, 0xFF5AA4, 0x00A1A1, 0x00A1A1, 0xA1A1A1, 0xFFA1A1, 0x00EC9D,
        0x00EC9D, 0x72EC9D, 0xECEC9D, 0x0C0CF0, 0x690CF0, 0xBC0CF0, 0xFF0CF0, 0x005AEF, 0x5A5AEF,
        0xB55AEF, 0xFF5AEF, 0x00A1EE, 0x00A1EE, 0xA1A1EE, 0xFFA1EE, 0x00ECEC, 0x00ECEC, 0x72ECEC,
        0xECECEC,
    ].map { [$0 >> 16, $0 >> 8 & 255, $0 & 255] }

    @Test func `Adobe RGB comes to what LittleCMS makes of it, to the eye`() throws {
        let plain = try PictureRenderer().jpeg(from: Self.patches.png(), quality: 100).bytes
        let stored = ICCProfile.adobeRGB.inserted(intoJPEG: plain)
        let rendered = try PictureRenderer().jpeg(from: stored, quality: 100).bytes
        for (seen, meant) in zip(try middles(rendered), Self.adobeByLittleCMS) {
            #expect(Lab(seen).distance(to: Lab(meant)) < 2.3, "\(seen), not \(meant)")
        }
        // Without the profile hardly a patch is right.
        let unmanaged = zip(try middles(plain), Self.adobeByLittleCMS)
        #expect(unmanaged.count { Lab($0).distance(to: Lab($1)) > 2.3 } > 40)
    }

    /// By the same peer: 234, 51, 35 in the file is 255, 0, 3 in sRGB.
    @Test func `the drawn photo in Display P3 comes to what LittleCMS makes of it`() throws {
        let file = Checkout.fixtures.appending(path: "colour/display-p3-red.jpg")
        let picture = try PictureRenderer().pixels(
            of: Array(try Data(contentsOf: file)), longestSide: 64)
        let start = (32 * picture.width + 32) * 3
        let seen = picture.bytes[start..<start + 3].map(Int.init)
        #expect(Lab(seen).distance(to: Lab([255, 0, 3])) < 2.3, "\(seen)")
        #expect(Lab([234, 51, 35]).distance(to: Lab([255, 0, 3])) > 10)
    }

    @Test(arguments: [1, 3, 4], [8, 16])
    func `grey, colour and ink of 8 and 16 bits come to eight bits of grey or sRGB`(
        bands: Int, bits: Int
    ) throws {
        let color: [Double] = [[], [0.5], [], [1, 0.5, 0], [0, 0.5, 1, 0]][bands]
        let tiff = TestTIFF(width: 32, height: 16, color: color, bits: bits).bytes
        let rendered = try PictureRenderer().jpeg(from: tiff, quality: 98)
        #expect((rendered.width, rendered.height) == (32, 16))
        let picture = try PictureRenderer().pixels(of: rendered.bytes, longestSide: 32)
        // Grey stays grey.
        #expect(picture.bands == (bands == 1 ? 1 : 3))
        let pixel = picture.bytes.prefix(picture.bands).map(Int.init)
        switch bands {
        case 1: #expect(abs(pixel[0] - 128) <= 2, "\(pixel)")
        case 3: #expect(pixel[0] > 250 && abs(pixel[1] - 128) <= 3 && pixel[2] < 5, "\(pixel)")
        // Ink has no exact colours without a profile; yellow and half magenta are an orange.
        default:
            #expect(pixel[0] > 200 && (90...190).contains(pixel[1]) && pixel[2] < 90, "\(pixel)")
        }
    }
}

/// A colour of sRGB in CIE 1976 L*a*b* under D65, in which 2.3 is a difference that is just noticed
/// (Mahy and others, “Evaluation of uniform color spaces”, 1994).
private struct Lab {
    private let values: [Double]

    /// From red, green and blue of 0…255 (IEC 61966-2-1).
    init(_ color: [Int]) {
        let linear = color.map { part in
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        let matrix = [
            [0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505],
        ]
        let curved = zip(matrix, [0.9505, 1, 1.089]).map { row, white in
            let share = zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 } / white
            return share > 216.0 / 24_389 ? cbrt(share) : (24_389.0 / 27 * share + 16) / 116
        }
        values = [
            116 * curved[1] - 16, 500 * (curved[0] - curved[1]), 200 * (curved[1] - curved[2]),
        ]
    }

    /// The Euclidean distance: ΔE*ab.
    func distance(to other: Lab) -> Double {
        zip(values, other.values).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }
}

/// A TIFF of one colour, uncompressed: grey, RGB or CMYK of 8 or 16 bits (TIFF 6.0 §8).
struct TestTIFF {
    let width: Int
    let height: Int
    /// 1, 3 or 4 strengths, 0…1.
    let color: [Double]
    let bits: Int

    var bytes: [UInt8] {
        let pixel = color.flatMap { strength -> [UInt8] in
            bits == 8
                ? [UInt8((strength * 255).rounded())]
                : UInt16((strength * 65_535).rounded()).littleEndianBytes
        }
        let photometric: UInt32 = [1: 1, 3: 2, 4: 5][color.count] ?? 1
        let entries: [(UInt16, UInt16, UInt32, UInt32)] = [
            (256, 4, 1, UInt32(width)), (257, 4, 1, UInt32(height)),
            color.count == 1 ? (258, 3, 1, UInt32(bits)) : (258, 3, UInt32(color.count), 8),
            (259, 3, 1, 1), (262, 3, 1, photometric), (273, 4, 1, 256),
            (277, 3, 1, UInt32(color.count)), (278, 4, 1, UInt32(height)),
            (279, 4, 1, UInt32(width * height * pixel.count)),
        ]
        var head: [UInt8] = [0x49, 0x49, 42, 0, 16, 0, 0, 0]
        head += color.count == 1 ? [UInt8](repeating: 0, count: 8) : []
        if color.count > 1 {
            head += (0..<4).flatMap { _ in UInt16(bits).littleEndianBytes }
        }
        head += UInt16(entries.count).littleEndianBytes
        for (tag, type, count, value) in entries {
            head += tag.littleEndianBytes + type.littleEndianBytes
            head += count.littleEndianBytes + value.littleEndianBytes
        }
        head += [UInt8](repeating: 0, count: 256 - head.count)
        let row = (0..<width).flatMap { _ in pixel }
        var bytes = head
        bytes.reserveCapacity(head.count + row.count * height)
        for _ in 0..<height { bytes += row }
        return bytes
    }
}

extension FixedWidthInteger {
    fileprivate var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }
}
