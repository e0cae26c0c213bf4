import PhotoRecords
import Testing

@testable import PhotoMetadata

struct TakenRulesTests {
    private func read(
        xmp: String = "", iptc: [(UInt8, UInt8, [UInt8])] = [],
        _ fill: (inout TIFFBuilder) -> Void = { _ in }
    ) throws -> PhotoRecord {
        var builder = JPEGBuilder()
        var tiff = TIFFBuilder()
        fill(&tiff)
        builder.add(exif: tiff.bytes)
        if !xmp.isEmpty { builder.add(xmp: XMPText.packet(xmp)) }
        if !iptc.isEmpty { builder.add(iptc: iptc) }
        return try PhotoReader().read(bytes: builder.bytes).record
    }

    @Test
    func `EXIF's original date comes with its fraction and its own offset`() throws {
        let record = try read { tiff in
            tiff.exif = [
                tiff.ascii(0x9003, "2024:05:01 10:22:33"),
                tiff.ascii(0x9004, "2025:01:01 00:00:00"),
                tiff.ascii(0x9010, "+09:00"), tiff.ascii(0x9011, "+02:00"),
                tiff.ascii(0x9012, "+05:00"),
                tiff.ascii(0x9291, "120  "),
            ]
        }
        #expect(record.taken?.local.iso == "2024-05-01T10:22:33.120")
        #expect(record.taken?.offset?.description == "+02:00")
        #expect(record.taken?.offsetSource == .exif)
        #expect(record.taken?.source == "exif:DateTimeOriginal")
        #expect(record.provenance[.taken]?.source == "exif:DateTimeOriginal")
        #expect(record.findings.isEmpty)
    }

    @Test
    func `OffsetTime alone belongs to ModifyDate: the offset stays unknown`() throws {
        let record = try read { tiff in
            tiff.image = [tiff.ascii(0x0132, "2024:05:01 10:22:33")]
            tiff.exif = [
                tiff.ascii(0x9003, "2024:05:01 10:22:33"), tiff.ascii(0x9010, "+09:00"),
                tiff.ascii(0x9012, "+05:00"),
            ]
        }
        #expect(record.taken?.offset == nil)
        #expect(record.taken?.utc == nil)
        let digitized = try read { tiff in
            tiff.exif = [tiff.ascii(0x9004, "2024:05:01 10:22:33"), tiff.ascii(0x9012, "+05:00")]
        }
        #expect(digitized.taken?.offset?.description == "+05:00")
        let modified = try read { $0.image = [$0.ascii(0x0132, "2024:05:01 10:22:33")] }
        #expect(modified.taken == nil)
    }

    @Test
    func `sources of the date win in the order of the rules`() throws {
        let all = """
            <exif:DateTimeOriginal>2001-01-01T01:00:00</exif:DateTimeOriginal>
            <photoshop:DateCreated>2002-01-01T01:00:00Z</photoshop:DateCreated>
            <xmp:CreateDate>2003-01-01T01:00:00</xmp:CreateDate>
            """
        #expect(try read(xmp: all).taken?.source == "xmp:exif:DateTimeOriginal")
        let created = all.split(separator: "\n").dropFirst().joined()
        #expect(try read(xmp: created).taken?.source == "xmp:photoshop:DateCreated")
        #expect(try read(xmp: created).taken?.offset?.minutes == 0)
        let last = String(all.split(separator: "\n").last ?? "")
        let iptc: [(UInt8, UInt8, [UInt8])] = [
            (2, 55, Array("20240501".utf8)), (2, 60, Array("102233+0200".utf8)),
        ]
        let fromIPTC = try read(xmp: last, iptc: iptc).taken
        #expect(fromIPTC?.local.iso == "2024-05-01T10:22:33")
        #expect(fromIPTC?.offset?.description == "+02:00")
        #expect(fromIPTC?.source == "iptc:DateCreated")
        let digitized = try read(xmp: last) { $0.exif = [$0.ascii(0x9004, "2024:05:01 10:22:33")] }
        #expect(digitized.taken?.source == "exif:DateTimeDigitized")
        #expect(try read(xmp: last).taken?.source == "xmp:xmp:CreateDate")
    }

    @Test
    func `void and impossible dates are skipped with a finding`() throws {
        let record = try read(xmp: "<xmp:CreateDate>2003-01-01T01:00:00</xmp:CreateDate>") { tiff in
            tiff.exif = [
                tiff.ascii(0x9003, "0000:00:00 00:00:00"),
                tiff.ascii(0x9004, "2024:13:45 10:22:33"),
            ]
        }
        #expect(record.taken?.local.iso == "2003-01-01T01:00:00")
        #expect(record.findings.map(\.code) == [.dateVoid, .dateInvalid])
        let blank = try read { $0.exif = [$0.ascii(0x9003, "    :  :     :  :  ")] }
        #expect(blank.findings.map(\.code) == [.dateVoid])
    }

    private func withGPS(_ local: String, _ hour: Int, _ minute: Int) throws -> PhotoRecord {
        try read { tiff in
            tiff.exif = [tiff.ascii(0x9003, local)]
            tiff.gps = [
                tiff.rationals(7, [(hour, 1), (minute, 1), (30, 1)]),
                tiff.ascii(0x1D, "2024:05:01"),
            ]
        }
    }

    @Test
    func `the distance to GPS time is the offset if it looks like one`() throws {
        let paris = try withGPS("2024:05:01 10:22:33", 8, 20).taken
        #expect(paris?.offset?.description == "+02:00")
        #expect(paris?.offsetSource == .gps)
        #expect(try withGPS("2024:05:01 13:52:33", 8, 21).taken?.offset?.description == "+05:30")
        #expect(try withGPS("2024:04:30 23:22:33", 8, 20).taken?.offset?.description == "-09:00")
        let unrelated = try withGPS("2024:05:01 10:28:33", 8, 20)
        #expect(unrelated.taken?.offset == nil)
        #expect(unrelated.findings.map(\.code) == [.gpsTimeUnrelated])
        #expect(try withGPS("2024:05:03 10:22:33", 8, 20).taken?.offset == nil)
    }

    @Test
    func `GPS time alone is a moment in UTC`() throws {
        let record = try read { tiff in
            tiff.gps = [
                tiff.rationals(7, [(8, 1), (20, 1), (305, 10)]), tiff.ascii(0x1D, "2024:05:01"),
            ]
        }
        #expect(record.taken?.utc == "2024-05-01T08:20:30Z")
        #expect(record.taken?.source == "exif:GPSDateStamp")
        let nonsense = try read { tiff in
            tiff.gps = [
                tiff.rationals(7, [(99, 1), (20, 1), (30, 1)]), tiff.ascii(0x1D, "2024:05:01"),
            ]
        }
        #expect(nonsense.taken == nil)
    }
}
