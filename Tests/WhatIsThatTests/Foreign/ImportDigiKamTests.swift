import CatalogDatabase
import ExchangeFormats
import Foundation
import JSON
import OutputText
import PhotoRecords
import TestSupport
import Testing
import WhatIsThat

@Suite struct ImportDigiKamTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        try FileManager.default.createDirectory(
            atPath: folder.path("photos/2024"), withIntermediateDirectories: true)
    }

    private func copy(_ fixture: String, to name: String) throws {
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: fixture), to: folder.url.appending(path: name))
    }

    private func take(_ roots: [DigiKamRoots.Mapping] = []) async throws -> ExternalImportReport {
        try await ImportDigiKam(
            folder.path("digikam4.db"), named: "digikam4.db", into: catalog, roots: roots
        ).run()
    }

    private func build(
        root: String = "photos", _ body: (inout DigiKamBuilder) throws -> Void
    ) throws {
        var builder = try DigiKamBuilder(
            at: folder.path("digikam4.db"), identifier: "volumeid:?path=\(folder.path(root))")
        try body(&builder)
        try builder.close()
    }

    private func record(_ name: String) throws -> PhotoRecord {
        try #require(try catalog.record(try catalog.resolve(folder.path(name))))
    }

    private var flowers: DigiKamBuilder.Photo {
        var photo = DigiKamBuilder.Photo("flowers.jpg")
        photo.album = "/2024"
        photo.size = (1200, 1600, 1)
        photo.dates = ("2024-05-01T10:22:33.000", nil)
        photo.rating = 5
        photo.comments = [(1, "x-default", "On the table"), (3, "x-default", "Tulips")]
        photo.tags = ["Nature/Plants/Tulip"]
        photo.faces = [("Anna", "tagRegion", (120, 160, 240, 160))]
        photo.position = (48.5, 2.25, 35)
        photo.properties = ["city": "Paris", "countryCode": "FR"]
        return photo
    }

    @Test func `a photo that says nothing gets its whole story`() async throws {
        try copy("photos/flowers.jpg", to: "photos/2024/flowers.jpg")
        try build {
            try $0.addPerson("Anna")
            try $0.add(flowers)
        }
        let report = try await take()
        #expect(report.failures.isEmpty)
        #expect(report.cataloged.added == 1)
        let record = try record("photos/2024/flowers.jpg")
        #expect(record.name == "Tulips")
        #expect(record.caption == "On the table")
        #expect(record.keywords == ["Tulip"])
        #expect(record.people == ["Anna"])
        #expect(record.taken?.local == LocalDateTime(iso: "2024-05-01T10:22:33"))
        #expect(record.taken?.offset == nil)
        #expect(record.location?.coordinate == Coordinate(latitude: 48.5, longitude: 2.25))
        #expect(record.location?.place?.name == "Paris")
        #expect(record.regions.map(\.name) == ["Anna"])
        #expect(record.regions.map(\.kind) == [.face])
        #expect(record.unknown["rating"] == .integer(5))
        #expect(record.provenance[.name]?.source == "digikam:digikam4.db")

        let again = try await take()
        #expect(again.filled + again.proposed + again.rated == 0)
        #expect(again.changes.isEmpty)
        try catalog.undo(report.changes.last?.number)
        #expect(try self.record("photos/2024/flowers.jpg").name == nil)
    }

    @Test func `what a person wrote stands, and digiKam's is proposed`() async throws {
        try copy("photos/flowers.jpg", to: "photos/2024/flowers.jpg")
        _ = try await CatalogPhotos([folder.path("photos")], in: catalog).run()
        var edit = PhotoEdits()
        edit.name = "Mine"
        let id = try catalog.resolve(folder.path("photos/2024/flowers.jpg"))
        _ = try edit.apply(to: [id], in: catalog)
        try build { try $0.add(flowers) }
        let report = try await take()
        #expect(report.proposed == 1)
        #expect(try record("photos/2024/flowers.jpg").name == "Mine")
        #expect(try catalog.proposals().map(\.source) == ["digikam:digikam4.db"])
    }

    @Test func `a photo elsewhere is recognised by its file, one that is nowhere is named`()
        async throws
    {
        try copy("photos/flowers.jpg", to: "photos/other name.jpg")
        _ = try await CatalogPhotos([folder.path("photos")], in: catalog).run()
        try build {
            var photo = flowers
            let path = folder.path("photos/other name.jpg")
            let bytes = try Data(contentsOf: URL(filePath: path)).count
            photo.file = (bytes, try #require(DigiKamHash.of(path)))
            try $0.add(photo)
            photo.name = "changed.jpg"
            photo.file = (bytes, "00000000000000000000000000000000")
            try $0.add(photo)
        }
        let report = try await take()
        #expect(report.stories == 1)
        #expect(try record("photos/other name.jpg").name == "Tulips")
        #expect(report.failures.map(\.item) == [folder.path("photos/2024/changed.jpg")])
    }

    @Test func `a root that moved is named once, and found where it is said to be`() async throws {
        try copy("photos/flowers.jpg", to: "photos/2024/flowers.jpg")
        try copy("photos/bird.jpg", to: "photos/2024/bird.jpg")
        try build(root: "unplugged") {
            try $0.add(flowers)
            var bird = flowers
            bird.name = "bird.jpg"
            try $0.add(bird)
        }
        let lost = try await take()
        #expect(lost.stories == 0)
        #expect(lost.failures.map(\.item) == [folder.path("unplugged")])
        #expect(lost.failures.first?.reason.contains("with 2 photos was not found") == true)
        let found = try await take([
            DigiKamRoots.Mapping(old: folder.path("unplugged"), new: folder.path("photos"))
        ])
        #expect(found.failures.isEmpty)
        #expect(found.stories == 2)
        #expect(try record("photos/2024/flowers.jpg").name == "Tulips")
        // A volume that is gone again: its photos are known by their paths.
        try FileManager.default.removeItem(atPath: folder.path("photos"))
        let known = try await take([
            DigiKamRoots.Mapping(old: "Bilder", new: folder.path("photos"))
        ])
        #expect(known.stories == 2)
        #expect(known.failures.isEmpty)
    }

    @Test func `thousands of stories are one change`() async throws {
        try copy("photos/flowers.jpg", to: "photos/2024/flowers.jpg")
        try copy("photos/bird.jpg", to: "photos/2024/bird.jpg")
        try build {
            try $0.add(flowers)
            for number in 0..<2_500 {
                try $0.add(DigiKamBuilder.Photo("none-\(number).jpg"))
            }
            var bird = flowers
            bird.name = "bird.jpg"
            bird.comments = [(1, "x-default", "A bird")]
            bird.faces = [("Ben", "tagRegion", (1, 1, 200, 200))]
            try $0.add(bird)
        }
        let report = try await take()
        #expect(report.failures.count == 2_500)
        #expect(report.changes.count == 1)
        #expect(report.changes.first?.summary.contains("\(report.filled) values") == true)
        try catalog.undo(report.changes.first?.number)
        #expect(try record("photos/2024/flowers.jpg").caption == nil)
        #expect(try catalog.proposals().isEmpty)
    }

    @Test func `a file that is not a database is named`() async throws {
        try Data("SQLite format 3\0 and no more".utf8).write(
            to: folder.url.appending(path: "digikam4.db"))
        let failure = await #expect(throws: WitError.self) { try await take() }
        #expect(failure?.item == "digikam4.db")
    }
}
