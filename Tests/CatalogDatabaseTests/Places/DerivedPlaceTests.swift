import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// Places and offsets that are worked out: shown and found, but never taken for what was said.
@Suite struct DerivedPlaceTests {
    let fixture: CatalogFixture
    let catalog: PhotoCatalog

    init() throws {
        fixture = try CatalogFixture()
        catalog = try fixture.guided()
    }

    private func file(
        _ name: String = "a.jpg", _ latitude: Double = 48.5, _ longitude: Double = 2.5,
        fingerprint: String? = nil, modified: Int64 = 1,
        _ change: (inout PhotoRecord) -> Void = { _ in }
    ) throws -> ScannedFile {
        // Identities that differ where the names do.
        let print = fingerprint ?? name.utf8.map { String($0, radix: 16) }.joined()
        return .made(try fixture.touch(name), fingerprint: print, modified: modified) { record in
            record.taken = time("2024-05-01T10:22:33")
            record.location = location(latitude, longitude)
            change(&record)
        }
    }

    private func proposals() throws -> Int { try catalog.proposals().count }

    @Test func `a point without a name gets place and offset, which are shown and found`() throws {
        let id = try catalog.scan(try file())
        let photo = try catalog.photo(id)
        #expect(
            photo.location?.place
                == Place(
                    name: "Town 48 2", region: "Shire", country: "XX", distanceKm: 1.2,
                    source: "gazetteer"))
        #expect(photo.taken?.offset == UTCOffset("+02:00"))
        #expect(photo.taken?.offsetSource == .place)
        #expect(photo.taken?.utc == "2024-05-01T08:22:33Z")
        for words in [["town"], ["shire"], ["XX"]] {
            #expect(try catalog.find(PhotoQuery(words: words)).map(\.id) == [id])
        }
        // Another connection, that has no geocoder, shows the same.
        #expect(try fixture.photo(id) == photo)
        #expect(try catalog.check(files: .none).isEmpty)
    }

    @Test func `what the file says is kept`() throws {
        let id = try catalog.scan(
            try file { record in
                record.taken = time("2024-05-01T10:22:33", "+05:30")
                record.location?.place = Place(name: "Own")
            })
        let photo = try catalog.photo(id)
        #expect(photo.location?.place == Place(name: "Own"))
        #expect(photo.taken?.offset == UTCOffset("+05:30"))
        #expect(photo.taken?.offsetSource == .exif)
        #expect(try catalog.find(PhotoQuery(words: ["town"])).isEmpty)
    }

    @Test func `a time that was shown twice is noted, and the note goes with the time`() throws {
        let id = try catalog.scan(
            try file { $0.taken = time("2024-05-01T11:22:33") })
        #expect(try catalog.photo(id).findings.map(\.code) == [.timeTwice])
        try catalog.edit([.taken(time("2024-05-01T12:22:33"), of: id)], summary: "time")
        #expect(try catalog.photo(id).findings.isEmpty)
    }

    @Test func `a date alone has no offset by the place`() throws {
        let id = try catalog.scan(try file { $0.taken = time("2024-05-01") })
        #expect(try catalog.photo(id).taken?.offset == nil)
    }

    @Test
    func
        `another point or time looks everything up again, and undo restores it`()
        throws
    {
        let id = try catalog.scan(try file())
        let before = try catalog.photo(id)
        try catalog.edit([.location(location(10.5, 20.5), of: id)], summary: "at")
        #expect(try catalog.photo(id).location?.place?.name == "Town 10 20")
        try catalog.edit([.taken(time("2024-12-01T10:00:00"), of: id)], summary: "date")
        #expect(try catalog.photo(id).taken?.offset == UTCOffset("+01:00"))
        try catalog.edit([.location(nil, of: id)], summary: "none")
        #expect(try catalog.photo(id).location == nil)
        #expect(try catalog.photo(id).taken?.offset == nil)
        #expect(try catalog.find(PhotoQuery(words: ["town"])).isEmpty)
        for _ in 0..<3 { try catalog.undo() }
        #expect(try catalog.photo(id) == before)
        #expect(try catalog.find(PhotoQuery(words: ["town"])).count == 1)
    }

    @Test func `what was worked out is no part of changes, and a rescan says nothing new`() throws {
        let id = try catalog.scan(try file())
        let change = try #require(
            try catalog.edit([.location(location(10.5, 20.5), of: id)], summary: "at"))
        for value in try catalog.values(of: change.number) {
            #expect(value.old?["place"] == nil && value.new?["place"] == nil)
        }
        try catalog.undo()
        let tally = try catalog.add([try file(modified: 2)])
        #expect(tally.changedValues == 0 && tally.proposals == 0)
        #expect(try proposals() == 0)
    }

    @Test func `a file that comes to name its place and offset is followed`() throws {
        let id = try catalog.scan(try file())
        let tally = try catalog.add([
            try file(modified: 2) {
                $0.location?.place = Place(name: "Own")
                $0.taken = time("2024-05-01T10:22:33", "+03:00")
            }
        ])
        #expect(tally.changedValues == 2 && tally.proposals == 0)
        #expect(try catalog.photo(id).location?.place == Place(name: "Own"))
        #expect(try catalog.photo(id).taken?.offset == UTCOffset("+03:00"))
    }

    @Test func `a mail's own values fill, those that its sender looked up never contradict`() throws
    {
        let id = try catalog.scan(try file())
        func mail(
            _ number: Int, _ place: Place, _ offset: String, _ source: CaptureTime.OffsetSource
        )
            throws -> MergeTally
        {
            var record = PhotoRecord()
            record.id = id
            record.location = location(48.5, 2.5)
            record.location?.place = place
            record.taken = time("2024-05-01T10:22:33", offset)
            record.taken?.offsetSource = source
            let origin = MessageOrigin(messageID: "\(number)@example.org")
            var incoming = IncomingRecord(record: record, origin: origin)
            // Without its picture it would only propose.
            incoming.picture = try file()
            return try catalog.merge([incoming])
        }
        let own = try #require(try catalog.photo(id).location?.place)
        #expect(own.name == "Town 48 2")
        let looked = Place(name: "Far", country: "YY", distanceKm: 9, source: "gazetteer")
        let first = try mail(1, looked, "+04:00", .place)
        // What is looked up here by the point is not taken from a sender.
        #expect(first.proposed == 0 && first.filled == 0)
        #expect(try catalog.photo(id).location?.place == own)
        #expect(try catalog.photo(id).taken?.offset == UTCOffset("+02:00"))
        let other = Place(name: "Further", country: "ZZ", distanceKm: 3)
        #expect(try mail(2, other, "+05:00", .place).proposed == 0)
        #expect(try catalog.photo(id).location?.place == own)
        // What somebody said takes the place of what was looked up.
        let said = try mail(3, Place(name: "Said"), "+03:00", .exif)
        #expect(said.proposed == 0)
        #expect(try catalog.photo(id).location?.place == Place(name: "Said"))
        #expect(try catalog.photo(id).taken?.offset == UTCOffset("+03:00"))
        #expect(try mail(4, other, "+06:00", .place).proposed == 0)
        #expect(try catalog.photo(id).location?.place == Place(name: "Said"))
        #expect(try proposals() == 0)
        // Two that were said are for a person to decide.
        #expect(try mail(5, Place(name: "Otherwise"), "+03:00", .exif).proposed == 1)
        for _ in 0..<2 { try catalog.undo() }
        #expect(try catalog.photo(id).location?.place == own)
    }

    @Test func `photos that were cataloged without a geocoder get theirs later`() throws {
        let id = try fixture.scan(try file()).id
        #expect(try fixture.photo(id).location?.place == nil)
        #expect(try fixture.catalog.derivePlaces() == 0)
        #expect(try catalog.derivePlaces() == 1)
        #expect(try catalog.derivePlaces() == 0)
        #expect(try fixture.photo(id).location?.place?.name == "Town 48 2")
        let renewed = try fixture.guided(StubGeocoder(suffix: " anew"))
        #expect(try renewed.derivePlaces() == 0)
        #expect(try renewed.derivePlaces(all: true) == 1)
        #expect(try fixture.photo(id).location?.place?.name == "Town 48 2 anew")
        #expect(try catalog.find(PhotoQuery(words: ["anew"])).count == 1)
        #expect(try catalog.check(files: .none).isEmpty)
    }

    @Test func `an edit without a geocoder leaves no place of another point behind`() throws {
        let id = try catalog.scan(try file())
        try fixture.catalog.edit([.name("Kite", of: id)], summary: "name")
        #expect(try fixture.photo(id).location?.place?.name == "Town 48 2")
        try fixture.catalog.edit([.location(location(10.5, 20.5), of: id)], summary: "at")
        #expect(try fixture.photo(id).location?.place == nil)
        #expect(try fixture.photo(id).taken?.offset == nil)
        #expect(try catalog.derivePlaces() == 1)
        #expect(try fixture.photo(id).location?.place?.name == "Town 10 20")
    }

    @Test func `a catalog of the version before gets the columns, and keeps what it has`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("old.wit")
        try OldCatalog.make(path, steps: 1)
        // To read is enough: it is brought up to date first.
        let reader = try PhotoCatalog(path: path, access: .readOnly)
        #expect(try reader.counts.photos == 0)
        let old = try PhotoCatalog(path: path, access: .readWrite, geocoder: StubGeocoder())
        let id = try old.scan(try file())
        #expect(try old.photo(id).location?.place?.name == "Town 48 2")
    }
}
