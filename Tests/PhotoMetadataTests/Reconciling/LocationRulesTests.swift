import PhotoRecords
import Testing

@testable import PhotoMetadata

struct LocationRulesTests {
    private func read(xmp: String = "", _ fill: (inout TIFFBuilder) -> Void = { _ in }) throws
        -> PhotoRecord
    {
        var builder = JPEGBuilder()
        var tiff = TIFFBuilder(littleEndian: true)
        fill(&tiff)
        builder.add(exif: tiff.bytes)
        if !xmp.isEmpty { builder.add(xmp: XMPText.packet(xmp)) }
        return try PhotoReader().read(bytes: builder.bytes).record
    }

    private static let paris: [(Int, Int)] = [(48, 1), (51, 1), (3012, 100)]
    private static let east: [(Int, Int)] = [(2, 1), (17, 1), (4012, 100)]

    @Test
    func `EXIF's point, altitude, direction and accuracy are read`() throws {
        let location = try read { tiff in
            tiff.addPoint(Self.paris, "S", Self.east, "W")
            tiff.gps += [
                tiff.raw(5, 1, [1]), tiff.rationals(6, [(351, 10)]), tiff.ascii(0x10, "T"),
                tiff.rationals(0x11, [(1205, 10)]), tiff.rationals(0x1F, [(8, 1)]),
            ]
        }.location
        #expect(abs((location?.coordinate?.latitude ?? 0) + 48.8583667) < 1e-6)
        #expect(abs((location?.coordinate?.longitude ?? 0) + 2.2944778) < 1e-6)
        #expect(location?.altitude == -35.1)
        #expect(location?.direction == 120.5)
        #expect(location?.accuracy == 8)
        #expect(location?.source == "exif")
    }

    struct Odd: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let latitude: [(Int, Int)]
        let reference: String?
        let result: Double?
        let codes: [FindingCode]
        init(
            _ name: String, _ latitude: [(Int, Int)], _ reference: String?, _ result: Double?,
            _ codes: [FindingCode]
        ) {
            testDescription = name
            (self.latitude, self.reference, self.result, self.codes) = (
                latitude, reference, result, codes
            )
        }
    }

    @Test(arguments: [
        Odd("decimal minutes, seconds 0/0", [(48, 1), (515, 10), (0, 0)], "N", 48.858333, []),
        Odd("no reference", [(48, 1), (0, 1), (0, 1)], nil, 48, [.gpsRefMissing]),
        Odd("blank reference", [(48, 1), (0, 1), (0, 1)], " ", 48, [.gpsRefMissing]),
        Odd("lower-case reference", [(48, 1), (0, 1), (0, 1)], "s", -48, []),
        Odd("degrees alone", [(485, 10)], "N", 48.5, []),
        Odd("0/0", [(0, 0), (0, 0), (0, 0)], "N", nil, [.gpsInvalid]),
        Odd("out of range", [(148, 1), (0, 1), (0, 1)], "N", nil, [.gpsOutOfRange]),
        Odd("equator", [(0, 1), (0, 1), (0, 1)], "N", 0, []),
    ])
    func `odd coordinates are read or left out with a finding`(_ odd: Odd) throws {
        let record = try read { $0.addPoint(odd.latitude, odd.reference, Self.east, "E") }
        if let result = odd.result {
            #expect(abs((record.location?.coordinate?.latitude ?? 99) - result) < 1e-6)
        } else {
            #expect(record.location == nil)
        }
        #expect(record.findings.map(\.code) == odd.codes)
    }

    @Test
    func `both exactly zero is no location`() throws {
        let zero: [(Int, Int)] = [(0, 1), (0, 1), (0, 1)]
        let record = try read { $0.addPoint(zero, "N", zero, "E") }
        #expect(record.location == nil)
        #expect(record.findings.map(\.code) == [.gpsZero])
    }

    @Test
    func `a direction from magnetic or unnamed north is left out with a note`() throws {
        for (reference, code) in [
            ("M", FindingCode.gpsDirectionMagnetic), ("", .gpsDirectionUnreferenced),
        ] {
            let record = try read { tiff in
                tiff.addPoint(Self.paris, "N", Self.east, "E")
                tiff.gps += [tiff.ascii(0x10, reference), tiff.rationals(0x11, [(120, 1)])]
            }
            #expect(record.location?.direction == nil)
            #expect(record.findings.map(\.code) == [code])
        }
    }

    @Test(arguments: [
        ("48,51.502N", "2,17.668E", 48.858367, 2.294467),
        ("48,51,30.1S", "2,17,40W", -48.858361, -2.294444),
        ("48.5", "-2.5", 48.5, -2.5), ("48,51502/1000N", "2,0.0E", 48.858367, 2),
    ])
    func `XMP's coordinates are read in each spelling`(
        _ latitude: String, _ longitude: String, _ north: Double, _ east: Double
    ) throws {
        let location = try read(
            xmp: """
                <exif:GPSLatitude>\(latitude)</exif:GPSLatitude>
                <exif:GPSLongitude>\(longitude)</exif:GPSLongitude>
                <exif:GPSAltitude>351/10</exif:GPSAltitude><exif:GPSAltitudeRef>0</exif:GPSAltitudeRef>
                """
        ).location
        #expect(abs((location?.coordinate?.latitude ?? 99) - north) < 1e-6)
        #expect(abs((location?.coordinate?.longitude ?? 999) - east) < 1e-6)
        #expect(location?.altitude == 35.1)
        #expect(location?.source == "xmp")
    }

    @Test(arguments: ["ß", "ﬁ", "ŉ"])
    func `a letter whose capital is two letters is no half of the globe`(_ letter: String) throws {
        var builder = JPEGBuilder()
        builder.add(
            xmp: XMPText.packet(
                "<exif:GPSLatitude>48,51\(letter)</exif:GPSLatitude>"
                    + "<exif:GPSLongitude>2,17E</exif:GPSLongitude>"))
        let record = try PhotoReader().read(bytes: builder.bytes).record
        #expect(record.location == nil)
        #expect(record.findings.contains { $0.code == .gpsInvalid })
    }

    @Test
    func `a place's name comes from IPTC's structure, else from Photoshop's fields`() throws {
        let photoshop = """
            <photoshop:City>Paris</photoshop:City><photoshop:State>Île-de-France</photoshop:State>
            <photoshop:Country>France</photoshop:Country>
            """
        let plain = try read(xmp: photoshop).location?.place
        #expect(plain == Place(name: "Paris", region: "Île-de-France", country: "France"))
        let created = """
            <Iptc4xmpExt:LocationCreated><rdf:Bag><rdf:li rdf:parseType="Resource">
            <Iptc4xmpExt:City>Lyon</Iptc4xmpExt:City><Iptc4xmpExt:CountryCode>fr</Iptc4xmpExt:CountryCode>
            </rdf:li></rdf:Bag></Iptc4xmpExt:LocationCreated>
            """
        let record = try read(xmp: photoshop + created)
        #expect(record.location?.place == Place(name: "Lyon", country: "FR"))
        #expect(record.location?.coordinate == nil)
    }
}
