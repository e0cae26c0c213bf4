import Foundation
import MailTemplates
import PhotoRecords
import Testing

@testable import ShareMail

@Suite struct WordsTests {
    private static let words = try? TemplateLibrary().template("share", language: "en").words

    @Test(arguments: [
        ("2024-05-01T10:22:33.12", "Wednesday, 1 May 2024, 10:22:33"),
        ("1969-07-20T20:17:40", "Sunday, 20 July 1969, 20:17:40"),
        ("2000-02-29", "Tuesday, 29 February 2000"), ("1970-01-01", "Thursday, 1 January 1970"),
        ("1900-01-01T00:00:00", "Monday, 1 January 1900, 00:00:00"),
    ])
    func `dates are put into words`(iso: String, text: String) throws {
        let words = try #require(Self.words)
        let moment = try #require(LocalDateTime(iso: iso))
        #expect(DateWords(words: words).text(moment, seconds: true) == text)
    }

    @Test(arguments: [
        ("en", "Wednesday, 1 May 2024, 10:22"), ("fr", "mercredi 1er mai 2024 à 10:22"),
        ("de", "Mittwoch, 1. Mai 2024, 10:22"), ("es", "miércoles, 1 de mayo de 2024, 10:22"),
    ])
    func `dates are put into the words of each language`(language: String, text: String) throws {
        let words = try TemplateLibrary().template("share", language: language).words
        let moment = try #require(LocalDateTime(iso: "2024-05-01T10:22:33"))
        #expect(DateWords(words: words).text(moment, seconds: false) == text)
    }

    @Test(arguments: [
        ("en", "24 km south of Orléans"), ("fr", "à 24 km au sud d’Orléans"),
        ("de", "24 km südlich von Orléans"), ("es", "a 24 km al sur de Orléans"),
    ])
    func `the way from a town is put into words`(language: String, text: String) throws {
        let words = try TemplateLibrary().template("share", language: language).words
        let away = WhereWords(words: words)
        let orleans = Coordinate(latitude: 47.6862, longitude: 1.9)
        // Named by what is near: the town itself counts where the record says so.
        let bearing = WhereWords.bearing(
            from: try #require(Coordinate(latitude: 47.9029, longitude: 1.9039)),
            to: try #require(orleans))
        #expect(abs(bearing - 180.7) < 0.5)
        #expect(away.words(24.1, bearing, "Orléans") == text)
    }

    @Test func `the way is given outside a town, and only as finely as the point is known`() throws
    {
        let words = try #require(Self.words)
        let sea = try #require(Coordinate(latitude: 36.5, longitude: 18.0))
        let exact = WhereWords(words: words).text(Location(coordinate: sea))
        #expect(exact?.contains(" km ") == true && exact?.contains(" of ") == true)
        // A coarse point is told by no name but its own.
        let coarse = Location.Precision(rawValue: "10km")
        #expect(
            WhereWords(words: words).text(Location(coordinate: sea, precision: coarse)) == nil)
        let paris = try #require(Coordinate(latitude: 48.8566, longitude: 2.3522))
        #expect(WhereWords(words: words).text(Location(coordinate: paris)) == nil)
        #expect(WhereWords(words: words).nearby(Location(coordinate: paris)) == "Paris")
    }

    @Test(arguments: [
        (48.85837, "48.85837"), (-0.1, "-0.1"), (0.0, "0"), (-0.0000001, "0"), (180, "180"),
        (2.2944812345, "2.294481"), (-179.9999999, "-180"), (1e-5, "0.00001"),
    ])
    func `numbers are written short and plain`(value: Double, text: String) {
        #expect(PlaceWords.decimal(value) == text)
    }

    @Test func `places name their country in the mail's language`() {
        let place = Place(name: "Paris", region: "Île-de-France", country: "FR")
        #expect(PlaceWords.text(place, language: "en") == "Paris, Île-de-France, France")
        #expect(PlaceWords.text(place, language: "de") == "Paris, Île-de-France, Frankreich")
        #expect(PlaceWords.text(Place(country: "Narnia"), language: "en") == "Narnia")
        #expect(PlaceWords.text(Place(), language: "en") == nil)
    }

    @Test func `degrees are written with their hemisphere`() throws {
        let point = try #require(Coordinate(latitude: -24.727512, longitude: 15.339876))
        let words = TemplateLibrary().words
        let degrees = words.mapValues { PlaceWords.degrees(point, words: $0) }
        #expect(degrees["en"] == "24.727512° S, 15.339876° E")
        #expect(degrees["de"] == "24,727512° S, 15,339876° O")
        #expect(degrees["fr"] == "24,727512° S, 15,339876° E")
        #expect(degrees["es"] == "24,727512° S, 15,339876° E")
        #expect(
            MapLink.openStreetMap.address(of: point)
                == "https://www.openstreetmap.org/?mlat=-24.727512&mlon=15.339876"
                + "#map=15/-24.727512/15.339876")
    }

    @Test func `the block labels what is known and nothing else`() throws {
        let words = try #require(Self.words)
        let block = LabelledBlock(
            SampleRecords.kite, fileName: "Red-kite.jpg", words: words, language: "en")
        let text = block.fields.map { ($0["label"] ?? "") + ($0["value"] ?? "") }
        #expect(text.contains("Name:            Red kite"))
        #expect(text.contains("Date:            Wednesday, 1 May 2024, 10:22:33 (UTC+02:00)"))
        #expect(text.contains("Place:           Paris, Île-de-France, France"))
        #expect(text.contains("Coordinates:     48.85837, 2.29448"))
        #expect(text.contains("Camera:          Apple iPhone 15 Pro"))
        let empty = LabelledBlock(PhotoRecord(), fileName: nil, words: words, language: "en")
        #expect(empty.fields.isEmpty)
    }

    @Test func `a caption's further lines are marked and indented under its first`() throws {
        var record = PhotoRecord()
        record.caption = "one\ntwo"
        let words = try #require(Self.words)
        let block = LabelledBlock(record, fileName: nil, words: words, language: "en")
        #expect(block.fields.first?["value"] == "one ¶\n                 two")
    }

    @Test func `long values are broken at blanks and stand beside their label`() throws {
        var record = PhotoRecord()
        let word = String(repeating: "w", count: 80)
        record.caption =
            Array(repeating: "over the barn", count: 20).joined(separator: " ")
            + "\n\n\(word) end"
        let words = try #require(Self.words)
        let block = LabelledBlock(record, fileName: nil, words: words, language: "en")
        let field = try #require(block.fields.first)
        let lines = ((field["label"] ?? "") + (field["value"] ?? "")).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= LabelledBlock.width || $0.contains(word) })
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(String(repeating: " ", count: 17)) })
        let text = lines.map { $0.dropFirst(17) }
        #expect(text.suffix(3) == [" ¶", Substring(word), "end"])
        #expect(
            text.dropLast(3).joined(separator: " ") + "\n\n\(word) end"
                == record.caption?.replacing("\n\n", with: " ¶\n\n"))
    }

    @Test func `the text links to a map in one short line`() throws {
        let point = try #require(Coordinate(latitude: -24.727512, longitude: -115.3398764))
        let link = MapLink.openStreetMap.shortAddress(of: point)
        #expect(link == "https://osm.org/?mlat=-24.72751&mlon=-115.33988&zoom=15")
        #expect(link.count <= 55)
    }

    @Test(arguments: [
        (Camera(make: "Apple", model: "iPhone 15"), "Apple iPhone 15"),
        (Camera(make: "Canon", model: "Canon EOS R5"), "Canon EOS R5"),
        (Camera(make: "NIKON"), "NIKON"), (Camera(model: "X"), "X"), (Camera(), nil),
    ])
    func `a maker's name is reported once`(camera: Camera, text: String?) {
        #expect(LabelledBlock.camera(camera) == text)
    }
}
