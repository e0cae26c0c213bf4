import MailTemplates
import PhotoRecords
import Testing

@testable import ShareMail

/// Countries and regions as people read them, however the record spells them.
@Suite struct PlaceSpellingTests {
    private func lines(_ place: Place, _ language: String) -> [String] {
        LabelledPlace.lines(place, language: language).map { $0.label + " " + $0.value }
    }

    @Test(arguments: [
        (
            Place(name: "Paris", region: "Île-de-France", country: "France"), "de",
            ["place Paris, Île-de-France, Frankreich"]
        ),
        (Place(name: "Bonn", country: "Germany"), "en", ["place Bonn, Germany"]),
        (Place(name: "Bonn", country: "de"), "fr", ["place Bonn, Allemagne"]),
        (Place(country: "United Kingdom"), "en", ["country United Kingdom"]),
        (
            Place(name: "Utrecht", region: "Utrecht", country: "NL"), "en",
            ["place Utrecht, Netherlands"]
        ),
        (
            Place(name: "York", region: "England", country: "Narnia"), "en",
            ["place York, England, Narnia"]
        ),
        (Place(country: "Narnia"), "de", ["country Narnia"]),
    ])
    func `a country stands in the mail's language, without quotes, and a region but once`(
        place: Place, language: String, expected: [String]
    ) {
        #expect(lines(place, language) == expected)
    }

    @Test func `keywords have their commas directly after them`() throws {
        var record = try #require(SampleShares.record(named: "bird.jpg"))
        record.keywords = ["bird", "red kite"]
        let html = try #require(
            try ShareComposer().pieces(of: [record], SampleShares.options()).message.html)
        #expect(html.contains(">bird,</span> <span") && html.contains(">red kite</span>"))
    }

    @Test func `the JSON-LD reads back as the same place, and the photos keep theirs`() throws {
        var record = try #require(SampleShares.record(named: "bird.jpg"))
        record.location = SampleRecords.kite.location
        for place in [
            Place(name: "Bonn", region: "NRW", country: "Germany"),
            Place(name: "Utrecht", region: "Utrecht", country: "Netherlands"),
            Place(name: "Gent", country: "be"), Place(country: "United Kingdom"),
            Place(name: "London", country: "England, UK"), Place(name: "Ur", country: "Sumer"),
        ] {
            record.location?.place = place
            for language in ["en", "de", "fr", "es"] {
                var options = try SampleShares.options()
                options.language = language
                let share = try ShareComposer().compose([record], options)
                #expect(share.photos.first?.record.location?.place == place)
            }
        }
    }
}
