import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import Gazetteer

/// Which place is nearest to a point, and which one a person would name.
struct NearestPlaceTests {
    private static func gazetteer() throws -> PlaceDirectory {
        let path = try #require(InstalledGazetteer.path(environment: [:]), "no file of places")
        return try PlaceDirectory(path: path)
    }

    private static func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// Every place of the file with its coordinate.
    private struct Everything {
        var latitudes: [Double] = []
        var longitudes: [Double] = []

        init(_ file: GazetteerFile) {
            for row in 0..<GazetteerFile.rows {
                for column in 0..<GazetteerFile.columns {
                    for place in file.places(row: row, column: column) {
                        latitudes.append(PlaceSearch.degrees(row - 90, file.north(place)))
                        longitudes.append(PlaceSearch.degrees(column - 180, file.east(place)))
                    }
                }
            }
        }

        /// The nearest place, looked for among all.
        func nearest(_ point: Coordinate) -> (place: Int, kilometres: Double) {
            let sphere = Sphere(point)
            var best = (place: -1, kilometres: Double.infinity)
            for place in latitudes.indices {
                let distance = sphere.kilometres(
                    latitude: latitudes[place], longitude: longitudes[place])
                if distance < best.kilometres { best = (place, distance) }
            }
            return best
        }

        /// The place with the best score among all of the nearest one's country.
        func named(_ point: Coordinate, _ file: GazetteerFile) -> Int {
            let sphere = Sphere(point)
            let near = nearest(point).place
            let country = file.region(near).map { file.regions[$0].country }
            var best = (score: Double.infinity, distance: Double.infinity, place: -1)
            for place in latitudes.indices
            where abs(latitudes[place] - point.latitude) < 1
                && file.region(place).map({ file.regions[$0].country }) == country
            {
                let distance = sphere.kilometres(
                    latitude: latitudes[place], longitude: longitudes[place])
                let score = Reach.score(distance, file.size(place))
                if (score, distance, place) < best { best = (score, distance, place) }
            }
            return best.place
        }
    }

    private static let edges: [(Double, Double)] = [
        (90, 0), (-90, 0), (90, 180), (-90, -180), (89.9999, 12), (-89.99, -170), (0, 0),
        (0, 180), (0, -180), (0, 179.9999), (-16.5, 180), (-16.5, -180), (-16.8, 179.999),
        (-16.8, -179.999), (65, 180), (66.5, -179.99), (51.88, -176.65), (-43.95, -176.55),
        (0, 90), (0.0001, -78.45), (-0.0001, -78.45), (60, 25), (48.85837, 2.29448),
        (78.22, 15.63), (-54.8, -68.3), (-77.85, 166.67), (48, 7), (49, 7), (48.0, 7.999_999),
        (40, -75), (-1, -1), (1, 1), (-48.87, -123.39), (27.99, 86.93),
    ]

    @Test
    func `the nearest place is the one that a search among all places finds`() throws {
        let gazetteer = try Self.gazetteer()
        let everything = Everything(gazetteer.file)
        #expect(everything.latitudes.count == gazetteer.count)
        var generator = SplitMix(state: 7)
        var points = try Self.edges.map { try Self.point($0.0, $0.1) }
        for number in 0..<120 {
            // Half of them anywhere on the sphere, half around towns, where photos are taken.
            if number % 2 == 0 {
                points.append(
                    try Self.point(
                        asin(Double.random(in: -1...1, using: &generator)) * 180 / .pi,
                        Double.random(in: -180...180, using: &generator)))
            } else {
                let place = Int.random(in: 0..<gazetteer.count, using: &generator)
                points.append(
                    try Self.point(
                        min(
                            90,
                            everything.latitudes[place]
                                + Double.random(in: 0...0.3, using: &generator)),
                        min(
                            180,
                            everything.longitudes[place]
                                + Double.random(in: 0...0.5, using: &generator))))
            }
        }
        for point in points {
            let expected = everything.nearest(point)
            let found = try #require(PlaceSearch(gazetteer.file, around: point).nearest())
            #expect(found.kilometres == expected.kilometres, "\(point)")
            #expect(found.place == expected.place, "\(point)")
            if expected.kilometres <= PlaceDirectory.countryRadius {
                let named = PlaceSearch(gazetteer.file, around: point).named(besides: found)
                #expect(named.place == everything.named(point, gazetteer.file), "\(point)")
            }
        }
    }

    @Test
    func `a point right on a place is at no distance from it, and a tie goes to the first`() throws
    {
        let gazetteer = try Self.gazetteer()
        for place in stride(from: 0, to: gazetteer.count, by: 4001) {
            let known = try #require(gazetteer.named(place))
            let found = try #require(
                PlaceSearch(gazetteer.file, around: known.coordinate).nearest())
            #expect(found.kilometres == 0)
            #expect(found.place <= place)
        }
    }

    @Test
    func `distances are those of a sphere of the mean radius`() throws {
        // Paris to New York, and a quarter and half of the globe.
        let paris = Sphere(try Self.point(48.8566, 2.3522))
        #expect(abs(paris.kilometres(latitude: 40.7128, longitude: -74.0060) - 5837.2) < 1)
        let origin = Sphere(try Self.point(0, 0))
        #expect(abs(origin.kilometres(latitude: 90, longitude: 77) - 10_007.557) < 0.01)
        #expect(abs(origin.kilometres(latitude: 0, longitude: 180) - 20_015.115) < 0.01)
        let edge = Sphere(try Self.point(0, 179.99))
        #expect(abs(edge.kilometres(latitude: 0, longitude: -179.99) - 2.2239) < 0.001)
    }

    @Test(
        arguments: [
            // The Eiffel tower stands in Paris, whose middle is farther than that of Neuilly.
            (48.85837, 2.29448, "Paris", "Île-de-France", "FR"),
            // The middle of a town that a larger city reaches across.
            (48.8353, 2.2413, "Boulogne-Billancourt", "Île-de-France", "FR"),
            // A German town 4 km from the middle of Basel, which is larger but abroad.
            (47.5950, 7.6110, "Weil am Rhein", "Baden-Wurttemberg", "DE"),
            (47.5584, 7.5733, "Basel", "Basel-City", "CH"),
            (40.7484, -73.9857, nil, "New York", "US"),
            (-33.8568, 151.2153, nil, "New South Wales", "AU"),
        ] as [(Double, Double, String?, String, String)])
    func `a place is named as a person would`(
        latitude: Double, longitude: Double, name: String?, region: String, country: String
    ) throws {
        let place = try #require(
            try Self.gazetteer().place(at: try Self.point(latitude, longitude)))
        if let name { #expect(place.name == name) }
        #expect(place.region == region)
        #expect(place.country == country)
        #expect(place.source == "gazetteer")
        #expect(try #require(place.distanceKm) < 15)
    }

    @Test
    func `far from any place neither country nor region are claimed, and then no name at all`()
        throws
    {
        let gazetteer = try Self.gazetteer()
        // Some 170 km off the coast of Brittany.
        let atSea = try #require(gazetteer.place(at: try Self.point(47.8, -7.0)))
        #expect(atSea.name != nil && atSea.region == nil && atSea.country == nil)
        #expect(try #require(atSea.distanceKm) > 50)
        // Point Nemo, the spot that is farthest from any land.
        #expect(gazetteer.place(at: try Self.point(-48.8767, -123.3933)) == nil)
        #expect(
            try #require(gazetteer.nearest(to: try Self.point(-48.8767, -123.3933))?.distanceKm)
                > 1500)
        let local = try #require(LocalDateTime(iso: "2024-05-01T10:22:33"))
        #expect(gazetteer.offset(at: try Self.point(47.8, -7.0), local: local) == nil)
    }
}

/// Random numbers that are the same in each run (Steele, Lea and Flood 2014).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
