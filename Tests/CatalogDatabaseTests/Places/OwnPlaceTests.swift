import Foundation
import GRDB
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// The name that a person gives to a place goes to the photos around it.
@Suite struct OwnPlaceTests {
    let fixture: CatalogFixture
    let catalog: PhotoCatalog

    init() throws {
        fixture = try CatalogFixture()
        catalog = try fixture.guided()
    }

    /// A photo so many metres north of 48.5, 2.5.
    private func photo(_ number: Int, metres: Double, place: Place? = nil) throws -> RecordID {
        try catalog.scan(
            .made(try fixture.touch("\(number).jpg"), fingerprint: "aa\(1000 + number)") {
                $0.location = location(48.5 + metres / 111_195, 2.5)
                $0.location?.place = place
            })
    }

    private func place(_ id: RecordID) throws -> String? {
        try catalog.photo(id).location?.place?.name
    }

    @Test func `photos there already and photos to come get the name, undo forgets it`() throws {
        let garden = try photo(1, metres: 0)
        let near = try photo(2, metres: 200)
        let far = try photo(3, metres: 300)
        let own = try photo(4, metres: 10, place: Place(name: "The pond"))
        try catalog.namePlace("Grandma's garden", of: garden)
        let later = try photo(5, metres: -150)
        #expect(try place(garden) == "Grandma's garden")
        #expect(try place(near) == "Grandma's garden")
        #expect(try catalog.photo(near).location?.place?.source == "own-place")
        #expect(try catalog.photo(near).location?.place?.distanceKm == nil)
        #expect(try place(later) == "Grandma's garden")
        #expect(try place(far) == "Town 48 2")
        #expect(try place(own) == "The pond")
        #expect(try catalog.find(PhotoQuery(words: ["grandma"])).count == 3)
        #expect(try catalog.ownPlaces.map(\.name) == ["Grandma's garden"])
        try catalog.undo()
        for id in [garden, near, far, later] { #expect(try place(id) == "Town 48 2") }
        #expect(try place(own) == "The pond")
        #expect(try catalog.ownPlaces.isEmpty)
        #expect(try catalog.find(PhotoQuery(words: ["grandma"])).isEmpty)
        // Undoing the undo names all again.
        let undone = try #require(try catalog.changes(limit: 1).first)
        try catalog.undo(undone.number)
        #expect(try place(near) == "Grandma's garden")
        #expect(try catalog.proposals().isEmpty)
        #expect(try catalog.check(files: .none).isEmpty)
    }

    @Test func `photos of one name spread wider make one wider place`() throws {
        let first = try photo(1, metres: 0)
        let last = try photo(2, metres: 900)
        let between = try photo(3, metres: 450)
        let beyond = try photo(4, metres: 1100)
        let outside = try photo(5, metres: 1200)
        try catalog.namePlace("The lake", of: first, last)
        for id in [between, beyond] { #expect(try place(id) == "The lake") }
        #expect(try place(outside) == "Town 48 2")
        let lake = try #require(try catalog.ownPlaces.first)
        #expect(try catalog.ownPlaces.count == 1)
        #expect(abs(lake.kilometres - 0.7) < 0.01)
        // The name taken from one of both: what is left is a smaller place.
        try catalog.namePlace(nil, of: last)
        for id in [between, beyond, last] { #expect(try place(id) == "Town 48 2") }
        #expect(try place(first) == "The lake")
    }

    @Test func `the nearest own place wins, and the name goes where it is taken away`() throws {
        let garden = try photo(1, metres: 0)
        let house = try photo(2, metres: 300)
        let between = try photo(3, metres: 120)
        try catalog.namePlace("Garden", of: garden)
        try catalog.namePlace("House", of: house)
        #expect(try place(between) == "Garden")
        try catalog.namePlace(nil, of: garden)
        #expect(try place(between) == "House")
        #expect(try place(garden) == "Town 48 2")
        try catalog.namePlace(nil, of: house)
        for id in [garden, house, between] { #expect(try place(id) == "Town 48 2") }
    }

    @Test func `a photo that moves away takes its name's place along`() throws {
        let garden = try photo(1, metres: 0)
        let near = try photo(2, metres: 100)
        try catalog.namePlace("Garden", of: garden)
        var moved = try #require(location(10.5, 20.5))
        moved.place = Place(name: "Garden")
        try catalog.edit([.location(moved, of: garden)], summary: "at")
        #expect(try place(near) == "Town 48 2")
        #expect(try catalog.ownPlaces.map(\.center.latitude) == [10.5])
    }

    @Test func `a place across the antimeridian and one at a pole are found`() throws {
        func naming(_ photo: Int64, _ latitude: Double, _ longitude: Double) throws
            -> OwnPlaces.Naming
        {
            let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
            return OwnPlaces.Naming(photo: photo, name: "\(photo)", point: point)
        }
        let places = OwnPlaces([
            try naming(1, -16.8, 179.9995), try naming(2, 89.9999, 10), try naming(3, 0, 0),
        ])
        func found(_ latitude: Double, _ longitude: Double) throws -> String? {
            let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
            return places.place(at: point)?.name
        }
        #expect(try found(-16.8, -179.9995) == "1")
        #expect(try found(-16.8, 179.999) == "1")
        #expect(try found(90, -170) == "2")
        #expect(try found(0.001, -0.001) == "3")
        #expect(try found(0.004, 0) == nil)
        #expect(try found(-89.9999, 10) == nil)
    }

    @Test func `among ten thousand own places the nearest one is found`() throws {
        var namings: [OwnPlaces.Naming] = []
        for number in 0..<10_000 {
            let point = try #require(
                Coordinate(
                    latitude: 45 + Double(number / 100) * 0.003,
                    longitude: 5 + Double(number % 100) * 0.004))
            namings.append(OwnPlaces.Naming(photo: Int64(number), name: "\(number)", point: point))
        }
        let places = OwnPlaces(namings)
        for number in stride(from: 0, to: 10_000, by: 97) {
            let point = try #require(
                Coordinate(
                    latitude: namings[number].point.latitude + 0.0005,
                    longitude: namings[number].point.longitude - 0.0007))
            let nearest = namings.min {
                $0.point.kilometres(to: point)
                    < $1.point.kilometres(to: point)
            }
            #expect(places.place(at: point)?.name == nearest?.name)
        }
    }

    @Test func `repair finds the own places again`() throws {
        let garden = try photo(1, metres: 0)
        let near = try photo(2, metres: 100)
        try catalog.namePlace("Garden", of: garden)
        try catalog.writing { try $0.execute(sql: "DELETE FROM own_place") }
        try catalog.repair()
        #expect(try catalog.ownPlaces.map(\.name) == ["Garden"])
        #expect(try place(near) == "Garden")
        #expect(try catalog.derivePlaces(all: true) == 2)
        #expect(try place(near) == "Garden")
    }
}
