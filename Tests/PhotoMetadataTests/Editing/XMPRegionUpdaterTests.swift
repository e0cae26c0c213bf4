import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// Regions written into a packet that lists regions already.
struct XMPRegionUpdaterTests {
    private static let frame = RegionFrame(width: 640, height: 480, orientation: 1)

    private static func box(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> RegionBox {
        RegionBox(x: x, y: y, width: w, height: h)
    }

    private static func region(_ name: String, _ shape: RegionShape, id: String?) -> Region {
        Region(id: id, name: name, shape: shape)
    }

    /// The packet of some regions, changed to list others.
    private static func changed(_ packet: [UInt8], to regions: [Region]) throws -> [UInt8] {
        let held = XMPPacket([packet], limits: .standard)
        let document = try #require(XMPDocument(packet))
        var record = PhotoRecord()
        record.regions = regions
        var former = PhotoRecord()
        former.regions = Self.regions(packet)
        XMPRegionUpdater(record: record, former: former, frame: frame, limits: .standard)
            .apply(to: document, holding: held)
        return document.bytes()
    }

    private static func regions(_ packet: [UInt8]) -> [Region] {
        var blocks = MetadataBlocks(mediaType: "image/jpeg")
        blocks.xmp = [packet]
        (blocks.width, blocks.height) = (640, 480)
        var sources = MetadataSources(blocks, limits: .standard)
        return RegionRules(frame: frame, limits: .standard).regions(&sources)?.value ?? []
    }

    /// The packet of some regions, changed to list others.
    private static func changed(_ former: [Region], to regions: [Region]) throws -> [UInt8] {
        let properties = XMPRegionElements(former, frame: frame).elements.joined()
        return try changed(Array(XMPText.packet(properties).utf8), to: regions)
    }

    /// What IPTC's list says, item by item.
    private static func iptc(_ packet: [UInt8]) -> [(
        id: String?, name: String?, shape: RegionShape?
    )] {
        let rules = RegionRules(frame: frame, limits: .standard)
        let held = XMPPacket([packet], limits: .standard)
        return (held["Iptc4xmpExt:ImageRegion"]?.structures ?? []).map { item in
            (
                item["Iptc4xmpExt:rId"]?.string, item["Iptc4xmpExt:Name"]?.string,
                item["Iptc4xmpExt:RegionBoundary"].flatMap(rules.iptcShape)
            )
        }
    }

    private static let corners = [(0.2, 0.2), (0.6, 0.2), (0.4, 0.8)].map {
        RegionPoint(x: $0.0, y: $0.1)
    }

    @Test(arguments: ["a", nil])
    func `an outline that was drawn anew in the same bounds is said by IPTC's list too`(
        id: String?
    ) throws {
        let square = RegionShape.rectangle(Self.box(0.2, 0.2, 0.4, 0.6))
        let packet = try Self.changed(
            [Self.region("Kite", square, id: id)],
            to: [Self.region("Kite", .polygon(Self.corners), id: id)])
        #expect(Self.iptc(packet).map(\.shape) == [.polygon(Self.corners)])
        #expect(Self.regions(packet).map(\.shape) == [.polygon(Self.corners)])
    }

    @Test func `a region that was moved by less than another program's rounding is moved`() throws {
        let moved = RegionShape.rectangle(Self.box(0.202, 0.2, 0.4, 0.6))
        let packet = try Self.changed(
            [Self.region("Kite", .rectangle(Self.box(0.2, 0.2, 0.4, 0.6)), id: "a")],
            to: [Self.region("Kite", moved, id: "a")])
        #expect(Self.iptc(packet).first?.shape?.isNear(moved) == true)
        #expect(Self.regions(packet).first?.shape == moved)
    }

    @Test(arguments: [true, false])
    func `regions in one place keep their names and identities when they change places`(
        haveIDs: Bool
    ) throws {
        let shape = RegionShape.rectangle(Self.box(0.2, 0.2, 0.4, 0.6))
        let regions = [
            Self.region("Anna", shape, id: haveIDs ? "a" : nil),
            Self.region("Ben", shape, id: haveIDs ? "b" : nil),
        ]
        let packet = try Self.changed(regions, to: regions.reversed())
        #expect(Self.iptc(packet).map(\.name) == ["Ben", "Anna"])
        #expect(Self.iptc(packet).map(\.id) == (haveIDs ? ["b", "a"] : [nil, nil]))
        #expect(Self.regions(packet) == regions.reversed())
    }

    @Test func `what another program drew in a form of its own stays when only a name changes`()
        throws
    {
        let rdf = """
            <mwg-rs:Regions rdf:parseType="Resource">
            <mwg-rs:AppliedToDimensions stDim:w='640' stDim:h='480' stDim:unit="pixel"/>
            <mwg-rs:RegionList><rdf:Bag><rdf:li rdf:parseType="Resource">
            <mwg-rs:Name>Kite</mwg-rs:Name>
            <mwg-rs:Area stArea:x='0.5' stArea:y='0.5' stArea:w='0.15' stArea:h='0.2' stArea:unit='normalized'/>
            </rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
            <Iptc4xmpExt:ImageRegion><rdf:Bag><rdf:li rdf:parseType="Resource">
            <Iptc4xmpExt:Name><rdf:Alt><rdf:li xml:lang="x-default">Kite</rdf:li></rdf:Alt></Iptc4xmpExt:Name>
            <Iptc4xmpExt:RegionBoundary rdf:parseType="Resource">
            <Iptc4xmpExt:rbShape>circle</Iptc4xmpExt:rbShape>
            <Iptc4xmpExt:rbUnit>relative</Iptc4xmpExt:rbUnit>
            <Iptc4xmpExt:rbX>0.5</Iptc4xmpExt:rbX><Iptc4xmpExt:rbY>0.5</Iptc4xmpExt:rbY>
            <Iptc4xmpExt:rbRx>0.075</Iptc4xmpExt:rbRx>
            </Iptc4xmpExt:RegionBoundary></rdf:li></rdf:Bag></Iptc4xmpExt:ImageRegion>
            """
        let packet = Array(XMPText.packet(rdf).utf8)
        var regions = Self.regions(packet)
        try #require(regions.count == 1)
        regions[0].name = "Red kite"
        let list = Self.iptc(try Self.changed(packet, to: regions))
        #expect(list.map(\.name) == ["Red kite"])
        guard case .ellipse? = list.first?.shape else {
            Issue.record("\(list)")
            return
        }
    }

    @Test func `a region with another program's fields keeps them where it moves far`() throws {
        let here = RegionShape.rectangle(Self.box(0.1, 0.1, 0.1, 0.1))
        let there = RegionShape.rectangle(Self.box(0.7, 0.7, 0.1, 0.1))
        let properties = XMPRegionElements([Self.region("Kite", here, id: "a")], frame: Self.frame)
            .elements.joined().replacing(
                "<Iptc4xmpExt:rId>", with: "<dc:source>theirs</dc:source><Iptc4xmpExt:rId>")
        let packet = try Self.changed(
            Array(XMPText.packet(properties).utf8), to: [Self.region("Kite", there, id: "a")])
        #expect(String(decoding: packet, as: UTF8.self).contains("theirs"))
        #expect(Self.iptc(packet).map(\.shape) == [there])
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func `half of thousands of regions are removed in a moment`(areApart: Bool) throws {
        let regions = (0..<3_000).map { index in
            let place = areApart ? Double(index) / 3_200 : 0.2
            return Self.region(
                "region \(index)", .rectangle(Self.box(place, 0.1, 0.02, 0.02)), id: nil)
        }
        let kept = regions.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        let packet = try Self.changed(regions, to: kept)
        #expect(Self.regions(packet) == kept)
        #expect(!areApart || Self.iptc(packet).map(\.name) == kept.map(\.name))
    }
}
