import Foundation
import Gazetteer
import MIMEMessage
import PhotoRecords
import Testing

@testable import Privacy
@testable import ShareMail

@Suite struct HomeZoneTests {
    private func zone(_ grade: LocationGrade = .tenKilometres) throws -> HomeZone {
        HomeZone(
            name: "Home", center: try #require(Coordinate(latitude: 48.1372, longitude: 11.5756)),
            radius: 2, grade: grade)
    }

    private func record(_ name: String, _ latitude: Double, _ longitude: Double) throws
        -> PhotoRecord
    {
        var record = try #require(SampleShares.record(named: name))
        record.location = Location(
            coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: 519)
        return record
    }

    @Test func `photos of the zone leave coarsely whatever was chosen, others as chosen`() throws {
        var options = try SampleShares.options()
        options.homes = [try zone()]
        let records = [
            try record("bird.jpg", 48.1401, 11.5801), try record("cat.jpg", 48.17, 11.5756),
            try record("boat.jpg", 47.1234, 10.1234),
        ]
        let share = try ShareComposer().compose(records, options)
        #expect(share.summary.hasSuffix("exact location of 2, within 10 km of 1 (Home)"))
        #expect(share.photos.map(\.home) == ["Home", nil, nil])
        #expect(share.findings.map(\.code) == [.homeZone])
        #expect(share.findings.first?.message.contains("zone “Home”") == true)
        let back = ShareReader().read(MailMessage(parsing: try share.bytes)).photos.map(\.record)
        #expect(back.map { $0.location?.precision?.rawValue } == ["10km", nil, nil])
        #expect(back[0].location?.coordinate?.latitude == 48.105)
        #expect(back[0].location?.altitude == nil)
        #expect(back[1].location?.coordinate?.latitude == 48.17)
        #expect(!String(decoding: try share.bytes, as: UTF8.self).contains("(Home)"))
    }

    @Test(arguments: LocationGrade.allCases)
    func `a zone never makes a photo finer than was asked`(asked: LocationGrade) throws {
        for grade in LocationGrade.allCases where grade != .exact {
            var options = try SampleShares.options()
            options.location = asked
            options.homes = [try zone(grade), try zone(.kilometre)]
            let redacted = RedactedRecord(of: try record("bird.jpg", 48.1401, 11.5801), options)
            #expect(redacted.grade == max(asked, grade))
            #expect((redacted.home != nil) == (asked < grade || asked == .exact))
        }
    }

    @Test func `a place is known by its edge, its name, or what it was coarsely shared as`() throws
    {
        var zone = try zone()
        zone.placeNames = ["Grandma's garden"]
        func holds(_ latitude: Double, _ precision: Location.Precision? = nil) -> Bool {
            zone.holds(
                Location(
                    coordinate: Coordinate(latitude: latitude, longitude: 11.5756),
                    precision: precision))
        }
        #expect(holds(48.1550) && !holds(48.1554))
        #expect(holds(48.1600, .kilometre) && !holds(48.1700, .kilometre))
        #expect(zone.holds(Location(place: Place(name: "grandma's garden"))))
        #expect(zone.holds(Location(place: Place(name: "Home"))))
        guard PlaceNaming.installed != nil else { return }
        #expect(!zone.holds(Location(place: Place(name: "Paris"))))
        // Told by words alone, as photoshop:City does.
        #expect(zone.holds(Location(place: Place(name: "Munich", country: "DE"))))
        #expect(zone.holds(Location(place: Place(name: "Somewhere, Munich", country: "Germany"))))
        #expect(!zone.holds(Location(place: Place(name: "Munich", country: "FR"))))
        #expect(!zone.holds(Location(place: Place(name: "Hamburg", country: "DE"))))
    }

    @Test func `without a list of places, any that is known by its name alone may be in the zone`()
        throws
    {
        let zone = try zone()
        let point = Coordinate(latitude: 52.5, longitude: 13.4)
        #expect(zone.holds(Location(place: Place(name: "Paris")), knowing: nil))
        #expect(!zone.holds(Location(coordinate: point, place: Place(name: "x")), knowing: nil))
        #expect(!zone.holds(Location(place: Place(country: "DE")), knowing: nil))
    }

    @Test func `a name of very many pieces is looked up once for each, or may be any place`()
        throws
    {
        let gazetteer = try #require(PlaceNaming.installed)
        let zone = try zone()
        func holds(_ name: String) -> Bool { zone.holds(Location(place: Place(name: name))) }
        #expect(!holds("Paris") && !holds(String(repeating: "Paris,", count: 300)))
        // No bound says that a place is outside.
        #expect(holds(String(repeating: "Paris,", count: 50_000)))
        #expect(holds(String(repeating: "Paris,", count: 200) + "Munich"))
        let naming = PlaceNaming(gazetteer: gazetteer)
        let once = naming.towns(named: Place(name: "Paris"))
        let often = naming.towns(named: Place(name: "Paris, paris,PARIS"))
        #expect(once?.isEmpty == false && often?.count == once?.count)
    }

    @Test func `a town of the zone is known among larger ones of its name`() throws {
        let gazetteer = try #require(PlaceNaming.installed)
        let all = gazetteer.places(named: "Neustadt", limit: 1000)
            .filter { $0.country == "DE" }
        let small = try #require(all.last)
        try #require(all.count > 1)
        let zone = HomeZone(name: "Home", center: small.coordinate, radius: 1)
        #expect(zone.holds(Location(place: Place(name: "Neustadt", country: "DE"))))
    }

    @Test func `a photo of the zone without a point keeps its place's name at home`() throws {
        var record = try #require(SampleShares.record(named: "cat.jpg"))
        record.location = Location(place: Place(name: "Grandma's garden", country: "DE"))
        var options = try SampleShares.options()
        var zone = try zone()
        zone.placeNames = ["Grandma's garden"]
        options.homes = [zone]
        let share = try ShareComposer().compose([record], options)
        #expect(share.photos.first?.record.location?.place == Place(country: "DE"))
        #expect(!String(decoding: try share.bytes, as: UTF8.self).contains("garden"))
    }

    @Test func `every mixture of locations is described`() throws {
        let options = try SampleShares.options()
        let content = try StoredBytes([1], in: TemporaryFile())
        func photo(_ precision: Location.Precision?, home: String? = nil) -> SharedPhoto {
            var record = PhotoRecord()
            record.location = Location(place: Place(name: "x"))
            record.location?.precision = precision
            var photo = SharedPhoto(
                PreparedPhoto(
                    original: record, record: record, redacted: RedactedRecord(of: record, options),
                    fileName: "", content: content, sha256: "", originalSHA256: ""))
            photo.home = home
            return photo
        }
        var none = photo(nil)
        none.record.location = nil
        var hidden = none
        hidden.home = "Home"
        func words(_ photos: [SharedPhoto], _ asked: LocationGrade = .exact) -> String {
            SharedLocations(photos, asked: asked).words
        }
        #expect(words([none]) == "no location known")
        #expect(words([none], .none) == "no location")
        #expect(words([photo(nil), photo(nil)]) == "with the exact location")
        #expect(words([photo(nil), none]) == "with the exact location of 1")
        #expect(words([photo(.kilometre), none], .kilometre) == "location within 1 km of 1")
        #expect(words([photo(.tenKilometres)], .tenKilometres) == "location within 10 km")
        #expect(words([photo(.place)], .place) == "location to the town")
        #expect(
            words([photo(nil), photo(.place, home: "Home"), hidden])
                == "exact location of 1, to the town of 1 (Home), none of 1 (Home)")
        #expect(words([hidden]) == "no location (Home)")
        var held = none
        held.heldBack = [.name, .location]
        #expect(words([held]) == "no location (withheld: no file has it any more)")
        #expect(
            words([photo(nil), held])
                == "exact location of 1, none of 1 (withheld: no file has it any more)")
        // None was to leave at all.
        #expect(words([held], .none) == "no location")
    }
}
