import Foundation
import MIMEMessage
import MailTemplates
import PhotoRecords
import Pictures
import Privacy
import TestSupport
import Testing

@testable import ShareMail

@Suite struct ShareMapTests {
    private static func record(
        _ latitude: Double, _ longitude: Double, _ name: String? = nil,
        precision: Location.Precision? = nil
    ) -> PhotoRecord {
        var record = PhotoRecord()
        record.location = Location(
            coordinate: Coordinate(latitude: latitude, longitude: longitude), precision: precision,
            place: name.map { Place(name: $0, country: "FR") })
        return record
    }

    private static func map(_ records: [PhotoRecord], _ language: String = "en") throws -> ShareMap?
    {
        let words = try TemplateLibrary().template("share", language: language).words
        return ShareMap(records, words: words, language: language)
    }

    @Test func `one place is named on the map, several are numbered and named beside it`() throws {
        let one = try #require(
            try Self.map([Self.record(48.85, 2.3, "Paris"), Self.record(48.86, 2.31, "Paris")]))
        #expect(one.pins.map(\.label) == ["Paris", "Paris"] && one.entries.isEmpty)
        #expect(one.place == "Paris, France")
        let several = try #require(
            try Self.map(
                [
                    Self.record(48.85, 2.3, "Paris"), PhotoRecord(),
                    Self.record(43.3, 5.4, "Marseille"),
                    Self.record(48.86, 2.31, "Paris"),
                ], "de"))
        #expect(several.pins.map(\.label) == ["1", "3", "4"])
        #expect(
            several.entries == [
                .init(numbers: "1, 4", place: "Paris, Frankreich"),
                .init(numbers: "3", place: "Marseille, Frankreich"),
            ])
        #expect(try Self.map([PhotoRecord()]) == nil)
    }

    @Test func `a coarse point is drawn as coarse as it is, a named place where its name is`()
        throws
    {
        let coarse = Location.Precision(rawValue: "10km")
        let map = try #require(
            try Self.map([Self.record(48.85, 2.3, "Paris", precision: coarse)]))
        #expect(map.pins.map(\.uncertainty) == [10])
        #expect(ShareMap.uncertainty(.exact) == 0 && ShareMap.uncertainty(.place) == 10)
        #expect(ShareMap.uncertainty(.init(rawValue: "nankm")) == 10)
        var named = PhotoRecord()
        named.location = Location(
            place: Place(name: "Paris", region: "Île-de-France", country: "FR"))
        let pin = try #require(try Self.map([named])?.pins.first)
        #expect(abs(pin.coordinate.latitude - 48.85) < 0.1 && pin.uncertainty > 1)
        named.location?.place = Place(name: "Our bay, Paris", country: "FR")
        #expect(try Self.map([named]) == nil)
    }

    @Test func `a mail has a small map that is shown, and no reader takes it for a photo`() throws {
        let kite = try #require(SampleShares.record(named: "bird.jpg"))
        let share = try ShareComposer().compose([kite], SampleShares.options())
        let message = MailMessage(parsing: try share.bytes)
        let part = try #require(message.leafParts.first { $0.contentType.essence == "image/png" })
        let png = part.decodedBody()
        #expect(part.fileName == "map.png" && png.count < 60_000)
        #expect(part.contentID?.rawValue.hasPrefix("wit-map-1.") == true)
        #expect(try PictureRenderer().header(of: png).width == LocatorMap.size.width)
        #expect(ShareReader().read(message).photos.count == 1)
        #expect(MapMark.isMarked(png))
    }

    @Test func `without a location, or where it is not wanted, there is none`() throws {
        let kite = try #require(SampleShares.record(named: "bird.jpg"))
        for change: (inout ShareOptions) -> Void in [
            { $0.mapPicture = false }, { $0.location = .none },
        ] {
            var options = try SampleShares.options()
            change(&options)
            let pieces = try ShareComposer().pieces(of: [kite], options)
            #expect(
                pieces.message.map == nil && pieces.findings.allSatisfy { $0.code != .mapMissing })
            #expect(pieces.message.html?.contains("wit-map-") == false)
        }
    }

    @Test func `the numbers of photos are put short`() {
        #expect(LocatorMap.ranges([3, 1, 2, 7, 9, 10, 1]) == "1–3, 7, 9, 10")
        #expect(LocatorMap.ranges([]) == "")
    }
}
