import CatalogDatabase
import Foundation
import OutputText
import PhotoRecords
import Pictures
import TestSupport
import Testing
import WhatIsThat

@Suite
struct ImportAnnotationsTests {
    private func take(_ text: String, _ photo: RegionPhoto) async throws
        -> ImportAnnotations.Report
    {
        try await ImportAnnotations(
            { Array(text.utf8) }, named: "a.json", from: photo.folder.url.path,
            into: photo.catalog
        ).run()
    }

    @Test
    func `annotations add regions by path, id and address, once, and are undone`() async throws {
        let photo = try await RegionPhoto()
        let text = """
            [{"target":"photo.jpg#xywh=percent:10,10,50,50","body":{"type":"TextualBody","value":"Barn"}},
             {"id":"urn:uuid:0192f3c4-0000-7000-8000-0123456789ab","body":"Kite",
              "target":{"source":"urn:uuid:\(photo.id.text)",
               "selector":{"type":"FragmentSelector","value":"xywh=percent:20,20,10,10"}}},
             {"target":"nowhere.jpg#xywh=1,1,2,2"},
             {"target":{"source":"photo.jpg","selector":{"type":"SvgSelector","value":"<svg/>"}}}]
            """
        let first = try await take(text, photo)
        #expect((first.annotations, first.added, first.known) == (4, 2, 0))
        #expect(first.failures.map(\.code) == [.noSuchPhoto, .shapeInvalid])
        #expect(first.failures.first?.message.contains("a.json, annotation 3") == true)
        #expect(try photo.regions.map(\.name) == ["Barn", "Kite"])
        #expect(try photo.regions.last?.id == "0192f3c4-0000-7000-8000-0123456789ab")
        let source = try photo.catalog.record(photo.id)?.provenance[.regions]?.source
        #expect(source == "annotation:a.json")
        let second = try await take(text, photo)
        #expect((second.added, second.known, second.change == nil) == (0, 2, true))
        let moved = try await take(text.replacing("20,20,10,10", with: "30,20,10,10"), photo)
        #expect((moved.added, moved.known, moved.differing) == (0, 1, 1))
        _ = try await UndoChange(in: photo.catalog).run()
        #expect(try photo.regions.isEmpty)
    }

    private static func svg(_ element: String) -> String {
        #"{"target":{"source":"photo.jpg","selector":{"type":"SvgSelector","value":"<svg viewBox='0 0 1 1'>\#(element)</svg>"}}}"#
    }

    @Test
    func `shapes of annotations have the limits of those that a person draws`() async throws {
        let photo = try await RegionPhoto()
        let many = (0...SketchedShape.maximumPoints).map { step in
            let angle = Double(step) / 10_001 * 2 * .pi
            return "\(0.5 + 0.4 * sin(angle)),\(0.5 + 0.4 * cos(angle))"
        }
        func image(_ png: [UInt8]) -> String {
            let base64 = Data(png).base64EncodedString()
            return Self.svg(
                "<image width='0.5' height='0.5' href='data:image/png;base64,\(base64)'/>")
        }
        let mask = MaskPNG.bytes(width: 2, height: 2) { _, _ in 255 }
        let items: [(String, WitError.Code?)] = [
            (Self.svg("<polygon points='\(many.joined(separator: " "))'/>"), .shapeInvalid),
            (
                Self.svg("<polygon points='\(many.dropLast().joined(separator: " "))'/>"), nil
            ),
            (image(Array("no picture".utf8)), .notAPicture),
            (image(MaskPNG.bytes(width: 2, height: 2) { _, _ in 84 }), .notAMask),
            (
                image(
                    MaskPNG.bytes(width: 2, height: 2, claiming: (60_000, 2)) { _, _ in 255 }),
                .tooManyPixels
            ),
            (image(mask), nil), (image(mask), nil),
        ]
        let text = "[" + items.map(\.0).joined(separator: ",") + "]"
        let report = try await take(text, photo)
        #expect(report.failures.map(\.code) == items.compactMap(\.1))
        #expect((report.added, report.known) == (2, 1))
        #expect(report.failures.first?.message.hasPrefix("a.json, annotation 1: ") == true)
        #expect(try await take(text, photo).known == 3)
    }

    @Test(.timeLimit(.minutes(1)))
    func `an import of annotations takes as many regions as a photo may have, in a moment`()
        async throws
    {
        let photo = try await RegionPhoto()
        let items = (0..<RegionEdit.maximumRegions + 5).map { index in
            #"{"target":"photo.jpg#xywh=percent:\#(Double(index) / 200),1,2,2"}"#
        }
        let report = try await take("[" + items.joined(separator: ",") + "]", photo)
        #expect(report.added == RegionEdit.maximumRegions)
        #expect(report.failures.map(\.code) == Array(repeating: .tooManyRegions, count: 5))
        #expect(try photo.regions.count == RegionEdit.maximumRegions)
    }

    @Test(arguments: ["", "no JSON", "{}", "7"])
    func `an import of annotations refuses what holds none, by name`(text: String) async throws {
        let photo = try await RegionPhoto()
        let error = await #expect(throws: WitError.self) { _ = try await self.take(text, photo) }
        #expect(error?.message.hasPrefix("a.json: ") == true, "\(error?.message ?? "")")
    }
}
