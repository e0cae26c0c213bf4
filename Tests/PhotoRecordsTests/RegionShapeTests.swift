import JSON
import PhotoRecords
import Testing

@Suite
struct RegionShapeTests {
    private static let box = RegionBox(x: 0.25, y: 0.375, width: 0.5, height: 0.25)
    private static func points(_ pairs: (Double, Double)...) -> [RegionPoint] {
        pairs.map { RegionPoint(x: $0.0, y: $0.1) }
    }

    @Test(
        "is the same after it was written as JSON and read",
        arguments: [
            RegionShape.rectangle(box), .rectangle(box, rotation: 12.5), .ellipse(box),
            .ellipse(box, rotation: -170), .mask(box, png: "iVBORw0KGgo="),
            .polygon(points((0, 0), (1, 0), (0, 1))),
            .polygon(
                points((0, 0), (1, 0), (1, 1), (0, 1)),
                holes: [points((0.2, 0.2), (0.4, 0.2), (0.3, 0.4))]),
            .unknown(["type": "spiral", "turns": 3]),
        ])
    func roundTrip(shape: RegionShape) throws {
        var record = PhotoRecord()
        record.regions = [Region(name: "x", shape: shape)]
        let text = record.json.text
        let json = try #require(try JSONValue(parsing: text.utf8).object)
        #expect(PhotoRecord(json: json).regions == record.regions)
    }

    @Test(
        "is kept as it came where it is not understood",
        arguments: [
            #"{"type":"ellipse","x":0,"y":0,"width":1,"height":1,"rotation":"left"}"#,
            #"{"type":"polygon","points":[[0,0],[1,0],[0,1]],"holes":[[[0,0],[1,1]]]}"#,
            #"{"type":"polygon","points":[[0,0],[1,0]]}"#,
        ])
    func odd(text: String) throws {
        let json = try #require(
            try JSONValue(parsing: #"{"regions":[{"shape":\#(text)}]}"#.utf8).object)
        let record = PhotoRecord(json: json)
        guard case .unknown? = record.regions.first?.shape else {
            Issue.record("\(record.regions)")
            return
        }
        #expect(record.json["regions"] == json["regions"])
    }

    @Test
    func
        `the shape of a region is bounded by its box as it is turned, in the picture's own aspect`()
        throws
    {
        // On a picture of 400 × 200 pixels the box is one of 200 × 50.
        func bounds(_ shape: RegionShape) throws -> [Double] {
            let box = try #require(shape.bounds(aspect: 2))
            return [box.x * 400, box.y * 200, box.width * 400, box.height * 200]
                .map { ($0 * 1_000).rounded() / 1_000 }
        }
        #expect(try bounds(.rectangle(Self.box)) == [100, 75, 200, 50])
        #expect(try bounds(.rectangle(Self.box, rotation: 90)) == [175, 0, 50, 200])
        #expect(try bounds(.ellipse(Self.box, rotation: -90)) == [175, 0, 50, 200])
        #expect(
            try bounds(.rectangle(Self.box, rotation: 45)) == [111.612, 11.612, 176.777, 176.777])
        #expect(
            try bounds(.ellipse(Self.box, rotation: 45)) == [127.113, 27.113, 145.774, 145.774])
        #expect(try bounds(.mask(Self.box, png: "")) == [100, 75, 200, 50])
        let corners = try #require(RegionShape.rectangle(Self.box, rotation: 90).corners(aspect: 2))
        #expect(corners.map { ($0.x * 400).rounded() } == [225, 225, 175, 175])
        #expect(corners.map { ($0.y * 200).rounded() } == [0, 200, 200, 0])
        #expect(RegionShape.unknown([:]).bounds(aspect: 2) == nil)
    }
}
