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

        guard let vips = Program.installed("vipsthumbnail") else {
            print("skipped: vipsthumbnail is not installed")
            return
        }
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
