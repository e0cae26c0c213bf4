import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// Every oddity that “Reading a photo's metadata” speaks of has a finding, and its code stays.
struct OddityTests {
    struct Oddity: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: String
        let bytes: [UInt8]

        init(_ name: String, _ code: String, _ bytes: [UInt8]) {
            testDescription = "\(name): \(code)"
            self.code = code
            self.bytes = bytes
        }

        /// A JPEG with EXIF and XMP.
        init(
            _ name: String, _ code: String, xmp: String = "",
            _ fill: (inout TIFFBuilder) -> Void = { _ in }
        ) {
            self.init(name, code, OddityTests.jpeg(xmp: xmp, fill))
        }
    }

    static func jpeg(
        xmp: String = "", _ fill: (inout TIFFBuilder) -> Void = { _ in },
        _ more: (inout JPEGBuilder) -> Void = { _ in }
    ) -> [UInt8] {
        var builder = JPEGBuilder()
        var tiff = TIFFBuilder(littleEndian: true)
        fill(&tiff)
        builder.add(exif: tiff.bytes)
        if !xmp.isEmpty { builder.add(xmp: XMPText.packet(xmp)) }
        more(&builder)
        return builder.bytes
    }

    private static let north: [(Int, Int)] = [(48, 1), (51, 1), (30, 1)]
    private static let east: [(Int, Int)] = [(2, 1), (17, 1), (40, 1)]
    private static let zero: [(Int, Int)] = [(0, 1), (0, 1), (0, 1)]
    private static let void: [(Int, Int)] = [(0, 0), (0, 0), (0, 0)]
    private static let far: [(Int, Int)] = [(91, 1), (0, 1), (0, 1)]

    private static func date(_ text: String) -> (inout TIFFBuilder) -> Void {
        { $0.exif.append($0.ascii(0x9003, text)) }
    }

    private static func region(_ area: String, _ frame: String = "") -> String {
        """
        <mwg-rs:Regions rdf:parseType="Resource">\(frame)<mwg-rs:RegionList><rdf:Bag>
        <rdf:li rdf:parseType="Resource"><mwg-rs:Area \(area)/></rdf:li>
        </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
        """
    }

    private static let area =
        "stArea:x=\"0.5\" stArea:y=\"0.5\" stArea:w=\"0.2\" stArea:h=\"0.2\" stArea:unit=\"normalized\""

    static let table: [Oddity] = dates + places + words + blocks

    private static let dates: [Oddity] = [
        Oddity("a date of zeros", "date-void", date("0000:00:00 00:00:00")),
        Oddity("a date of blanks", "date-void", date("    :  :     :  :  ")),
        Oddity("an impossible date", "date-invalid", date("2023:02:30 10:00:00")),
        Oddity("a date that is none", "date-invalid", date("yesterday at noon")),
        Oddity(
            "an impossible date of XMP", "date-invalid",
            xmp: "<exif:DateTimeOriginal>2023-13-01</exif:DateTimeOriginal>"),
        Oddity("a GPS date that is none", "date-invalid") {
            $0.gps = [
                $0.ascii(0x1D, "1999:99:99"), $0.rationals(7, [(1, 1), (2, 1), (3, 1)]),
            ]
        },
        Oddity("an offset that is none", "offset-invalid") {
            $0.exif = [$0.ascii(0x9003, "2024:05:01 10:22:33"), $0.ascii(0x9011, "CEST")]
        },
        Oddity("an offset beyond 14 hours", "offset-invalid") {
            $0.exif = [$0.ascii(0x9003, "2024:05:01 10:22:33"), $0.ascii(0x9011, "+19:00")]
        },
        Oddity("a GPS time that is no quarter of an hour away", "gps-time-unrelated") {
            $0.exif = [$0.ascii(0x9003, "2024:05:01 10:22:33")]
            $0.gps = [
                $0.ascii(0x1D, "2024:05:01"), $0.rationals(7, [(8, 1), (15, 1), (0, 1)]),
            ]
        },
        Oddity("a GPS time of another day", "gps-time-unrelated") {
            $0.exif = [$0.ascii(0x9003, "2024:05:01 10:22:33")]
            $0.gps = [
                $0.ascii(0x1D, "2024:04:30"), $0.rationals(7, [(8, 1), (22, 1), (33, 1)]),
            ]
        },
    ]

    private static let places: [Oddity] = [
        Oddity("no reference", "gps-ref-missing") { $0.addPoint(north, nil, east, "E") },
        Oddity("a blank reference", "gps-ref-missing") { $0.addPoint(north, "N", east, " ") },
        Oddity(
            "no reference in XMP", "gps-ref-missing",
            xmp: "<exif:GPSLatitude>48.5</exif:GPSLatitude><exif:GPSLongitude>2,3E"
                + "</exif:GPSLongitude>"),
        Oddity("both exactly 0", "gps-zero") { $0.addPoint(zero, "N", zero, "E") },
        Oddity("out of range", "gps-out-of-range") { $0.addPoint(far, "N", east, "E") },
        Oddity("0/0", "gps-invalid") { $0.addPoint(void, "N", void, "E") },
        Oddity(
            "a text for a coordinate", "gps-invalid",
            xmp: "<exif:GPSLatitude>north</exif:GPSLatitude><exif:GPSLongitude>2,3E"
                + "</exif:GPSLongitude>"),
        Oddity("a latitude alone", "gps-incomplete") { $0.gps = [$0.rationals(2, north)] },
        Oddity("a direction beyond 360°", "gps-direction-invalid") {
            $0.addPoint(north, "N", east, "E")
            $0.gps += [$0.ascii(0x10, "T"), $0.rationals(0x11, [(400, 1)])]
        },
        Oddity("a direction from magnetic north", "gps-direction-magnetic") {
            $0.addPoint(north, "N", east, "E")
            $0.gps += [$0.ascii(0x10, "M"), $0.rationals(0x11, [(40, 1)])]
        },
        Oddity("a direction from nowhere", "gps-direction-unreferenced") {
            $0.addPoint(north, "N", east, "E")
            $0.gps += [$0.rationals(0x11, [(40, 1)])]
        },
    ]

    private static func caption(_ text: String) -> (inout TIFFBuilder) -> Void {
        { $0.image.append($0.ascii(0x010E, text)) }
    }

    private static let words: [Oddity] = [
        Oddity(
            "a camera's name for a caption", "caption-filler", caption("OLYMPUS DIGITAL CAMERA")),
        Oddity("what GIMP fills in", "caption-filler", caption("Created with GIMP")),
        Oddity("a path for a caption", "caption-filler", caption("DCIM\\100MEDIA\\DJI_0001.JPG")),
        Oddity("text that is not UTF-8", "text-encoding-guessed") {
            $0.image.append($0.raw(0x010E, 2, [0x4D, 0xFC, 0x6C, 0x6C, 0]))
        },
        Oddity("UserComment in the other byte order", "text-encoding-guessed") {
            $0.exif.append($0.raw(0x9286, 7, Array("UNICODE\0\0H\0i\0 \0y\0o\0u".utf8)))
        },
        Oddity("an orientation of 9", "orientation-invalid") {
            $0.image.append($0.short(0x0112, 9))
        },
        Oddity(
            "a region without an outline", "region-malformed",
            xmp: region("stArea:x=\"0.5\"")),
        Oddity(
            "regions of a picture of another shape", "region-frame-differs",
            xmp: region(
                area, "<mwg-rs:AppliedToDimensions stDim:w=\"3000\" stDim:h=\"3000\"/>")),
        Oddity(
            "IPTC that was changed alone", "iptc-newer",
            file(xmp: "<dc:description>Old</dc:description>") {
                $0.add(
                    iptc: [(2, 120, Array("New".utf8))], digest: [UInt8](repeating: 1, count: 16))
            }),
        Oddity(
            "IPTC in no declared encoding", "text-encoding-guessed",
            file { $0.add(iptc: [(2, 120, [0x4D, 0xFC, 0x6C, 0x6C])]) }),
    ]

    private static func extended(_ guid: String, of size: Int, at offset: Int) -> [UInt8] {
        Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(guid.utf8)
            + HEIFBuilder.word(size, 4) + HEIFBuilder.word(offset, 4)
            + [UInt8](repeating: 0x20, count: 10)
    }

    private static let blocks: [Oddity] = [
        Oddity(
            "extended XMP that nothing names", "xmp-extended-damaged",
            file { $0.add(0xE1, extended(String(repeating: "A", count: 32), of: 10, at: 0)) }),
        Oddity(
            "extended XMP that lacks a piece", "xmp-extended-damaged",
            file(
                xmp: "<xmpNote:HasExtendedXMP xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\">"
                    + String(repeating: "A", count: 32) + "</xmpNote:HasExtendedXMP>"
            ) { $0.add(0xE1, extended(String(repeating: "A", count: 32), of: 30, at: 0)) }),
        Oddity(
            "XMP that breaks off", "xmp-damaged",
            file { $0.add(xmp: String(XMPText.packet("<dc:title>Kite</dc:title>").dropLast(80))) }),
        Oddity(
            "XMP with a document type", "xmp-document-type",
            file {
                $0.add(
                    xmp: "<!DOCTYPE a [<!ENTITY b 'c'>]>"
                        + XMPText.packet("<dc:title>&b;</dc:title>"))
            }),
        Oddity(
            "EXIF without a directory", "exif-damaged",
            file {
                $0.segments = []
                $0.add(0xE1, Array("Exif\0\0".utf8) + [1, 2, 3, 4, 5, 6, 7, 8, 9])
            }),
        Oddity(
            "IPTC that breaks off", "iptc-damaged",
            file { builder in
                var iptc = JPEGBuilder()
                iptc.add(iptc: [(2, 120, Array("New".utf8))])
                var segment = iptc.segments[0]
                // The data set says to be longer than it is.
                if let at = segment.lastIndex(of: 0x78) { segment[at + 2] = 99 }
                builder.segments.append(segment)
            }),
        Oddity("a JPEG that breaks off", "jpeg-truncated", Array(jpeg().dropLast(40))),
        Oddity("bytes after the picture", "jpeg-trailing-data", file { $0.trailer = [1, 2, 3] }),
        Oddity(
            "a BigTIFF whose header is none", "container-damaged",
            [0x49, 0x49, 0x2B, 0, 7, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0]),
    ]

    private static func file(
        xmp: String = "", _ more: (inout JPEGBuilder) -> Void
    ) -> [UInt8] {
        jpeg(xmp: xmp, { _ in }, more)
    }

    @Test(arguments: table)
    func `each oddity is named by a finding of a code that stays`(_ oddity: Oddity) throws {
        let findings = try PhotoReader().read(bytes: oddity.bytes).record.findings
        let found = findings.filter { $0.code.rawValue == oddity.code }
        #expect(!found.isEmpty, "\(findings.map(\.code.rawValue))")
        for finding in found {
            #expect(!finding.place.isEmpty)
            #expect(finding.message.hasSuffix("."))
        }
    }

    @Test
    func `what the rules allow is no oddity`() throws {
        let bytes = Self.jpeg(
            xmp: Self.region(
                Self.area, "<mwg-rs:AppliedToDimensions stDim:w=\"4000\" stDim:h=\"3000\"/>")
        ) { tiff in
            tiff.image = [tiff.ascii(0x010E, "Über dem Stall")]
            tiff.exif = [tiff.ascii(0x9003, "2024:05:01 10:22:33"), tiff.ascii(0x9011, "+02:00")]
            // The equator, and decimal minutes with seconds of 0/0.
            tiff.addPoint(Self.zero, "N", [(2, 1), (175, 10), (0, 0)], "E")
        }
        let record = try PhotoReader().read(bytes: bytes).record
        #expect(record.findings.isEmpty, "\(record.findings)")
        #expect(record.location?.coordinate?.latitude == 0)
        #expect(record.regions.count == 1)
    }

    @Test
    func `a sidecar in the second spelling beside one in the first is named`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("photo.jpg")
        try Data(Self.jpeg()).write(to: URL(filePath: path))
        func write(_ name: String, _ title: String) throws {
            let packet = XMPText.packet("<dc:title>\(title)</dc:title>")
            try Data(packet.utf8).write(to: URL(filePath: folder.path(name)))
        }
        try write("photo.xmp", "Second")
        #expect(try PhotoReader().read(path: path).record.findings.isEmpty)
        try write("photo.jpg.xmp", "First")
        let record = try PhotoReader().read(path: path).record
        #expect(record.name == "First")
        #expect(record.findings.map(\.code.rawValue) == ["sidecar-shadowed"])
    }
}
