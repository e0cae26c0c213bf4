import CatalogDatabase
import Foundation
import JSON
import OutputText
import PhotoRecords
import TestSupport
import Testing
import WhatIsThat

@Suite struct ImportTakeoutTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog
    let takeout: TakeoutBuilder
    private let year = "Google Fotos/Fotos von 2024/"

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        takeout = try TakeoutBuilder(in: folder.url.appending(path: "Takeout"))
    }

    private func take(_ roots: [String] = ["Takeout"]) async throws -> ExternalImportReport {
        try await ImportTakeout(roots.map(folder.path), into: catalog).run()
    }

    private func record(_ name: String) throws -> PhotoRecord {
        let id = try catalog.resolve(folder.path("Takeout/" + name))
        return try #require(try catalog.record(id))
    }

    private func seconds(_ iso: String) throws -> Int {
        try #require(LocalDateTime(iso: iso)).secondsSince1970
    }

    @Test func `a photo that says nothing gets its whole story, once for all albums`() async throws
    {
        let taken = try seconds("2024-05-01T08:22:33")
        for name in [year, "Google Fotos/Garten/"] {
            try takeout.add("photos/flowers.jpg", as: name + "IMG_1.jpg")
            try takeout.story(
                name + "IMG_1.jpg.supplemental-metadata.json", title: "IMG_1.jpg", taken: taken,
                at: (48.5, 2.25),
                more: [
                    "description": "On the table", "favorited": true,
                    "people": [["name": "Anna"], ["name": "Ben"]],
                ])
        }
        try takeout.write("{\"title\": \"Garten\"}", as: "Google Fotos/Garten/Metadaten.json")
        try takeout.write("{\"title\": \"Fotos von 2024\"}", as: year + "Metadaten.json")
        let report = try await take()
        #expect(report.photos == 2)
        #expect(report.cataloged.added == 1)
        #expect(report.cataloged.duplicates == 1)
        #expect(report.failures.isEmpty)
        #expect(report.sidecarsAlone.isEmpty)
        #expect(report.proposed == 0)
        let record = try record(year + "IMG_1.jpg")
        #expect(record.name == nil)
        #expect(record.caption == "On the table")
        #expect(record.people == ["Anna", "Ben"])
        #expect(record.keywords == ["Garten"])
        #expect(record.location?.coordinate == Coordinate(latitude: 48.5, longitude: 2.25))
        #expect(record.location?.altitude == nil)
        #expect(record.taken?.utc == "2024-05-01T08:22:33Z")
        #expect(record.unknown["favorite"] == .bool(true))
        #expect(
            record.provenance[.caption]?.source
                == "takeout:IMG_1.jpg.supplemental-metadata.json")

        let again = try await take()
        #expect(again.filled + again.proposed + again.rated == 0)
        #expect(again.changes.isEmpty)
        #expect(report.changes.count == 1)
        try catalog.undo(report.changes.last?.number)
        let bare = try self.record(year + "IMG_1.jpg")
        #expect(bare.caption == nil)
        #expect(bare.unknown.isEmpty)
        #expect(try await take().filled == report.filled)
    }

    /// The bridge's clock showed 16:02:44, and its file names no time zone.
    @Test(arguments: [
        ("2018-10-21T14:02:44", false, "+02:00"), ("2018-10-21T10:17:44", false, "+05:45"),
        ("2018-10-21T14:04:00", false, "+02:00"), ("2018-10-21T16:02:44", false, nil),
        ("2018-10-21T16:02:44", true, "+00:00"),
    ])
    func `the moment tells the time zone of the photo's clock`(
        moment: String, isLocated: Bool, offset: String?
    ) async throws {
        try takeout.add("photos/bridge.jpg", as: year + "bridge.jpg")
        try takeout.story(
            year + "bridge.jpg.json", title: "bridge.jpg", taken: try seconds(moment),
            at: isLocated ? (51.5, 0.1) : (0, 0))
        let report = try await take()
        #expect(report.proposed == 0)
        let taken = try record(year + "bridge.jpg").taken
        #expect(taken?.local == LocalDateTime(iso: "2018-10-21T16:02:44"))
        #expect(taken?.offset?.description == offset)
    }

    @Test func `a moment that is no time zone's is proposed`() async throws {
        try takeout.add("photos/bridge.jpg", as: year + "bridge.jpg")
        let moment = try seconds("2018-10-21T14:10:00")
        try takeout.story(year + "bridge.jpg.json", title: "bridge.jpg", taken: moment)
        #expect(try await take().proposed == 1)
        let taken = try record(year + "bridge.jpg").taken
        #expect(taken?.local == LocalDateTime(iso: "2018-10-21T16:02:44"))
        #expect(taken?.offset == nil)
    }

    @Test func `what the file says as well is not proposed, what a person wrote stands`()
        async throws
    {
        try takeout.add("photos/cat.jpg", as: year + "cat.jpg")
        try takeout.story(
            year + "cat.jpg.json", title: "cat.jpg", taken: try seconds("2024-02-11T10:30:45"),
            at: (52.5200078, 13.4049541))
        let first = try await take()
        #expect(first.filled + first.proposed == 0)
        var edit = PhotoEdits()
        edit.caption = "Mine"
        let id = try catalog.resolve(folder.path("Takeout/" + year + "cat.jpg"))
        _ = try edit.apply(to: [id], in: catalog)
        try takeout.story(
            year + "cat.jpg.json", title: "Minka asleep.jpg",
            more: ["description": "Waiting", "people": [["name": "Minka"]]])
        let second = try await take()
        #expect(second.filled == 1)
        #expect(second.proposed == 2)
        let record = try record(year + "cat.jpg")
        #expect(record.caption == "Mine")
        #expect(record.people == ["Minka"])
        let proposals = try catalog.proposals()
        #expect(Set(proposals.map(\.field)) == [.name, .caption])
        #expect(proposals.first { $0.field == .name }?.proposed == .string("Minka asleep"))
    }

    @Test func `what has no partner is named, what is broken fails, the rest goes on`() async throws
    {
        try takeout.add("photos/cat.jpg", as: year + "cat.jpg")
        try takeout.add("photos/boat.jpg", as: year + "boat.jpg")
        try takeout.write("{\"title\": ", as: year + "boat.jpg.json")
        try takeout.story(year + "gone.jpg.json", title: "gone.jpg", taken: 5)
        try takeout.add("photos/flowers.jpg", as: year + "flowers.jpg")
        try takeout.story(
            year + "flowers.jpg.json", title: "flowers.jpg", more: ["description": "Tulips"])
        try takeout.add("photos/whale.jpg", as: "Google Fotos/Papierkorb/whale.jpg")
        try takeout.story(
            "Google Fotos/Papierkorb/whale.jpg.json", title: "whale.jpg", taken: 5,
            more: ["trashed": true])
        try takeout.write("film", as: year + "film.mp4")
        let report = try await take()
        #expect(report.picturesAlone == [folder.path("Takeout/" + year + "cat.jpg")])
        #expect(report.sidecarsAlone == [folder.path("Takeout/" + year + "gone.jpg.json")])
        #expect(report.failures.map(\.item) == [folder.path("Takeout/" + year + "boat.jpg.json")])
        #expect(report.trashed == 1)
        #expect(report.others == 1)
        #expect(report.cataloged.added == 3)
        #expect(try record(year + "flowers.jpg").caption == "Tulips")
    }

    @Test func `a picture in one part finds its JSON in another`() async throws {
        let other = try TakeoutBuilder(in: folder.url.appending(path: "Takeout-2"))
        try takeout.add("photos/flowers.jpg", as: year + "flowers.jpg")
        try other.story(
            year + "flowers.jpg.json", title: "flowers.jpg", more: ["description": "Tulips"])
        let report = try await take(["Takeout", "Takeout-2"])
        #expect(report.sidecarsAlone.isEmpty)
        #expect(try record(year + "flowers.jpg").caption == "Tulips")
    }

    @Test func `a preview changes nothing`() async throws {
        try takeout.add("photos/flowers.jpg", as: year + "flowers.jpg")
        try takeout.story(
            year + "flowers.jpg.json", title: "flowers.jpg", more: ["description": "Tulips"])
        let report = try await ImportTakeout(
            [folder.path("Takeout")], into: catalog, dryRun: true
        ).run()
        #expect(report.cataloged.wouldRead == 1)
        #expect(try catalog.counts.photos == 0)
    }
}
