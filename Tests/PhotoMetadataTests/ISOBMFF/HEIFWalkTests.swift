import PhotoRecords
import Testing

@testable import PhotoMetadata

struct HEIFWalkTests {
    private func builder() -> HEIFBuilder {
        var tiff = TIFFBuilder()
        tiff.image = [tiff.ascii(0x010F, "Maker"), tiff.short(0x0112, 6)]
        tiff.exif = [tiff.ascii(0x9003, "2024:05:01 10:22:33")]
        var builder = HEIFBuilder()
        builder.exif = tiff.bytes
        builder.xmp = Array(XMPText.packet("<dc:title>Kite</dc:title>").utf8)
        return builder
    }

    @Test(arguments: [0, 1, 2], [false, true])
    func `items are found in each version of iloc, in the file and in idat`(
        version: Int, isInline: Bool
    ) throws {
        if version == 0 && isInline { return }  // Version 0 knows the file alone.
        var builder = builder()
        builder.ilocVersion = version
        builder.isInline = isInline
        let record = try PhotoReader().read(bytes: builder.bytes).record
        #expect(record.findings.isEmpty)
        #expect(record.image?.mediaType == "image/heic")
        #expect(record.image?.width == 40)
        #expect(record.image?.height == 30)
        #expect(record.camera?.make == "Maker")
        #expect(record.taken?.local.iso == "2024-05-01T10:22:33")
        #expect(record.name == "Kite")
    }

    @Test
    func `the container's turns count, EXIF's orientation does not`() throws {
        func turn(_ quarters: UInt8) -> [UInt8] { HEIFBuilder.box("irot", [quarters]) }
        func mirror(_ mode: UInt8) -> [UInt8] { HEIFBuilder.box("imir", [mode]) }
        let table: [([[UInt8]], Int)] = [
            ([], 1), ([turn(0)], 1), ([turn(1)], 8), ([turn(2)], 3), ([turn(3)], 6),
            ([mirror(0)], 4), ([mirror(1)], 2), ([turn(1), mirror(0)], 5),
            ([turn(3), mirror(0)], 7), ([turn(1), mirror(1)], 7), ([turn(2), mirror(0)], 2),
            ([mirror(1), turn(1)], 5),
        ]
        for (turns, expected) in table {
            var builder = builder()
            builder.turns = turns
            let image = try PhotoReader().read(bytes: builder.bytes).record.image
            #expect(image?.orientation == expected, "\(turns)")
        }
    }

    @Test
    func `XMP that describes another item is not the picture's`() throws {
        var builder = builder()
        builder.xmpDescribes = 9
        #expect(try PhotoReader().read(bytes: builder.bytes).record.name == nil)
    }

    @Test
    func `the fingerprint is over the picture's data, wherever the metadata lie`() throws {
        func fingerprint(_ builder: HEIFBuilder) throws -> String? {
            try PhotoReader().read(bytes: builder.bytes).record.image?.fingerprint
        }
        let plain = builder()
        var moved = plain
        moved.isInline = true
        moved.xmp = []
        #expect(try fingerprint(plain) == fingerprint(moved))
        var other = plain
        other.picture[4_999] = 8
        #expect(try fingerprint(plain) != fingerprint(other))
    }

    @Test
    func `items that lie beyond the file's end are an error, and the rest is read`() throws {
        let reading = try PhotoReader().read(bytes: Array(builder().bytes.dropLast(300)))
        #expect(reading.isDamaged)
        #expect(reading.record.image?.width == 40)
        #expect(reading.record.camera?.make == "Maker")
    }
}
