import Gazetteer
import MailTemplates
import PhotoRecords
import Pictures
import Testing

@testable import Privacy
@testable import ShareMail

/// Pins far out in the country, which bear no town's name.
@Suite struct FarTownTests {
    private func map(
        _ latitude: Double, _ longitude: Double, own: String? = nil
    ) throws -> (map: ShareMap, looked: Place) {
        let words = try TemplateLibrary().template("share", language: "en").words
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let looked = try #require(PlaceNaming.installed?.place(at: point))
        var record = PhotoRecord()
        record.location = Location(
            coordinate: point, place: own.map { Place(name: $0) } ?? looked)
        return (try #require(ShareMap([record], words: words, language: "en")), looked)
    }

    @Test(arguments: [(-24.7275, 15.3399), (57.8, -7.9)])
    func `a pin outside the town is told by the way there`(
        latitude: Double, longitude: Double
    ) throws {
        let (map, looked) = try map(latitude, longitude)
        let name = try #require(looked.name)
        #expect(try #require(looked.distanceKm) > 10)
        #expect(map.pins.map(\.label) == [nil])
        #expect(map.place?.contains(" km ") == true, "\(name): \(map.place ?? "")")
    }

    @Test func `a coarse pin far from the town bears no name either`() throws {
        let point = try #require(Coordinate(latitude: 57.42, longitude: -6.79))
        var record = PhotoRecord()
        record.location = Location(coordinate: point)
        record = LocationGrade.tenKilometres.applied(to: record)
        let words = try TemplateLibrary().template("share", language: "en").words
        let map = try #require(ShareMap([record], words: words, language: "en"))
        #expect(try #require(record.location?.place?.distanceKm) > 15)
        #expect(map.pins.map(\.label) == [nil])
    }

    @Test func `a pin in the town, or at a place that a person named, bears the name`() throws {
        #expect(try map(48.8566, 2.3522).map.pins.first?.label != nil)
        let own = try map(-24.7275, 15.3399, own: "Our camp").map
        #expect(own.pins.map(\.label) == ["Our camp"] && own.place == "Our camp")
    }
}
