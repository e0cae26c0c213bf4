import Foundation
import TestSupport
import Testing

@Suite
struct StrokeVerbTests {
    private let folder: TemporaryFolder
    private let wit: Program

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["XDG_DATA_HOME": folder.path("data")])
    }

    private static let circle = {
        let points = (0..<40).map { index in
            let angle = Double(index) * .pi / 20
            return "[\(150 + 60 * cos(angle)),\(120 + 60 * sin(angle))]"
        }
        return #"{"points":[\#(points.joined(separator: ","))]}"#
    }()
    private static let lines = [
        circle, #"{"points":[[20,70,0],[50,110,90],[120,10,200]]}"#,
        #"{"points":[[10,10],[90,12]]}"#, #"{"points":[[5,5]]}"#,
        #"{"points":[[50,50],[150,50],[150,150],[50,150],[50,50]]}"#,
        #"{"points":[[0,0],[60,200],[120,0],[180,200],[240,30]]}"#,
    ].joined(separator: "\n")

    @Test
    func `wit stroke recognises strokes of a file and of stdin, in words and as JSON`() throws {
        try Data(Self.lines.utf8).write(to: folder.url.appending(path: "strokes.jsonl"))
        let said = try wit(["stroke", "recognise", "strokes.jsonl"])
        #expect(said.status == 0 && said.errors.isEmpty, "\(said.errors)")
        #expect(
            said.lines.prefix(5) == [
                "1  an ellipse of 120 × 120 pixels at 150,120, rotated by \(turn(said.lines[0]))° · cells 698741236",
                "2  “accept” (1.00) · cells 478563", "3  a swipe to the right · cells 456",
                "4  a tap at 5,5 · cells 5", "5  an outline with 4 corners · cells 123698741",
            ])
        #expect(said.lines.last?.hasPrefix("6  an unknown word, most like “accept” (0.78)") == true)
        let json = try wit(["stroke", "recognise", "-", "--json"], input: Array(Self.lines.utf8))
        #expect(json.status == 0)
        let objects = try json.lines.map {
            try #require(
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(
            objects.map { $0["kind"] as? String } == [
                "ellipse", "word", "swipe", "tap", "outline", "word",
            ])
        #expect(objects.map { $0["word"] as? String } == [nil, "accept", nil, nil, nil, nil])
        #expect(objects.map { $0["line"] as? Int } == [1, 2, 3, 4, 5, 6])
        let shapes = objects.map { ($0["shape"] as? [String: Any])?["type"] as? String }
        #expect(shapes == ["ellipse", nil, "swipe", "point", "polygon", nil])
    }

    /// The degrees of a line, which a circle does not have.
    private func turn(_ line: String) -> Substring {
        line.split(separator: "rotated by ").last?.split(separator: "°").first ?? ""
    }

    @Test func `wit stroke teaches, lists, exports and forgets words, ours among them`() throws {
        let drawn = Array(#"{"points":[[0,0],[60,200],[120,0],[180,200],[240,30]]}"#.utf8)
        let first = try wit(["stroke", "teach", "wave", "-", "--as", "name"], input: drawn)
        #expect(first.output == "“wave”: 1 stroke learned; now there is 1.\n", "\(first.errors)")
        let second = try wit(["stroke", "teach", "wave", "-", "--json"], input: drawn)
        #expect(
            second.output == #"{"failures":[],"kept":2,"learned":1,"word":"wave"}"# + "\n")
        let known = try wit(["stroke", "recognise", "-"], input: drawn)
        #expect(known.output.hasPrefix("1  “wave” (1.00)"))
        let listed = try wit(["stroke", "list"])
        #expect(listed.lines.count == 9)
        #expect(listed.output.contains("accept  command · 4 strokes"))
        #expect(listed.output.contains("wave  name · 2 strokes"))
        let exported = try wit(["stroke", "export", "wave", "--output", "wave.jsonl"])
        #expect(exported.status == 0 && exported.output.isEmpty)
        #expect(
            try wit(["stroke", "list", "--words", "wave.jsonl", "--json"]).lines.count == 1)
        #expect(try wit(["stroke", "export", "wave", "--output", "wave.jsonl"]).status == 1)
        #expect(try wit(["stroke", "export"]).lines.count == 1 + 8 * 4 + 2)
        let forgotten = try wit(["stroke", "forget", "wave", "accept"])
        #expect(forgotten.output == "Forgotten: 2 words, 6 strokes.\n")
        #expect(try wit(["stroke", "list"]).lines.count == 7)
        let again = try wit(["stroke", "forget", "wave"])
        #expect(again.status == 1)
        #expect(again.errors == "wit: wave: no stroke was learned for this word\n")
    }

    @Test func `wit stroke names each bad line, does the rest, and ends with 1`() throws {
        let text = ["{", Self.circle, #"{"points":[]}"#].joined(separator: "\n")
        let said = try wit(["stroke", "recognise", "-"], input: Array(text.utf8))
        #expect(said.status == 1)
        #expect(said.lines.count == 1 && said.output.hasPrefix("2  an ellipse"))
        #expect(said.errors.contains("wit: stdin, line 1: not JSON"))
        #expect(said.errors.contains("wit: stdin, line 3: the stroke has no points"))
        let nowhere = try wit(["stroke", "recognise", "nowhere.jsonl"])
        #expect(nowhere.status == 1)
        #expect(nowhere.errors == "wit: \(folder.path("nowhere.jsonl")): no such file\n")
        #expect(try wit(["stroke", "recognise", ""]).status == 2)
        #expect(try wit(["stroke", "teach", "a", "-", "--as", "verb"]).status == 2)
    }

    @Test
    func `wit stroke reads a stroke of a million points in flat memory and little time`() throws {
        let points = (0..<1_000_000).map { "[\($0 % 1_000),\($0 / 1_000),\($0)]" }
        let line = #"{"points":["# + points.joined(separator: ",") + "]}\n"
        let said = try wit(["stroke", "recognise", "-", "--json"], input: Array(line.utf8))
        #expect(said.status == 0)
        #expect(said.output.contains(#""kind":"word""#))
    }

    @Test func `wit stroke keeps the words for their owner alone`() throws {
        #expect(try wit(["stroke", "forget", "zoom"]).status == 0)
        let manager = FileManager.default
        for (path, mode) in [("data/wit", 0o700), ("data/wit/strokes.jsonl", 0o600)] {
            let attributes = try manager.attributesOfItem(atPath: folder.path(path))
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
    }

    @Test(arguments: ["recognise", "teach"])
    func `wit stroke ends at Ctrl-C while it waits for strokes, with 130`(verb: String) throws {
        let arguments = ["stroke", verb] + (verb == "teach" ? ["wave"] : []) + ["-"]
        let input = Pipe()
        let running = try wit.started(arguments, input: input)
        // It says nothing by which it could be known that it listens.
        Thread.sleep(forTimeInterval: 1)
        let ended = running.ended(by: SIGINT)
        #expect(ended.status == 130)
        #expect(ended.errors.hasPrefix("wit: stopped"), "\(ended.errors)")
        withExtendedLifetime(input) {}
    }
}
