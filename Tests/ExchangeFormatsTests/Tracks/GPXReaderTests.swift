import Foundation
import OutputText
import PhotoRecords
import TestSupport
import Testing
import XML

@testable import ExchangeFormats

@Suite struct GPXReaderTests {
    private func read(_ text: String) throws -> GPXReader.Reading {
        do throws(GPXReader.Refusal) {
            return try GPXReader.read(Data(text.utf8), name: "walk.gpx")
        } catch {
            throw Refused(reason: error.reason)
        }
    }

    private struct Refused: Error { let reason: String }

    private func reason(_ text: String) -> String {
        do {
            let reading = try read(text)
            return "read \(reading.track.segments.count) segments"
        } catch let refused as Refused {
            return refused.reason
        } catch {
            return "\(error)"
        }
    }

    private static func gpx(_ inside: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="a test" xmlns="http://www.topografix.com/GPX/1/1">\(inside)</gpx>
        """
    }

    private static func point(_ time: String, _ name: String = "trkpt") -> String {
        "<\(name) lat=\"48.5\" lon=\"2.25\"><ele>35.5</ele><time>\(time)</time></\(name)>"
    }

    @Test func `tracks, their stretches, routes with times and waypoints are read`() throws {
        let reading = try read(
            Self.gpx(
                """
                <metadata><time>1999-01-01T00:00:00Z</time></metadata>
                \(Self.point("2024-05-01T10:00:00Z", "wpt"))
                \(Self.point("2024-05-01T10:01:00Z", "wpt"))
                <rte><rtept lat="1" lon="1"/><rtept lat="2" lon="2"/></rte>
                <rte>\(Self.point("2024-05-01T07:00:00Z", "rtept"))</rte>
                <trk><name>A walk</name><trkseg>
                \(Self.point("2024-05-01T08:00:00Z"))\(Self.point("2024-05-01T08:00:10Z"))
                <trkpt lat="48" lon="2"/><trkpt lat="148" lon="2"><time>2024-05-01T08:00:10Z</time>
                </trkpt></trkseg><trkseg/><trkseg>\(Self.point("2024-05-01T09:00:00Z"))</trkseg></trk>
                """))
        #expect(reading.track.segments.map(\.count) == [1, 1, 1, 2, 1])
        #expect(reading.unusable == 4)
        #expect(reading.damage == nil)
        let first = try #require(reading.track.segments[3].first)
        #expect(first.coordinate == Coordinate(latitude: 48.5, longitude: 2.25))
        #expect(first.altitude == 35.5)
        #expect(first.seconds == 1_714_550_400)
    }

    @Test(arguments: [
        ("2024-05-01T08:00:00Z", 1_714_550_400.0), ("2024-05-01T08:00:00", 1_714_550_400),
        ("2024-05-01T10:00:00+02:00", 1_714_550_400),
        (" 2024-05-01T08:00:00.25Z\n", 1_714_550_400.25),
        ("2024-05-01T04:30:00.5-03:30", 1_714_550_400.5),
    ])
    func `times are read with fractions and zones`(text: String, seconds: Double) {
        #expect(GPXReader.seconds(text) == seconds)
    }

    @Test(arguments: ["", "2024-05-01", "yesterday at noon, about", "2024-13-01T08:00:00Z"])
    func `what is not a time is not read as one`(text: String) {
        #expect(GPXReader.seconds(text) == nil)
    }

    @Test func `GPX 1.0, prefixes and other encodings are read`() throws {
        let old = try read(
            """
            <gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0"><trk><trkseg>\
            \(Self.point("2024-05-01T08:00:00Z"))</trkseg></trk></gpx>
            """)
        #expect(old.track.segments.count == 1)
        let prefixed = try read(
            """
            <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:trk><g:trkseg>\
            <g:trkpt lat="1" lon="2"><g:time>2024-05-01T08:00:00Z</g:time></g:trkpt>\
            </g:trkseg></g:trk></g:gpx>
            """)
        #expect(prefixed.track.segments.count == 1)
        let utf16 = try #require(
            Self.gpx("<trk><trkseg>\(Self.point("2024-05-01T08:00:00Z"))</trkseg></trk>")
                .replacing("UTF-8", with: "UTF-16").data(using: .utf16))
        #expect(try GPXReader.read(utf16, name: "x").track.segments.count == 1)
    }

    /// What is counted before libxml2 reads a document are octets of ASCII.
    @Test(arguments: ["UTF-7", "EBCDIC-CP-US", "UCS-4", "SCSU", "BOCU-1", "ISO-2022-JP"])
    func `a charset that does not extend ASCII is not read`(_ charset: String) throws {
        let text = Self.gpx("<trk><trkseg>\(Self.point("2024-05-01T08:00:00Z"))</trkseg></trk>")
        for declaration in [
            "<?xml version=\"1.0\" encoding=\"\(charset)\"?>",
            "<?xml\tversion='1.0'\n encoding = '\(charset)' ?>",
            "<?xml version=\"1.0\"\(String(repeating: " ", count: 2_000))encoding=\"\(charset)\"?>",
        ] {
            let document = declaration + text.drop { $0 != ">" }.dropFirst()
            #expect(reason(document).contains("not a GPX file"))
        }
        let ebcdic = Data([0x4C, 0x6F, 0xA7, 0x94] + [UInt8](repeating: 0x40, count: 100))
        #expect(throws: GPXReader.Refusal.self) { try GPXReader.read(ebcdic, name: "x") }
    }

    @Test(arguments: ["ISO-8859-1", "windows-1252", "utf-8", "US-ASCII", "UTF-16"])
    func `a charset that extends ASCII is read`(_ charset: String) throws {
        let text = Self.gpx("<trk><trkseg>\(Self.point("2024-05-01T08:00:00Z"))</trkseg></trk>")
        #expect(
            try read(text.replacing("UTF-8", with: charset)).track.segments.map(\.count) == [1])
    }

    /// Each prefix that is bound costs each name after it.
    @Test(.timeLimit(.minutes(1)))
    func `namespaces are counted in UTF-16 too`() throws {
        let spaces = (0..<600).map { "xmlns:n\($0)='u\($0)'" }.joined(separator: " ")
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?><gpx>" + "<trk \(spaces)>" + "</trk></gpx>"
        let utf16 = try #require(text.data(using: .utf16))
        #expect(XMLReader.read(utf16, to: Silent()) == .crowded)
    }

    @Test func `only the point's own time and height count, not those of extensions`() throws {
        let reading = try read(
            Self.gpx(
                """
                <trk><trkseg><trkpt lat="1" lon="2"><time>2024-05-01T08:00:00Z</time><extensions>
                <x><time>1999-01-01T00:00:00Z</time><ele>5</ele></x></extensions></trkpt>
                </trkseg></trk>
                """))
        #expect(reading.track.segments[0][0].seconds == 1_714_550_400)
        #expect(reading.track.segments[0][0].altitude == nil)
    }

    @Test func `a file that is cut short gives what can be read, and says so`() throws {
        let reading = try read(
            "<gpx><trk><trkseg>\(Self.point("2024-05-01T08:00:00Z"))<trkpt lat=\"1\" lon=\"2")
        #expect(reading.track.segments.map(\.count) == [1])
        #expect(reading.damage?.contains("the 1 points before") == true)
    }

    @Test(arguments: [
        ("$GPRMC,081836,A,3751.65,S,14507.36,E", "an NMEA log"),
        ("{\"type\": \"Feature\"}", "JSON"),
        ("<kml xmlns=\"x\"/>", "KML"), ("<TrainingCenterDatabase/>", "TCX"),
        ("PK\u{3}\u{4}", "a zip"), ("<html/>", "not a GPX file"), ("", "not a GPX file"),
        ("\0\0\0", "not a GPX file"), ("<gpx/>", "no points"),
        ("<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>", "none of its 1 points has a time"),
    ])
    func `what is not a track is refused by name`(text: String, says: String) {
        #expect(reason(text).contains(says), "\(reason(text))")
    }

    @Test func `no entity is declared, expanded or fetched`() throws {
        let lol = (0..<20).map { "<!ENTITY l\($0 + 1) \"&l\($0);&l\($0);&l\($0);&l\($0);\">" }
        for declared in [
            "<!DOCTYPE gpx [<!ENTITY l0 \"lol\">\(lol.joined())]>",
            "<!DOCTYPE gpx [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
            "<!DOCTYPE gpx SYSTEM \"http://example.org/x.dtd\">",
        ] {
            let text = declared + "<gpx><wpt lat=\"1\" lon=\"2\"><name>&l20;&x;</name></wpt></gpx>"
            #expect(reason(text).contains("document type declaration"))
        }
    }

    @Test func `a hundred thousand elements within each other end the reading`() throws {
        let deep = String(repeating: "<trkpt lat=\"1\" lon=\"2\">", count: 100_000)
        #expect(
            reason("<gpx>" + deep).contains("none") || reason("<gpx>" + deep).contains("no point"))
    }

    @Test func `damaged tracks never crash`() throws {
        let whole = Array(
            Self.gpx(
                "<trk><trkseg>\(Self.point("2024-05-01T08:00:00Z"))"
                    + "\(Self.point("2024-05-01T08:00:10.5+02:00"))</trkseg></trk>"
                    + Self.point("2024-05-01T08:00:10Z", "wpt")
            ).utf8)
        let seed = UInt64.random(in: 0...UInt64.max)
        print("GPX mutations: seed \(seed)")
        var generator = SplitMix(state: seed)
        for _ in 0..<5_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
                }
            }
            if let reading = try? GPXReader.read(Data(bytes), name: "x") {
                for point in reading.track.segments.joined() {
                    #expect(point.seconds.isFinite)
                    #expect(abs(point.coordinate.latitude) <= 90)
                }
            }
        }
    }

    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}

private final class Silent: XMLHandler {
    func start(_ name: String, attributes: [String: String]) -> Bool { true }
    func end(_ name: String) {}
    func text(_ piece: String) {}
}
