import Foundation
import Gazetteer
import JSON
import MIMEMessage
import PhotoMetadata
import PhotoRecords
import TestSupport
import Testing

@testable import Privacy
@testable import ShareMail

@Suite struct CoarseLocationTests {
    private static let coarse: [LocationGrade] = [.kilometre, .tenKilometres, .place]

    private func kite() throws -> PhotoRecord {
        var record = SampleRecords.kite
        record.location?.accuracy = 4
        record.location?.place = Place(name: "Grandma's house", region: "Her street", country: "FR")
        record.location?.unknown["geohash"] = "u09tunquc"
        return record
    }

    @Test(arguments: [
        (LocationGrade.kilometre, 48.8565, 2.294, "1km"), (.tenKilometres, 48.825, 2.324, "10km"),
    ])
    func `a coarse location is the middle of its cell, and what is named there`(
        grade: LocationGrade, latitude: Double, longitude: Double, word: String
    ) throws {
        let kept = grade.applied(to: try kite())
        let location = try #require(kept.location)
        #expect(location.coordinate == Coordinate(latitude: latitude, longitude: longitude))
        #expect(location.precision?.rawValue == word)
        #expect((location.altitude, location.direction, location.accuracy) == (nil, nil, nil))
        #expect(location.unknown.isEmpty && location.source == nil)
        #expect(kept.provenance[.location] == nil && kept.image?.sha256 == nil)
        let place = try #require(location.place)
        #expect(place.country == "FR" && place.region == "Île-de-France")
        #expect(place.name != "Grandma's house" && place.name != nil)
        let distance = try #require(place.distanceKm)
        #expect(distance.truncatingRemainder(dividingBy: grade == .kilometre ? 1 : 10) == 0)
    }

    @Test func `the town stands with its own middle`() throws {
        let location = try #require(LocationGrade.place.applied(to: try kite()).location)
        #expect(location.place?.name == "Paris" && location.place?.distanceKm == 0)
        #expect(location.precision == .place)
        #expect(location.coordinate == Coordinate(latitude: 48.8534, longitude: 2.3488))
    }

    @Test(arguments: coarse)
    func `all points of a cell tell the same, offset and place too`(grade: LocationGrade) throws {
        var generator = SeededGenerator(seed: 3)
        for base in [(47.58, 7.59), (48.85, 2.29), (-17.7, 177.4), (69.6, 18.95), (35.1, 129.04)] {
            let base = try #require(Coordinate(latitude: base.0, longitude: base.1))
            let cell = GridCell(of: base, try #require(grade.cell))
            let center = try #require(cell.center)
            var told: Set<String> = []
            for _ in 0..<40 {
                let point = Coordinate(
                    latitude: center.latitude
                        + .random(in: -0.99...0.99, using: &generator) * cell.reach.latitude,
                    longitude: center.longitude
                        + .random(in: -0.97...0.97, using: &generator) * cell.reach.longitude)
                guard let point, GridCell(of: point, cell.size) == cell else { continue }
                var record = PhotoRecord()
                record.location = Location(
                    coordinate: point, altitude: .random(in: 0...99, using: &generator))
                record.taken = LocalDateTime(iso: "2024-05-01T10:22:33").map {
                    CaptureTime(
                        local: $0, offset: UTCOffset(minutes: 60), offsetSource: .place)
                }
                told.insert(grade.applied(to: record).json.text)
            }
            #expect(told.count == 1, "\(told)")
        }
    }

    @Test func `a coarser grade of a finer one is that of the point itself`() throws {
        for point in [(48.85837, 2.29448), (47.58, 7.59), (-33.9, 18.4), (5.0, -150.0)] {
            var record = PhotoRecord()
            record.location = Location(
                coordinate: Coordinate(latitude: point.0, longitude: point.1))
            for (index, grade) in Self.coarse.enumerated() {
                let once = grade.applied(to: record)
                #expect(grade.applied(to: once).location == once.location, "\(point) \(grade)")
                for finer in Self.coarse[..<index] {
                    let twice = grade.applied(to: finer.applied(to: record))
                    #expect(twice.location == once.location, "\(point) \(finer) \(grade)")
                }
                // What is coarse already becomes no finer.
                for asked in LocationGrade.allCases where asked < grade {
                    #expect(asked.applied(to: once).location == once.location)
                }
            }
        }
    }

    @Test(arguments: coarse)
    func `graded, written into a picture, read and graded again, nothing changes`(
        grade: LocationGrade
    ) throws {
        let path = try #require(SampleShares.drawn.first)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for point in [(48.85837, 2.29448), (-17.71234, 177.41234), (0.001, -0.001), (-54.8, -68.3)]
        {
            var record = PhotoRecord()
            record.location = Location(
                coordinate: Coordinate(latitude: point.0, longitude: point.1))
            let kept = grade.applied(to: record)
            let written = try JPEGMetadataWriter().rewrite(bytes, with: kept, orientation: 1)
            let read = try PhotoReader().read(bytes: written).record
            #expect(read.location?.precision == kept.location?.precision)
            #expect(grade.applied(to: read).location == kept.location, "\(point)")
            for spelling in [
                kept.location?.coordinate?.latitude, kept.location?.coordinate?.longitude,
            ]
            .compactMap(\.self) {
                #expect(Double(PlaceWords.decimal(spelling)) == spelling)
            }
        }
    }

    @Test func `a place without a point is sent as far as the list of towns knows it`() throws {
        func sent(_ place: Place, _ grade: LocationGrade) -> Location? {
            var record = PhotoRecord()
            record.location = Location(place: place)
            return grade.applied(to: record).location
        }
        let own = Place(name: "Grandma's house", region: "Her street", country: "FR")
        for grade in Self.coarse {
            #expect(sent(own, grade)?.place == Place(country: "FR"))
            #expect(sent(own, grade)?.coordinate == nil)
        }
        #expect(sent(Place(name: "Grandma's house"), .kilometre) == nil)
        let paris = Place(name: "Paris", region: "Île-de-France", country: "FR")
        #expect(sent(paris, .place)?.place?.name == "Paris")
        #expect(sent(paris, .place)?.coordinate == nil)
        #expect(sent(Place(name: "Paris"), .place)?.place?.country == nil)
        #expect(sent(paris, .none) == nil)
    }

    @Test func `a clock by the place goes by the coarse point`() throws {
        var record = try kite()
        record.taken?.offsetSource = .place
        record.taken?.offset = UTCOffset(minutes: 60)
        let kept = LocationGrade.tenKilometres.applied(to: record)
        // 1 May in Paris: summer time, whatever the exact place said.
        #expect(kept.taken?.offset?.minutes == 120 && kept.taken?.offsetSource == .place)
        record.taken?.offsetSource = .exif
        record.taken?.offset = UTCOffset(minutes: 60)
        #expect(LocationGrade.kilometre.applied(to: record).taken?.offset?.minutes == 60)
    }

    @Test func `without a gazetteer no place name is sent`() throws {
        for grade in Self.coarse {
            let kept = grade.applied(to: try kite(), naming: nil)
            #expect(kept.location?.place?.name == nil)
        }
        #expect(LocationGrade.place.applied(to: try kite(), naming: nil).location == nil)
    }
}
