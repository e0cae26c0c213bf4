import JPEG
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

struct JPEGWalkTests {
    private func walk(_ bytes: [UInt8]) throws -> MetadataBlocks {
        var window = try ByteWindow(of: MemorySource(bytes))
        var walk = JPEGWalk(limits: .standard)
        return try walk.blocks(&window)
    }

    private func codes(_ bytes: [UInt8]) throws -> [FindingCode] {
        try walk(bytes).findings.map(\.code)
    }

    @Test
    func `a whole file gives its size and blocks, and nothing to remark`() throws {
        var builder = JPEGBuilder()
        builder.add(exif: TIFFBuilder().bytes)
        builder.add(xmp: XMPText.packet(""))
        builder.add(iptc: [(2, 5, [0x41])], digest: [UInt8](repeating: 7, count: 16))
        let blocks = try walk(builder.bytes)
        #expect(blocks.width == 640)
        #expect(blocks.height == 480)
        #expect(blocks.exif.count == 1)
        #expect(blocks.xmp.count == 1)
        #expect(blocks.iptc == [0x1C, 2, 5, 0, 1, 0x41])
        #expect(blocks.iptcDigest?.count == 16)
        #expect(blocks.findings.isEmpty)
        #expect(blocks.bytes == builder.bytes.count)
    }

    @Test
    func `EXIF is found after the segments at which libexif's own loader gives up`() throws {
        var builder = JPEGBuilder()
        for marker: UInt8 in [0xE3, 0xE6, 0xEA, 0xEC, 0xEF] { builder.add(marker, [1, 2, 3]) }
        builder.add(exif: TIFFBuilder().bytes)
        #expect(try walk(builder.bytes).exif.count == 1)
    }

    @Test
    func `fill bytes are skipped, stray bytes with a finding`() throws {
        var builder = JPEGBuilder()
        builder.segments.append([0xFF, 0xFF, 0xFF])
        builder.add(exif: TIFFBuilder().bytes)
        #expect(try codes(builder.bytes).isEmpty)
        builder.segments.append([0x00, 0x12])
        #expect(try codes(builder.bytes) == [.jpegStrayBytes])
        #expect(try walk(builder.bytes).width == 640)
    }

    @Test
    func `a file cut anywhere is truncated, and what came before is read`() throws {
        var builder = JPEGBuilder()
        var tiff = TIFFBuilder()
        tiff.image = [tiff.ascii(0x010F, "Maker")]
        builder.add(exif: tiff.bytes)
        let whole = builder.bytes
        for count in [
            4, 5, 9, 20, 40, 60, 80, 100, whole.count - 300, whole.count - 2, whole.count - 1,
        ] {
            let reading = try PhotoReader().read(bytes: Array(whole[..<count]))
            #expect(reading.record.findings.contains { $0.code == .jpegTruncated }, "\(count)")
            #expect(reading.isDamaged)
        }
        let late = try PhotoReader().read(bytes: Array(whole[..<(whole.count - 300)]))
        #expect(late.record.camera?.make == "Maker")
    }

    @Test
    func `a segment shorter than its length field does not end the walk`() throws {
        var builder = JPEGBuilder()
        builder.segments.append([0xFF, 0xE5, 0, 1])
        let blocks = try walk(builder.bytes)
        #expect(blocks.findings.contains { $0.code == .jpegSegmentLength })
        #expect(blocks.width == 640)
    }

    @Test
    func `EXIF that goes on in a second segment is one block, a new header begins another`() throws
    {
        var builder = JPEGBuilder()
        let tiff = TIFFBuilder().bytes
        builder.add(exif: tiff)
        builder.add(0xE1, Array("Exif\0\0more".utf8))
        builder.add(exif: tiff)
        let blocks = try walk(builder.bytes)
        #expect(blocks.exif.map(\.count) == [6 + tiff.count + 4, 6 + tiff.count])
    }

    @Test
    func `extended XMP comes together in any order; one that nobody wants is left out`() throws {
        let guid = String(repeating: "AB12", count: 8)
        func piece(_ guid: String, _ text: [UInt8], at offset: Int, of size: Int) -> [UInt8] {
            func word(_ value: Int) -> [UInt8] { [0, 0, UInt8(value >> 8), UInt8(value & 0xFF)] }
            return Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(guid.utf8)
                + word(size) + word(offset) + text
        }
        let text = Array(XMPText.packet("<dc:description>Barn</dc:description>").utf8)
        var builder = JPEGBuilder()
        builder.add(xmp: XMPText.packet("<dc:title>Kite</dc:title><!-- \(guid) -->"))
        builder.add(0xE1, piece(guid, Array(text[100...]), at: 100, of: text.count))
        builder.add(0xE1, piece(guid, Array(text[..<100]), at: 0, of: text.count))
        let record = try PhotoReader().read(bytes: builder.bytes).record
        #expect(record.name == "Kite")
        #expect(record.caption == "Barn")
        var stray = JPEGBuilder()
        stray.add(xmp: XMPText.packet(""))
        stray.add(0xE1, piece(guid, text, at: 0, of: text.count))
        #expect(try codes(stray.bytes) == [.xmpExtendedDamaged])
        var lying = JPEGBuilder()
        lying.add(0xE1, piece(guid, text, at: 60_000, of: 65_535))
        #expect(try codes(lying.bytes).contains(.xmpExtendedDamaged))
    }

    /// Counts how often a source is read.
    private final class CountingSource: ByteSource {
        let inner: MemorySource
        var reads = 0
        init(_ bytes: [UInt8]) { inner = MemorySource(bytes) }
        var count: Int { inner.count }
        func read(_ range: Range<Int>) -> [UInt8] {
            reads += 1
            return inner.read(range)
        }
    }

    @Test
    func `a big photo costs a handful of reads`() throws {
        var builder = JPEGBuilder()
        builder.scan = [UInt8](repeating: 0x55, count: 2_000_000)
        var tiff = TIFFBuilder()
        tiff.image = [tiff.raw(0x9999, 7, [UInt8](repeating: 1, count: 30_000))]
        builder.add(exif: tiff.bytes)
        builder.add(xmp: XMPText.packet(""))
        let source = CountingSource(builder.bytes)
        var window = try ByteWindow(of: source)
        var walk = JPEGWalk(limits: .standard)
        #expect(try walk.blocks(&window).findings.isEmpty)
        #expect(source.reads <= 6)
    }

    @Test
    func `the markers of frames are told from others`() {
        let frames = (0xC0...0xCF).filter { JPEGMarker(rawValue: UInt8($0)).isFrame }
        #expect(
            frames == [
                0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF,
            ])
    }
}
