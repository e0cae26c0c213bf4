import ExchangeFormats
import Foundation
import JSON
import PhotoRecords
import Testing

@Suite
struct AnnotationTests {
    private static func box(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> RegionBox {
        RegionBox(x: x, y: y, width: w, height: h)
    }

    private static func points(_ pairs: (Double, Double)...) -> [RegionPoint] {
        pairs.map { RegionPoint(x: $0.0, y: $0.1) }
    }

    private static var image: ImageFacts {
        var image = ImageFacts()
        // Displayed as 400 × 200.
        (image.width, image.height, image.orientation) = (200, 400, 6)
        return image
    }

    private static let shapes: [RegionShape] = [
        .rectangle(box(0.1, 0.2, 0.3, 1 / 3)), .rectangle(box(0.1, 0.2, 0.3, 0.4), rotation: 33),
        .ellipse(box(0.25, 0.25, 0.5, 0.25)), .ellipse(box(0.25, 0.25, 0.5, 0.25), rotation: -7),
        .polygon(points((0.1, 0.1), (0.9, 0.2), (0.4, 1 / 7))),
        .polygon(
            points((0.1, 0.1), (0.9, 0.1), (0.5, 0.9)),
            holes: [points((0.4, 0.2), (0.6, 0.2), (0.5, 0.4))]),
        .mask(box(0.5, 0.5, 0.25, 0.25), png: "iVBORw0KGgo="),
    ]

    private func exported(_ record: PhotoRecord) throws -> JSONValue {
        var export = AnnotationExport()
        let text = export.opening() + (export.entry(of: record) ?? "") + export.closing()
        return try JSONValue(parsing: text.utf8)
    }

    @Test
    func `every shape comes back, whole by our own member and nearly by the selector alone`() throws
    {
        var record = PhotoRecord()
        record.id = RecordID()
        record.image = Self.image
        record.regions = Self.shapes.enumerated().map { index, shape in
            Region(
                id: RecordID().text, name: "part \(index) <&>", kind: .thing, shape: shape,
                color: "#FF0000")
        }
        let page = try exported(record)
        let whole = try #require(RegionAnnotation.all(in: page))
        #expect(whole.map { $0.region(on: Self.image) } == record.regions)
        #expect(whole.map(\.photo) == record.regions.map { _ in record.id?.text ?? "" })
        let items = (page["items"]?.array ?? []).map { item -> JSONValue in
            var object = item.object ?? [:]
            object["wit:region"] = nil
            return .object(object)
        }
        let bare = try #require(RegionAnnotation.all(in: .array(items)))
        #expect(bare.count == record.regions.count)
        for (annotation, region) in zip(bare, record.regions) {
            let read = try #require(annotation.region(on: Self.image))
            #expect(read.id == region.id && read.name == region.name && read.kind == .thing)
            #expect(Self.isNear(read.shape, region.shape), "\(read.shape) \(region.shape)")
        }
    }

    /// Whether shapes are one but for the decimals of the selector.
    private static func isNear(_ left: RegionShape, _ right: RegionShape) -> Bool {
        func numbers(_ value: JSONValue) -> [Double] {
            if let number = value.double { return [number] }
            if let array = value.array { return array.flatMap(numbers) }
            let members = value.object?.sorted { $0.key < $1.key } ?? []
            return members.flatMap { numbers($0.value) }
        }
        let (first, second) = (
            numbers(.object(left.object)), numbers(.object(right.object))
        )
        return left.object["type"] == right.object["type"] && first.count == second.count
            && zip(first, second).allSatisfy { abs($0 - $1) < 1e-6 }
    }

    @Test
    func `a rectangle is said in percent and the rest in pixels of the upright picture`() throws {
        var record = PhotoRecord()
        record.image = Self.image
        record.regions = Self.shapes.prefix(4).map { Region(shape: $0) }
        let values = (try exported(record)["items"]?.array ?? []).map {
            $0["target"]?["selector"]?["value"]?.string ?? ""
        }
        #expect(values.first == "xywh=percent:10,20,30,33.333333333")
        #expect(
            values.last == "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 200\">"
                + "<ellipse cx=\"200\" cy=\"75\" rx=\"100\" ry=\"25\""
                + " transform=\"rotate(-7 200 75)\"/></svg>")
    }

    @Test(
        "of other programs are read",
        arguments: [
            (
                #"{"target":"photo.jpg#xywh=percent:10,20,30,40"}"#,
                RegionShape.rectangle(box(0.1, 0.2, 0.3, 0.4))
            ),
            (#"{"target":"photo.jpg#xywh=40,20,200,100"}"#, .rectangle(box(0.1, 0.1, 0.5, 0.5))),
            (
                #"{"target":{"source":"photo.jpg","selector":[{"type":"Odd"},{"type":"FragmentSelector","value":"xywh=pixel:40,20,200,100"}]}}"#,
                .rectangle(box(0.1, 0.1, 0.5, 0.5))
            ),
            (
                #"{"target":{"source":"photo.jpg","selector":{"type":"SvgSelector","value":"<svg><g><circle cx='100' cy='100' r='50'/></g></svg>"}}}"#,
                .ellipse(box(0.125, 0.25, 0.25, 0.5))
            ),
            (
                #"{"target":{"source":"photo.jpg","selector":{"type":"SvgSelector","value":"<svg viewBox='0 0 4 2'><path d='M 0,0 h2 v1 L 0 1 z'/></svg>"}}}"#,
                .polygon(points((0, 0), (0.5, 0), (0.5, 0.5), (0, 0.5)))
            ),
            (
                // As Inkscape writes it: behind a “z” the next outline counts from the first's start.
                #"{"target":{"source":"photo.jpg","selector":{"type":"SvgSelector","value":"<svg viewBox='0 0 10 10'><path style='fill:none; fill-rule:evenodd' d='m 1,1 8,0 0,8 -8,0 z m 5,5 1,0 0,1 z'/></svg>"}}}"#,
                .polygon(
                    points((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),
                    holes: [points((0.6, 0.6), (0.7, 0.6), (0.7, 0.7))])
            ),
            (
                // By the non-zero rule a hole runs the other way round.
                #"{"target":{"source":"photo.jpg","selector":{"type":"SvgSelector","value":"<svg viewBox='0 0 10 10'><path d='M1 1H9V9H1ZM6 6V7H7Z'/></svg>"}}}"#,
                .polygon(
                    points((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),
                    holes: [points((0.6, 0.6), (0.6, 0.7), (0.7, 0.7))])
            ),
        ])
    func foreign(text: String, shape: RegionShape) throws {
        let all = try #require(RegionAnnotation.all(in: try JSONValue(parsing: text.utf8)))
        #expect(all.first?.photo == "photo.jpg")
        #expect(all.first?.region(on: Self.image)?.shape == shape)
    }

    @Test(
        "are refused where they say no shape",
        arguments: [
            "<svg><path d='M0 0 C1 1 2 2 3 3'/></svg>", "<svg><rect width='1'/></svg>",
            "<svg><rect width='1' height='1' transform='skewX(3)'/></svg>",
            "<svg><g transform='scale(2)'><rect width='1' height='1'/></g></svg>",
            "<svg><polygon points='0,0 1,1'/></svg>",
            // Two islands; a hole that is none by the rule that fills it; an island in a hole.
            "<svg><path fill-rule='evenodd' d='M0 0H9V9ZM20 20H30V30Z'/></svg>",
            "<svg viewBox='0 0 10 10'><path d='M1 1H9V9H1ZM6 6H7V7Z'/></svg>",
            "<svg viewBox='0 0 10 10'><path fill-rule='evenodd' d='M0 0H9V9H0ZM1 1H8V8H1ZM3 3H4V4Z'/></svg>",
            "<svg><path d='M0 0H9V9Z 3'/></svg>", "<svg><path d='Z'/></svg>",
            "<svg><polygon points='0,0 1,nan 2,2'/></svg>",
            "<svg><image width='9' height='9' href='http://evil.example/a.png'/></svg>",
            "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg><rect width='9' height='9'/></svg>",
            "<svg><rect width='1e9' height='1'/></svg>", "<svg", "",
        ])
    func noShape(svg: String) throws {
        let json: JSONValue = [
            "target": [
                "source": "a.jpg", "selector": ["type": "SvgSelector", "value": .string(svg)],
            ]
        ]
        #expect(RegionAnnotation.all(in: json)?.first?.region(on: Self.image) == nil)
    }

    @Test func `annotations are none where the JSON is something else`() {
        #expect(RegionAnnotation.all(in: ["a": 1]) == nil)
        #expect(RegionAnnotation.all(in: 3) == nil)
        #expect(RegionAnnotation.all(in: ["items": [1, ["target": "a.jpg"]]])?.isEmpty == true)
    }

    @Test
    func `our own member is not believed where the selector says something else`() throws {
        var record = PhotoRecord()
        record.id = RecordID()
        record.image = Self.image
        record.regions = [Region(name: "a", shape: Self.shapes[0], color: "#FF0000")]
        let text = try exported(record).text.replacing("percent:10,", with: "percent:15,")
        let read = RegionAnnotation.all(in: try JSONValue(parsing: text.utf8))?.first?
            .region(on: Self.image)
        #expect(read?.name == "a" && read?.color == nil)
        #expect(read?.shape.bounds(aspect: 2)?.x == 0.15)
    }
}
