import Foundation
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import Gazetteer

/// The file of places: what is in it, and what becomes of a damaged one.
struct GazetteerFileTests {
    private static func path() throws -> String {
        try #require(InstalledGazetteer.path(environment: [:]), "no file of places")
    }

    @Test
    func `every place of the file has a name, a country and a time zone, and lies in order`() throws
    {
        let path = try Self.path()
        let size = try #require(
            try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)
        #expect(size.intValue <= 6_000_000)
        let gazetteer = try PlaceDirectory(path: path)
        #expect(gazetteer.count > 200_000)
        let file = gazetteer.file
        var unnamed = 0
        for row in 0..<GazetteerFile.rows {
            for column in 0..<GazetteerFile.columns {
                var last = 0
                for place in file.places(row: row, column: column) {
                    #expect(file.north(place) >= last)
                    last = file.north(place)
                    let region = try #require(file.region(place).map { file.regions[$0] })
                    #expect(region.country.utf8.count == 2)
                    if region.name == nil { unnamed += 1 }
                    #expect(file.zone(place) != nil)
                    #expect(file.name(at: file.nameStart(place))?.name.isEmpty == false)
                }
            }
        }
        #expect(unnamed < gazetteer.count / 100)
    }

    @Test
    func `another file, a damaged one and one that is not there are clear errors`() throws {
        let folder = try TemporaryFolder()
        let whole = try Data(contentsOf: URL(filePath: try Self.path()))
        func code(_ data: Data) throws -> WitError.Code? {
            let path = folder.path("places")
            try data.write(to: URL(filePath: path))
            do {
                _ = try PlaceDirectory(path: path)
                return nil
            } catch {
                #expect(error.message.contains(path))
                return error.code
            }
        }
        #expect(try code(whole) == nil)
        #expect(try code(Data()) == .unreadable)
        #expect(try code(Data("WIT".utf8)) == .notPlaces)
        #expect(try code(Data("no places at all, but text".utf8)) == .notPlaces)
        #expect(try code(whole.prefix(40)) == .placesDamaged)
        #expect(try code(whole.dropLast()) == .placesDamaged)
        #expect(try code(whole + Data([0])) == .placesDamaged)
        var newer = whole
        newer[8] = 9
        #expect(try code(newer) == .newerVersion)
        #expect(throws: WitError.self) { try PlaceDirectory(path: folder.path("none")) }
        #expect(throws: WitError.self) { try PlaceDirectory(path: folder.url.path) }
    }

    @Test
    func `whatever is changed in the file, opening and asking ends in an answer or an error`()
        throws
    {
        let folder = try TemporaryFolder()
        let whole = try Data(contentsOf: URL(filePath: try Self.path()))
        let path = folder.path("places")
        var generator = SplitMix(state: 5)
        let points = try [(48.85, 2.3), (0, 180), (90, 0), (-33.9, 151.2), (40.7, -74)].map {
            try #require(Coordinate(latitude: $0.0, longitude: $0.1))
        }
        let local = try #require(LocalDateTime(iso: "2024-05-01T10:22:33"))
        var refused = 0
        for round in 0..<60 {
            var data = whole
            // The header, the grid, or anywhere.
            let bound = round % 3 == 0 ? 64 : round % 3 == 1 ? 260_000 : data.count
            for _ in 0..<(round % 3 == 2 ? 20_000 : 2) {
                let index = Int.random(in: 8..<bound, using: &generator)
                data[index] = UInt8.random(in: 0...255, using: &generator)
            }
            try data.write(to: URL(filePath: path))
            guard let gazetteer = try? PlaceDirectory(path: path) else {
                refused += 1
                continue
            }
            for point in points { _ = gazetteer.values(at: point, local: local) }
            _ = gazetteer.places(named: "Paris")
        }
        #expect(refused > 10)
    }
}
