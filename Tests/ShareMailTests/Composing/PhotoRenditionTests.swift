import Foundation
import PhotoMetadata
import PhotoRecords
import Pictures
import TestSupport
import Testing

@testable import ShareMail

@Suite struct PhotoRenditionTests {
    private func rendition(_ path: String, _ size: PhotoSize) throws -> PhotoRendition {
        let record = try #require(SampleShares.record(path))
        return try PhotoRendition(record, options: SampleShares.options(size))
    }

    @Test(arguments: ["avif", "gif", "heic", "jxl", "png", "tif", "webp"], PhotoSize.allCases)
    func `every format leaves as an upright JPEG of the size, never enlarged`(
        format: String, size: PhotoSize
    ) throws {
        let path = Checkout.fixtures.path + "/formats/bird." + format
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let shown = try PictureRenderer().header(of: bytes).displayedSize
        let rendition = try rendition(path, size)
        let header = try PictureRenderer().header(of: rendition.jpeg)
        #expect(header.format == .jpeg && header.orientation == 1)
        let side = max(shown.width, shown.height)
        #expect(max(header.width, header.height) == min(side, size.longestSide ?? side))
        #expect((header.width > header.height) == (shown.width > shown.height))
        let preview = try #require(rendition.preview)
        #expect(max(preview.width, preview.height) == min(side, PhotoRendition.previewSide))
        #expect(preview.bytes.count < rendition.jpeg.count || side <= PhotoRendition.previewSide)
        let own = try #require(rendition.perceptualHash)
        #expect(own.matches(try PictureRenderer().perceptualHash(of: bytes)))
    }

    @Test(arguments: PhotoSize.allCases)
    func `an original keeps its profile, the other sizes are in sRGB`(size: PhotoSize) throws {
        let folder = try TemporaryFolder()
        let plain = try PictureRenderer().jpeg(
            from: Array(
                Data(contentsOf: Checkout.fixtures.appending(path: "photos/bird.jpg"))),
            longestSide: 900, quality: 90)
        let path = folder.path("wide.jpg")
        try Data(ICCProfile.displayP3.inserted(intoJPEG: plain.bytes)).write(
            to: URL(filePath: path))
        let rendition = try rendition(path, size)
        let holds = Data(rendition.jpeg).range(of: Data("ICC_PROFILE".utf8)) != nil
        #expect(holds == (size == .original))
        let preview = try #require(rendition.preview)
        #expect(Data(preview.bytes).range(of: Data("ICC_PROFILE".utf8)) == nil)
    }

    @Test(arguments: PhotoSize.allCases)
    func `gain maps and other second pictures are withheld`(size: PhotoSize) throws {
        let folder = try TemporaryFolder()
        let plain = try PictureRenderer().jpeg(
            from: Array(
                Data(contentsOf: Checkout.fixtures.appending(path: "photos/bird.jpg"))),
            longestSide: 900, quality: 90
        ).bytes
        // An Ultra HDR photo: an index of pictures in APP2, and the gain map behind the picture.
        let index = Array("MPF".utf8) + [0] + [UInt8](repeating: 7, count: 60)
        let gain = Array("http://ns.adobe.com/hdr-gain-map/1.0/".utf8)
        var map: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(gain.count + 2)]
        map += gain
        map += plain[2...]
        var whole: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE2, 0, UInt8(index.count + 2)]
        whole += index
        whole += plain[2...]
        whole += map
        let path = folder.path("hdr.jpg")
        try Data(whole).write(to: URL(filePath: path))
        let rendition = try rendition(path, size)
        for trace in ["MPF", "hdr-gain-map"] {
            #expect(Data(rendition.jpeg).range(of: Data(trace.utf8)) == nil, "\(trace)")
        }
        #expect(Array(rendition.jpeg.suffix(2)) == [0xFF, 0xD9])
        #expect(rendition.jpeg.count < whole.count - plain.count / 2)
        #expect(
            try PictureRenderer().header(of: rendition.jpeg).width
                == min(900, size.longestSide ?? 900))
    }
}
