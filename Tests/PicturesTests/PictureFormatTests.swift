import Testing

@testable import Pictures

@Suite struct PictureFormatTests {
    static let heads: [([UInt8], PictureFormat?)] = [
        ([0xFF, 0xD8, 0xFF, 0xE1], .jpeg),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        (Array("GIF89a".utf8), .gif),
        (Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8 ".utf8), .webp),
        (Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WAVEfmt ".utf8), nil),
        ([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0], .tiff), ([0x4D, 0x4D, 0, 0x2A], .tiff),
        ([0, 0, 0, 24] + Array("ftypheic".utf8), .heif),
        ([0, 0, 0, 24] + Array("ftypavif".utf8), .heif),
        ([0, 0, 0, 24] + Array("ftypmp42".utf8), nil),
        ([0xFF, 0x0A, 0, 0], .jpegXL), (Array("<svg".utf8), nil), (Array("%PDF-1.7".utf8), nil),
        ([], nil), ([0xFF], nil), ([0xFF, 0xD8], nil),
    ]

    @Test(arguments: heads)
    func `a format is told by its first bytes`(head: [UInt8], format: PictureFormat?) {
        #expect(PictureFormat(sniffing: head) == format)
    }

    @Test func `every format has a media type`() {
        #expect(PictureFormat.allCases.allSatisfy { $0.mediaType.hasPrefix("image/") })
    }
}
