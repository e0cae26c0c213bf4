import Foundation
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import Privacy
@testable import ShareMail

/// A place that stays at home is known in words by all its names and spellings.
@Suite struct FoldedPlaceTests {
    private static var naxos: PhotoRecord {
        var record = PhotoRecord()
        record.id = RecordID("0192f3c4-5a6b-7c8d-9e0f-112233445566")
        record.location = Location(
            coordinate: Coordinate(latitude: 37.105_64, longitude: 25.373_92),
            place: Place(name: "Náxos", region: "South Aegean", country: "GR"))
        return record
    }

    private static func findings(
        caption: String, _ grade: LocationGrade = .none
    ) throws -> [FindingCode] {
        var options = try SampleShares.options()
        options.location = grade
        var record = naxos
        record.caption = caption
        return RedactedRecord(of: record, options).findings(of: record).map(\.code)
    }

    @Test(arguments: [
        "Náxos", "Naxos", "NAXOS town", "naxos!", "Νάξος", "ΝΑΞΟΣ", "στη Ναξος ξανά",
        "Na\u{301}xos", "N\u{AD}axos", "Na\u{200B}x\u{2060}os", "Ｎａｘｏｓ", "𝐍𝐚𝐱𝐨𝐬", "n\u{E0061}axos",
        "\u{202E}Naxos\u{202C}", "Old Naxos-Town", "South\u{A0}Aegean", "SOUTH AEGEAN",
        "Greece", "in Griechenland", "GRÈCE", "Ελλάδα", "🇬🇷 holidays",
    ])
    func `a caption that names the place in any spelling is pointed out`(caption: String) throws {
        #expect(try Self.findings(caption: caption).contains(.placeInWords), "\(caption)")
    }

    @Test(arguments: [
        "A boat", "The red kite", "Anna, Ben and I", "1234", "海", "Bread and wine", "🇩🇪", "",
        "In the evening the wind came from the sea", "Rain", "Mama und Papa am Strand",
    ])
    func `other words are not taken for a withheld place`(caption: String) throws {
        #expect(try Self.findings(caption: caption).isEmpty, "\(caption)")
    }

    @Test func `what is sent may be named`() throws {
        #expect(try Self.findings(caption: "Greece", .tenKilometres).isEmpty)
        #expect(try Self.findings(caption: "Naxos", .exact).isEmpty)
    }

    @Test(arguments: [
        ("東京", 35.6895, 139.6917, "昨日東京で"), ("München", 48.1374, 11.5755, "a day in Munich"),
        ("Москва", 55.7522, 37.6156, "MOSCOW by night"), ("Seoul", 37.566, 126.9784, "서울에서"),
        ("Praha", 50.088, 14.4208, "Prague, Prag, Praga"),
    ])
    func `a withheld place is recognised by its names in other languages`(
        name: String, latitude: Double, longitude: Double, caption: String
    ) throws {
        var record = PhotoRecord()
        record.location = Location(
            coordinate: Coordinate(latitude: latitude, longitude: longitude),
            place: Place(name: name))
        record.caption = caption
        var options = try SampleShares.options()
        options.location = .none
        #expect(RedactedRecord(of: record, options).findings(of: record).count == 1)
    }

    @Test func `the sender's subject and message are looked at too`() throws {
        let folder = try TemporaryFolder()
        var records = try TinyPicture.records(2, in: folder)
        for index in records.indices {
            records[index].location = Self.naxos.location
            records[index].people = ["Ágnes"]
        }
        var options = try SampleShares.options()
        (options.location, options.stripped) = (.none, [.people])
        (options.subject, options.message) = ("Greetings from NAXOS", "Agnes sends her love")
        let share = try ShareComposer().compose(records, options)
        #expect(
            share.findings.map { "\($0.code.rawValue) \($0.place)" } == [
                "place-in-words subject", "stripped-in-words message",
            ])
    }

    @Test(arguments: ["ANNA", "A\u{200B}nna", "Friends|Ánna", "people/ Anna\u{AD}", "ａｎｎａ"])
    func `a keyword that is a person's name is left out with the people`(keyword: String) {
        var record = PhotoRecord()
        record.people = ["Anna"]
        record.keywords = [keyword, "beach"]
        FieldGroup.people.strip(&record)
        #expect(record.keywords == ["beach"])
    }

    @Test func `a zone knows the names of its places in any spelling`() throws {
        let center = try #require(Coordinate(latitude: 1, longitude: 1))
        let zone = HomeZone(name: "Omas Haus", center: center, radius: 1)
        for name in ["OMAS HAUS", "Omas\u{200B} Haus", "Omas-Haus", "Ｏmas Haus"] {
            #expect(zone.holds(Location(place: Place(name: name))), "\(name)")
        }
        #expect(!zone.holds(Location(place: Place(name: "Omas Garten"))))
    }

    // MARK: Numbers

    @Test(arguments: [
        "37.10564, 25.37392", "37.\u{200B}105\u{200B}64", "3\u{AD}7.1\u{2060}0564",
        "37\u{2024}10564",
        "３７．１０５６４", "٣٧٫١٠٥٦٤", "३७.१०५६४", "37˚6′20.3″ 25˚22′26.1″", "37∘ 6ʹ 20.3ʺ N",
        "37° 6´ 20.3´´", "3 7 . 1 0 5 6 4", "3-7-.-1-0-5-6-4", "三七．一〇五六四", "37‧10564",
        "37.1\u{FE0F}0\u{FE0F}564", "37.1\u{336}0\u{336}5\u{336}64", "3\u{E0030}7.10564",
        "𝟑𝟕.𝟏𝟎𝟓𝟔𝟒",
        "37⁰06'20.3\"", "37•10564",
    ])
    func `digits in any disguise do not leave`(number: String) throws {
        let folder = try TemporaryFolder()
        var record = try TinyPicture.records(1, in: folder)[0]
        record.location = Self.naxos.location
        record.caption = "The house: \(number)"
        var options = try SampleShares.options()
        options.location = .none
        #expect(throws: WitError(.locationLeak, "")) {
            try ShareComposer().compose([record], options)
        }
    }

    @Test(arguments: ["1 2 3 4", "12:30, 14 photos", "3 7 cats", "2024-05-01", "一二三"])
    func `numbers that are not coordinates are sent`(number: String) throws {
        let folder = try TemporaryFolder()
        var record = try TinyPicture.records(1, in: folder)[0]
        record.location = Self.naxos.location
        record.caption = "The house: \(number)"
        var options = try SampleShares.options()
        options.location = .none
        #expect(try ShareComposer().compose([record], options).findings.isEmpty)
    }
}
