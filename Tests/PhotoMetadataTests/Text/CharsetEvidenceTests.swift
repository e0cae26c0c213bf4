import Foundation
import PhotoRecords
import Testing

@testable import PhotoMetadata

/// What tells the encoding of a text that is not UTF-8.
struct CharsetEvidenceTests {
    private static let russian = "Красный коршун"
    private static let japanese = "赤い凧"

    private func read(
        xmp: String = "", iptc: [(UInt8, UInt8, [UInt8])] = [],
        _ fill: (inout TIFFBuilder) -> Void
    ) throws -> PhotoRecord {
        var builder = JPEGBuilder()
        var tiff = TIFFBuilder(littleEndian: true)
        fill(&tiff)
        builder.add(exif: tiff.bytes)
        if !xmp.isEmpty { builder.add(xmp: XMPText.packet(xmp)) }
        if !iptc.isEmpty { builder.add(iptc: iptc) }
        return try PhotoReader().read(bytes: builder.bytes).record
    }

    private func bytes(_ text: String, _ encoding: String.Encoding) throws -> [UInt8] {
        [UInt8](try #require(text.data(using: encoding)))
    }

    @Test
    func `the same words in XMP or in Windows' fields tell the encoding of EXIF's`() throws {
        let table: [(String, String.Encoding)] = [
            (Self.russian, .windowsCP1251), (Self.japanese, .shiftJIS),
            ("Žluťoučký kůň", .windowsCP1250), ("Κόκκινος", .windowsCP1253),
        ]
        for (text, encoding) in table {
            let raw = try bytes(text, encoding)
            let byXMP = try read(xmp: "<dc:description>\(text)</dc:description>") {
                $0.image = [$0.raw(0x010E, 2, raw + [0])]
            }
            #expect(byXMP.caption == text)
            #expect(byXMP.provenance[.caption]?.source == "exif:ImageDescription")
            #expect(byXMP.findings.map(\.code) == [.textEncodingGuessed])
            let wide = try bytes(text, .utf16LittleEndian)
            let byWindows = try read {
                $0.image = [
                    $0.raw(0x010E, 2, raw + [0]),
                    $0.raw(0x9C9C, 1, wide + [0, 0]),
                ]
            }
            #expect(byWindows.caption == text)
        }
    }

    @Test
    func `without evidence a text is Windows-1252`() throws {
        let raw = try bytes("Über", .windowsCP1252)
        let record = try read(xmp: "<dc:title>Something else</dc:title>") {
            $0.image = [$0.raw(0x010E, 2, raw + [0])]
        }
        #expect(record.caption == "Über")
    }

    @Test
    func `a UserComment in JIS tells of Shift-JIS in the other fields`() throws {
        let raw = try bytes(Self.japanese, .shiftJIS)
        let comment = try bytes("凧", .iso2022JP)
        let record = try read {
            $0.image = [$0.raw(0x010E, 2, raw + [0])]
            $0.exif = [$0.raw(0x9286, 7, Array("JIS\0\0\0\0\0".utf8) + comment)]
        }
        #expect(record.caption == Self.japanese)
    }

    @Test
    func `IPTC's escape sequences count for IPTC and EXIF, its words' twins in XMP otherwise`()
        throws
    {
        let latin2 = try bytes("Žluť", .isoLatin2)
        let cyrillic: [UInt8] = [0xBA, 0xE0, 0xD0, 0xE1, 0xDD, 0xEB, 0xD9]  // Красный in 8859-5
        let table: [([UInt8], [UInt8], String)] = [
            ([0x1B, 0x25, 0x47], Array("Über".utf8), "Über"),
            ([0x1B, 0x2E, 0x41], [0xDC, 0x62, 0x65, 0x72], "Über"),
            ([0x1B, 0x2D, 0x42], latin2, "Žluť"), ([0x1B, 0x2D, 0x4C], cyrillic, "Красный"),
        ]
        for (escape, raw, text) in table {
            let record = try read(iptc: [(1, 90, escape), (2, 5, raw)]) { tiff in
                tiff.image = [tiff.raw(0x010E, 2, raw + [0])]
            }
            #expect(record.name == text)
            #expect(record.caption == text)
        }
        let raw = try bytes(Self.russian, .windowsCP1251)
        let record = try read(
            xmp: "<dc:description>\(Self.russian)</dc:description>", iptc: [(2, 5, raw)]
        ) { _ in }
        #expect(record.name == Self.russian)
    }
}
