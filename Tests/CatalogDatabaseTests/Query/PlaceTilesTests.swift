import GRDB
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

@Suite struct PlaceTilesTests {
    private static let edges: [(Double, Double)] = [
        (90, 0), (-90, 0), (90, 180), (-90, -180), (0, 180), (0, -180), (0, 0), (-0.0, -0.0),
        (48.5, 2.5), (48.499999, 2.499999), (48.500001, 2.500001), (12, 179.999999),
        (12.5, -179.999999), (89.9, 135), (-89.9, -45), (0.5, -0.5), (-0.5, 0.5), (89.75, -180),
    ]

    private static func points(_ count: Int) -> [Coordinate] {
        var random = Seeded(state: 7)
        return edges.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
            + (edges.count..<count).compactMap { _ in
                Coordinate(
                    latitude: .random(in: -90...90, using: &random),
                    longitude: .random(in: -180...180, using: &random))
            }
    }

    private static func catalog(of points: [Coordinate]) throws -> CatalogFixture {
        let fixture = try CatalogFixture()
        _ = try fixture.catalog.add(
            points.enumerated().map { index, point in
                .made("/p/\(index)", fingerprint: String(index, radix: 16)) {
                    $0.location = location(point.latitude, point.longitude)
                }
            })
        return fixture
    }

    @Test(arguments: [0.001, 2, 40, 400, 3_000, 12_000, 21_000])
    func `the tiles of any circle give each of its photos, and each once`(kilometres: Double) throws
    {
        let points = Self.points(500)
        let fixture = try Self.catalog(of: points)
        for center in points.prefix(60) {
            let near = PhotoQuery.Near(center, kilometres: kilometres)
            let numbers = try fixture.catalog.reading { db in
                let found = try PlaceNumbers(near, db)
                #expect(try found.read(upTo: .max - 1))
                return found.numbers
            }
            let expected = points.indices.filter { index in
                GreatCircle.boxes(around: near).contains { box in
                    box.latitudes.contains(points[index].latitude)
                        && box.longitudes.contains(points[index].longitude)
                }
            }
            #expect(numbers.sorted() == expected.map { Int64($0 + 1) }, "\(center)")
            for (index, point) in points.enumerated()
            where center.kilometres(to: point) <= kilometres {
                #expect(expected.contains(index), "\(center) to \(point)")
            }
        }
    }

    @Test(arguments: [5.0, 500, 15_000])
    func `no photo outside the rows of a circle's tiles is read`(kilometres: Double) throws {
        let center = try #require(Coordinate(latitude: 48.857, longitude: 2.352))
        let boxes = GreatCircle.boxes(around: .init(center, kilometres: kilometres))
        let fixture = try CatalogFixture()
        try fixture.catalog.reading { db in
            for tiles in boxes.map({ PlaceTiles($0) }) {
                let plan = try Row.fetchAll(
                    db, sql: "EXPLAIN QUERY PLAN " + tiles.sql, arguments: tiles.arguments
                ).map { $0["detail"] as String }
                #expect(plan.contains { $0.contains("COVERING INDEX photo_by_tile (<expr>") })
            }
        }
    }

    @Test func `the photos of a catalog with a tree of places are found by their tiles`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("old.wit")
        try OldCatalog.make(path, steps: 5)
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO traits (json) VALUES ('{}');
                    INSERT INTO photo (record_id, name, latitude, longitude, traits)
                        VALUES (randomblob(16), 'Kite', 48.857, 2.352, 1),
                            (randomblob(16), 'Barn', NULL, NULL, 1);
                    INSERT INTO places VALUES (1, 48.857, 48.857, 2.352, 2.352);
                    """)
        }
        try queue.close()
        let catalog = try PhotoCatalog(path: path, access: .readWrite)
        var query = PhotoQuery()
        query.near = .init(
            try #require(Coordinate(latitude: 48.86, longitude: 2.35)), kilometres: 2)
        let found = try catalog.find(query)
        #expect(found.map(\.name) == ["Kite"])
        #expect(try catalog.counts.located == 1)
        // What moves or goes is followed without a word.
        try catalog.writing { db in try db.execute(sql: "UPDATE photo SET latitude = 10") }
        #expect(try catalog.find(query).isEmpty)
    }

    @Test(arguments: [
        "DELETE FROM places_node WHERE nodeno = 1", "UPDATE places_node SET data = x'00'",
        "DROP TABLE places_node", "DROP TABLE places_rowid",
    ])
    func `a catalog whose tree of places is damaged is brought up to date`(damage: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("old.wit")
        try OldCatalog.make(path, steps: 5)
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO traits (json) VALUES ('{}');
                    INSERT INTO photo (record_id, latitude, longitude, traits)
                        VALUES (randomblob(16), 48.857, 2.352, 1);
                    INSERT INTO places VALUES (1, 48.857, 48.857, 2.352, 2.352);
                    \(damage);
                    """)
        }
        try queue.close()
        let catalog = try PhotoCatalog(path: path, access: .readWrite)
        var query = PhotoQuery()
        query.near = .init(
            try #require(Coordinate(latitude: 48.86, longitude: 2.35)), kilometres: 2)
        #expect(try catalog.find(query).count == 1)
    }

    @Test func `an index that is missing is found by the check and made`() throws {
        let points = Self.points(30)
        let fixture = try Self.catalog(of: points)
        try fixture.catalog.writingWithoutTransaction {
            try $0.execute(sql: "DROP INDEX photo_by_tile")
        }
        let catalog = fixture.catalog
        #expect(try Set(catalog.check(files: .none).map(\.code)) == [.catalogDamaged])
        try catalog.repair()
        #expect(try catalog.check(files: .none).isEmpty)
        var query = PhotoQuery()
        query.near = .init(points[0], kilometres: 1)
        #expect(try !catalog.find(query).isEmpty)
    }

    @Test func `a photo that the index lacks is found by the check and set right`() throws {
        let fixture = try Self.catalog(of: Self.points(30))
        try fixture.catalog.writingWithoutTransaction { db in
            // A row is added while SQLite does not know of the index.
            let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
            try db.execute(
                sql: """
                    PRAGMA writable_schema = ON;
                    CREATE TEMP TABLE kept AS
                        SELECT * FROM sqlite_master WHERE name = 'photo_by_tile';
                    DELETE FROM sqlite_master WHERE name = 'photo_by_tile';
                    PRAGMA schema_version = \(version + 1);
                    """)
            try db.execute(sql: "UPDATE photo SET latitude = 1, longitude = 2 WHERE id = 20")
            try db.execute(
                sql: """
                    INSERT INTO sqlite_master SELECT * FROM kept;
                    PRAGMA schema_version = \(version + 2);
                    PRAGMA writable_schema = RESET;
                    """)
        }
        let catalog = fixture.catalog
        #expect(try Set(catalog.check(files: .none).map(\.code)) == [.catalogDamaged])
        try catalog.repair()
        #expect(try catalog.check(files: .none).isEmpty)
    }
}
