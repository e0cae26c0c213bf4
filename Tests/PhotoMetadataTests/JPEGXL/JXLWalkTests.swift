import PhotoRecords
import Testing

@testable import PhotoMetadata

struct JXLWalkTests {
    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        HEIFBuilder.word(content.count + 8, 4) + Array(type.utf8) + content
    }

    /// A brotli stream of one uncompressed block (RFC 7932 §9.2): a window of 16 bits, the length
    /// less one in 16 bits, the bytes, an empty last block.
    private func brotli(_ bytes: [UInt8]) -> [UInt8] {
        let head = (bytes.count - 1) << 4 | 1 << 20
        return (0..<3).map { UInt8(truncatingIfNeeded: head >> (8 * $0)) } + bytes + [3]
    }

    @Test
    func `what compressed packets give together keeps to the limit`() throws {
        let packets = ["<dc:title>Kite</dc:title>", "<dc:description>Barn</dc:description>"]
            .map { Array(XMPText.packet($0).utf8) }
        let file =
            box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
            + packets.flatMap { box("brob", Array("xml ".utf8) + brotli($0)) }
        var reader = PhotoReader()
        let both = try reader.read(bytes: file).record
        #expect(both.name == "Kite" && both.caption == "Barn")
        reader.limits.xmpBytes = packets[0].count + packets[1].count - 1
        let one = try reader.read(bytes: file).record
        #expect(one.name == "Kite" && one.caption == nil)
        #expect(one.findings.contains { $0.code == .containerDamaged })
    }
}
