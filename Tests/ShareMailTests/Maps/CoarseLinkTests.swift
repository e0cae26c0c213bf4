import MailTemplates
import PhotoRecords
import Testing

@testable import Privacy
@testable import ShareMail

/// Links to a map of a point that was shared coarsely: they show about as much as may be known.
@Suite struct CoarseLinkTests {
    @Test(arguments: [("1km", "13"), ("10km", "10"), ("place", "11"), ("100km", "7")])
    func `a coarse point has no marker, and a zoom of its own`(word: String, zoom: String) throws {
        let point = try #require(Coordinate(latitude: 48.195, longitude: 8.44))
        let precision = Location.Precision(rawValue: word)
        let link = MapLink.openStreetMap
        #expect(
            link.address(of: point, precision: precision)
                == "https://www.openstreetmap.org/#map=\(zoom)/48.195/8.44")
        #expect(
            link.shortAddress(of: point, precision: precision)
                == "https://osm.org/#map=\(zoom)/48.195/8.44")
        let own = try MapLink("https://maps.example/{latitude},{longitude}?z={zoom}")
        #expect(
            own.address(of: point, precision: precision)
                == "https://maps.example/48.195,8.44?z=\(zoom)")
        #expect(own.address(of: point).hasSuffix("z=15"))
    }

    @Test func `the link that stood in the settings before is the same`() throws {
        let former = try MapLink(
            "https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}"
                + "#map=15/{latitude}/{longitude}")
        #expect(former == .openStreetMap)
    }

    @Test(arguments: [LocationGrade.exact, .kilometre, .tenKilometres, .place])
    func `the point is read from the link where its line is gone`(grade: LocationGrade) throws {
        let words = try TemplateLibrary().template("share", language: "en").words
        let record = grade.applied(to: SampleRecords.kite)
        let block = LabelledBlock(record, fileName: "kite.jpg", words: words, language: "en")
        let lines = block.lines.filter { $0.label != "coordinates" }
            .map { words.label($0.label) + " " + $0.value }
        #expect(lines.contains { $0.hasPrefix("Map: https://osm.org/") })
        var scanner = LabelledScanner(.shipped)
        scanner.scan(lines.joined(separator: "\n"), at: "1", isMarkup: false)
        let told = try #require(scanner.stories.first?.record.location?.coordinate)
        #expect(told == record.location?.coordinate)
    }

    @Test(arguments: [LocationGrade.kilometre, .tenKilometres, .place])
    func `a mail with a coarse point marks no spot`(grade: LocationGrade) throws {
        let photo = try #require(SampleShares.record(named: "bird.jpg"))
        var options = try SampleShares.options()
        options.location = grade
        let pieces = try ShareComposer().pieces(of: [photo], options)
        for text in [pieces.message.text, pieces.message.html ?? ""] {
            #expect(text.contains("#map=1") && !text.contains("mlat="))
        }
        _ = try ShareComposer().compose([photo], options)
    }
}
