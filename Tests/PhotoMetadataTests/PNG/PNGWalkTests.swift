import ByteCoding
import PhotoRecords
import Testing

@testable import PhotoMetadata

struct PNGWalkTests {
    private func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        HEIFBuilder.word(content.count, 4) + Array(type.utf8) + content + [0, 0, 0, 0]
    }

    private func file(_ chunks: [[UInt8]], data: [[UInt8]] = [[1, 2, 3, 4]]) -> [UInt8] {
        let size = HEIFBuilder.word(20, 4) + HEIFBuilder.word(10, 4) + [8, 2, 0, 0, 0]
        return PNGWalk.signature + chunk("IHDR", size) + data.flatMap { chunk("IDAT", $0) }
            + chunks.flatMap { $0 } + chunk("IEND", [])
    }

    private func hex(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    private func profile(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        chunk(
            "tEXt",
            Array("Raw profile type \(name)\0\n\(name)\n    \(bytes.count)\n".utf8) + hex(bytes))
    }

    @Test
    func `raw profiles of EXIF, XMP and IPTC are read`() throws {
        var tiff = TIFFBuilder()
        tiff.exif = [tiff.ascii(0x9003, "2024:05:01 10:22:33")]
        let exif = Array("Exif\0\0".utf8) + tiff.bytes
        let iptc: [UInt8] = [0x1C, 2, 25, 0, 4] + Array("bird".utf8)
        let xmp = Array(XMPText.packet("<dc:title>Kite</dc:title>").utf8)
        let record = try PhotoReader().read(
            bytes: file([profile("exif", exif), profile("iptc", iptc), profile("xmp", xmp)])
        ).record
        #expect(record.findings.isEmpty)
        #expect(record.taken?.local.iso == "2024-05-01T10:22:33")
        #expect(record.keywords == ["bird"])
        #expect(record.name == "Kite")
    }

    @Test
    func `a compressed packet is read`() throws {
        let xmp = Array(XMPText.packet("<dc:title>Kite</dc:title>").utf8)
        func size(_ value: Int) -> [UInt8] { HEIFBuilder.word(value, 2).reversed() }
        // A zlib stream of one stored block; four bytes of checksum.
        let stream =
            [0x78, 0x01, 0x01] + size(xmp.count) + size(0xFFFF - xmp.count) + xmp + [0, 0, 0, 0]
        let start = Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8)
        #expect(
            try PhotoReader().read(bytes: file([chunk("iTXt", start + stream)])).record.name
                == "Kite")
    }

    @Test
    func `what compressed packets give together keeps to the limit`() throws {
        let packets = ["<dc:title>Kite</dc:title>", "<dc:description>Barn</dc:description>"]
            .map { Array(XMPText.packet($0).utf8) }
        func size(_ value: Int) -> [UInt8] { HEIFBuilder.word(value, 2).reversed() }
        let start = Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8)
        let chunks = packets.map { xmp in
            chunk(
                "iTXt",
                start + [0x78, 0x01, 0x01] + size(xmp.count) + size(0xFFFF - xmp.count) + xmp
                    + [0, 0, 0, 0])
        }
        var reader = PhotoReader()
        let both = try reader.read(bytes: file(chunks)).record
        #expect(both.name == "Kite" && both.caption == "Barn")
        reader.limits.xmpBytes = packets[0].count + packets[1].count - 1
        let one = try reader.read(bytes: file(chunks)).record
        #expect(one.name == "Kite" && one.caption == nil)
        #expect(one.findings.contains { $0.code == .containerDamaged })
    }

    @Test
    func `a stream that gives more than the limit is given up`() throws {
        // 1,000 zeros, as zlib compresses them.
        let stream: [UInt8] = [
            0x78, 0xDA, 0x63, 0x60, 0x18, 0x05, 0xA3, 0x60, 0x14, 0x0C, 0x77, 0x00, 0x00, 0x03,
            0xE8, 0x00, 0x01,
        ]
        #expect(ZlibStream.inflate(stream, limit: 999) == nil)
        #expect(ZlibStream.inflate(stream, limit: 1_000)?.count == 1_000)
    }

    @Test
    func `an invalid compressed text is ignored with a finding`() throws {
        let start = Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8)
        for stream: [UInt8] in [[], [0x78, 0x9C], [0x78, 0x9C, 1, 2, 3, 4, 5, 6, 7, 8]] {
            let reading = try PhotoReader().read(bytes: file([chunk("iTXt", start + stream)]))
            #expect(reading.record.findings.map(\.code) == [.containerDamaged])
            #expect(!reading.isDamaged)
        }
    }

    @Test
    func `how the picture is cut into chunks does not change the fingerprint`() throws {
        func fingerprint(_ data: [[UInt8]]) throws -> String? {
            try PhotoReader().read(bytes: file([], data: data)).record.image?.fingerprint
        }
        #expect(try fingerprint([[1, 2, 3, 4]]) == fingerprint([[1], [2, 3], [4]]))
        #expect(try fingerprint([[1, 2, 3, 4]]) != fingerprint([[1, 2, 3, 5]]))
    }
}
