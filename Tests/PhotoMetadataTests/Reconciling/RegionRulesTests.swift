import JSON
import PhotoRecords
import Testing

@testable import PhotoMetadata

struct RegionRulesTests {
    private func read(_ xmp: String, orientation: Int = 1, size: (Int, Int) = (640, 480)) throws
        -> PhotoRecord
    {
        var builder = JPEGBuilder()
        builder.size = size
        var tiff = TIFFBuilder()
        tiff.image = [tiff.short(0x0112, orientation)]
        builder.add(exif: tiff.bytes)
        builder.add(xmp: XMPText.packet(xmp))
        return try PhotoReader().read(bytes: builder.bytes).record
    }

    private func mwg(_ area: String, applied: String = "stDim:w='640' stDim:h='480'") -> String {
        """
        <mwg-rs:Regions rdf:parseType="Resource">
        <mwg-rs:AppliedToDimensions \(applied) stDim:unit="pixel"/>
        <mwg-rs:RegionList><rdf:Bag><rdf:li rdf:parseType="Resource">
        <mwg-rs:Name>Kite</mwg-rs:Name><mwg-rs:Type>Pet</mwg-rs:Type><mwg-rs:Area \(area)/>
        </rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
        """
    }

    private func expect(
        _ region: Region?, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let box = region?.shape.bounds(aspect: 1) ?? RegionBox(x: 9, y: 9, width: 9, height: 9)
        #expect(
            box.isNear(RegionBox(x: x, y: y, width: width, height: height)), "\(box)",
            sourceLocation: location)
    }

    @Test
    func `MWG's regions count from their centre`() throws {
        let area =
            "stArea:x='0.3' stArea:y='0.4' stArea:w='0.2' stArea:h='0.4' stArea:unit='normalized'"
        let region = try read(mwg(area)).regions.first
        expect(region, 0.2, 0.2, 0.2, 0.4)
        #expect(region?.name == "Kite")
        #expect(region?.kind == .pet)
        let pixels =
            "stArea:x='192' stArea:y='192' stArea:w='128' stArea:h='192' stArea:unit='pixel'"
        expect(try read(mwg(pixels)).regions.first, 0.2, 0.2, 0.2, 0.4)
    }

    @Test
    func `a circle's diameter counts by the shorter side`() throws {
        let area = "stArea:x='0.5' stArea:y='0.5' stArea:d='0.4' stArea:unit='normalized'"
        let region = try read(mwg(area)).regions.first
        guard case .ellipse? = region?.shape else {
            Issue.record("no ellipse")
            return
        }
        expect(region, 0.35, 0.3, 0.3, 0.4)
    }

    @Test(arguments: [
        (1, 0.1, 0.2, 0.2, 0.4), (2, 0.7, 0.2, 0.2, 0.4), (3, 0.7, 0.4, 0.2, 0.4),
        (4, 0.1, 0.4, 0.2, 0.4),
        (5, 0.2, 0.1, 0.4, 0.2), (6, 0.4, 0.1, 0.4, 0.2), (7, 0.4, 0.7, 0.4, 0.2),
        (8, 0.2, 0.7, 0.4, 0.2),
    ])
    func `regions of the encoded picture come out on the displayed one`(
        _ orientation: Int, _ x: Double, _ y: Double, _ w: Double, _ h: Double
    ) throws {
        let area =
            "stArea:x='0.2' stArea:y='0.4' stArea:w='0.2' stArea:h='0.4' stArea:unit='normalized'"
        expect(try read(mwg(area), orientation: orientation).regions.first, x, y, w, h)
        let frame = RegionFrame(width: 640, height: 480, orientation: orientation)
        let box = RegionBox(x: 0.1, y: 0.2, width: 0.2, height: 0.4)
        #expect(frame.encoded(frame.displayed(box)).isNear(box))
    }

    @Test
    func `regions that were applied to the displayed picture are not turned`() throws {
        let area =
            "stArea:x='0.2' stArea:y='0.4' stArea:w='0.2' stArea:h='0.4' stArea:unit='normalized'"
        let turned = mwg(area, applied: "stDim:w='480' stDim:h='640'")
        expect(try read(turned, orientation: 6).regions.first, 0.1, 0.2, 0.2, 0.4)
    }

    @Test
    func `Microsoft's regions count from the top left and are faces`() throws {
        let record = try read(
            """
            <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
            <rdf:li MPReg:PersonDisplayName="Anna" MPReg:Rectangle="0.1, 0.2, 0.3, 0.4"/>
            <rdf:li MPReg:PersonDisplayName="Ben"/>
            </rdf:Bag></MPRI:Regions></MP:RegionInfo>
            """)
        #expect(record.regions.count == 1)
        expect(record.regions.first, 0.1, 0.2, 0.3, 0.4)
        #expect(record.people == ["Anna"])
    }

    /// What a packet says that is longer than a segment of a JPEG.
    private func read(long xmp: String) -> PhotoRecord {
        var blocks = MetadataBlocks(mediaType: "image/png")
        (blocks.width, blocks.height) = (640, 480)
        blocks.xmp = [Array(XMPText.packet(xmp).utf8)]
        return Reconciler(blocks, limits: .standard).record()
    }

    private func own(_ points: [RegionPoint]) -> String {
        let text = Region(name: "Kite", shape: .polygon(points)).json.text
        return "<wit:Regions>[\(text.replacing("\"", with: "&quot;"))]</wit:Regions>"
    }

    @Test(arguments: [10_000, 10_001])
    func `an outline of more points than a region may have is left out, and that is said`(
        count: Int
    ) {
        let record = read(long: own((0..<count).map { _ in RegionPoint(x: 0.1, y: 0.2) }))
        let isSaid = record.findings.contains {
            $0.code == "region-points" && $0.message.contains("at most 10000")
        }
        #expect(record.regions.count == (count > 10_000 ? 0 : 1))
        #expect(isSaid == (count > 10_000), "\(record.findings)")
    }

    @Test
    func `of an outline of more points than a region may have the standard box is read`() {
        let points = (0...RegionShape.maximumPoints).map { step in
            RegionPoint(x: step.isMultiple(of: 2) ? 0.1 : 0.3, y: step < 9 ? 0.2 : 0.4)
        }
        let record = read(
            long: own(points) + """
                <mwg-rs:Regions rdf:parseType='Resource'><mwg-rs:RegionList><rdf:Bag>
                <rdf:li rdf:parseType='Resource'><mwg-rs:Name>Kite</mwg-rs:Name>
                <mwg-rs:Area stArea:x='0.2' stArea:y='0.3' stArea:w='0.2' stArea:h='0.2'
                stArea:unit='normalized'/></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
                """)
        #expect(record.regions.map(\.name) == ["Kite"])
        expect(record.regions.first, 0.1, 0.2, 0.2, 0.2)
        #expect(record.findings.map(\.code).contains("region-points"))
    }

    @Test
    func `IPTC's rectangles, circles and polygons are read, a nonsense is left out`() throws {
        func item(_ boundary: String) -> String {
            """
            <rdf:li rdf:parseType="Resource"><Iptc4xmpExt:rId>r1</Iptc4xmpExt:rId>
            <Iptc4xmpExt:RegionBoundary rdf:parseType="Resource">\(boundary)</Iptc4xmpExt:RegionBoundary></rdf:li>
            """
        }
        func field(_ name: String, _ value: String) -> String {
            "<Iptc4xmpExt:\(name)>\(value)</Iptc4xmpExt:\(name)>"
        }
        let vertices = [("0.1", "0.1"), ("0.5", "0.1"), ("0.3", "0.9")].map { x, y in
            "<rdf:li rdf:parseType='Resource'>\(field("rbX", x))\(field("rbY", y))</rdf:li>"
        }.joined()
        let corner = field("rbX", "0.5") + field("rbY", "0.5")
        let items = [
            field("rbShape", "rectangle") + corner + field("rbW", "0.2") + field("rbH", "0.1"),
            field("rbShape", "circle") + corner + field("rbRx", "0.1"),
            field("rbShape", "polygon") + field("rbVertices", "<rdf:Seq>\(vertices)</rdf:Seq>"),
            field("rbShape", "circle") + corner + field("rbRx", "many"),
        ]
        let record = try read(
            "<Iptc4xmpExt:ImageRegion><rdf:Bag>\(items.map(item).joined())</rdf:Bag></Iptc4xmpExt:ImageRegion>"
        )
        #expect(record.regions.count == 3)
        #expect(record.regions.allSatisfy { $0.id == "r1" })
        expect(record.regions.first, 0.5, 0.5, 0.2, 0.1)
        expect(record.regions.dropFirst().first, 0.4, 0.366667, 0.2, 0.266667)
        expect(record.regions.last, 0.1, 0.1, 0.4, 0.8)
        #expect(record.findings.map(\.code) == [.regionMalformed])
    }
}
