import Foundation
import MIMEMessage
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import Privacy
@testable import ShareMail

/// Whatever a stranger's record says, its photo and those beside it can be shared: what a part of the
/// mail cannot carry is carried in another form, or by the other parts.
@Suite struct HostileValueTests {
    private typealias Change = @Sendable (inout PhotoRecord) -> Void

    private static func text(_ name: String, _ text: String) -> [(String, Change)] {
        [
            ("\(name) in the name", { $0.name = text }),
            ("\(name) in the caption", { $0.caption = text }),
            ("\(name) in keywords", { $0.keywords = [text, "a" + text, text + "b", "last"] }),
            ("\(name) in people", { $0.people = [text, "A" + text + "B"] }),
            (
                "\(name) in the place",
                { record in
                    record.location = Location(
                        coordinate: Coordinate(latitude: 48.2, longitude: 16.4),
                        place: Place(name: "a" + text, region: text, country: text + "b"))
                }
            ),
            (
                "\(name) in region and camera",
                { record in
                    record.camera = Camera(make: text, model: "m" + text, lens: text + "l")
                    record.regions = [
                        Region(
                            name: "r" + text,
                            shape: .rectangle(RegionBox(x: 0, y: 0, width: 1, height: 1)))
                    ]
                }
            ),
        ]
    }

    /// Every control character, each between letters.
    private static let controls = ((0...0x1F).map(UInt32.init) + Array(0x7F...0x9F))
        .compactMap(Unicode.Scalar.init).map { "x\(Character($0))y" }.joined()

    private static let noncharacters = ([0, 0xFFFE, 0xFFFF, 0x1FFFE, 0xFDD0] as [UInt32])
        .compactMap(Unicode.Scalar.init).map { String(Character($0)) }.joined()

    private static let breaks = ["\u{2028}", "\u{2029}", "\u{85}", "\u{B}", "\u{C}", "\r", "\n\r"]

    private static let words: [(String, Change)] = [
        text("a control character of each kind", controls),
        text("line separators", "one\u{2028}\ntwo\u{2029}three\u{2028}\u{2028}four"),
        text("every line break", "a" + breaks.map { $0 + "b" }.joined()),
        text("format characters alone", "\u{200B}\u{2060}\u{FEFF}\u{AD}\u{200E}\u{E0041}"),
        text("format characters at the ends", "\u{200B}\u{AD}abc\u{200D}\u{FEFF}\u{200B}"),
        text("blanks alone", " \u{A0}\u{3000}\u{2003}\t"),
        text("odd blanks within", "a\u{A0}\u{A0}b\u{3000}c\u{2003} d\te"),
        text("no characters", noncharacters + "z"),
        text("a lost surrogate", "a\u{FFFD}b?"),
        text("directions", "\u{202E}abc\u{202C}\u{2066}def\u{2069}\u{200F}x"),
        text("a label", "Date: yesterday"),
        text("labels on lines", "x\nFile: a.jpg\nName: B\n\nDate: 1 May 2024\nCoordinates: 1, 2"),
        text("a signature", "-- \nAnna\n> quoted\nFrom me\n.\n>From you"),
        text("a header", "From: a@b.example\nSubject: x\n\nOn Monday, Ben wrote:"),
        text("pilcrows", "a ¶ b ¶¶ c¶"),
        text("quotes and commas", "\"a\", “b”, 'c', \"\"\",\" ; |"),
        text("an import code", "[[wit:1:\nAAAA\n:wit]]"),
        text("markup", "</script><!--{{name}}{{{x}}}&lt;&#0;&amp;amp; ]]> <?xpacket end=\"w\"?>"),
        text("links", "https://example.org/?a=b&c=%00%0A mailto:a@b geo:1,2 cid:x"),
        text("percent signs", "%s %n %@ %00 %0d%0a \\u0000 \\n"),
        text("ellipses", "abc…"),
        text("unassigned and private", "\u{E000}\u{10FFFD}\u{378}\u{E0FFF}k"),
    ].flatMap { $0 }

    private static func moment(_ iso: String, _ minutes: Int?) -> Change {
        { record in
            record.taken = LocalDateTime(iso: iso).map {
                CaptureTime(local: $0, offset: minutes.flatMap { UTCOffset(minutes: $0) })
            }
        }
    }

    private static func location(
        _ latitude: Double, _ longitude: Double, altitude: Double? = nil, direction: Double? = nil
    ) -> Change {
        {
            $0.location = Location(
                coordinate: Coordinate(latitude: latitude, longitude: longitude),
                altitude: altitude, direction: direction, accuracy: altitude)
        }
    }

    private static let numbers: [(String, Change)] = [
        ("year 1", moment("0001-01-01T00:00:00", -840)),
        ("year 9999", moment("9999-12-31T23:59:59.999999999", 840)),
        ("an infinite altitude", location(1, 2, altitude: .infinity)),
        ("an altitude that is no number", location(1, 2, altitude: .nan, direction: .nan)),
        ("an immense altitude", location(1, 2, altitude: 1e300, direction: -1e300)),
        ("a tiny altitude", location(1, 2, altitude: -1e-300, direction: 1e-300)),
        ("minus zero", location(-0.0, -0.0, altitude: -0.0, direction: -0.0)),
        ("the corners of the earth", location(-90, 180, altitude: -11_000)),
        ("next to nothing", location(.leastNonzeroMagnitude, -.leastNonzeroMagnitude)),
        (
            "a precision of its own",
            { record in
                record.location = Location(
                    coordinate: Coordinate(latitude: 1, longitude: 2),
                    precision: .init(rawValue: "Date: 3km\n"))
            }
        ),
        (
            "a distance that is no number",
            { record in
                record.location = Location(
                    coordinate: Coordinate(latitude: 1, longitude: 2),
                    place: Place(name: "X", distanceKm: .nan))
            }
        ),
        (
            "regions out of the picture",
            { record in
                record.regions = [
                    RegionBox(x: -9, y: 7, width: 0, height: -1),
                    RegionBox(x: .nan, y: .infinity, width: 1e300, height: -0.0),
                ].map { Region(name: "Date: x", shape: .rectangle($0)) }
            }
        ),
        ("people of one name", { $0.people = ["Anna", "Anna", "ANNA", "Anna ", "A\u{200B}nna"] }),
        ("2,000 keywords", { $0.keywords = (0..<2_000).map { "keyword, \($0);" } }),
    ]

    private static let long: [(String, Change)] = [
        ("a name of 30 KB", { $0.name = String(repeating: "Name", count: 7_500) })
    ]

    /// Records that each have one hostile value, among innocent ones.
    private static func records(
        _ changes: [(String, Change)], in folder: TemporaryFolder
    ) throws -> [PhotoRecord] {
        var records = try TinyPicture.records(changes.count + 2, in: folder)
        for index in changes.indices { changes[index].1(&records[index + 1]) }
        return records
    }

    private static let all = words + numbers + long

    /// How many of the values are tried in one message.
    private static let together = 23

    @Test(arguments: Array(stride(from: 0, to: all.count, by: together)))
    func `no value stops its photo or the others, and none is lost to all parts`(start: Int) throws
    {
        let changes = Array(Self.all[start...].prefix(Self.together))
        let folder = try TemporaryFolder()
        let records = try Self.records(changes, in: folder)
        let share = try ShareComposer().compose(records, SampleShares.options())
        #expect(share.photos.count == records.count)
        #expect(share.skipped.isEmpty)
        #expect(!share.findings.contains { $0.code.rawValue == "value-left-out" })
        let read = ShareReader().read(MailMessage(parsing: try share.bytes)).photos
        try #require(read.count == records.count)
        for (index, photo) in read.enumerated() where [0, records.count - 1].contains(index) {
            #expect(photo.record.name == records[index].name)
            #expect(photo.record.caption == records[index].caption)
        }
    }

    // MARK: Photos that cannot go

    /// Innocent photos and, at the places told, some whose captions tell where they were taken.
    private static func telling(
        _ places: Set<Int>, of count: Int, in folder: TemporaryFolder
    ) throws -> [PhotoRecord] {
        var records = try TinyPicture.records(count, in: folder)
        for index in records.indices {
            records[index].location = Location(
                coordinate: Coordinate(
                    latitude: 37.104_12 + Double(index), longitude: 25.376_43))
            if places.contains(index) {
                records[index].caption = "The house at 3\(7 + index).10412, 25.37643"
                let copy = folder.path("IMG_20\(index).jpg")
                try Data(TinyPicture.jpeg).write(to: URL(filePath: copy))
                records[index].file = copy
            }
        }
        return records
    }

    @Test func `all photos whose words tell what is withheld are named at once`() throws {
        let folder = try TemporaryFolder()
        let records = try Self.telling([1, 2], of: 4, in: folder)
        var options = try SampleShares.options()
        options.location = .none
        do {
            _ = try ShareComposer().compose(records, options)
            Issue.record("the message tells where the photos were taken")
        } catch {
            #expect(error.each.map(\.code) == [.locationLeak, .locationLeak])
            #expect(error.each.map(\.place) == [records[1].file, records[2].file])
            #expect(error.each.allSatisfy { $0.message.contains($0.place) })
        }
    }

    @Test func `with photos that may be left out the others go`() throws {
        let folder = try TemporaryFolder()
        let records = try Self.telling([0, 3], of: 4, in: folder)
        var options = try SampleShares.options()
        options.location = .none
        options.skipsFailed = true
        for limit in [nil, 60_000] {
            options.maximumBytes = limit
            let shares = try ShareComposer().composeSeries(records, options)
            #expect(shares.flatMap(\.photos).map(\.record.name) == ["Innocent 1", "Innocent 2"])
            #expect(shares[0].skipped.map(\.place) == [records[0].file, records[3].file])
            #expect(try !String(decoding: shares[0].bytes, as: UTF8.self).contains("10412"))
        }
    }

    @Test func `the sender's own words end a share with one error, not with one for each photo`()
        throws
    {
        let folder = try TemporaryFolder()
        let records = try Self.telling([], of: 3, in: folder)
        var options = try SampleShares.options()
        options.location = .none
        options.skipsFailed = true
        options.message = "It was at 38.10412, 25.37643!"
        do {
            _ = try ShareComposer().compose(records, options)
            Issue.record("the message tells where a photo was taken")
        } catch {
            #expect(error.each.count == 1)
            #expect(error.code == .locationLeak)
        }
    }
}
