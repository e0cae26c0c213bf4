import Foundation
import JSON
import MIMEMessage
import PhotoRecords
import TestSupport
import Testing

@testable import Privacy
@testable import ShareMail

/// Records as other programs, imports and tired people make them: each can be shared, and comes
/// home by every channel (the composer proves it).
@Suite struct OddRecordTests {
    private static let odd: [(String, @Sendable (inout PhotoRecord) -> Void)] = [
        ("blanks around", { $0.name = "  Red kite \n" }),
        ("blanks alone", { ($0.name, $0.caption) = (" ", "\n\t ") }),
        ("line breaks", { $0.caption = "\none\r\n\r\n  two\r\n" }),
        ("a line separator", { $0.caption = "one\u{2028}\ntwo" }),
        (
            "line separators everywhere",
            {
                ($0.name, $0.caption) = ("a\u{2028}b", "\u{2029}c\u{2028}\u{2028}d\u{2029}")
                ($0.keywords, $0.people) = (["e\u{2028}f", "g, \u{2029}h"], ["i\u{2028}"])
                $0.location?.place = Place(name: "j\u{2028}k", region: "l\u{2029}m")
            }
        ),
        (
            "overrides and isolates",
            {
                $0.name = "a\u{202E}gpj.exe\u{202C} \u{2066}b\u{2069}\u{61C}"
                $0.caption = "\u{FFF9}c\u{FFFA}d\u{FFFB}\u{E0041}\u{206E}\n\u{2067}e\u{2069}"
                ($0.keywords, $0.people) = (["\u{202B}f\u{202C}"], ["\u{2068}Anna\u{2069}"])
            }
        ),
        ("nothing to be seen", { ($0.name, $0.keywords) = ("\u{202E}\u{2069}", ["\u{2066}"]) }),
        ("direction marks", { $0.name = "שלום\u{200F}! \u{200E}abc نمی\u{200C}خواهم" }),
        (
            "a flag of letters",
            { $0.name = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}" }
        ),
        ("a name on two lines", { $0.name = "one\ntwo" }),
        ("camera filler", { $0.caption = "OLYMPUS DIGITAL CAMERA" }),
        ("markup", { $0.caption = "<x:xmpmeta> ]]> <?xpacket end?> &amp; &#10; --> \" '" }),
        ("emoji and combining marks", { $0.name = "👩‍👩‍👧 e\u{301} \u{202E}abc שלום" }),
        ("decomposed", { $0.keywords = ["Cafe\u{301}", "Café"] }),
        ("a long name", { $0.name = String(repeating: "long ", count: 5000) }),
        ("a very long caption", { $0.caption = String(repeating: "Wörter ", count: 8_000) }),
        ("many keywords", { $0.keywords = (0..<1500).map { "keyword \($0)" } }),
        ("keywords with separators", { $0.keywords = ["a;b", "c, d", "e|f", "g/h", " i "] }),
        ("people with separators", { $0.people = ["Ames, Anna", "Ben;"] }),
        ("a date alone", { $0.taken = LocalDateTime(iso: "1950-06-01").map { .init(local: $0) } }),
        (
            "a date alone with an offset",
            {
                $0.taken = LocalDateTime(iso: "1950-06-01").map {
                    .init(local: $0, offset: UTCOffset(minutes: 60))
                }
            }
        ),
        (
            "year 1",
            { $0.taken = LocalDateTime(iso: "0001-01-01T00:00:00").map { .init(local: $0) } }
        ),
        (
            "nine decimals",
            {
                $0.taken = LocalDateTime(iso: "9999-12-31T23:59:59.123456789").map {
                    .init(local: $0, offset: UTCOffset(minutes: -825))
                }
            }
        ),
        (
            "a trailing zero",
            { $0.taken = LocalDateTime(iso: "2024-01-01T00:00:00.120").map { .init(local: $0) } }
        ),
        ("no time", { $0.taken = nil }), ("no location", { $0.location = nil }),
        (
            "the south pole",
            {
                $0.location = Location(
                    coordinate: Coordinate(latitude: -90, longitude: -180), altitude: -5000.75)
            }
        ),
        (
            "the null island",
            {
                $0.location = Location(coordinate: Coordinate(latitude: 0, longitude: 0))
            }
        ),
        (
            "the equator",
            {
                $0.location = Location(
                    coordinate: Coordinate(latitude: 0, longitude: 12.000_000_4), altitude: 0)
            }
        ),
        (
            "fifteen digits",
            {
                $0.location = Location(
                    coordinate: Coordinate(
                        latitude: 12.345678901234567, longitude: -0.000_000_123),
                    altitude: 1234.5678, direction: 359.999)
            }
        ),
        ("odd directions", { $0.location?.direction = -10 }),
        ("a high altitude", { $0.location?.altitude = 4e9 }),
        ("a place alone", { $0.location = Location(place: Place(name: "Paris")) }),
        ("a country of words", { $0.location = Location(place: Place(country: "Frankreich")) }),
        ("an altitude alone", { $0.location = Location(altitude: 12, place: Place()) }),
        ("a place with blanks", { $0.location?.place = Place(name: " Paris ", region: " ") }),
        ("a camera with blanks", { $0.camera = Camera(make: " ", model: "  X100 ") }),
        (
            "odd regions",
            {
                $0.regions = [
                    Region(
                        name: " A ", shape: .ellipse(RegionBox(x: 0, y: 0, width: 1, height: 1))),
                    Region(shape: .rectangle(RegionBox(x: -1, y: 2, width: 0, height: 5))),
                    Region(
                        name: "P", kind: .init(rawValue: "x y"),
                        shape: .polygon([
                            .init(x: 0, y: 0), .init(x: 1, y: 0), .init(x: 0.5, y: 1e-9),
                        ])),
                    Region(shape: .unknown(["type": "spiral"])),
                    Region(
                        shape: .mask(RegionBox(x: 0, y: 0, width: 1, height: 1), png: "AAAA")),
                ]
            }
        ),
        ("an import code in the caption", { $0.caption = "[[wit:1: AAAA :wit]] and [[wit:" }),
        ("a boundary in the caption", { $0.caption = "--=_abc_1--\n.\nFrom me\n-- \nx" }),
        ("no identity", { $0.id = nil }), ("nothing at all", { $0 = PhotoRecord() }),
    ]

    @Test(arguments: odd.map(\.0), LocationGrade.allCases)
    func `an odd record can be shared and imported`(name: String, grade: LocationGrade) throws {
        let change = try #require(Self.odd.first { $0.0 == name }).1
        let drawn = try #require(SampleShares.record(named: "bird.jpg"))
        var record = drawn
        change(&record)
        record.file = drawn.file
        var options = try SampleShares.options()
        options.location = grade
        // A map takes longer than all the rest: each odd place has one.
        options.mapPicture = grade == .exact
        let share = try ShareComposer().compose([record], options)
        #expect(share.photos.count == 1)
    }
}
