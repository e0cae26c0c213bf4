import Crypto
import Foundation
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

struct MetadataEditorTests {
    private func head(_ builder: JPEGBuilder) throws -> [UInt8] {
        try #require(JPEGHead(builder.bytes)).bytes
    }

    /// What a file says after an edit.
    private func edited(
        _ builder: JPEGBuilder, _ change: (inout PhotoRecord) -> Void
    ) throws -> (bytes: [UInt8], record: PhotoRecord) {
        let former = try head(builder)
        var record = try PhotoReader().read(bytes: builder.bytes).record
        change(&record)
        let edited = try MetadataEditor().edit(head: former, to: record)
        let bytes = edited + builder.bytes[former.count...]
        #expect(try MetadataEditor().edit(head: edited, to: record) == edited, "not idempotent")
        return (bytes, try PhotoReader().read(bytes: bytes).record)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    // MARK: EXIF

    @Test(arguments: [false, true])
    func `a maker note and unknown fields stay where they are`(littleEndian: Bool) throws {
        var tiff = TIFFBuilder(littleEndian: littleEndian)
        let note = (0..<300).map { UInt8($0 % 250) }
        tiff.image = [
            tiff.ascii(0x010E, "old"), tiff.ascii(0x010F, "Maker"), tiff.short(0x0112, 6),
        ]
        tiff.exif = [tiff.raw(0x927C, 7, note), tiff.ascii(0xC0DE, "unknown")]
        var builder = JPEGBuilder()
        builder.add(exif: tiff.bytes)
        let place = try #require(Data(builder.bytes).range(of: Data(note)))
        let (bytes, record) = try edited(builder) { record in
            record.caption = "A caption that is longer than the former one"
            record.taken = LocalDateTime(iso: "2024-05-01T10:22:33.5").map {
                CaptureTime(local: $0, offset: UTCOffset("+02:00"))
            }
            record.location = Location(coordinate: Coordinate(latitude: 1.5, longitude: -2.5))
        }
        #expect(Data(bytes).range(of: Data(note)) == place)
        #expect(Data(bytes).range(of: Data("unknown".utf8)) != nil)
        #expect(record.caption == "A caption that is longer than the former one")
        #expect(record.taken?.local.iso == "2024-05-01T10:22:33.5")
        #expect(record.location?.coordinate == Coordinate(latitude: 1.5, longitude: -2.5))
        #expect(record.image?.orientation == 6)
        #expect(record.camera?.make == "Maker")
    }

    @Test
    func `what is taken away leaves no byte of it`() throws {
        var tiff = TIFFBuilder()
        tiff.image = [tiff.ascii(0x010E, "a secret caption")]
        tiff.exif = [tiff.ascii(0x9003, "2024:05:01 10:22:33")]
        tiff.addPoint([(48, 1), (51, 1), (301, 10)], "N", [(2, 1), (17, 1), (402, 10)], "E")
        var builder = JPEGBuilder()
        builder.add(exif: tiff.bytes)
        builder.add(xmp: XMPText.packet("<dc:description>a secret caption</dc:description>"))
        builder.add(iptc: [(2, 120, Array("a secret caption".utf8))])
        let (bytes, record) = try edited(builder) { $0 = PhotoRecord() }
        #expect(!text(bytes).contains("secret"))
        #expect(!text(bytes).contains("2024:05"))
        #expect(!ByteSearch.contains([0, 0, 1, 45, 0, 0, 0, 10], in: bytes))
        #expect(record.location == nil && record.taken == nil && record.caption == nil)
    }

    @Test
    func `EXIF without room for more is refused, with what to do instead`() throws {
        var tiff = TIFFBuilder()
        tiff.image = [tiff.ascii(0x010E, "x")]
        tiff.exif = [tiff.raw(0x927C, 7, [UInt8](repeating: 7, count: 65_300))]
        var builder = JPEGBuilder()
        builder.add(exif: tiff.bytes)
        let head = try head(builder)
        var record = PhotoRecord()
        record.caption = String(repeating: "long ", count: 200)
        do {
            _ = try MetadataEditor().edit(head: head, to: record)
            Issue.record("it was written")
        } catch {
            #expect(error.code == .noRoomInFile)
        }
    }

    @Test
    func `filler stays while nobody writes a caption, and so does a void date`() throws {
        var tiff = TIFFBuilder()
        tiff.image = [tiff.ascii(0x010E, "OLYMPUS DIGITAL CAMERA")]
        tiff.exif = [tiff.ascii(0x9003, "0000:00:00 00:00:00")]
        var builder = JPEGBuilder()
        builder.add(exif: tiff.bytes)
        let (bytes, _) = try edited(builder) { $0.name = "A name" }
        #expect(text(bytes).contains("OLYMPUS DIGITAL CAMERA"))
        #expect(text(bytes).contains("0000:00:00 00:00:00"))
    }

    // MARK: IPTC

    @Test
    func `IPTC texts become UTF-8 and say so, other data sets stay, the digest is right`() throws {
        var builder = JPEGBuilder()
        builder.add(
            iptc: [
                (1, 90, [0x1B, 0x2E, 0x41]), (2, 0, [0, 4]), (2, 5, [0xC5, 0x6C]),
                (2, 80, [0x4A, 0xF8, 0x72, 0x6E]), (2, 25, Array("one".utf8)),
                (2, 200, [0xFF, 0xFE]), (7, 10, [9]),
            ], digest: [UInt8](repeating: 1, count: 16))
        let (bytes, record) = try edited(builder) { record in
            record.keywords = ["Ål", String(repeating: "é", count: 60)]
        }
        let blocks = try JPEGWalkProbe.blocks(bytes)
        var iptc = IPTCRecord(blocks.iptc, limits: .standard)
        #expect(iptc.declared == .utf8)
        #expect(iptc.text(80) == "Jørn")
        #expect(iptc.text(5) == "Ål")
        #expect(iptc.texts(25) == ["Ål", String(repeating: "é", count: 32)])
        #expect(ByteSearch.contains([0x1C, 2, 200, 0, 2, 0xFF, 0xFE], in: bytes))
        #expect(ByteSearch.contains([0x1C, 7, 10, 0, 1, 9], in: bytes))
        #expect(blocks.iptcDigest == Array(Insecure.MD5.hash(data: blocks.iptc)))
        #expect(record.keywords == ["Ål", String(repeating: "é", count: 60)])
        #expect(record.name == "Ål")
    }

    @Test
    func `IPTC is never begun`() throws {
        let (bytes, _) = try edited(JPEGBuilder()) { $0.name = "A name" }
        #expect(!text(bytes).contains("Photoshop"))
    }

    // MARK: XMP

    @Test
    func `foreign properties, attributes, languages, comments and padding stay`() throws {
        let packet = """
            <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
            <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><!-- mine -->\
            <r:Description r:about="uuid:7" xmlns:f="urn:foreign" f:a="1&#10;2" \
            xmlns:ps="http://ns.adobe.com/photoshop/1.0/" ps:City="Rome" ps:Credit="me"/>\
            <r:Description r:about="uuid:7" xmlns:f="urn:foreign2" \
            xmlns:d="http://purl.org/dc/elements/1.1/"><f:b r:parseType="Resource"><f:c>x</f:c></f:b>\
            <d:title><r:Alt><r:li xml:lang="x-default">Old</r:li><r:li xml:lang="en">Old</r:li>\
            <r:li xml:lang="de">Alt</r:li></r:Alt></d:title></r:Description></r:RDF></x:xmpmeta>
            """ + String(repeating: " ", count: 2_000) + "<?xpacket end=\"w\"?>"
        var builder = JPEGBuilder()
        builder.add(xmp: packet)
        let (bytes, record) = try edited(builder) { record in
            record.name = "New"
            record.location?.place = Place(name: "Paris", country: "FR")
        }
        let written = text(bytes)
        for kept in [
            "<!-- mine -->", "r:about=\"uuid:7\"", "f:a=\"1&#xA;2\"", "ps:Credit=\"me\"",
            "<f:c>x</f:c>", "xml:lang=\"de\">Alt<", "xml:lang=\"en\">New<",
            "xml:lang=\"x-default\">New<",
        ] {
            #expect(written.contains(kept), "\(kept)")
        }
        #expect(!written.contains("Rome"))
        #expect(!written.contains(">Old<"))
        #expect(record.location?.place?.name == "Paris")
        let segment = JPEGHead(bytes)?.segments.first { $0.isPacket }
        #expect(segment?.bytes.count == packet.utf8.count + 29 + 4)
    }

    @Test
    func `properties of ours in the former namespace come into the present one, by their prefix`()
        throws
    {
        let id = try #require(RecordID("0192f3c4-5a6b-7c8d-9e0f-112233445566"))
        let former = XMPText.packet(
            """
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Kite</rdf:li></rdf:Alt></dc:title>
            <wit:RecordID>\(id.text)</wit:RecordID><wit:Unknown>kept</wit:Unknown>
            """
        ).replacing(XMPNamespace.wit.uri, with: "https://whatisthat.app/ns/1.0/")
        var builder = JPEGBuilder()
        builder.add(xmp: former)
        let read = try PhotoReader().read(bytes: builder.bytes).record
        #expect(read.id == id)
        let (bytes, record) = try edited(builder) { $0.name = "Red kite" }
        #expect(record.id == id && record.name == "Red kite")
        let written = text(bytes)
        #expect(!written.contains("whatisthat.app"))
        #expect(written.contains("xmlns:wit=\"urn:uuid:"))
        #expect(written.contains("<wit:RecordID>\(id.text)<"))
        #expect(written.contains("<wit:Unknown>kept<"))
        // A sidecar that says everything is not written for the sake of the name.
        let sidecar = try #require(
            try SidecarEditor().edit(Array(former.utf8), to: record, image: nil))
        let kept = text(sidecar).replacing(
            XMPNamespace.wit.uri, with: "https://whatisthat.app/ns/1.0/")
        #expect(try SidecarEditor().edit(Array(kept.utf8), to: record, image: nil) == nil)
    }

    @Test
    func `keywords in trees keep in step with the flat list`() throws {
        var builder = JPEGBuilder()
        builder.add(
            xmp: XMPText.packet(
                """
                <dc:subject><rdf:Bag><rdf:li>kite</rdf:li><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>
                <digiKam:TagsList><rdf:Seq><rdf:li>Animals/kite</rdf:li><rdf:li>sea</rdf:li>\
                </rdf:Seq></digiKam:TagsList>
                <lr:hierarchicalSubject><rdf:Bag><rdf:li>Animals|kite</rdf:li></rdf:Bag>\
                </lr:hierarchicalSubject>
                """))
        let (bytes, record) = try edited(builder) { $0.keywords = ["sea", "barn"] }
        #expect(record.keywords == ["sea", "barn"])
        let packet = XMPPacket(try JPEGWalkProbe.blocks(bytes).xmp, limits: .standard)
        #expect(packet["digiKam:TagsList"]?.strings == ["sea", "barn"])
        #expect(packet["lr:hierarchicalSubject"]?.strings == ["barn"])
    }

    @Test(arguments: 1...8)
    func `a face that is renamed keeps what else is known of it; others come and go`(
        orientation: Int
    ) throws {
        var tiff = TIFFBuilder()
        tiff.image = [tiff.short(0x0112, orientation)]
        var builder = JPEGBuilder()
        builder.add(exif: tiff.bytes)
        builder.add(
            xmp: XMPText.packet(
                """
                <mwg-rs:Regions rdf:parseType="Resource">
                <mwg-rs:AppliedToDimensions stDim:w="640" stDim:h="480" stDim:unit="pixel"/>
                <mwg-rs:RegionList><rdf:Bag>
                <rdf:li><rdf:Description mwg-rs:Name="Ann" mwg-rs:Type="Face" digiKam:Mark="1">\
                <mwg-rs:Area stArea:x="0.5" stArea:y="0.25" stArea:w="0.25" stArea:h="0.25" \
                stArea:unit="normalized"/></rdf:Description></rdf:li>
                <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Gone</mwg-rs:Name>\
                <mwg-rs:Area stArea:x="0.125" stArea:y="0.125" stArea:w="0.125" stArea:h="0.125" \
                stArea:unit="normalized"/></rdf:li>
                </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
                <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
                <rdf:li MPReg:PersonDisplayName="Ann" MPReg:Rectangle="0.375, 0.125, 0.25, 0.25" \
                MPReg:PersonEmailDigest="abc"/>
                <rdf:li MPReg:PersonDisplayName="Elsewhere"/></rdf:Bag></MPRI:Regions></MP:RegionInfo>
                <Iptc4xmpExt:ImageRegion><rdf:Bag><rdf:li rdf:parseType="Resource">\
                <Iptc4xmpExt:rId>foreign</Iptc4xmpExt:rId>\
                <Iptc4xmpExt:RegionBoundary rdf:parseType="Resource">\
                <Iptc4xmpExt:rbShape>rectangle</Iptc4xmpExt:rbShape>\
                <Iptc4xmpExt:rbUnit>relative</Iptc4xmpExt:rbUnit>\
                <Iptc4xmpExt:rbX>0.75</Iptc4xmpExt:rbX><Iptc4xmpExt:rbY>0.75</Iptc4xmpExt:rbY>\
                <Iptc4xmpExt:rbW>0.125</Iptc4xmpExt:rbW><Iptc4xmpExt:rbH>0.125</Iptc4xmpExt:rbH>\
                </Iptc4xmpExt:RegionBoundary></rdf:li></rdf:Bag></Iptc4xmpExt:ImageRegion>
                """))
        let barn = Region(
            name: "Barn", kind: .thing,
            shape: .rectangle(RegionBox(x: 0.5, y: 0.5, width: 0.125, height: 0.25)))
        let (bytes, record) = try edited(builder) { record in
            #expect(record.regions.map(\.name) == ["Ann", "Gone"])
            record.regions[0].name = "Anna"
            record.regions[1] = barn
            record.people = ["Anna"]
        }
        #expect(record.regions.map(\.name) == ["Anna", "Barn"])
        #expect(record.regions[1] == barn)
        #expect(record.people == ["Anna"])
        let written = text(bytes)
        #expect(written.contains("digiKam:Mark=\"1\"") || written.contains("<digiKam:Mark>1<"))
        #expect(written.contains("abc"))
        #expect(written.contains("Elsewhere"))
        #expect(written.contains("foreign"))
        #expect(!written.contains("Gone"))
        #expect(!written.contains("\"Ann\"") && !written.contains(">Ann<"))
    }

    @Test(arguments: [1, 6])
    func
        `Microsoft's rectangles move with their regions, however little, and only those that moved`(
            orientation: Int
        ) throws
    {
        var tiff = TIFFBuilder()
        tiff.image = [tiff.short(0x0112, orientation)]
        var builder = JPEGBuilder()
        builder.add(exif: tiff.bytes)
        let rectangles = ["Ann": "0.375,0.125, .25,0.25", "Ben": "0.3765, 0.125, 0.25, 0.25"]
        let items = rectangles.sorted(by: <).map { name, rectangle in
            "<rdf:li MPReg:PersonDisplayName='\(name)' MPReg:Rectangle='\(rectangle)' "
                + "MPReg:PersonEmailDigest='of \(name)'/>"
        }
        builder.add(
            xmp: XMPText.packet(
                "<MP:RegionInfo rdf:parseType='Resource'><MPRI:Regions><rdf:Bag>"
                    + items.joined() + "</rdf:Bag></MPRI:Regions></MP:RegionInfo>"))
        let (bytes, record) = try edited(builder) { record in
            #expect(record.regions.map(\.name) == ["Ann", "Ben"])
            let box =
                record.regions[1].shape.bounds(aspect: 1)
                ?? RegionBox(x: 0, y: 0, width: 1, height: 1)
            record.regions[1].shape = .rectangle(
                RegionBox(x: box.x + 0.002, y: box.y + 0.001, width: box.width, height: box.height))
        }
        #expect(record.regions.map(\.name) == ["Ann", "Ben"])
        let written = text(bytes)
        let moved = orientation == 1 ? "0.3785, 0.126, 0.25, 0.25" : "0.3775, 0.123, 0.25, 0.25"
        #expect(
            written.contains(moved),
            "\(written.split(separator: "\n").filter { $0.contains("MPReg") })")
        #expect(written.contains("0.375,0.125, .25,0.25") && !written.contains("0.3765, 0.125"))
        #expect(written.contains("of Ann") && written.contains("of Ben"))
    }

    private func microsoft(_ items: String) -> String {
        XMPText.packet(
            "<MP:RegionInfo rdf:parseType='Resource'><MPRI:Regions><rdf:Bag>\(items)"
                + "</rdf:Bag></MPRI:Regions></MP:RegionInfo>")
    }

    @Test(arguments: [nil, "ann"])
    func `Microsoft's entry of a region follows it to another place`(id: String?) throws {
        var builder = JPEGBuilder()
        builder.add(
            xmp: microsoft(
                "<rdf:li MPReg:PersonDisplayName='Ann' MPReg:Rectangle='0.1, 0.1, 0.2, 0.2' "
                    + "MPReg:PersonEmailDigest='of Ann'/>"))
        let (bytes, record) = try edited(builder) { record in
            // Whoever edits a region gives it an identity.
            record.regions[0].id = id ?? "new"
            record.regions[0].shape = .rectangle(
                RegionBox(x: 0.5, y: 0.6, width: 0.2, height: 0.2))
        }
        #expect(record.regions.map(\.name) == ["Ann"])
        let written = text(bytes)
        #expect(written.contains("0.5, 0.6, 0.2, 0.2") && !written.contains("0.1, 0.1, 0.2, 0.2"))
        #expect(written.contains("of Ann"))
    }

    @Test func `a region that comes to one of Microsoft's gets a whole entry of its own`() throws {
        var builder = JPEGBuilder()
        builder.add(
            xmp: microsoft(
                "<rdf:li MPReg:PersonDisplayName='Ann' MPReg:Rectangle='0.1, 0.1, 0.2, 0.2'/>"))
        let (bytes, _) = try edited(builder) { record in
            var other = record.regions[0]
            (other.id, other.name) = ("ben", "Ben")
            record.regions.append(other)
        }
        var window = try ByteWindow(of: MemorySource(bytes))
        var walk = JPEGWalk(limits: .standard)
        let packet = XMPPacket(try walk.blocks(&window).xmp, limits: .standard)
        let entries = packet["MP:RegionInfo"]?["MPRI:Regions"]?.structures ?? []
        #expect(entries.map { $0["MPReg:PersonDisplayName"]?.string } == ["Ann", "Ben"])
        #expect(entries.allSatisfy { $0["MPReg:Rectangle"]?.string == "0.1, 0.1, 0.2, 0.2" })
    }

    @Test
    func `what has no room goes into extended XMP, and back when it has`() throws {
        var builder = JPEGBuilder()
        builder.add(
            xmp: XMPText.packet(
                "<digiKam:History>\(String(repeating: "h", count: 40_000))</digiKam:History>"))
        let long = String(repeating: "A long caption. ", count: 4_000) + "end"
        let (bytes, record) = try edited(builder) { $0.caption = long }
        #expect(record.caption == long)
        #expect(record.findings.isEmpty)
        let head = try #require(JPEGHead(bytes))
        let isExtended = head.segments.contains { $0.isExtended }
        #expect(isExtended)
        var back = record
        back.caption = "short"
        back.name = "Name"
        let again = try MetadataEditor().edit(head: head.bytes, to: back)
        let tail = builder.bytes[(try self.head(builder)).count...]
        let read = try PhotoReader().read(bytes: again + tail).record
        #expect(read.caption == "short")
        #expect(read.name == "Name")
        let packets = try JPEGWalkProbe.blocks(again + tail).xmp
        #expect(packets.contains { text($0).contains("hhhhhhhh") })
    }

    @Test
    func `XMP that is not well-formed is refused, and so is one with a document type`() throws {
        for packet in [
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF>",
            "<!DOCTYPE x [<!ENTITY a \"b\">]><x:xmpmeta xmlns:x=\"adobe:ns:meta/\">&a;</x:xmpmeta>",
        ] {
            var builder = JPEGBuilder()
            builder.add(xmp: packet)
            let head = try head(builder)
            var record = PhotoRecord()
            record.name = "A name"
            do {
                _ = try MetadataEditor().edit(head: head, to: record)
                Issue.record("it was written")
            } catch {
                #expect(error.code == .damagedJPEG)
            }
        }
    }

    // MARK: The container

    @Test(arguments: [false, true])
    func `a multi-picture index still leads to the pictures that follow`(littleEndian: Bool) throws
    {
        var builder = JPEGBuilder()
        builder.add(0xE1, Array("Exif\0\0".utf8) + TIFFBuilder().bytes)
        var tiff = TIFFBuilder(littleEndian: littleEndian)
        let numbers = [0x20030000, 1_000, 0, 0, 0, 50, 4_000, 0]
        let entries = numbers.enumerated().flatMap { index, number in
            index % 4 == 3 ? tiff.word(0, 4) : tiff.word(number, 4)
        }
        tiff.image = [tiff.raw(0xB002, 7, entries)]
        builder.add(0xE2, Array("MPF\0".utf8) + tiff.bytes)
        builder.add(xmp: XMPText.packet("<dc:title>x</dc:title>"))
        builder.trailer = Array("second picture".utf8)
        let (bytes, _) = try edited(builder) { record in
            record.name = String(repeating: "long ", count: 300)
            record.caption = "caption"
        }
        func target(_ bytes: [UInt8]) throws -> Int {
            let index = try #require(Data(bytes).range(of: Data("MPF\0".utf8))).upperBound
            let place = try #require(Data(bytes).range(of: Data(tiff.word(0x20030000, 4))))
            let at = place.lowerBound + 16 + 8
            let octets = Octets(bytes, littleEndian: littleEndian)
            return bytes.count - (index + (try #require(octets.number(at, 4))))
        }
        #expect(try target(bytes) == target(builder.bytes))
        #expect(bytes.count > builder.bytes.count)
        #expect(Array(bytes.suffix(14)) == Array("second picture".utf8))
    }

    @Test(.timeLimit(.minutes(2)))
    func `mutations of small photos are edited or refused, without a crash`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("mutated edits: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var written = 0
        for _ in 0..<3_000 {
            let bytes = MutationTests.mutated(
                try MutationTests.seeds().randomElement(using: &generator) ?? [], &generator)
            guard let head = JPEGHead(bytes)?.bytes else { continue }
            let record = RandomRecord.make(using: &generator)
            if (try? MetadataEditor().edit(head: head, to: record)) != nil { written += 1 }
        }
        print("\(written) mutated photos were written")
        #expect(written > 0)
    }

    @Test
    func `random records survive an edit of a photo that has everything`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("random edits: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var bytes = try #require(try MutationTests.seeds().first)
        for index in 0..<150 {
            var record = RandomRecord.make(using: &generator)
            record.camera = nil
            let wanted = MetadataEditor.written(record)
            let head = try #require(JPEGHead(bytes)).bytes
            bytes = try MetadataEditor().edit(head: head, to: record) + bytes[head.count...]
            let read = try PhotoReader().read(bytes: bytes).record
            let comment = Comment(rawValue: "record \(index) of seed \(seed)")
            #expect(read.name == wanted.name, comment)
            #expect(read.caption == wanted.caption, comment)
            #expect(read.keywords == wanted.keywords, comment)
            #expect(read.people == wanted.people, comment)
            #expect(read.regions == wanted.regions, comment)
            #expect(read.taken?.local == wanted.taken?.local, comment)
            #expect(read.location.isSamePoint(as: wanted.location), comment)
        }
    }
}
