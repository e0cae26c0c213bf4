import Foundation
import PhotoRecords
import Testing

@testable import CatalogDatabase

@Suite struct PhotoFinderTests {
    /// A photo as it was made: what a query is to find is told from this alone.
    private struct Made {
        var words: Set<String>
        var point: Coordinate?
        var taken: LocalDateTime?
    }

    private static let vocabulary = ["kite", "barn", "wood", "lake"]

    /// What sends a query along each of the ways: few or many numbers, places asked first, after
    /// the words, partly, or not at all.
    private static let ways: [QueryCosts] = [0, 40, 10_000].flatMap { few in
        [0, 25, 10_000].flatMap { fewPlaces in
            [0, 0.5, 1_000].map { look in
                QueryCosts(few: few, fewPlaces: fewPlaces, step: look / 25, look: look)
            }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `every way through the indices finds the same`(seed: UInt64) throws {
        var random = Seeded(state: seed)
        let fixture = try CatalogFixture()
        let photos = (0..<400).map { _ in photo(&random) }
        _ = try fixture.catalog.add(
            photos.enumerated().map { index, photo in
                .made("/p/\(index)", fingerprint: String(index, radix: 16)) {
                    $0.name = photo.words.sorted().joined(separator: " ")
                    $0.taken = photo.taken.map { CaptureTime(local: $0, source: "exif:x") }
                    $0.location = photo.point.flatMap { location($0.latitude, $0.longitude) }
                }
            })
        var foundSome = 0
        for _ in 0..<40 {
            let query = query(&random)
            let expected = expected(query, photos)
            foundSome += expected.isEmpty ? 0 : 1
            for way in Self.ways {
                var numbers: [Int64] = []
                try fixture.catalog.reading { db in
                    try PhotoFinder(query, db, costs: way).forEach { numbers.append($0) }
                }
                #expect(numbers == expected, "\(query) by \(way)")
            }
        }
        #expect(foundSome > 10)
    }

    @Test func `places are read as far as they can save something`() {
        let costs = QueryCosts.measured
        func worth(_ found: Int, page: Double?) -> Int {
            costs.placesWorth(found: found, photos: 1_000_000, page: page)
        }
        // Few are looked at one by one; of many a page is soon full, and all are not.
        #expect(worth(costs.few, page: 50) == 0)
        #expect((20_000...40_000).contains(worth(16_000, page: 50)))
        #expect(worth(500_000, page: 50) < worth(16_000, page: 50))
        #expect(worth(16_000, page: nil) > worth(16_000, page: 50))
        #expect(worth(.max, page: .infinity) > 0)
        #expect(costs.placesWorth(found: 0, photos: 0, page: 0) == 0)
    }

    @Test func `a circle is read whole where a walk through the dates meets too few of it`() throws
    {
        let fixture = try CatalogFixture()
        _ = try fixture.catalog.add(
            (0..<400).map { index in
                .made("/p/\(index)", fingerprint: String(index, radix: 16)) {
                    // The oldest half lies in the circle, newest first does not begin there.
                    $0.taken = LocalDateTime(secondsSince1970: index * 86_400).map {
                        CaptureTime(local: $0, source: "exif:x")
                    }
                    $0.location = location(index < 200 ? 48.5 : 10, 2.35)
                }
            })
        var query = PhotoQuery()
        query.near = .init(try #require(Coordinate(latitude: 48.5, longitude: 2.35)), kilometres: 9)
        query.limit = 3
        for look in [0.5, 5, 1_000] {
            var numbers: [Int64] = []
            let costs = QueryCosts(few: 10, fewPlaces: 10, step: 0, look: look)
            try fixture.catalog.reading { db in
                try PhotoFinder(query, db, costs: costs).forEach { numbers.append($0) }
            }
            #expect(numbers == [200, 199, 198], "looking costs \(look)")
        }
    }

    // MARK: What is made, and what is to be found of it

    private func photo(_ random: inout Seeded) -> Made {
        let isEast = Bool.random(using: &random)
        let longitude = isEast ? 179.5 + .random(in: 0..<1, using: &random) : 2.35
        let point = Coordinate(
            latitude: .random(in: 48...49, using: &random),
            longitude: longitude >= 180 ? longitude - 360 : longitude)
        return Made(
            words: Set(Self.vocabulary.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }),
            point: Int.random(in: 0..<10, using: &random) == 0 ? nil : point,
            taken: Int.random(in: 0..<10, using: &random) == 0 ? nil : day(&random))
    }

    private func day(_ random: inout Seeded) -> LocalDateTime? {
        LocalDateTime(iso: "2024-05-\(Int.random(in: 10...28, using: &random))")
    }

    private func query(_ random: inout Seeded) -> PhotoQuery {
        var query = PhotoQuery(
            words: Self.vocabulary.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
        if Int.random(in: 0..<5, using: &random) > 0,
            let center = Coordinate(
                latitude: 48.5, longitude: Bool.random(using: &random) ? 2.35 : -179.9)
        {
            query.near = .init(center, kilometres: .random(in: 0..<80, using: &random))
        }
        if Bool.random(using: &random) { query.since = day(&random) }
        query.order = PhotoQuery.Order.allCases.randomElement(using: &random) ?? .added
        if Bool.random(using: &random) {
            query.limit = .random(in: 1..<20, using: &random)
            query.offset = .random(in: 0..<5, using: &random)
        }
        return query
    }

    private func expected(_ query: PhotoQuery, _ photos: [Made]) -> [Int64] {
        let found = photos.indices.filter { index in
            let photo = photos[index]
            let isNear = query.near.map { near in
                photo.point.map {
                    near.center.kilometres(to: $0) <= near.kilometres
                } ?? false
            }
            let isLate = query.since.map { since in
                photo.taken.map { $0.secondsSince1970 >= since.secondsSince1970 } ?? false
            }
            return photo.words.isSuperset(of: query.words) && isNear ?? true && isLate ?? true
        }
        func moment(_ index: Int, none: Int64) -> (Int64, Int) {
            (photos[index].taken.map { Int64($0.secondsSince1970) } ?? none, index)
        }
        let sorted =
            switch query.order {
            case .added: found
            case .newestFirst: found.sorted { moment($0, none: .min) > moment($1, none: .min) }
            case .oldestFirst: found.sorted { moment($0, none: .max) < moment($1, none: .max) }
            }
        return sorted.dropFirst(query.offset).prefix(query.limit ?? .max).map { Int64($0 + 1) }
    }
}

/// Numbers that are the same in every run.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        // splitmix64
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
