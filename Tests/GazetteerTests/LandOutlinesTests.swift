import Foundation
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import Gazetteer

@Suite struct LandOutlinesTests {
    @Test func `the installed outlines are the world's countries`() throws {
        let outlines = try LandOutlines.installed().outlines
        #expect(outlines.count > 250)
        #expect(outlines.joined().count > 10_000)
        let latitudes = outlines.joined().map(\.latitude)
        #expect(latitudes.min() == -90 && (83...84).contains(latitudes.max() ?? 0))
        // Iceland is an outline of its own.
        let iceland = outlines.filter { outline in
            outline.allSatisfy {
                (63...67).contains($0.latitude) && (-25 ... -13).contains($0.longitude)
            }
        }
        #expect(iceland.count == 1)
    }

    @Test func `a damaged file is an error, however it is cut`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("land.outlines")
        let whole: [UInt8] = Array("WITLAND1".utf8) + [3, 0] + [UInt8](repeating: 1, count: 12)
        try Data(whole).write(to: URL(filePath: path))
        #expect(try LandOutlines(path: path).outlines.map(\.count) == [3])
        for length in 9..<whole.count {
            try Data(whole.prefix(length)).write(to: URL(filePath: path))
            #expect(throws: WitError.self, "\(length)") { try LandOutlines(path: path) }
        }
        try Data("something else".utf8).write(to: URL(filePath: path))
        #expect(throws: WitError.self) { try LandOutlines(path: path) }
        #expect(throws: WitError.self) { try LandOutlines(path: folder.path("none")) }
    }

    @Test func `the largest places around a point come first, and stay apart`() throws {
        let gazetteer = try PlaceDirectory.installed()
        let paris = try #require(Coordinate(latitude: 48.857, longitude: 2.352))
        let found = gazetteer.largest(around: paris, within: 400, limit: 8, apart: 100)
        #expect(found.first?.name == "London")
        #expect(found.map(\.name).contains("Paris"))
        #expect(found.count == 8)
        for (index, place) in found.enumerated() {
            #expect((place.distanceKm ?? .infinity) <= 400)
            for other in found.prefix(index) {
                #expect(other.population >= place.population)
                let apart = Sphere(place.coordinate).kilometres(
                    latitude: other.coordinate.latitude, longitude: other.coordinate.longitude)
                #expect(apart >= 100)
            }
        }
        #expect(gazetteer.largest(around: paris, within: 1, limit: 0).isEmpty)
        let sea = try #require(Coordinate(latitude: -48.9, longitude: -123.4))
        #expect(gazetteer.largest(around: sea, within: 1000, limit: 5).isEmpty)
    }
}
