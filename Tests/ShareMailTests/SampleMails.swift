import Foundation
import PhotoRecords
import TestSupport

@testable import Pictures
@testable import Privacy
@testable import ShareMail

/// The share mails that show what a message looks like, and those that are kept for ever.
enum SampleMails {
    /// A mail by its name: its records and options.
    struct Mail {
        var name: String
        var records: [PhotoRecord]
        var options: ShareOptions
    }

    /// Mails for looking at: one photo, three, twelve; long caption, no name, no place,
    /// hostile, words without an end.
    static func gallery() throws -> [Mail] {
        let all = SampleShares.drawn.compactMap { SampleShares.record($0) }
        var told = all.filter { $0.name != nil && $0.location != nil }
        var options = try SampleShares.options(.medium)
        options.message = "Dear aunt Anna,\n\nthe weather held, and this is what we brought home."
        told[0].location?.place = Place(name: "Sossusvlei", region: "Hardap", country: "NA")
        guard var long = told.first, var bare = told.last, told.count > 3 else { return [] }
        long.caption =
            Array(
                repeating: "We had walked since the morning, and then the clouds opened.", count: 9
            ).joined(separator: " ") + "\n\nThe second paragraph is shorter."
        bare.name = nil
        bare.location = nil
        var hostile = told[1]
        hostile.name = "<b>\"'&amp; <script>alert(1)</script>\"\u{301} onerror=\u{22}x"
        hostile.caption = "</div></td></table><img src=https://evil.example/x.png> {{name}} {{{x}}}"
        hostile.keywords = ["<i>", "a\"b", "ends -->"]
        var wide = told[1]
        wide.name = "Over-the-barn-" + String(repeating: "and-far-away-", count: 9)
        wide.caption = "See https://example.org/" + String(repeating: "a-long-path/", count: 20)
        wide.keywords = [String(repeating: "Donaudampfschiff", count: 8), "נץ אדום", "short"]
        var threes: [Mail] = []
        for (language, message) in [
            ("de", "Liebe Tante Anna,\n\ndas Wetter hielt, und das haben wir mitgebracht."),
            ("fr", "Chère tante Anna,\n\nle temps a tenu, et voici ce que nous avons rapporté."),
            ("es", "Querida tía Anna:\n\nel tiempo aguantó, y esto es lo que trajimos."),
        ] {
            var own = options
            own.language = language
            own.message = message
            threes.append(
                Mail(name: "three-" + language, records: Array(told.prefix(3)), options: own))
        }
        // What the README shows: four photos around one sea.
        var european = ["boat.jpg", "bird.jpg", "cat.jpg", "lighthouse.jpg"].compactMap { name in
            SampleShares.record(named: name)
        }
        let places = [
            Place(name: "Náxos", region: "South Aegean", country: "GR"),
            Place(name: "Königsfeld", region: "Baden-Württemberg", country: "DE"),
            Place(name: "Berlin", country: "DE"), nil,
        ]
        for (index, place) in zip(european.indices, places) {
            european[index].location?.place = place
        }
        return threes + [
            Mail(name: "readme", records: european, options: options),
            Mail(name: "one", records: [told[0]], options: options),
            Mail(name: "three", records: Array(told.prefix(3)), options: options),
            Mail(name: "twelve", records: Array(all.prefix(12)), options: options),
            Mail(name: "long", records: [long], options: options),
            Mail(name: "bare", records: [bare] + all.filter { $0.name == nil }, options: options),
            Mail(name: "hostile", records: [hostile], options: options),
            Mail(name: "wide", records: [wide], options: options),
            Mail(name: "odd", records: try odd(told), options: options),
            Mail(name: "hundred", records: hundred(all), options: options),
        ]
    }

    /// Photos of odd shapes and stories: a panorama, a tower, scripts from right to left, a story of
    /// 2,000 characters, one long word, emoji, a picture that nothing can draw.
    private static func odd(_ told: [PhotoRecord]) throws -> [PhotoRecord] {
        var records = Array(told.prefix(8))
        guard records.count == 8 else { return [] }
        records[0].file = try drawing("panorama", 1600, 360)
        records[0].name = "From the ridge"
        records[1].name = "נץ אדום"
        records[1].caption = "מעל האסם, רגע לפני הגשם.\nوفوق الحظيرة، قبل المطر بقليل."
        records[2].name = "雪の家"
        records[2].caption = "雪がやんで、静かな朝でした。" + String(repeating: "とても寒かったです。", count: 20)
        records[3].caption = String(
            Array(
                repeating: "We had walked since the morning, and then the clouds opened.", count: 40
            )
            .joined(separator: " ").prefix(2000))
        records[4].caption = "🎂🎈 " + String(repeating: "Donaudampfschiff", count: 12) + " 🏳️‍🌈👨‍👩‍👧‍👦"
        records[4].name = "🎂"
        records[5].file = try drawing("tower", 300, 1500)
        records[6].location?.place = nil
        records[7].file = try damaged()
        records[7].name = "A picture that nothing can draw"
        for index in records.indices { records[index].id = nil }
        return records
    }

    /// A hundred photos of which much is told.
    private static func hundred(_ all: [PhotoRecord]) -> [PhotoRecord] {
        (0..<100).map { number in
            var record = all[number % all.count]
            record.id = RecordID("0192f3c4-5a6b-7c8d-9e0f-112233445" + String(number + 100))
            record.caption = String(repeating: "We walked on. ", count: number % 20)
            record.location?.place = Place(name: "Sossusvlei", region: "Hardap", country: "NA")
            return record
        }
    }

    private static func drawing(_ name: String, _ width: Int, _ height: Int) throws -> String {
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">
            <rect width="100%" height="100%" fill="#9fc4de"/>
            <path d="M0 \(height)L\(width / 4) \(height / 3)L\(width / 2) \(height * 2 / 3)
            L\(width * 3 / 4) \(height / 4)L\(width) \(height)z" fill="#5c7a62"/></svg>
            """
        let path = scratch.path(name + ".png")
        try Data(PictureRenderer.png(fromOwnSVG: Array(svg.utf8))).write(to: URL(filePath: path))
        return path
    }

    /// A JPEG with a header, and nothing that can be drawn.
    private static func damaged() throws -> String {
        let path = scratch.path("damaged.jpg")
        let whole = try Data(contentsOf: Checkout.fixtures.appending(path: "photos/whale.jpg"))
        let start = whole.firstRange(of: Data([0xFF, 0xDA]))?.lowerBound ?? whole.startIndex
        try (whole[..<start] + Data([0xFF, 0xD9])).write(to: URL(filePath: path))
        return path
    }

    private static let scratch: TemporaryFolder = {
        do { return try TemporaryFolder() } catch { fatalError("no temporary folder: \(error)") }
    }()

    /// The mails of this version that are kept as fixtures: records with fixed identities.
    static func kept() throws -> [Mail] {
        let names = ["bird.jpg", "lighthouse.jpg", "bridge.jpg"]
        let records = names.enumerated().compactMap { index, name in
            SampleShares.record(named: name).map { record in
                var record = record
                record.id = RecordID("0192f3c4-5a6b-7c8d-9e0f-00000000000\(index)")
                return record
            }
        }
        guard records.count == names.count else { return [] }
        var options = try SampleShares.options(.small)
        let one = Mail(name: "v1-one", records: [records[0]], options: options)
        options.messageKey = "0192f3c4-5a6b-7c8d-9e0f-aabbccddee01"
        let three = Mail(name: "v1-three", records: records, options: options)
        options.messageKey = "0192f3c4-5a6b-7c8d-9e0f-aabbccddee02"
        options.location = .none
        let none = Mail(name: "v1-no-location", records: [records[0]], options: options)
        // With JSON-LD, and a readable block in another language.
        options.messageKey = "0192f3c4-5a6b-7c8d-9e0f-aabbccddee03"
        options.location = .exact
        options.language = "de"
        var told = records[0]
        told.location?.place = Place(name: "Villingen", region: "Baden-Württemberg", country: "DE")
        told.people = ["Anna", "Müller, Ben"]
        return [one, three, none, Mail(name: "v1-five-de", records: [told], options: options)]
    }
}
