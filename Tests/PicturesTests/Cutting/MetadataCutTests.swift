import Foundation
import TestSupport
import Testing

@testable import Pictures

/// What libvips gets to see, asked of libvips itself in this process.
@Suite struct MetadataCutTests {
    static let names = ["png", "webp", "tif", "heic", "avif", "jxl", "gif"]

    /// What a loader hands over besides pixels.
    static let fields = ["exif-data", "xmp-data", "iptc-data", "photoshop-data"]

    static func bird(_ name: String) throws -> [UInt8] {
        name == "jpg"
            ? try PictureRendererTests.fixture("photos/bird.jpg")
            : try PictureRendererTests.fixture("formats/bird.\(name)")
    }

    static func fields(of bytes: [UInt8]) throws -> [String] {
        try PictureLibrary.start.get()
        return try bytes.withUnsafeBytes { bytes in
            let source = try PixelSource.open(bytes)
            return fields.filter { source.has($0) }
        }
    }

    static func cut(_ file: [UInt8]) throws -> (bytes: [UInt8], orientation: Int?) {
        JPEGCutTests.cut(file, try #require(PictureFormat(sniffing: file)))
    }

    /// The pixels as libvips decodes them, without a cut.
    static func pixels(_ bytes: [UInt8]) throws -> [UInt8] {
        try bytes.withUnsafeBytes {
            try PixelSource.thumbnail(
                $0, orientation: 1, width: 200, height: 200, acceptsDamage: false
            ).flattened().pixels()
        }
    }

    @Test(arguments: ["jpg"] + names)
    func `libvips finds nothing but the picture`(name: String) throws {
        let file = try Self.bird(name)
        let cut = try Self.cut(file)
        #expect(try Self.fields(of: cut.bytes).isEmpty)
        #expect(try Self.pixels(cut.bytes) == Self.pixels(file))
        if !["gif", "jxl"].contains(name) {
            #expect(try !Self.fields(of: file).isEmpty, "there is nothing to cut out of \(name)")
        }
    }

    @Test func `a JPEG XL container's EXIF, XMP and packed boxes become free space`() throws {
        let file = try Self.bird("jxl")
        try #require(file.count > 12 && file[4] == 0x4A, "the fixture is a container")
        for type in ["Exif", "xml ", "brob", "jumb", "what"] {
            let box = [0, 0, 0, 12] + Array(type.utf8) + [1, 2, 3, 4]
            let cut = try Self.cut(file + box).bytes
            #expect(Array(cut.suffix(12)) == [0, 0, 0, 12] + Array("free".utf8) + [1, 2, 3, 4])
        }
    }

    @Test(arguments: 1...8)
    func `a PNG is turned as its EXIF chunk says`(orientation: Int) throws {
        let png = TestPicture.corners.png()
        let chunk = TestPicture.chunk(
            "eXIf", JPEGCutTests.tiff([JPEGCutTests.orientation(UInt8(orientation))]))
        let text = TestPicture.chunk("tEXt", Array("Comment".utf8) + [0, 0x41])
        let turned = Array(png.prefix(33)) + text + chunk + png.dropFirst(33)
        let cut = try Self.cut(turned)
        #expect(cut.bytes == png && cut.orientation == orientation)
        let header = try PictureRenderer().header(of: turned)
        #expect(header.orientation == orientation)
        let rendered = try PictureRenderer().jpeg(from: turned, quality: 95).bytes
        let seen = try Corner.allCases.map { try $0.found(in: rendered) }
        #expect(seen == PictureRendererTests.orientations[orientation - 1].1)
    }

    @Test func `a WebP is turned as its EXIF chunk says`() throws {
        var file = try Self.bird("webp")
        let exif = try #require(Data(file).range(of: Data("EXIF".utf8))).lowerBound
        // The chunk is named otherwise, and another put in front of it at the end of the file.
        let block = JPEGCutTests.tiff([JPEGCutTests.orientation(8)])
        file.replaceSubrange(exif..<exif + 4, with: Array("WHAT".utf8))
        file += Array("EXIF".utf8) + [UInt8(block.count), 0, 0, 0] + block
        let size = file.count - 8
        file.replaceSubrange(
            4..<8, with: [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: size >> $0) })
        let cut = try Self.cut(file)
        #expect(cut.orientation == 8 && cut.bytes.count == file.count)
        let header = try PictureRenderer().header(of: file)
        #expect(header.displayedSize == (header.height, header.width))
    }

    @Test func `a TIFF is turned as its first directory says, and keeps what pixels need`() throws {
        var file = try Self.bird("tif")
        let isBig = file[0] == 0x4D
        let tag: [UInt8] = isBig ? [0x01, 0x12, 0, 3] : [0x12, 0x01, 3, 0]
        let field = try #require(Data(file).range(of: Data(tag))).lowerBound
        file[field + (isBig ? 9 : 8)] = 6
        let cut = try Self.cut(file)
        #expect(cut.orientation == 6)
        #expect(Data(cut.bytes).range(of: Data(tag)) == nil)
        #expect(try PictureRenderer().header(of: file).orientation == 6)
        let upright = try PictureRenderer().jpeg(from: file)
        let header = try PictureRenderer().header(of: file)
        #expect((upright.width, upright.height) == (header.height, header.width))
    }

    @Test func `a directory that leads back to itself comes to an end`() throws {
        let tiff: [UInt8] =
            [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0] + [0x0F, 0x01, 2, 0, 4, 0, 0, 0, 65, 66, 67, 0]
            + [8, 0, 0, 0]
        let cut = JPEGCutTests.cut(tiff, .tiff)
        #expect(
            cut.bytes == [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 8, 0, 0, 0]
                + Array(repeating: 0, count: 12))
    }

    @Test(arguments: names)
    func `a file that ends anywhere, or is changed anywhere, is no harm`(name: String) throws {
        let file = try Self.bird(name)
        let format = try #require(PictureFormat(sniffing: file))
        for length in stride(from: 0, to: file.count, by: 7) {
            #expect(JPEGCutTests.cut(Array(file.prefix(length)), format).bytes.count <= length)
        }
        var generator = SplitMix(seed: 11)
        for _ in 0..<500 {
            var changed = file
            for _ in 0..<8 {
                let place = Int.random(in: 0..<min(600, file.count), using: &generator)
                changed[place] = UInt8.random(in: 0...255, using: &generator)
            }
            #expect(JPEGCutTests.cut(changed, format).bytes.count <= file.count)
        }
    }
}
