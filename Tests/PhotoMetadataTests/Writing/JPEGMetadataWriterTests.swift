import Foundation
import JSON
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

struct JPEGMetadataWriterTests {
    private let picture = JPEGBuilder().bytes

    private func roundTrip(_ record: PhotoRecord, orientation: Int = 1) throws -> PhotoRecord {
        let written = try JPEGMetadataWriter().rewrite(
            picture, with: record, orientation: orientation)
        return try PhotoReader().read(bytes: written).record
    }

    /// A record with every field that a file can carry.
    private static var full: PhotoRecord {
        var record = PhotoRecord()
        record.id = RecordID("0192f3c4-0000-7000-8000-0123456789ab")
        record.name = "Red kite <&> \"🦅\""
        record.caption = "Above the barn\r\nsecond line\n\n\ttabbed ’quotes’"
        record.keywords = ["bird", "Milan; rouge", "日本"]
        record.people = ["Anna", "Ben O'Neil"]
        record.taken = LocalDateTime(iso: "2024-05-01T10:22:33.120").map {
            CaptureTime(local: $0, offset: UTCOffset("+02:00"), offsetSource: .exif)
        }
        record.location = Location(
            coordinate: Coordinate(latitude: -48.858370123, longitude: 2.294481987),
            altitude: -35.1,
            direction: 120.5, accuracy: 8.25, precision: .exact,
            place: Place(name: "Paris", region: "Île-de-France", country: "FR", distanceKm: 1.2))
        record.camera = Camera(make: "Apple", model: "iPhone 15 Pro", lens: "6.86mm f/1.78")
        let box = RegionBox(x: 0.1, y: 0.2, width: 0.25, height: 0.125)
        record.regions = [
            Region(
                id: "r1", name: "Red kite", kind: .pet, shape: .rectangle(box), color: "#FF0000"),
            Region(name: "Anna", kind: .face, shape: .ellipse(box)),
            Region(
                id: "r3", kind: .thing,
                shape: .polygon([
                    RegionPoint(x: 0.1, y: 0.1), RegionPoint(x: 0.9, y: 0.2),
                    RegionPoint(x: 0.4, y: 0.8),
                ])),
            Region(id: "r4", name: "Barn", kind: .question, shape: .mask(box, png: "iVBORw0KGgo=")),
            Region(id: "r5", name: "Nest", shape: .ellipse(box, rotation: 30)),
            Region(id: "r6", name: "Door", shape: .rectangle(box, rotation: -12.5)),
            Region(
                id: "r7", name: "Ring",
                shape: .polygon(
                    [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)].map {
                        RegionPoint(x: $0.0, y: $0.1)
                    },
                    holes: [
                        [(0.4, 0.4), (0.6, 0.4), (0.5, 0.6)].map { RegionPoint(x: $0.0, y: $0.1) }
                    ])),
        ]
        return record
    }

    private func expectSame(
        _ read: PhotoRecord, _ written: PhotoRecord, _ comment: Comment? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) {
        func same(_ ok: Bool, _ field: String) {
            #expect(ok, "\(field) \(comment?.rawValue ?? "")", sourceLocation: location)
        }
        same(read.id == written.id, "id")
        // What is read is in Normalization Form C.
        func octets(_ text: String?) -> [UInt8]? {
            text.map { Array($0.precomposedStringWithCanonicalMapping.utf8) }
        }
        same(read.name.map { Array($0.utf8) } == octets(written.name), "name")
        same(read.caption.map { Array($0.utf8) } == octets(written.caption), "caption")
        same(read.keywords == written.keywords, "keywords")
        same(read.people == written.people, "people")
        same(read.taken?.local == written.taken?.local, "taken")
        same(read.taken?.offset == written.taken?.offset, "offset")
        same(read.taken?.offsetSource == written.taken?.offsetSource, "offset source")
        same(read.regions == written.regions, "regions")
        same(read.camera == written.camera, "camera")
        let (ours, theirs) = (read.location, written.location)
        same((ours?.coordinate == nil) == (theirs?.coordinate == nil), "point")
        if let near = ours?.coordinate, let point = theirs?.coordinate {
            same(abs(near.latitude - point.latitude) < 1e-8, "latitude")
            same(abs(near.longitude - point.longitude) < 1e-8, "longitude")
        }
        func close(_ left: Double?, _ right: Double?) -> Bool {
            guard let left, let right else { return left == nil && right == nil }
            return abs(left - right) < 1e-4
        }
        same(close(ours?.altitude, theirs?.altitude), "altitude")
        same(close(ours?.direction, theirs?.direction), "direction")
        same(close(ours?.accuracy, theirs?.accuracy), "accuracy")
        same(ours?.place == theirs?.place, "place")
        same(ours?.precision == theirs?.precision, "precision")
    }

    @Test(arguments: 1...8)
    func `a full record survives writing and reading`(orientation: Int) throws {
        let read = try roundTrip(Self.full, orientation: orientation)
        expectSame(read, Self.full)
        #expect(read.image?.orientation == orientation)
        #expect(read.findings.isEmpty)
    }

    @Test
    func `the standard fields alone bring the story, and edited ones win over our own copies`()
        throws
    {
        var record = Self.full
        record.caption = "Created with GIMP "
        let written = try JPEGMetadataWriter().rewrite(picture, with: record, orientation: 1)
        #expect(try PhotoReader().read(bytes: written).record.caption == record.caption)
        let text = String(decoding: written, as: UTF8.self)
        #expect(text.contains("Created with GIMP"))
        // Another program changes the standard fields and leaves ours.
        let edited = Self.replacing("iPhone 15 Pro", "iPhone 99 Pro", in: written)
        let renamed = Self.replacing("Red kite</mwg-rs:Name>", "Rob kite</mwg-rs:Name>", in: edited)
        let read = try PhotoReader().read(bytes: renamed).record
        #expect(read.camera?.model == "iPhone 99 Pro")
        #expect(read.regions.first?.name == "Rob kite")
    }

    private static func replacing(_ old: String, _ new: String, in bytes: [UInt8]) -> [UInt8] {
        var data = Data(bytes)
        while let range = data.range(of: Data(old.utf8)) {
            data.replaceSubrange(range, with: Data(new.utf8))
        }
        return Array(data)
    }

    @Test(arguments: [
        "Created with GIMP", "OLYMPUS DIGITAL CAMERA", "DCIM\\100\\A.JPG", "default",
        " leading",
        "trailing \n", "Apple", "tab\tand\r\nlines", "]]>", "&amp;", "\u{FEFF}mark",
        "\u{85}next",
    ])
    func `texts that reading rules would change survive`(_ text: String) throws {
        var record = PhotoRecord()
        record.name = text
        record.caption = text
        record.camera = Camera(make: "Apple")
        let read = try roundTrip(record)
        #expect(read.name.map { Array($0.utf8) } == Array(text.utf8))
        #expect(read.caption.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test
    func `a date alone survives as a date alone`() throws {
        var record = PhotoRecord()
        record.taken = LocalDateTime(iso: "1958-07-14").map { CaptureTime(local: $0) }
        #expect(try roundTrip(record).taken?.local.iso == "1958-07-14")
        record.taken?.offset = UTCOffset("-03:30")
        #expect(try roundTrip(record).taken?.offset?.description == "-03:30")
    }

    @Test
    func `an unknown offset stays unknown beside a location`() throws {
        var record = Self.full
        record.taken?.offset = nil
        record.taken?.offsetSource = nil
        #expect(try roundTrip(record).taken?.offset == nil)
    }

    @Test
    func `without a location there is no trace of one`() throws {
        var record = Self.full
        record.location = nil
        let written = try JPEGMetadataWriter().rewrite(picture, with: record, orientation: 1)
        let text = String(decoding: written, as: UTF8.self)
        for word in ["GPS", "WGS", "Paris", "photoshop:City", "Location", "Île"] {
            #expect(!text.contains(word), "\(word)")
        }
        var sources = ExifFields(
            try JPEGWalkProbe.blocks(written).exif)
        #expect(sources[.gpsLatitude] == nil)
        #expect(sources.text(.make, "Make") == "Apple")
        // 0x8825 as an entry of the first directory.
        #expect(!ByteSearch.contains([0x88, 0x25, 0x00, 0x04], in: written))
        #expect(try PhotoReader().read(bytes: written).record.location == nil)
    }

    @Test
    func `all former metadata go, what draws the picture stays byte for byte`() throws {
        var builder = JPEGBuilder()
        builder.add(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 1, 1] + [9, 9, 9])
        builder.add(exif: TIFFBuilder().bytes)
        builder.add(xmp: XMPText.packet("<dc:title>former</dc:title>"))
        builder.add(iptc: [(2, 5, Array("former".utf8))])
        builder.add(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 42])
        builder.add(0xE2, Array("MPF\0former".utf8))
        builder.add(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
        builder.add(0xEB, Array("former".utf8))
        builder.add(0xFE, Array("former".utf8))
        builder.trailer = Array("former".utf8)
        let written = try JPEGMetadataWriter().rewrite(
            builder.bytes, with: PhotoRecord(), orientation: 1)
        let text = String(decoding: written, as: UTF8.self)
        #expect(!text.contains("former"))
        #expect(!text.contains("MPF"))
        #expect(text.contains("JFIF"))
        #expect(text.contains("ICC_PROFILE"))
        #expect(text.contains("Adobe\0"))
        let frame = try #require(Data(written).range(of: Data(builder.frame)))
        var plain = JPEGBuilder()
        plain.trailer = []
        #expect(Array(written[frame.lowerBound...]) == Array(plain.bytes[2...]))
        let read = try PhotoReader().read(bytes: written).record
        #expect(
            read.image?.fingerprint
                == (try PhotoReader().read(bytes: builder.bytes).record.image?.fingerprint))
    }

    @Test
    func `texts beyond a segment's size survive in extended XMP`() throws {
        var record = Self.full
        record.caption = String(repeating: "Ein sehr langer Text. 🦅\n", count: 20_000) + "end"
        record.name = String(repeating: "n", count: 70_000)
        record.keywords = (0..<9_000).map { "keyword \($0)" }
        expectSame(try roundTrip(record), record)
        record.caption = String(repeating: "x", count: 9 << 20)
        #expect(throws: WitError.self) { try roundTrip(record) }
    }

    @Test
    func `bytes that are not a JPEG, or contain no picture, are refused`() {
        let writer = JPEGMetadataWriter()
        for bytes: [UInt8] in [[], [0xFF, 0xD8], Array("GIF89a".utf8), [0xFF, 0xD8, 0xFF, 0xD9]] {
            #expect(throws: WitError.self) {
                try writer.rewrite(bytes, with: PhotoRecord(), orientation: 1)
            }
        }
    }

    @Test
    func `random records survive writing and reading`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("random records: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for index in 0..<300 {
            let record = RandomRecord.make(using: &generator)
            expectSame(
                try roundTrip(record, orientation: index % 8 + 1), record,
                "record \(index) of seed \(seed)")
        }
    }

    @Test(.needs(.tool("exiftool")))
    func `other programs read what was written`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("written.jpg")
        try Data(JPEGMetadataWriter().rewrite(picture, with: Self.full, orientation: 6))
            .write(to: URL(filePath: file))
        let output = try ExifTool.run(["-j", "-n", "-G1", "-struct", file])
        let tags = try #require(try JSONValue(parsing: output.utf8).array?.first)
        #expect(tags["XMP-dc:Title"]?.string == Self.full.name)
        #expect(tags["XMP-dc:Subject"]?.array?.compactMap(\.string) == Self.full.keywords)
        #expect(tags["XMP-dc:Description"]?.string?.hasPrefix("Above the barn") == true)
        #expect(tags["IFD0:ImageDescription"]?.string?.hasPrefix("Above the barn") == true)
        #expect(tags["ExifIFD:DateTimeOriginal"]?.string == "2024:05:01 10:22:33")
        #expect(tags["ExifIFD:OffsetTimeOriginal"]?.string == "+02:00")
        #expect(tags["ExifIFD:SubSecTimeOriginal"]?.double == 120)
        #expect(tags["IFD0:Orientation"]?.int == 6)
        #expect(abs((tags["Composite:GPSLatitude"]?.double ?? 0) + 48.858370123) < 1e-7)
        #expect(abs((tags["XMP-exif:GPSLongitude"]?.double ?? 0) - 2.294481987) < 1e-7)
        #expect(tags["GPS:GPSMapDatum"]?.string == "WGS-84")
        #expect(tags["GPS:GPSImgDirection"]?.double == 120.5)
        #expect(tags["XMP-iptcExt:PersonInImage"]?.array?.count == 2)
        #expect(tags["XMP-photoshop:City"]?.string == "Paris")
        #expect(tags["XMP-mwg-rs:RegionInfo"]?["RegionList"]?.array?.count == 7)
        #expect(tags["ExifTool:Warning"] == nil)
        // Every field that EXIF wants of a JPEG is there, and none is odd.
        let verdict = try ExifTool.run(["-validate", "-warning", "-a", "-s3", file])
        #expect(verdict.trimmingCharacters(in: .whitespacesAndNewlines) == "OK")
    }
}

/// The blocks of a file in memory.
enum JPEGWalkProbe {
    static func blocks(_ bytes: [UInt8]) throws -> MetadataBlocks {
        var window = try ByteWindow(of: MemorySource(bytes))
        var walk = JPEGWalk(limits: .standard)
        return try walk.blocks(&window)
    }
}
