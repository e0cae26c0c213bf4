import PhotoRecords
import Testing

@testable import PhotoMetadata

/// What containers allow and few programs write.
struct ContainerVariantTests {
    private static let date = "2024:05:01 10:22:33"

    @Test(arguments: [1, 2])
    func `a HEIF item may lie within another item`(version: Int) throws {
        var tiff = TIFFBuilder()
        tiff.image = [tiff.ascii(0x010F, "Maker")]
        var builder = HEIFBuilder()
        builder.ilocVersion = version
        builder.isBorrowed = true
        builder.exif = tiff.bytes
        builder.xmp = Array(XMPText.packet("<dc:title>Kite</dc:title>").utf8)
        let record = try PhotoReader().read(bytes: builder.bytes).record
        #expect(record.findings.isEmpty)
        #expect(record.camera?.make == "Maker")
        #expect(record.name == "Kite")
    }

    @Test
    func `EXIF that spans several JPEG segments is read beyond its 64th kilobyte`() throws {
        var tiff = TIFFBuilder()
        tiff.image = [tiff.ascii(0x010E, "A caption behind the maker note")]
        // libexif takes 65,534 bytes; the date and the point lie behind 150 KB of maker note.
        tiff.exif = [
            tiff.raw(0x927C, 7, [UInt8](repeating: 0x41, count: 150_000)),
            tiff.ascii(0x9003, Self.date), tiff.ascii(0x9011, "+02:00"),
        ]
        tiff.addPoint([(48, 1), (30, 1), (0, 1)], "N", [(8, 1), (15, 1), (0, 1)], "E")
        var builder = JPEGBuilder()
        let bytes = tiff.bytes
        for start in stride(from: 0, to: bytes.count, by: 65_000) {
            builder.add(exif: Array(bytes[start..<min(start + 65_000, bytes.count)]))
        }
        let record = try PhotoReader().read(bytes: builder.bytes).record
        #expect(record.findings.isEmpty)
        #expect(record.caption == "A caption behind the maker note")
        #expect(record.taken?.local.iso == "2024-05-01T10:22:33")
        #expect(record.taken?.offset?.description == "+02:00")
        #expect(record.location?.coordinate?.latitude == 48.5)
    }

    @Test
    func `of two EXIF blocks the first wins, the second fills what it lacks`() throws {
        var builder = JPEGBuilder()
        var first = TIFFBuilder()
        first.image = [first.ascii(0x010F, "First")]
        var second = TIFFBuilder(littleEndian: true)
        second.image = [second.ascii(0x010F, "Second"), second.ascii(0x0110, "Model")]
        builder.add(exif: first.bytes)
        // What makes libexif's own loader give up.
        for marker: UInt8 in [0xE3, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEC, 0xEF] {
            builder.segments.insert(JPEGBuilder.segment(marker, [1, 2, 3, 4]), at: 0)
        }
        builder.add(exif: second.bytes)
        let camera = try PhotoReader().read(bytes: builder.bytes).record.camera
        #expect(camera?.make == "First")
        #expect(camera?.model == "Model")
    }

    private static func piece(
        _ guid: Character, _ bytes: ArraySlice<UInt8>, of size: Int, at offset: Int
    ) -> [UInt8] {
        Array("http://ns.adobe.com/xmp/extension/\0".utf8)
            + Array(String(repeating: guid, count: 32).utf8) + HEIFBuilder.word(size, 4)
            + HEIFBuilder.word(offset, 4) + bytes
    }

    @Test
    func `extended XMP comes together from pieces in any order, beside those of another packet`()
        throws
    {
        let packet = Array(XMPText.packet("<dc:title>A long name</dc:title>").utf8)
        let other = Array(XMPText.packet("<dc:title>Of another</dc:title>").utf8)
        var builder = JPEGBuilder()
        builder.add(0xE1, Self.piece("B", other[...], of: other.count, at: 0))
        builder.add(
            xmp: XMPText.packet(
                "<xmpNote:HasExtendedXMP xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\">"
                    + String(repeating: "A", count: 32) + "</xmpNote:HasExtendedXMP>"))
        for start in [200, 0, 100] {
            let end = start == 200 ? packet.count : start + 100
            builder.add(0xE1, Self.piece("A", packet[start..<end], of: packet.count, at: start))
        }
        let record = try PhotoReader().read(bytes: builder.bytes).record
        #expect(record.name == "A long name")
    }

    @Test
    func `GPS time tells the offset over midnight, not by itself and not of an old fix`() throws {
        func offset(_ date: String, _ stamp: String?, _ clock: [(Int, Int)]) throws -> String? {
            var tiff = TIFFBuilder()
            tiff.exif = [tiff.ascii(0x9003, date)]
            if let stamp { tiff.gps.append(tiff.ascii(0x1D, stamp)) }
            tiff.gps.append(tiff.rationals(7, clock))
            var builder = JPEGBuilder()
            builder.add(exif: tiff.bytes)
            return try PhotoReader().read(bytes: builder.bytes).record.taken?.offset?.description
        }
        let late: [(Int, Int)] = [(22, 1), (45, 1), (0, 1)]
        #expect(try offset("2024:05:02 00:45:10", "2024:05:01", late) == "+02:00")
        #expect(try offset("2024:05:01 22:45:00", "2024:05:01", late) == "+00:00")
        #expect(try offset("2024:05:02 04:30:00", "2024:05:01", late) == "+05:45")
        #expect(try offset("2024:05:01 08:45:00", "2024:05:01", late) == "-14:00")
        #expect(try offset("2024:05:01 08:29:00", "2024:05:01", late) == nil)
        #expect(try offset("2024:05:02 00:49:59", "2024:05:01", late) == "+02:00")
        #expect(try offset("2024:05:02 00:50:00", "2024:05:01", late) == nil)
        #expect(try offset("2024:05:02 00:45:10", nil, late) == nil)
        #expect(try offset("2024:05:02 00:45:10", "2024:04:20", late) == nil)
        #expect(try offset("2024:05:02", "2024:05:01", late) == nil)
    }
}
