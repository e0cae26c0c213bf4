import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@Suite struct ImportVerbTests {
    let folder: TemporaryFolder
    let wit: Program
    let mail = Checkout.fixtures.path + "/mails/v1-three.eml"

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
    }

    /// Every file of the folder with its bytes.
    private func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
            files[name] = (try? Data(contentsOf: folder.url.appending(path: name))) ?? Data()
        }
        return files
    }

    @Test func `a dry run changes no byte and leaves no file`() throws {
        let nothing = try files()
        let first = try wit(["import", "--dry-run", mail])
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.contains("would be stored as "))
        #expect(try files() == nothing)

        #expect(try wit(["import", mail]).status == 0)
        let photo = folder.path("received/Red-kite.jpg")
        #expect(try wit(["edit", photo, "--name", "Mine"]).status == 0)
        let before = try files()
        #expect(before.keys.sorted().filter { $0.hasPrefix("catalog") } == ["catalog.sqlite"])
        let again = try wit(["import", "--dry-run", "--json", mail])
        #expect(again.status == 0, "\(again.errors)")
        #expect(!again.output.contains("\"change\""))
        #expect(try wit(["catalog", "--dry-run", "."]).status == 0)
        #expect(try files() == before)
    }

    #if os(Linux)
        @Test func `an import says once that pictures cannot be compared`() throws {
            // A library that is none hides the system's.
            let hidden = folder.path("hidden")
            try FileManager.default.createDirectory(
                atPath: hidden, withIntermediateDirectories: false)
            try Data("no library at all".utf8).write(
                to: URL(filePath: hidden + "/libvips.so.42"))
            let blind = wit.running(environment: ["LD_LIBRARY_PATH": hidden])
            let run = try blind(["import", mail, mail])
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1)
            #expect(run.errors.contains("Resized copies cannot be matched"))
            #expect(run.errors.contains("libvips42"))
            #expect(try blind(["import", "--json", mail]).output.contains("pictures-not-compared"))
            #expect(try wit(["import", mail]).errors.isEmpty)
        }
    #endif

    /// The pieces of a message too long for memory, in an mbox, out of their order.
    private func writePieces() throws -> String {
        let line = String(repeating: "a", count: 900) + "\n"
        let body = String(repeating: line, count: 20_000)
        let pieces = [2, 1].map { number in
            """
            From anna@example.org Sat Nov 21 08:00:00 2026
            From: anna@example.org
            Subject: outer
            Content-Type: message/partial; id=a; number=\(number); total=2

            \(number == 1 ? "Subject: whole\n\n" : "")\(body)

            """
        }
        let plain = "From a@b.example Sat Nov 21 08:00:00 2026\nSubject: plain\n\nHello\n"
        try Data((pieces.joined(separator: "\n") + "\n" + plain).utf8).write(
            to: folder.url.appending(path: "pieces.mbox"))
        return "pieces.mbox"
    }

    @Test func `long pieces wait in the temporary folder, and leave nothing there`() throws {
        let mail = try writePieces()
        let room = try TemporaryFolder()
        let outcome = try wit.running(environment: ["TMPDIR": room.url.path])(["import", mail])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("“whole”") && outcome.output.contains("“plain”"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: room.url.path).isEmpty)
    }

    @Test func `what is packed and too long for memory is a finding without a temporary folder`()
        throws
    {
        let line = Data((String(repeating: "a", count: 74) + "\n").utf8).base64EncodedString()
        let body = String(repeating: line + "\n", count: 500_000)
        let head = "Content-Type: application/ms-tnef\nContent-Transfer-Encoding: base64\n\n"
        try Data((head + body).utf8).write(to: folder.url.appending(path: "long.eml"))
        let arguments = ["inspect", "--json", "long.eml"]
        for (room, isDue) in [(folder.url.path, false), (folder.path("gone"), true)] {
            let outcome = try wit.running(environment: ["TMPDIR": room])(arguments)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("no-temporary-file") == isDue)
            #expect(outcome.output.contains("set TMPDIR") == isDue)
        }
    }

    @Test func `without a temporary folder the piece is named, and the rest goes on`() throws {
        let mail = try writePieces()
        let gone = folder.path("gone")
        let outcome = try wit.running(environment: ["TMPDIR": gone])(["import", mail])
        #expect(outcome.status == 1)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.first?.hasPrefix("wit: pieces.mbox#2: \(gone): No temporary file") == true)
        #expect(lines.first?.contains("set TMPDIR") == true)
        #expect(lines.contains { $0.contains("pieces.mbox#1: Of the message a in 2 pieces, 1 is") })
        #expect(outcome.output.contains("“plain”"))
    }

    @Test func `reading verbs leave nothing beside the catalog`() throws {
        #expect(try wit(["import", mail]).status == 0)
        for arguments in [
            ["find"], ["show", "received/Red-kite.jpg"], ["review"], ["undo", "--list"],
            ["check"], ["export", "--format", "jsonl"],
        ] {
            #expect(try wit(arguments).status == 0)
            #expect(
                try files().keys.filter { $0.hasPrefix("catalog") } == ["catalog.sqlite"],
                "\(arguments)")
        }
    }

    @Test func `proposals are reviewed in words, accepted and undone`() throws {
        #expect(try wit(["import", mail]).status == 0)
        let photo = folder.path("received/Red-kite.jpg")
        let edit = [
            "edit", photo, "--name", "Rotmilan", "--at", "1,2", "--date", "2020-01-01",
            "--keyword", "+Anna's",
        ]
        #expect(try wit(edit).status == 0)
        let share = ["share", photo, "--to", "a@example.org", "--from", "Ben <b@example.org>"]
        #expect(try wit(share + ["--output", "later.eml"]).status == 0)
        #expect(try wit(["undo"]).status == 0)
        #expect(try wit(["edit", photo, "--name", "Mine", "--at", "3,4"]).status == 0)

        #expect(try wit(["import", "later.eml"]).output.contains("proposed name"))
        let open = try wit(["review"])
        #expect(open.output.contains("name, from the mail of b@example.org (“Ben”) “Rotmilan”"))
        #expect(open.output.contains("   now       3.0, 4.0\n   proposed  1.0, 2.0\n"))
        #expect(!open.output.contains("{"))
        let listed = try wit(["review", "--json"]).lines
        let name = try #require(
            try listed.map { try JSONValue(parsing: $0.utf8) }
                .first { $0["field"]?.string == "name" })
        let number = try #require(name["number"]).text
        let accepted = try wit(["review", "--accept", number, "--json"])
        #expect(
            accepted.output
                == "{\"accepted\":[\(number)],\"interrupted\":false,\"left\":[],\"rejected\":[]}\n")
        #expect(try wit(["show", photo]).output.contains("Name      Rotmilan"))
        #expect(try wit(["review", "--reject-all"]).status == 0)
        #expect(try wit(["review"]).output == "Nothing to review.\n")
        #expect(try wit(["undo"]).status == 0)
        #expect(try wit(["undo"]).status == 0)
        #expect(try wit(["show", photo]).output.contains("Name      Mine"))
        #expect(try wit(["review"]).lines.count == listed.count * 3 + 1)
    }

    @Test func `a photo given as a mail is named as what it is`() throws {
        for verb in ["inspect", "import"] {
            let outcome = try wit([verb, Checkout.fixtures.path + "/photos/bird.jpg"])
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasSuffix("a photo, not a mail; wit catalog adds it\n"))
            #expect(outcome.output.isEmpty)
        }
    }

    @Test func `a file in place of a folder is refused`() throws {
        try Data("x".utf8).write(to: folder.url.appending(path: "file"))
        let outcome = try wit(["import", mail, "--into", "file"])
        #expect(outcome.status == 1)
        #expect(outcome.errors == "wit: file: a file; --into takes a folder\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path("catalog.sqlite")))
    }

    @Test(arguments: [["review", "--accept", "1"], ["undo"], ["check", "--repair"]])
    func `no verb makes a catalog that has nothing to put in it`(arguments: [String]) throws {
        #expect(try wit(arguments).status == 3)
        #expect(try files().isEmpty)
    }
}
