import CatalogDatabase
import Foundation
import PhotoRecords
import TestSupport
import Testing
import WhatIsThat

@Suite struct PhotoEditsTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog
    let photo: RecordID

    init() async throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/lighthouse.jpg"),
            to: folder.url.appending(path: "lighthouse.jpg"))
        _ = try await CatalogPhotos([folder.path("lighthouse.jpg")], in: catalog).run()
        photo = try catalog.resolve(folder.path("lighthouse.jpg"))
    }

    private func edited(_ change: (inout PhotoEdits) -> Void) throws -> PhotoRecord {
        var edits = PhotoEdits()
        change(&edits)
        _ = try edits.apply(to: [photo], in: catalog)
        return try #require(try catalog.record(photo))
    }

    @Test func `a new clock reading keeps the offset that was known`() throws {
        let local = try #require(LocalDateTime(iso: "2024-08-15T10:00:00"))
        let record = try edited { $0.taken = CaptureTime(local: local, source: "user") }
        #expect(record.taken?.local == local)
        #expect(record.taken?.offset == UTCOffset("+01:00"))
        #expect(record.provenance[.taken]?.isUser == true)
    }

    @Test func `a new point drops what was measured at the former one`() throws {
        let sydney = try #require(Coordinate(latitude: -33.8, longitude: 151.2))
        let record = try edited { $0.coordinate = sydney }
        #expect(record.location == Location(coordinate: sydney, source: "user"))
    }

    @Test func `a place's name stays with the point that is known`() throws {
        let before = try #require(try catalog.record(photo)?.location)
        let record = try edited { $0.placeName = "Neist Point" }
        #expect(record.location?.place?.name == "Neist Point")
        #expect(record.location?.coordinate == before.coordinate)
        #expect(record.location?.altitude == before.altitude)
        let without = try edited { $0.placeName = "" }
        #expect(without.location?.place == nil)
    }

    @Test func `keywords are added once and taken away`() throws {
        let record = try edited {
            $0.keywords.adding = ["sea", "holiday"]
            $0.keywords.removing = ["evening"]
        }
        #expect(record.keywords == ["lighthouse", "sea", "holiday"])
    }

    @Test func `an empty name takes it away, and undo brings it back`() throws {
        #expect(try edited { $0.name = "" }.name == nil)
        _ = try catalog.undo(nil)
        #expect(try catalog.record(photo)?.name == "Lighthouse at dusk")
    }

    @Test func `an edit that changes nothing is no change`() throws {
        _ = try edited { $0.name = "Mine" }
        var edits = PhotoEdits()
        edits.name = "Mine"
        #expect(try edits.apply(to: [photo], in: catalog) == nil)
    }
}
