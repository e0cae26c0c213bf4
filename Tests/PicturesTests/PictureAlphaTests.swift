import OutputText
import TestSupport
import Testing

@testable import Pictures

@Suite
struct PictureAlphaTests {
    let renderer = PictureRenderer()

    @Test func `the alpha of a mask is read pixel by pixel, of grey and of colour`() throws {
        let grey = MaskPNG.bytes(width: 5, height: 3) { x, y in UInt8(x * 40 + y) }
        let wanted = (0..<3).flatMap { y in (0..<5).map { UInt8($0 * 40 + y) } }
        let read = try renderer.alpha(fromPNG: grey, longestSide: 16)
        #expect((read.width, read.height) == (5, 3) && read.bytes == wanted)
        let colour = TestPicture(width: 5, height: 3) { x, y in [200, 10, 30, UInt8(x * 40 + y)] }
        #expect(try renderer.alpha(fromPNG: colour.png(), longestSide: 16).bytes == wanted)
    }

    @Test
    func `another format, an opaque picture and one that is too large are no mask`() throws {
        let opaque = TestPicture.opaqueGrey
        #expect(throws: WitError(.notAMask, "")) {
            try renderer.alpha(fromPNG: try TestPicture.corners.jpeg(), longestSide: 64)
        }
        #expect(throws: WitError(.notAMask, "")) {
            try renderer.alpha(fromPNG: opaque, longestSide: 64)
        }
        #expect(throws: WitError(.notAPicture, "")) {
            try renderer.alpha(fromPNG: Array("no picture".utf8), longestSide: 64)
        }
        let wide = MaskPNG.bytes(width: 4, height: 4, claiming: (60_000, 4)) { _, _ in 255 }
        let error = #expect(throws: WitError(.tooManyPixels, "")) {
            try renderer.alpha(fromPNG: wide, longestSide: 16_384)
        }
        #expect(error?.message.contains("60000 × 4") == true)
    }

    @Test func `a mask that is a bomb costs no more than is allowed`() throws {
        let bomb = PNGBuilder.interlaced16(side: 8_000)
        #expect(throws: WitError.self) {
            try PictureRenderer(limits: PictureLimits(pixels: 1 << 20))
                .alpha(fromPNG: bomb, longestSide: 16_384)
        }
    }
}

extension TestPicture {
    /// A PNG of eight bits of grey, without alpha.
    fileprivate static var opaqueGrey: [UInt8] {
        let raw: [UInt8] = [0, 7]
        let size: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]
        let deflated: [UInt8] = [0x78, 0x01, 1, 2, 0, 253, 255] + raw + [0, 9, 0, 8]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", size)
            + chunk("IDAT", deflated) + chunk("IEND", [])
    }
}
