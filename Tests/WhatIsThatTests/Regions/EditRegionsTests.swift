import CatalogDatabase
import Foundation
import JSON
import OutputText
import PhotoRecords
import Pictures
import RegionGeometry
import TestSupport
import Testing

@testable import WhatIsThat

@Suite
struct EditRegionsTests {
    private func edit(
        _ photo: RegionPhoto, _ edit: RegionEdit, writing targets: WritePhotos.Targets = []
    ) async throws -> EditPhotos.Report {
        var options = EditPhotos.Options()
        options.edits.regions = edit
        options.targets = targets
        let catalog = photo.catalog
        return try await EditPhotos(photo.selection, options, in: catalog).run()
    }

    private func add(
        _ photo: RegionPhoto, _ outline: SketchedShape.Outline, name: String = "x",
        writing targets: WritePhotos.Targets = []
    ) async throws -> EditPhotos.Report {
        var sketch = RegionSketch()
        sketch.name = name
        sketch.shape = SketchedShape(outline, named: "the input")
        return try await edit(photo, .add(sketch, id: RecordID().text), writing: targets)
    }

    private static func box(_ text: String) throws -> SketchedBox {
        let numbers = try text.split(separator: ",").map { try #require(Measure(String($0))) }
        return SketchedBox(
            corner: Spot(x: numbers[0], y: numbers[1]), width: numbers[2], height: numbers[3])
    }

    @Test(arguments: [1, 6])
    func `an edit of regions takes fractions, percentages and pixels of the upright picture`(
        orientation: Int
    ) async throws {
        let photo = try await RegionPhoto(orientation: orientation)
        for text in ["0.25,0.5,0.125,0.25", "25%,50%,12.5%,25%"] {
            _ = try await add(photo, .rectangle(try Self.box(text), rotation: 0))
        }
        let pixels = orientation == 1 ? "400px,600px,200px,300px" : "300px,800px,150px,400px"
        _ = try await add(photo, .rectangle(try Self.box(pixels), rotation: 0))
        let wanted = RegionShape.rectangle(RegionBox(x: 0.25, y: 0.5, width: 0.125, height: 0.25))
        #expect(try photo.regions.map(\.shape) == [wanted, wanted, wanted])
        let middle = try #require(Spot("0.5 0.5"))
        _ = try await add(photo, .circle(center: middle, radius: .plain(0.1)))
        let (across, down) = orientation == 1 ? (1_600.0, 1_200.0) : (1_200.0, 1_600.0)
        let box = try #require(
            try photo.regions.lazy.map(\.shape).first { $0 != wanted }?.bounds(aspect: 1))
        #expect(abs(box.width * across - box.height * down) < 1e-9 && abs(box.width - 0.2) < 1e-12)
    }

    @Test
    func `an edit of regions keeps what is not spoken of, gives an id, and is undone`() async throws
    {
        var region = Region(
            name: "Kite", kind: .pet,
            shape: .rectangle(RegionBox(x: 0, y: 0, width: 0.5, height: 0.5)), color: "#FF0000")
        region.unknown = ["later": 1]
        let photo = try await RegionPhoto(regions: [region])
        var sketch = RegionSketch()
        sketch.name = "Red kite"
        sketch.removesColor = true
        let report = try await edit(photo, .change(RegionReference("1"), sketch))
        #expect(report.failures.isEmpty && report.change != nil)
        let changed = try #require(try photo.regions.first)
        #expect(changed.name == "Red kite" && changed.kind == .pet && changed.color == nil)
        #expect(changed.unknown == region.unknown && changed.shape == region.shape)
        #expect(changed.id.flatMap(RecordID.init) != nil)
        let record = try #require(try photo.catalog.record(photo.id))
        #expect(record.provenance[.regions]?.source == Provenance.user)
        _ = try await UndoChange(in: photo.catalog).run()
        #expect(try photo.regions == [region])
        _ = try await edit(photo, .remove([RegionReference("Kite")]))
        #expect(try photo.regions.isEmpty)
    }

    @Test(arguments: 1...8)
    func `an edit of regions makes an ellipse or a polygon of a stroke where it was drawn`(
        orientation: Int
    ) async throws {
        let photo = try await RegionPhoto(orientation: orientation)
        let (across, down) = orientation < 5 ? (1_600.0, 1_200.0) : (1_200.0, 1_600.0)
        var shown = PictureView()
        shown.viewport = Size(width: 390, height: 844)
        (shown.zoom, shown.pan, shown.rotation) = (1.5, Point(x: 10, y: -20), 20)
        let view = try shown.mapping(of: Size(width: across, height: down), named: "")
        // In pixels of the picture: 200 and 100 along axes that are turned by 30 degrees.
        let drawn = (0...60).map { step in
            let angle = Double(step) / 60 * 2 * .pi
            let (x, y) = (200 * cos(angle), 100 * sin(angle))
            let (c, s) = (cos(Double.pi / 6), sin(Double.pi / 6))
            return view.screen(
                Point(x: 0.5 + (x * c - y * s) / across, y: 0.5 + (x * s + y * c) / down))
        }
        _ = try await add(photo, .stroke(try Self.input(drawn, photo), shown), name: "round")
        guard case .ellipse(let box, let rotation)? = try photo.regions.first?.shape else {
            Issue.record("\(try photo.regions)")
            return
        }
        #expect(abs(rotation - 30) < 0.5, "\(rotation)")
        #expect(abs(box.width * across - 400) < 4 && abs(box.height * down - 200) < 4)
        #expect(abs(box.x + box.width / 2 - 0.5) < 0.01)
        let corners = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]
        let square = (corners + [corners[0]]).map { view.screen(Point(x: $0.0, y: $0.1)) }
        _ = try await add(photo, .stroke(try Self.input(square, photo), shown), name: "square")
        guard case .polygon(let points, holes: [])? = try photo.regions.first?.shape else {
            Issue.record("\(try photo.regions)")
            return
        }
        for (x, y) in corners {
            #expect(points.contains { abs($0.x - x) < 0.01 && abs($0.y - y) < 0.01 }, "\(points)")
        }
    }

    private static func input(_ points: [Point], _ photo: RegionPhoto) throws -> StrokeInput {
        let text = points.map { "[\($0.x),\($0.y)]" }.joined(separator: ",")
        let path = photo.folder.path("stroke.jsonl")
        try Data("{\"points\":[\(text)]}".utf8).write(to: URL(filePath: path))
        return .file(path)
    }

    @Test(arguments: 1...8)
    func `an edited region is at the same spot of the file in every orientation`(orientation: Int)
        async throws
    {
        let photo = try await RegionPhoto(orientation: orientation)
        let mask = photo.folder.path("mask.png")
        try Data(MaskPNG.bytes(width: 4, height: 2) { x, _ in x < 2 ? 255 : 0 })
            .write(to: URL(filePath: mask))
        let outlines: [SketchedShape.Outline] = [
            .rectangle(try Self.box("0.1,0.2,0.3,0.2"), rotation: 0),
            .rectangle(try Self.box("0.1,0.2,0.3,0.2"), rotation: 25),
            .ellipse(try Self.box("0.5,0.5,0.3,0.1"), rotation: -40),
            .polygon(
                try ["0.1 0.1", "0.9 0.1", "0.5 0.9"].map { try #require(Spot($0)) },
                holes: [try ["0.4 0.2", "0.6 0.2", "0.5 0.4"].map { try #require(Spot($0)) }]),
            .mask(try Self.box("0.5,0.5,0.5,0.5"), path: mask),
        ]
        for (index, outline) in outlines.enumerated() {
            let report = try await add(
                photo, outline, name: "region \(index)", writing: .metadata)
            #expect(report.failures.isEmpty && report.written?.files == 1)
        }
        let other = try PhotoCatalog(
            path: photo.folder.path("other.sqlite"), access: .readWrite)
        _ = try await CatalogPhotos([photo.folder.path("photo.jpg")], in: other).run()
        let id = try other.resolve(photo.folder.path("photo.jpg"))
        #expect(try other.record(id)?.regions == photo.regions)
        #expect(try other.record(id)?.image?.orientation ?? 1 == orientation)
    }

    @Test(
        "waits for a stroke no longer than the task is wanted", .timeLimit(.minutes(1)),
        arguments: [true, false])
    func silentPipe(adds: Bool) async throws {
        let box = RegionBox(x: 0, y: 0, width: 0.5, height: 0.5)
        let photo = try await RegionPhoto(regions: [Region(name: "x", shape: .rectangle(box))])
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var shown = PictureView()
        shown.viewport = Size(width: 100, height: 100)
        var sketch = RegionSketch()
        sketch.shape = SketchedShape(
            .stroke(.descriptor(ends[0], name: "pipe"), shown), named: "pipe")
        let change: RegionEdit =
            adds ? .add(sketch, id: RecordID().text) : .change(RegionReference("x"), sketch)
        var options = EditPhotos.Options()
        options.edits.regions = change
        let editing = EditPhotos(photo.selection, options, in: photo.catalog)
        let task = Task(executorPreference: BlockingThreads.shared) { try await editing.run() }
        try await Task.sleep(for: .milliseconds(300))
        task.cancel()
        let report = try await task.value
        #expect(report.wasInterrupted && report.failures.isEmpty && report.change == nil)
        #expect(try photo.regions.count == 1)
    }

    @Test func `an edit of regions names the input that is no shape of the picture`() async throws {
        let photo = try await RegionPhoto()
        func code(_ outline: SketchedShape.Outline) async throws -> WitError.Code? {
            let report = try await add(photo, outline)
            #expect(report.failures.first?.message.hasPrefix("the input: ") ?? false)
            return report.failures.first?.code
        }
        for text in ["0,0,0,1", "0,0,1,-1", "1e200,0,1,1"] {
            #expect(
                try await code(.rectangle(try Self.box(text), rotation: 0)) == .shapeInvalid)
        }
        #expect(
            try await code(.rectangle(try Self.box("0,0,1,1"), rotation: .nan))
                == .shapeInvalid)
        #expect(
            try await code(.ellipse(try Self.box("1.5,0,0.2,0.2"), rotation: 0))
                == .outsidePicture)
        let spots = try ["0 0", "1 1", "1 0", "0 1"].map { try #require(Spot($0)) }
        #expect(try await code(.polygon(spots, holes: [])) == .outlineCrosses)
        #expect(
            try await code(.polygon([spots[0], spots[0], spots[1]], holes: [])) == .shapeInvalid)
        let many = (0...SketchedShape.maximumPoints).map {
            Spot(x: .plain(Double($0) / 20_000), y: .plain(Double($0 % 2) / 2))
        }
        #expect(try await code(.polygon(many, holes: [])) == .shapeInvalid)
        // The outline and its holes count together.
        let hole = try ["0.1 0.1", "0.2 0.1", "0.1 0.2"].map { try #require(Spot($0)) }
        let corners = try ["0 0", "1 0", "1 1", "0 1"].map { try #require(Spot($0)) }
        #expect(
            try await code(
                .polygon(corners, holes: Array(repeating: hole, count: 3_333))) == .shapeInvalid)
        let masks: [(WitError.Code, [UInt8])] = [
            (.notAPicture, Array("no picture".utf8)),
            (.notAMask, MaskPNG.bytes(width: 2, height: 2) { _, _ in 84 }),
            (.notAMask, [UInt8](repeating: 0x89, count: SketchedShape.maximumMaskBytes + 1)),
            (
                .tooManyPixels,
                MaskPNG.bytes(width: 2, height: 2, claiming: (60_000, 2)) { _, _ in 255 }
            ),
            (
                .tooManyPixels,
                MaskPNG.bytes(width: 2, height: 2, claiming: (16_000, 16_000)) { _, _ in 255 }
            ),
        ]
        for (expected, bytes) in masks {
            let path = photo.folder.path("bad.png")
            try Data(bytes).write(to: URL(filePath: path))
            #expect(try await code(.mask(.whole, path: path)) == expected)
        }
        var shown = PictureView()
        shown.viewport = Size(width: 100, height: 100)
        let tap = try Self.input([Point(x: 5, y: 5)], photo)
        #expect(try await code(.stroke(tap, shown)) == .shapeInvalid)
        let open = try Self.input(
            [Point(x: 0, y: 0), Point(x: 60, y: 90), Point(x: 90, y: 0)], photo)
        #expect(try await code(.stroke(open, shown)) == .shapeInvalid)
        #expect(try photo.regions.isEmpty)
    }
}
