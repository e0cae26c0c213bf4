import CatalogDatabase
import Foundation
import MIMEMessage
import PhotoRecords
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

/// One's own mail comes back: what was only looked up stays looked up.
@Suite struct OwnMailTests {
    private struct Guide: ReverseGeocoder {
        func values(at point: Coordinate, local: LocalDateTime?) -> DerivedValues? {
            let town = Place(
                name: "Kleinstadt", region: "Shire", country: "DE", distanceKm: 1.2,
                source: Place.gazetteer)
            return DerivedValues(
                place: town, offset: local.flatMap { _ in UTCOffset(minutes: 120) })
        }
    }

    @Test func `a mail of one's own fills nothing, and a later name still reaches both photos`()
        async throws
    {
        let folder = try TemporaryFolder()
        let catalog = try PhotoCatalog(
            path: folder.path("catalog.sqlite"), access: .readWrite, geocoder: Guide())
        for name in ["bird", "cat"] {
            try FileManager.default.copyItem(
                atPath: Checkout.fixtures.path + "/photos/\(name).jpg",
                toPath: folder.path("\(name).jpg"))
        }
        _ = try await CatalogPhotos([folder.url.path], in: catalog).run()
        let ids = try ["bird", "cat"].map { try catalog.resolve(folder.path("\($0).jpg")) }
        let point = try #require(Coordinate(latitude: 50.1, longitude: 8.6))
        let taken = CaptureTime(
            local: try #require(LocalDateTime(iso: "2024-05-01T10:22:33")), source: "user")
        try catalog.edit(
            ids.flatMap { id in
                [.location(Location(coordinate: point), of: id), .taken(taken, of: id)]
            }, summary: "spot")
        let before = try ids.map { try catalog.record($0) }
        #expect(before[1]?.location?.place?.source == Place.gazetteer)
        var options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
        options.size = .small
        let share = try #require(
            ShareMessages(of: catalog, options: options).messages(of: ids).first)
        let mail = MailMessage(parsing: try share.bytes)
        let report = try ImportMail(into: catalog, pictures: folder.path("received"), dryRun: false)
            .take(mail, name: "mail.eml")
        #expect(report.photos.compactMap(\.merged).flatMap(\.filled).isEmpty)
        // The import hashed the photos' own files, to compare them with the pictures that came.
        func unhashed(_ record: PhotoRecord?) -> PhotoRecord? {
            var record = record
            record?.image?.sha256 = nil
            record?.image?.perceptualHash = nil
            return record
        }
        #expect(try ids.map { unhashed(try catalog.record($0)) } == before.map(unhashed))
        #expect(try catalog.proposals().isEmpty)
        var edits = PhotoEdits()
        edits.placeName = "Grandma's garden"
        _ = try edits.apply(to: [ids[0]], in: catalog)
        #expect(try catalog.record(ids[1])?.location?.place?.name == "Grandma's garden")
        // Its own name comes back as what it was: looked up.
        let second = try #require(
            ShareMessages(of: catalog, options: options).messages(of: [ids[1]]).first)
        _ = try ImportMail(into: catalog, pictures: folder.path("received"), dryRun: false)
            .take(MailMessage(parsing: try second.bytes), name: "second.eml")
        edits.placeName = "The garden"
        _ = try edits.apply(to: [ids[0]], in: catalog)
        #expect(try catalog.record(ids[1])?.location?.place?.name == "The garden")
    }
}
