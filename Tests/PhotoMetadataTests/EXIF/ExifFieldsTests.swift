import PhotoRecords
import Testing

@testable import PhotoMetadata

struct ExifFieldsTests {
    private func fields(_ tiff: [UInt8], fallback: Charset? = nil) -> ExifFields {
        ExifFields([Array("Exif\0\0".utf8) + tiff], evidence: CharsetEvidence(declared: fallback))
    }

    @Test(arguments: [false, true])
    func `fields are read in both byte orders`(littleEndian: Bool) {
        var tiff = TIFFBuilder(littleEndian: littleEndian)
        tiff.image = [
            tiff.ascii(0x010F, "Apple  "), tiff.short(0x0112, 6),
            tiff.raw(
                0x9C9B, 1, "Kite".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0, 0]),
        ]
        tiff.exif = [tiff.ascii(0x9003, "2024:05:01 10:22:33"), tiff.long(0xA002, 4_032)]
        tiff.gps = [tiff.rationals(0x06, [(351, 10)])]
        var read = fields(tiff.bytes)
        #expect(read.text(.make, "Make") == "Apple")
        #expect(read[.orientation]?.integer == 6)
        #expect(read.windowsText(.xpTitle) == "Kite")
        #expect(read.ascii(.dateTimeOriginal) == "2024:05:01 10:22:33")
        #expect(read[.pixelXDimension]?.integer == 4_032)
        #expect(read[.gpsAltitude]?.number(0) == 35.1)
        #expect(read.findings.isEmpty)
    }

    @Test
    func `a field in the other directory is read, one that stands where it belongs wins`() {
        var tiff = TIFFBuilder()
        tiff.image = [tiff.ascii(0x010E, "home"), tiff.ascii(0x9003, "2024:05:01 10:22:33")]
        tiff.exif = [tiff.ascii(0x010E, "stray"), tiff.ascii(0xA434, "Lens")]
        var read = fields(tiff.bytes)
        #expect(read.text(.imageDescription, "ImageDescription") == "home")
        #expect(read.ascii(.dateTimeOriginal) == "2024:05:01 10:22:33")
    }

    @Test
    func `a text that is not UTF-8 is guessed with a finding`() {
        var tiff = TIFFBuilder()
        tiff.image = [tiff.raw(0x010E, 2, [0x47, 0xFC, 0x6E, 0])]
        var read = fields(tiff.bytes)
        #expect(read.text(.imageDescription, "ImageDescription") == "Gün")
        #expect(read.findings.map(\.code) == [.textEncodingGuessed])
    }

    struct Comment: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let text: String?
        init(_ name: String, _ bytes: [UInt8], _ text: String?) {
            (testDescription, self.bytes, self.text) = (name, bytes, text)
        }
    }

    @Test(arguments: [
        Comment("ASCII", Array("ASCII\0\0\0Barn".utf8), "Barn"),
        Comment("undefined", [0, 0, 0, 0, 0, 0, 0, 0, 0x42], "B"),
        Comment("no code", Array("A plain comment".utf8), "A plain comment"),
        Comment("too short", Array("ASCI\0\0\0\0".utf8), "ASCI"),
        Comment("UTF-16, big", Array("UNICODE\0".utf8) + [0, 0x42, 0, 0x61], "Ba"),
        Comment("UTF-16, little", Array("UNICODE\0".utf8) + [0x42, 0, 0x61, 0], "Ba"),
        Comment(
            "UTF-16, mark", Array("UNICODE\0".utf8) + [0xFF, 0xFE, 0x42, 0x30], "\u{3042}"),
        Comment(
            "JIS",
            Array("JIS\0\0\0\0\0".utf8) + [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x42],
            "あ"),
        Comment("blanks", Array("ASCII\0\0\0      ".utf8), nil),
        Comment("nothing", Array("ASCII\0\0\0".utf8), nil),
    ])
    func `UserComment reads by its code`(_ comment: Comment) {
        var tiff = TIFFBuilder()
        tiff.exif = [tiff.raw(0x9286, 7, comment.bytes)]
        var read = fields(tiff.bytes)
        #expect(read.userComment() == comment.text)
    }

    @Test
    func `maker notes, thumbnails and pointers out of the block never reach libexif`() {
        var tiff = TIFFBuilder()
        tiff.next = 8
        tiff.image = [
            tiff.ascii(0x010F, "Canon"), tiff.raw(0x927C, 7, [UInt8](repeating: 1, count: 64)),
            tiff.long(0x0202, 0xFFFF_FFFF), tiff.long(0xA005, 0x00FF_FFFF),
            tiff.ascii(0x0110, "Model"),
        ]
        tiff.exif = [
            tiff.raw(0x927C, 7, Array("Nikon\0".utf8)), tiff.ascii(0xA434, "Lens"),
            tiff.long(0x8769, 8),
        ]
        var block = Array("Exif\0\0".utf8) + tiff.bytes
        #expect(ExifSanitizer.sanitize(&block))
        for tag: [UInt8] in [[0x92, 0x7C, 0, 7], [0x02, 0x02, 0, 4], [0xA0, 0x05, 0, 4]] {
            #expect(!ByteSearch.contains(tag, in: block))
        }
        var read = fields(tiff.bytes)
        #expect(read.text(.make, "Make") == "Canon")
        #expect(read.text(.model, "Model") == "Model")
        #expect(read.text(.lensModel, "LensModel") == "Lens")
    }

    @Test(arguments: [false, true])
    func `directories that loop, huge counts and lying lengths end quietly`(littleEndian: Bool) {
        var tiff = TIFFBuilder(littleEndian: littleEndian)
        tiff.image = [
            tiff.ascii(0x010F, "Canon"), tiff.long(0x8769, 8), tiff.long(0x8825, 8),
            TIFFBuilder.Entry(
                number: 0x010E, format: 2, count: 0x7FFF_FFFF, value: [0, 0, 0, 1, 2]),
            TIFFBuilder.Entry(number: 0x0110, format: 99, count: 4, value: [1, 2, 3, 4]),
        ]
        var read = fields(tiff.bytes)
        #expect(read.text(.make, "Make") == "Canon")
        #expect(read.text(.imageDescription, "ImageDescription") == nil)
        var chain = TIFFBuilder(littleEndian: littleEndian)
        chain.image = (0..<200).map { chain.long(0x8769, 8 + $0) }
        let endless = fields(chain.bytes)
        #expect(endless.isEmpty)
        for garbage: [UInt8] in [
            [], [0x4D, 0x4D], [0x4D, 0x4D, 0, 42], [UInt8](repeating: 0xFF, count: 40),
        ] {
            #expect(fields(garbage).isEmpty)
        }
    }

    @Test
    func `rationals of zero denominators are no numbers, integers of each size are`() {
        let entry = ExifEntry(
            tag: .gpsAltitude, format: .rational, littleEndian: false,
            bytes: [0, 0, 0, 1, 0, 0, 0, 0])
        #expect(entry.number(0) == nil)
        #expect(entry.number(1) == nil)
        #expect(entry.rational(0)?.numerator == 1)
        let signed = ExifEntry(
            tag: .gpsAltitude, format: .signedRational, littleEndian: true,
            bytes: [0xFE, 0xFF, 0xFF, 0xFF, 4, 0, 0, 0])
        #expect(signed.number(0) == -0.5)
        let short = ExifEntry(
            tag: .orientation, format: .signedShort, littleEndian: true, bytes: [0xFF, 0xFF])
        #expect(short.integer == -1)
    }
}
