import Foundation
import TestSupport
import Testing

/// Each bad input gets one line on stderr that names it, and the right exit status.
@Suite struct BadInputTests {
    let folder: TemporaryFolder
    let wit: Program

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
    }

    /// Runs `wit` and holds its end against what is due.
    private func expect(
        _ arguments: [String], status: Int32, naming name: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try wit(arguments)
        #expect(outcome.status == status, "\(outcome.errors)", sourceLocation: sourceLocation)
        let complaint = outcome.errors.split(separator: "\n").first.map(String.init) ?? ""
        #expect(complaint.contains(name), "\(outcome.errors)", sourceLocation: sourceLocation)
        if status != 2 {
            // Usage errors are followed by how it is used; everything else is one line.
            let lines = outcome.errors.split(separator: "\n").count
            #expect(lines == 1, "\(outcome.errors)", sourceLocation: sourceLocation)
        }
    }

    private func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: folder.url.appending(path: name))
    }

    @Test func `that there is no catalog yet is said with the verb that creates one`() throws {
        let outcome = try wit(["find"])
        #expect(outcome.status == 3)
        let path = folder.path("catalog.sqlite")
        #expect(
            outcome.errors == "wit: there is no catalog \(path) yet; wit catalog creates one\n")
    }

    @Test(arguments: ["read", "catalog"])
    func `a path that does not exist is named`(verb: String) throws {
        try expect([verb, "nowhere.jpg"], status: 1, naming: "nowhere.jpg")
    }

    @Test(arguments: ["read", "catalog"])
    func `a file that is not a photo is named`(verb: String) throws {
        try write("notes.txt", "Milk, bread".utf8)
        try expect([verb, "notes.txt"], status: 1, naming: "notes.txt")
    }

    @Test(arguments: ["read", "catalog"])
    func `an empty file is named`(verb: String) throws {
        try write("empty.jpg", [])
        try expect([verb, "empty.jpg"], status: 1, naming: "empty.jpg")
    }

    @Test func `a folder in place of a photo is named`() throws {
        try expect(["read", "."], status: 1, naming: ".")
    }

    @Test(arguments: ["read", "catalog"])
    func `a truncated JPEG is read as far as it goes, and named`(verb: String) throws {
        let whole = try Data(contentsOf: Checkout.fixtures.appending(path: "photos/lighthouse.jpg"))
        try write("cut.jpg", whole.prefix(whole.count / 2))
        try expect([verb, "cut.jpg"], status: 1, naming: "cut.jpg")
        let outcome = try wit(["read", "--json", "cut.jpg"])
        #expect(outcome.output.contains("\"make\""))
    }

    @Test(arguments: ["inspect", "import"])
    func `an empty mail is named`(verb: String) throws {
        try write("nothing.eml", [])
        try expect([verb, "nothing.eml"], status: 1, naming: "nothing.eml")
    }

    @Test(arguments: ["inspect", "import"])
    func `a folder that is named like a mail is refused`(verb: String) throws {
        let path = folder.url.appending(path: "folder.eml")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        try expect([verb, "folder.eml"], status: 1, naming: "folder.eml")
    }

    @Test(arguments: [["find"], ["catalog", "."], ["check"], ["import", "a.eml"]])
    func `a catalog that is not an SQLite file is refused`(arguments: [String]) throws {
        let bytes = Array("This is no database, but it is long enough to look like one.".utf8)
        let content = Array(repeating: bytes, count: 40).flatMap(\.self)
        try write("catalog.sqlite", content)
        try expect(arguments, status: 3, naming: "catalog.sqlite")
        let after = try Data(contentsOf: folder.url.appending(path: "catalog.sqlite"))
        #expect(Array(after) == content)
    }

    @Test(arguments: [["find"], ["catalog", "."], ["export", "--format", "jsonl"]])
    func `a catalog of a newer version is refused and not touched`(arguments: [String]) throws {
        let sqlite = try #require(Program.installed("sqlite3"), "needs sqlite3")
        #expect(try wit(["catalog", Checkout.fixtures.path + "/photos"]).status == 0)
        let path = folder.path("catalog.sqlite")
        let change = "PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE);"
        #expect(try sqlite([path, change]).status == 0)
        let before = try Data(contentsOf: URL(filePath: path))
        try expect(arguments, status: 3, naming: "catalog.sqlite")
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test func `a verb that reads says how to create a catalog`() throws {
        try expect(["find", "kite"], status: 3, naming: "catalog.sqlite")
    }

    @Test func `a photo that is not in the catalog is named`() throws {
        #expect(try wit(["catalog", Checkout.fixtures.path + "/photos"]).status == 0)
        try expect(["show", "unknown.jpg"], status: 1, naming: "unknown.jpg")
        try expect(["edit", "unknown.jpg", "--name", "x"], status: 1, naming: "unknown.jpg")
    }

    @Test(arguments: [
        (["edit", "a.jpg", "--at", "95,200"], "95,200"),
        (["edit", "a.jpg", "--at", "12north"], "north"),
        (["edit", "a.jpg", "--date", "2024-02-30"], "2024-02-30"),
        (["edit", "a.jpg", "--keyword", "bird"], "bird"),
        (["edit", "a.jpg"], "Nothing to write"),
        (["find", "--near", "0,181"], "0,181"),
        (["find", "--since", "yesterday"], "yesterday"),
        (["share", "a.jpg", "--to", "", "--output", "m.eml"], "--to"),
        (["share", "a.jpg", "--to", "anna", "--output", "m.eml"], "anna"),
        (
            ["share", "a.jpg", "--to", "a@b.example\nBcc: c@d.example", "--output", "m.eml"],
            "line break"
        ),
        (
            [
                "share", "a.jpg", "--to", "a@b.example", "--subject", "x\r\nBcc: y", "--output",
                "m.eml",
            ], "line break"
        ),
        (
            ["share", "a.jpg", "--to", "a@b.example", "--location", "near", "--output", "m.eml"],
            "near"
        ),
        (["export", "--format", "pdf"], "pdf"),
        (["fly"], "“fly” is not a wit command; commands: read, catalog, find"),
    ])
    func `wrong usage is refused with its reason`(arguments: [String], named: String) throws {
        try expect(arguments, status: 2, naming: named)
    }
}
