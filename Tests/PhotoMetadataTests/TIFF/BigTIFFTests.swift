import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// BigTIFF: 43 in place of 42, counts and offsets of eight bytes.
struct BigTIFFTests {
    private struct Field {
        var tag: Int
        var type: Int
        var count: Int
        var value: [UInt8]
    }

    private static func word(_ value: Int, _ size: Int, _ little: Bool) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return little ? bytes : bytes.reversed()
    }

    private static func directory(_ fields: [Field], at offset: Int, _ little: Bool) -> [UInt8] {
        var head = word(fields.count, 8, little)
        var values: [UInt8] = []
        let start = offset + 16 + 20 * fields.count
        for field in fields {
            head += word(field.tag, 2, little) + word(field.type, 2, little)
            head += word(field.count, 8, little)
            if field.value.count <= 8 {
                head += field.value + [UInt8](repeating: 0, count: 8 - field.value.count)
            } else {
                head += word(start + values.count, 8, little)
                values += field.value
            }
        }
        return head + word(0, 8, little) + values
    }

    private static func file(_ little: Bool, packet: String, as type: Int = 1) -> [UInt8] {
        func text(_ tag: Int, _ text: String) -> Field {
            Field(tag: tag, type: 2, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
        }
        func number(_ tag: Int, _ type: Int, _ value: Int) -> Field {
            let size = type == 3 ? 2 : type == 4 ? 4 : 8
            return Field(tag: tag, type: type, count: 1, value: word(value, size, little))
        }
        var (exifAt, stripAt) = (0, 0)
        var result: [UInt8] = []
        for _ in 0..<2 {
            result =
                (little ? [0x49, 0x49] : [0x4D, 0x4D]) + word(43, 2, little) + word(8, 2, little)
                + word(0, 2, little) + word(16, 8, little)
            result += directory(
                [
                    number(0x0100, 3, 64), number(0x0101, 4, 48), number(0x0106, 3, 2),
                    text(0x010E, "Kite"), text(0x010F, "Maker of cameras"),
                    number(0x0111, 16, stripAt), number(0x0117, 16, 3_000),
                    Field(
                        tag: 0x02BC, type: type, count: packet.utf8.count, value: Array(packet.utf8)
                    ),
                    number(0x8769, 18, exifAt),
                ], at: 16, little)
            exifAt = result.count
            result += directory(
                [text(0x9003, "2024:05:01 10:22:33"), text(0x9011, "+02:00")], at: exifAt, little)
            stripAt = result.count
        }
        return result + [UInt8](repeating: 5, count: 3_000)
    }

    @Test(
        arguments: [true, false],
        [1, 7])
    func `BigTIFF is read in both byte orders, XMP as BYTE or UNDEFINED`(
        littleEndian: Bool, type: Int
    ) throws {
        let packet = XMPText.packet("<dc:title>Red kite</dc:title>")
        let record = try PhotoReader().read(
            bytes: Self.file(littleEndian, packet: packet, as: type)
        ).record
        #expect(record.findings.isEmpty)
        #expect(record.image?.mediaType == "image/tiff")
        #expect(record.image?.width == 64)
        #expect(record.image?.height == 48)
        #expect(record.image?.fingerprint?.hasPrefix("ta:") == true)
        #expect(record.name == "Red kite")
        #expect(record.caption == "Kite")
        #expect(record.camera?.make == "Maker of cameras")
        #expect(record.taken?.local.iso == "2024-05-01T10:22:33")
        #expect(record.taken?.offset?.description == "+02:00")
    }

    @Test(.needs(.tool("exiftool")))
    func `exiftool reads BigTIFF the same`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("big.tif")
        let bytes = Self.file(true, packet: XMPText.packet("<dc:title>Red kite</dc:title>"))
        try Data(bytes).write(to: URL(filePath: path))
        let output = try ExifTool.run(["-j", "-n", path])
        let printed = try JSONValue(parsing: Data(output.utf8)).array?.first
        #expect(printed?["FileType"]?.string == "BTF")
        #expect(printed?["Make"]?.string == "Maker of cameras")
        #expect(printed?["DateTimeOriginal"]?.string == "2024:05:01 10:22:33")
        #expect(printed?["Title"]?.string == "Red kite")
    }

    @Test
    func `no change of a byte makes the reader fail`() throws {
        let whole = Self.file(true, packet: XMPText.packet("<dc:title>Red kite</dc:title>"))
        var (read, named) = (0, 0)
        for at in 0..<600 {
            for value: UInt8 in [0x00, 0x7F, 0x80, 0xFF] {
                var bytes = whole
                bytes[at] = value
                guard let record = try? PhotoReader().read(bytes: bytes).record else { continue }
                read += 1
                // What a damaged one says is what the whole one says, or a part of it.
                if record.name == "Red kite" { named += 1 }
            }
        }
        // The magic bytes alone make it no photo; one byte of a value costs that value.
        #expect(read >= 2_400 - 4 * 8, "\(read)")
        #expect(named >= 1_400 && named < 2_400, "\(named)")
    }
}
