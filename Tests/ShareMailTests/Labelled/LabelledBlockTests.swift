import Foundation
import MailTemplates
import PhotoRecords
import TestSupport
import Testing

@testable import ShareMail

/// The readable block brings back what it tells, in every language.
@Suite struct LabelledBlockTests {
    private static let languages = ["de", "en", "es", "fr"]

    private func text(_ record: PhotoRecord, _ language: String, file: String = "Red-kite.jpg")
        throws -> String
    {
        let words = try TemplateLibrary().template("share", language: language).words
        let block = LabelledBlock(record, fileName: file, words: words, language: language)
        return block.fields.map { ($0["label"] ?? "") + ($0["value"] ?? "") + "\n" }.joined()
    }

    private func read(_ text: String, isMarkup: Bool = false) -> [LabelledStory] {
        var scanner = LabelledScanner(.shipped)
        scanner.scan(text, at: "1", isMarkup: isMarkup)
        return scanner.stories
    }

    private func expectHome(_ record: PhotoRecord, _ comment: Comment) throws {
        for language in Self.languages {
            let text = try text(record, language)
            for (mark, way) in [("", "plain"), ("> ", "quoted")] {
                let stories = read(Mangling.quoted(text, mark))
                try #require(stories.count == 1, "\(comment) \(language) \(way)\n\(text)")
                #expect(stories[0].fileName == "Red-kite.jpg")
                #expect(
                    StoryComparison.differences(
                        LabelledBlock.readable(record), LabelledBlock.readable(stories[0].record))
                        == [], "\(comment) \(language) \(way)\n\(text)")
            }
        }
    }

    @Test func `there are four languages`() {
        #expect(TemplateLibrary().languages == Self.languages)
        #expect(LabelledLanguages.shipped.words.keys.sorted() == Self.languages)
    }

    @Test func `the block is written in each language's own words`() throws {
        let texts = try Self.languages.map { try text(SampleRecords.kite, $0) }
        let lines = texts.map { text in
            text.split(separator: "\n").map { $0.replacing(/: +/, with: ": ") }
        }
        #expect(lines[0].contains("Datum: Mittwoch, 1. Mai 2024, 10:22:33 (UTC+02:00)"))
        #expect(lines[1].contains("Date: Wednesday, 1 May 2024, 10:22:33 (UTC+02:00)"))
        #expect(lines[2].contains("Fecha: miércoles, 1 de mayo de 2024, 10:22:33 (UTC+02:00)"))
        #expect(lines[3].contains("Date\u{A0}: mercredi 1er mai 2024 à 10:22:33 (UTC+02:00)"))
        #expect(lines[3].contains("Lieu\u{A0}: Paris, Île-de-France, France"))
        #expect(lines[0].contains("Ort: Paris, Île-de-France, Frankreich"))
        #expect(lines[2].contains("Altitud: 35,1 m"))
    }

    @Test func `a whole record survives in every language`() throws {
        try expectHome(SampleRecords.kite, "kite")
    }

    @Test func `every kind of date survives in every language`() throws {
        var dates = ["0001-01-01", "9999-12-31T23:59:59.999999999", "2024-02-29T00:00:00"]
        for month in 1...12 {
            let day = month < 10 ? "0\(month)" : "\(month)"
            dates += [
                "2023-\(day)-01", "2011-\(day)-\(day)T0\(month % 10):05:00.5", "0012-\(day)-28",
            ]
        }
        for (index, iso) in dates.enumerated() {
            var record = PhotoRecord()
            record.name = "x"
            let local = try #require(LocalDateTime(iso: iso))
            let offset = [nil, 0, 120, -210, 840, -720][index % 6].flatMap {
                UTCOffset(minutes: $0)
            }
            record.taken = CaptureTime(local: local, offset: offset)
            try expectHome(record, "\(iso)")
        }
    }

    @Test(arguments: [
        Place(name: "Paris"), Place(region: "Bretagne"), Place(country: "FR"),
        Place(name: "Paris", country: "FR"), Place(region: "Hessen", country: "DE"),
        Place(name: "Singapore", country: "SG"), Place(name: "Paris, Texas", region: "Texas"),
        Place(name: "Paris, Texas", region: "Lamar County, Texas", country: "US"),
        Place(name: "Here", region: "There", country: "Narnia"), Place(country: "Narnia"),
        Place(name: "Lyon", country: "France"), Place(name: "Lyon", region: "R", country: "fr"),
        Place(name: "France"), Place(region: "France"), Place(name: "“Nice”, the town"),
        Place(name: "a\"b", region: "\"c\"", country: "GB"), Place(name: "Abidjan", country: "CI"),
        Place(name: "Name: x", region: "File: y"), Place(name: "x", region: "ZZ"),
    ])
    func `every kind of place survives in every language`(place: Place) throws {
        var record = PhotoRecord()
        record.name = "x"
        record.location = Location(place: place)
        try expectHome(record, "\(place)")
    }

    @Test(arguments: [
        (48.85837, 2.29448, 35.1), (-24.727512, -115.339876, -431.25), (0.000001, -0.000001, 0),
        (90, 180, 8848), (-90, -180, -0.5), (51.5, 0, nil), (0, 5, 12),
    ])
    func `every kind of point survives in every language`(
        latitude: Double, longitude: Double, altitude: Double?
    ) throws {
        var record = PhotoRecord()
        record.name = "x"
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        record.location = Location(coordinate: point, altitude: altitude)
        try expectHome(record, "\(point)")
        for (language, words) in LabelledLanguages.shipped.words {
            let degrees = PlaceWords.degrees(point, words: words)
            let back = LabelledNumbers(words: words).point(degrees + "  View on a map")
            #expect(back == point, "\(language) \(degrees)")
        }
    }

    @Test(arguments: [
        ["a, b", "c"], ["\"a\"", "b\"c", "\""], ["“x”", "«y»", "„z“"], ["a;b", "c|d", "> e"],
        ["Name: x", "File: y.jpg"], ["¶", "¶¶", "a ¶ b"], ["line\nbreak", "b"], [",", ",,"],
        ["נץ אדום", "赤い凧", "👨‍👩‍👧"],
        Array(repeating: "word word", count: 40).enumerated().map { "\($1) \($0)" },
    ])
    func `lists survive whatever is in them`(list: [String]) throws {
        var record = PhotoRecord()
        record.keywords = list
        record.people = list.reversed()
        try expectHome(record, "\(list)")
    }

    @Test(arguments: [
        "two\nlines", "para\n\ngraphs\n\n\nthree", "a ¶ mark\nand ¶¶ two", "Name: x\nFile: y.jpg",
        "the Date: is 1 May, the\nKeywords: none", "> quoted\n>> twice\n| bar\nAB> initials",
        "-- \nsignature", "From me\n.\n", "Photo 2 of 3\n------------", "ends with a colon:",
        "Nom\u{A0}: x, Titre\u{A0}: y, Título: z, Datei: w", "“quotes” and *stars* and _lines_",
        "Photos to: Anna\nFrom: Ben\nAn: Carl\nÀ: Dora\nenvoyé: now",
        Array(repeating: "sent to: x, Antwort an: y, Enviado el: z, à: w", count: 9)
            .joined(separator: " and "),
        "RTL: שלום\u{200F} and \u{202B}more\u{202C}", "é\u{301} decomposed, emoji 👨‍👩‍👧‍👦",
        String(repeating: "Donaudampfschiff", count: 12) + " end",
        Array(repeating: "over the barn", count: 60).joined(separator: " "),
    ])
    func `captions and names survive whatever is in them`(words: String) throws {
        var record = PhotoRecord()
        record.caption = words
        record.keywords = ["last"]
        try expectHome(record, "caption")
        record.name = words
        try expectHome(record, "name")
    }

    @Test func `a person's own spelling of dates and points is read`() throws {
        func block(_ date: String, _ point: String) -> String {
            "Datum: \(date)\nKoordinaten: \(point)\nDatei: x.jpg\n"
        }
        let dates = [
            "2. Mai 2024, 11:05": "2024-05-02T11:05:00", "2 mai 2024": "2024-05-02",
            "2024-05-02 11:05:07": "2024-05-02T11:05:07", "02.05.2024": "2024-05-02",
            "2. Sept. 2024": "2024-09-02", "Dienstag, 2. mai 2024, 8 h 15": "2024-05-02T08:15:00",
        ]
        for (date, iso) in dates {
            let story = try #require(read(block(date, "48,5; 8,25")).first)
            #expect(story.record.taken?.local.iso == iso, "\(date)")
            #expect(
                story.record.location?.coordinate == Coordinate(latitude: 48.5, longitude: 8.25))
        }
        for point in [
            "48.5,8.25", "48,5, 8,25", "48.5° N, 8.25° O", "8,25° O, 48,5° N", "+48.5 +8.25",
        ] {
            let story = try #require(read(block("2. Mai 2024", point)).first, "\(point)")
            #expect(
                story.record.location?.coordinate == Coordinate(latitude: 48.5, longitude: 8.25),
                "\(point)")
        }
        #expect(
            DateReader(words: try #require(LabelledLanguages.shipped.words["en"])).read("1/2/2024")
                == nil)
        for none in ["", "yesterday", "32 May 2024", "May 2024", "99:99"] {
            #expect(read(block(none, "no")).isEmpty, "\(none)")
        }
    }

    @Test(arguments: [
        "From: Anna\nDate: Wednesday, 1 May 2024, 10:22\nTo: Ben\nSubject: Hi\n",
        "Name: Peter\nDate: Wednesday, 1 May 2024, 10:22\nPlace: Paris\n",
        "Name: Peter\nFile: see attachment\n", "File: report.pdf\n",
        "Titel: Dr.\nOrt: Berlin\nLand: DE\n",
        "Name:\nFile:\nDate:\n", "Name: x\nFile: ../../etc/passwd\n", "File: a.jpg\nFile: b.jpg\n",
    ])
    func `what only looks like a block is not one`(text: String) {
        #expect(read(text).isEmpty)
        #expect(read("> " + text.replacing("\n", with: "\n> ")).isEmpty)
    }

    /// Thunderbird breaks what it quotes at blanks, and indents it as deeply as it stands in tables.
    @Test func `a label is read whose blanks are a line break and an indentation`() throws {
        let blank = "\n" + String(repeating: " ", count: 60)
        let html = """
            <blockquote><div>Caption:</div><div>A kite\(blank)over the lake.</div>
            <div><span>In\(blank)the\(blank)picture:</span> Red kite</div>
            <div><span>File:</span> kite.jpg</div></blockquote>
            """
        let stories = read(HTMLText.lines(of: html), isMarkup: true)
        try #require(stories.count == 1, "\(stories)")
        #expect(stories[0].record.caption == "A kite over the lake.")
    }

    @Test func `several photos are told apart, by their files and by labels that come again`() {
        let text = "Name: a\nFile: a.jpg\nName: b\nCoordinates: 1, 2\nName: c\nFile: c.jpg\n"
        #expect(read(text).map(\.record.name) == ["a", "b", "c"])
        let german = "Titel: a\nDatei: a.jpg\n\nTitle: x\nName: b\nFile: b.jpg\n"
        #expect(read(german).map(\.record.name) == ["a", "b"])
    }

    @Test(arguments: [
        LongText("Name: x\n", times: 20_000), LongText("File: a.jpg\n", times: 20_000),
        LongText("Name: x\nFile: a.jpg\n", times: 10_000),
        LongText("Caption: ", "x\n", times: 60_000, "File: a.jpg"),
        LongText(">", times: 100_000, "Name: x"), LongText(": ", times: 60_000),
        LongText("> Name: x\nName: y\n", times: 10_000),
        LongText("Keywords: ", "\"", times: 60_000, "\nFile: a.jpg"),
        LongText("Keywords: ", ",", times: 60_000, "\nFile: a.jpg"),
        LongText("Caption: ", "¶", times: 60_000, "\nFile: a.jpg"),
        LongText("Date: ", "1 ", times: 60_000, "\nName: x\nFile: a.jpg"),
    ])
    func `hostile text ends, and gives no more photos than are read`(long: LongText) {
        #expect(read(long.text).count <= LabelledScanner.maximumStories)
        #expect(read(long.text, isMarkup: true).count <= LabelledScanner.maximumStories)
    }
}
