import Foundation
import JSON
import MIMEMessage
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import Privacy
@testable import ShareMail

@Suite struct LocationGradeTests {
    @Test func `with none, no trace of the place is sent`() {
        var record = SampleRecords.kite
        record.taken?.offsetSource = .place
        record.unknown["geo"] = [48.85837, 2.29448]
        record.location?.unknown["geohash"] = "u09tunquc"
        record.camera?.unknown["cell"] = "262-01"
        record.image?.unknown["gps"] = 1
        let kept = LocationGrade.none.applied(to: record)
        #expect(kept.location == nil)
        #expect(kept.provenance[.location] == nil)
        #expect(kept.taken?.offset == nil && kept.taken?.offsetSource == nil)
        #expect(kept.unknown.isEmpty && kept.camera?.unknown.isEmpty == true)
        #expect(kept.image?.unknown.isEmpty == true)
        #expect(kept.name == record.name && kept.caption == record.caption)
        #expect(LocationGrade.exact.applied(to: record) == record)
    }

    @Test func `an offset that the camera wrote stays`() {
        let kept = LocationGrade.none.applied(to: SampleRecords.kite)
        #expect(kept.taken?.offset?.minutes == 120)
        #expect(kept.taken?.offsetSource == nil)
    }

    @Test func `no drawn photo leaks its place, in any size`() throws {
        let records = SampleShares.drawn.compactMap { SampleShares.record($0) }
            .filter { $0.location?.coordinate != nil }
        #expect(!records.isEmpty)
        let sizes = Array(repeating: PhotoSize.allCases, count: 9).joined()
        for (index, (record, size)) in zip(records, sizes).enumerated() {
            var record = record
            record.location?.place = Place(name: "Bellerive", region: "Vaud", country: "CH")
            record.unknown["gps"] = "48.1,8.4"
            var options = try SampleShares.options(size)
            options.location = .none
            options.language = ["en", "de", "fr", "es"][index % 4]
            let share = try ShareComposer().compose([record], options)
            #expect(share.summary.hasSuffix("no location"))
            let message = MailMessage(parsing: try share.bytes)
            for photo in ShareReader().read(message).photos {
                #expect(photo.record.location == nil)
                #expect(photo.record.name == record.name)
            }
            let words = [
                "Bellerive", "Vaud", "GPSLatitude", "photoshop:City", "openstreetmap", "osm.org",
                "contentLocation", "GeoCoordinates", "Coordinates", "Koordinaten", "Coordonnées",
                "Coordenadas", "Altitud", "Höhe", "Schweiz", "Suisse", "Suiza", "Switzerland",
            ]
            for part in message.leafParts {
                let text = String(decoding: part.decodedBody(), as: UTF8.self)
                for word in words { #expect(!text.contains(word), "\(part.path) \(word)") }
            }
        }
    }

    @Test func `a coordinate in the words stops the message`() throws {
        var record = try #require(SampleShares.record(named: "bird.jpg"))
        let point = try #require(record.location?.coordinate)
        record.caption = "We stood at \(point.latitude) N"
        var options = try SampleShares.options()
        options.location = .none
        let (told, none) = (record, options)
        let error = #expect(throws: WitError.self) { try ShareComposer().compose([told], none) }
        #expect(error?.code == .locationLeak)
        record.caption = nil
        options.message = "Come to \(point.longitude)!"
        let (silent, telling) = (record, options)
        #expect(throws: WitError(.locationLeak, "")) {
            try ShareComposer().compose([silent], telling)
        }
    }

    @Test func `a coordinate with a decimal comma stops the message too`() throws {
        var record = try #require(SampleShares.record(named: "bird.jpg"))
        record.caption = "Wir standen bei 48,152345 Nord"
        var options = try SampleShares.options()
        options.location = .none
        let (told, none) = (record, options)
        #expect(throws: WitError(.locationLeak, "")) {
            try ShareComposer().compose([told], none)
        }
    }

    @Test(arguments: ShareChannel.allCases)
    func `a place in any one channel of the finished message stops it`(
        channel: ShareChannel
    ) throws {
        var record = try #require(SampleShares.record(named: "bird.jpg"))
        record.location = Location(place: Place(name: "Bellerive", country: "CH"))
        var options = try SampleShares.options()
        let telling = try ShareComposer().pieces(of: [record], options)
        options.location = .none
        var pieces = try ShareComposer().pieces(of: [record], options)
        switch channel {
        case .payload: pieces.message.payload = telling.message.payload
        case .metadata: pieces.message.photos = telling.message.photos
        case .importCode:
            pieces.message.text += telling.codes.compactMap(\.lines).joined()
                .joined(separator: "\n")
        case .linkedData:
            pieces.message.html = LinkedDataScript.inserted(
                telling.linked, into: pieces.message.html ?? "")
        case .labelledBlock:
            pieces.message.text = pieces.message.text.replacing(
                "File:", with: "Place: Bellerive\nFile:")
        }
        let message = MailMessage(parsing: try pieces.message.bytes())
        let search = MessageLeakSearch(
            message: message, extracted: ExtractedContent(message, limits: .init()),
            originals: [record],
            options: options)
        #expect(throws: WitError(.locationLeak, "")) { try search.check() }
    }

    @Test func `the place's name in a caption is the sender's to send, and is pointed out`() throws
    {
        var record = try #require(SampleShares.record(named: "bird.jpg"))
        record.location?.place = Place(name: "Paris")
        record.caption = "In the streets of Paris"
        var options = try SampleShares.options()
        options.location = .none
        let share = try ShareComposer().compose([record], options)
        #expect(share.findings.map(\.code) == [.placeInWords])
        #expect(share.photos.first?.record.caption == "In the streets of Paris")
    }

    @Test func `a GPS directory, an XMP field or an IPTC block is found in a picture`() throws {
        let path = try #require(SampleShares.drawn.first { $0.hasSuffix("bird.jpg") })
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        #expect(PictureTraces.location(in: bytes) != nil)
        #expect(PictureTraces.location(in: [0xFF, 0xD8, 0xFF, 0xD9]) == nil)
        #expect(PictureTraces.location(in: []) == nil)
        let field = Array("photoshop:City".utf8)
        let segment = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(field.count + 2)] + field
        #expect(PictureTraces.location(in: segment) == "the field photoshop:City")
    }
}
