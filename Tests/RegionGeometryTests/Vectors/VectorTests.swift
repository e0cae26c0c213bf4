import Foundation
import RegionGeometry
import TestSupport
import Testing

/// `WIT_RECORD=1` writes the vectors afresh, which fails: what changed is to be looked at.
@Suite
struct VectorTests {
    private static let folder = Checkout.fixtures.appending(path: "geometry")
    private static let names = ["views", "edges", "ellipses", "hits", "colors"]

    @Test(arguments: names) func `the vectors of geometry are what we answer`(name: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines: [Data] =
            switch name {
            case "views": try Vectors.views().map(encoder.encode)
            case "edges": try Vectors.edges().map(encoder.encode)
            case "ellipses": try Vectors.ellipses().map(encoder.encode)
            case "hits": try Vectors.pictures().map(encoder.encode)
            default: [try encoder.encode(Vectors.colors())]
            }
        let file = Self.folder.appending(path: "\(name).json")
        // One case a line.
        let text =
            "[" + lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",\n") + "]\n"
        if ProcessInfo.processInfo.environment["WIT_RECORD"] == "1" {
            try FileManager.default.createDirectory(
                at: Self.folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            Issue.record("\(name).json was written afresh")
        }
        let given = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        let made = try JSONSerialization.jsonObject(with: Data(text.utf8))
        #expect(isAlike(given, made))
    }

    /// The same, numbers within what sine, cosine and square roots of another system may differ by.
    private func isAlike(_ left: Any, _ right: Any) -> Bool {
        switch (left, right) {
        case (let left as [Any], let right as [Any]):
            left.count == right.count && zip(left, right).allSatisfy { isAlike($0, $1) }
        case (let left as [String: Any], let right as [String: Any]):
            left.count == right.count
                && left.allSatisfy { key, value in right[key].map { isAlike(value, $0) } ?? false }
        case (let left as String, let right as String): left == right
        case (let left as NSNumber, let right as NSNumber):
            abs(left.doubleValue - right.doubleValue) <= 1e-9 * max(1, abs(left.doubleValue))
        default: false
        }
    }

    @Test(.needs(.tool("python3")))
    func `the vectors of geometry are what a Python of plain fractions answers`() throws {
        let python = try #require(Program.installed("python3"))
        let script = Checkout.root.appending(path: "Tests/Peers/geometry-vectors").path
        let outcome = try python([script, Self.folder.path])
        #expect(outcome.status == 0, "\(outcome.lines.prefix(20))\n\(outcome.errors)")
        #expect(outcome.lines.last?.hasSuffix(" 0 faults") == true)
        // One wrong number is found.
        let spoilt = try TemporaryFolder()
        for name in Self.names {
            let file = Self.folder.appending(path: "\(name).json")
            var text = try String(contentsOf: file, encoding: .utf8)
            if name == "edges" { text.replace(#/"windings":\[0/#, with: "\"windings\":[5") }
            try Data(text.utf8).write(to: spoilt.url.appending(path: "\(name).json"))
        }
        #expect(try python([script, spoilt.url.path]).status == 1)
    }
}
