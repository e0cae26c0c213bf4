import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

/// Photos that cannot go: all are named at once, and the others go where that is asked for.
@Suite struct ShareSkipTests {
    let folder: TemporaryFolder
    let wit: Program
    private static let drawn = Checkout.fixtures.path + "/photos/"

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
        for name in ["bird", "cat", "gone", "lost"] {
            let source = ["bird", "cat"].contains(name) ? name : name == "gone" ? "boat" : "whale"
            try FileManager.default.copyItem(
                atPath: Self.drawn + source + ".jpg", toPath: folder.path(name + ".jpg"))
        }
        // Pictures by their first bytes that nothing can draw.
        let webp = try Data(contentsOf: Checkout.fixtures.appending(path: "formats/bird.webp"))
        try webp.prefix(600).write(to: folder.url.appending(path: "half.webp"))
        try webp.prefix(400).write(to: folder.url.appending(path: "third.webp"))
        let all = ["bird.jpg", "cat.jpg", "gone.jpg", "lost.jpg", "half.webp", "third.webp"]
        // The two halves are cataloged, and complained of.
        #expect(try wit(["catalog"] + all).status == 1)
        for name in ["gone.jpg", "lost.jpg"] {
            try FileManager.default.removeItem(atPath: folder.path(name))
        }
    }

    private func share(_ words: [String]) throws -> Program.Outcome {
        try wit(
            ["share"] + words
                + ["--to", "anna@example.org", "--size", "small", "--output", "m.eml"])
    }

    private var isWritten: Bool { FileManager.default.fileExists(atPath: folder.path("m.eml")) }

    /// How many lines of the errors name each.
    private func named(_ outcome: Program.Outcome, _ names: [String]) -> [Int] {
        let lines = outcome.errors.split(separator: "\n")
        return names.map { name in lines.count { $0.contains(name) } }
    }

    @Test func `all files that are not there are named at once, each once`() throws {
        let outcome = try share(["bird.jpg", "gone.jpg", "unheard.jpg", "lost.jpg", "half.webp"])
        #expect(outcome.status == 1 && !isWritten)
        #expect(named(outcome, ["gone.jpg", "unheard.jpg", "lost.jpg"]) == [1, 1, 1])
        let gone = try share(["bird.jpg", "gone.jpg", "lost.jpg"])
        #expect(gone.status == 1 && !isWritten)
        #expect(gone.errors.split(separator: "\n").count == 2)
        #expect(named(gone, ["gone.jpg", "lost.jpg"]) == [1, 1])
    }

    @Test func `all pictures that cannot be drawn are named at once`() throws {
        let outcome = try share(["half.webp", "bird.jpg", "third.webp"])
        #expect(outcome.status == 1 && !isWritten)
        #expect(named(outcome, ["half.webp", "third.webp", "bird"]) == [1, 1, 0])
    }

    @Test func `with --skip-failed the others are sent, and the status is 1`() throws {
        let asked = ["gone.jpg", "bird.jpg", "unheard.jpg", "half.webp", "cat.jpg", "third.webp"]
        let outcome = try share(asked + ["--skip-failed", "--json"])
        #expect(outcome.status == 1 && isWritten, "\(outcome.errors)")
        let left = ["gone.jpg", "unheard.jpg", "half.webp", "third.webp"]
        #expect(named(outcome, left) == [1, 1, 1, 1])
        let object = try #require(try JSONValue(parsing: outcome.output.utf8).object)
        #expect(object["photos"]?.array?.count == 2)
        let skipped = try #require(object["skipped"]?.array).compactMap(\.object)
        let items = skipped.compactMap { $0["item"]?.string }
            .map { ($0 as NSString).lastPathComponent }
        #expect(Set(items) == Set(left))
        let codes = skipped.compactMap { $0["code"]?.string }.sorted()
        #expect(
            codes
                == ["file-unreadable", "no-such-photo", "picture-unreadable", "picture-unreadable"])
        #expect(skipped.allSatisfy { $0["reason"]?.string?.isEmpty == false })
        let seen = try wit(["inspect", "--json", "m.eml"]).output
        #expect(seen.contains("Red kite") && seen.contains("Minka"))
    }

    @Test func `if no photo is left, nothing is written`() throws {
        let outcome = try share(["half.webp", "gone.jpg", "--skip-failed"])
        #expect(outcome.status == 1 && !isWritten)
        #expect(named(outcome, ["half.webp", "gone.jpg"]) == [1, 1])
        #expect(try share(["unheard.jpg", "--skip-failed"]).status == 1)
        #expect(!isWritten)
    }

    @Test func `all photos too large for any mail are named, or left out`() throws {
        var photos = [folder.path("bird.jpg"), folder.path("cat.jpg")]
        photos += ["flowers", "bicycle"].map { Self.drawn + $0 + ".jpg" }
        // The first makes a mail of 194 kB by itself, the others of 210 kB and more.
        let words = ["--size", "original", "--max-bytes", "202kB"]
        let arguments = ["share"] + photos + ["--to", "a@example.org", "--output", "s.eml"] + words
        let refused = try wit(arguments)
        #expect(refused.status == 1)
        let tooLarge = named(refused, ["bird.jpg", "cat.jpg", "flowers.jpg", "bicycle.jpg"])
        try #require(tooLarge.reduce(0, +) >= 2 && tooLarge.contains(0), "\(refused.errors)")
        let outcome = try wit(arguments + ["--skip-failed", "--json"])
        #expect(outcome.status == 1)
        #expect(named(outcome, ["bird.jpg", "cat.jpg", "flowers.jpg", "bicycle.jpg"]) == tooLarge)
        let sent = try outcome.lines.compactMap { try JSONValue(parsing: $0.utf8)["photos"]?.array }
        #expect(sent.reduce(0) { $0 + $1.count } == tooLarge.count { $0 == 0 })
    }
}
