import CatalogDatabase
import Foundation
import OutputText
import PhotoRecords
import TestSupport
import Testing
import WhatIsThat

@Suite("Importing annotations")
struct ImportAnnotationsTests {
    private func take(_ text: String, _ photo: RegionPhoto) async throws
        -> ImportAnnotations.Report
    {
        try await ImportAnnotations(
            { Array(text.utf8) }, named: "a.json", from: photo.folder.url.path,
            into: photo.catalog
        ).run()
    }

    @Test("adds regions by path, id and address, once, and is undone")
    func once() async throws {
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
        #expect(first.failures.map(\.code) == [.noSuchPhoto, .shapeImpossible])
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

    @Test("refuses what holds none, by name", arguments: ["", "no JSON", "{}", "7"])
    func none(text: String) async throws {
        let photo = try await RegionPhoto()
        let error = await #expect(throws: WitError.self) { _ = try await self.take(text, photo) }
        #expect(error?.message.hasPrefix("a.json: ") == true, "\(error?.message ?? "")")
    }
}
