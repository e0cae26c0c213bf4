import Files
import Foundation
import JSON
import LearnedStrokes
import OutputText
import RegionGeometry
import TestSupport
import Testing

@Suite
struct StrokeFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("below/strokes.jsonl")
    }

    private func file(beginsWithOurs: Bool = false) -> StrokeFile {
        StrokeFile(path: path, beginsWithOurs: beginsWithOurs)
    }

    private func teach(_ word: String, _ file: StrokeFile, height: Double = 60) throws {
        let stroke = try Stroke(points: [
            Point(x: 0, y: 0), Point(x: 40, y: height), Point(x: 90, y: 0.5),
        ])
        try file.change { contents in
            let isLearned = contents.dictionary.learn(
                LearnedStroke(word, use: .name, stroke: stroke))
            #expect(isLearned)
        }
    }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("below"), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    @Test
    func `a file of learned strokes is made for its owner alone, and read as it was written`()
        throws
    {
        try teach("kite", file())
        try teach("雪", file())
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(
            text == """
                {"format":"wit-strokes","version":1}
                {"points":[[0,0],[40,60],[90,0.5]],"use":"name","word":"kite"}
                {"points":[[0,0],[40,60],[90,0.5]],"use":"name","word":"雪"}

                """)
        let contents = try file().contents()
        #expect(contents.dictionary.entries.map(\.word) == ["kite", "雪"])
        #expect(contents.faults.isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path("below")).count == 1)
    }

    @Test
    func `a file of strokes has our own until somebody makes it, then what it was taught`() throws {
        let ours = try file(beginsWithOurs: true).contents().dictionary
        #expect(ours.entries.map(\.word).contains("undo"))
        #expect(throws: WitError(.notFound, "")) { try file().contents() }
        try file(beginsWithOurs: true).change { _ = $0.dictionary.forget("undo") }
        try teach("kite", file(beginsWithOurs: true))
        let words = try file(beginsWithOurs: true).contents().dictionary.entries.map(\.word)
        #expect(words == ours.entries.map(\.word).filter { $0 != "undo" } + ["kite"])
    }

    @Test
    func `a file of strokes keeps what this version does not know or cannot read`() throws {
        try write(
            """
            {"format":"wit-strokes","version":1,"by":"somebody"}
            {"points":[[0,0],[40,60],[90,0]],"word":"kite","pressure":[1,2]}
            {"points":[[0,0],[40,60]
            {"points":[[0,0],[40,60]]}

            {"points":[[0,0],[4,60],[90,0]],"use":"sign","word":"kite"}
            """)
        let contents = try file().contents()
        #expect(contents.faults.map(\.line) == [3, 4])
        #expect(contents.dictionary["kite"]?.strokes.count == 2)
        #expect(contents.dictionary["kite"]?.use?.rawValue == "sign")
        try teach("more", file())
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(
            text.hasPrefix(#"{"by":"somebody","format":"wit-strokes","version":1}"# + "\n"))
        #expect(text.contains(#""pressure":[1,2]"#))
        #expect(text.contains(#""use":"sign""#))
        #expect(text.contains("\n{\"points\":[[0,0],[40,60]\n"))
        #expect(text.contains("\n{\"points\":[[0,0],[40,60]]}\n"))
        #expect(text.contains("more"))
    }

    @Test func `a file of learned strokes without a first line is read all the same`() throws {
        try write(#"{"points":[[0,0],[40,60],[90,0]],"word":"kite"}"# + "\r\n")
        #expect(try file().contents().dictionary["kite"]?.strokes.count == 1)
    }

    @Test func `a file of learned strokes of a newer version is neither read nor written`() throws {
        try write(#"{"format":"wit-strokes","version":2}"# + "\n")
        #expect(throws: WitError(.newerVersion, "")) { try file().contents() }
        #expect(throws: WitError(.newerVersion, "")) { try file().change { _ in } }
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("2}\n"))
    }

    @Test func `a file of learned strokes stays as it is where a change fails`() throws {
        try teach("kite", file())
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: WitError.stopped) {
            try file().change { (contents) throws(WitError) in
                _ = contents.dictionary.forget("kite")
                throw WitError.stopped
            }
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test
    func `a file of learned strokes that cannot be read or written says so by its name`() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        for work in [{ _ = try file().contents() }, { try file().change { _ in } }] {
            let error = #expect(throws: WitError.self) { try work() }
            #expect(error?.message.contains(path) == true)
        }
    }

    @Test func `a file of learned strokes behind a link is changed where it lies`() throws {
        try write("")
        let link = folder.path("link.jsonl")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        try teach("kite", StrokeFile(path: link, beginsWithOurs: false))
        #expect(FileSystem.isLink(link))
        #expect(try file().contents().dictionary["kite"] != nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func `learned strokes behind a link that leads nowhere are refused, not made for ever`() throws
    {
        let link = folder.path("link.jsonl")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: folder.path("gone/strokes.jsonl"))
        let error = try #require(throws: WitError.self) {
            try teach("kite", StrokeFile(path: link, beginsWithOurs: true))
        }
        #expect(error.code == .unwritable && error.message.contains(link))
        #expect(FileSystem.isLink(link))
    }

    @Test func `a file of learned strokes loses nothing where many teach at once`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                group.addTask {
                    for turn in 0..<4 {
                        try teach("\(number)-\(turn)", file(), height: Double(30 + number))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try file().contents().dictionary.entries.count == 48)
    }
}
