import ArgumentParser
import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import wit

/// Every verb and every format, driven over a catalog in which everything foreign is poisoned: no octet
/// of what they print or write may do anything but be read.
@Suite struct PoisonedOutputTests {
    /// What to run for a verb, and a word of the poisoned ones that some of it must show: else nothing
    /// was tried.
    private struct Row {
        var verb: String
        var shows: String
        /// Whether an end with status 1 is right: something could not be done.
        var mayFail = false
        var runs: [[String]] = []
    }

    private let poisoned: PoisonedCatalog

    init() throws { poisoned = try PoisonedCatalog() }

    /// The verbs as they are typed; one that is new and has no row fails the test.
    private static func verbs(
        _ command: any ParsableCommand.Type, _ path: [String] = []
    ) -> [String] {
        let subcommands = command.configuration.subcommands
        if subcommands.isEmpty { return [path.joined(separator: " ")] }
        return subcommands.flatMap {
            verbs($0, path + [$0.configuration.commandName ?? $0._commandName])
        }
    }

    private func rows() -> [Row] {
        let (photo, mail, own) = (poisoned.photo, poisoned.mail, poisoned.templates)
        let (other, bad) = (Poison.name("other") + ".jpg", Poison.name("bad") + ".jpg")
        let share = ["share", photo, "--to", "Ann <ann@example.org>", "--force"]
        let eve = Poison.name("Eve").replacing(";", with: "") + " <eve@example.org>"
        let (text, name) = (Poison.text, Poison.name)
        var rows: [Row] = []
        func add(_ verb: String, shows: String, mayFail: Bool = false, _ runs: [String]...) {
            rows.append(Row(verb: verb, shows: shows, mayFail: mayFail, runs: runs))
        }
        add(
            "read", shows: "side", mayFail: true, ["read", "photos/" + other, "photos/" + bad],
            ["read", "--json", "photos/" + other, mail])
        add(
            "catalog", shows: "added", mayFail: true, ["catalog", "photos", "--verify"],
            ["catalog", "--json", "photos"], ["catalog", "photos", "--catalog", "third.sqlite"],
            ["catalog", "--dry-run", "--verify", "photos", own])
        add(
            "find", shows: "caption", ["find"], ["find", "--json"],
            ["find", "name", "--near", text("place")], ["find", "--json", "--near", text("place")])
        add("show", shows: "person", ["show", photo], ["show", "--json", photo])
        let brought = (try? poisoned.imported()) ?? ""
        let region = ["region", "add", photo, "--circle", "0.5,0.5,0.1", "--name"]
        add(
            "region add", shows: "part", mayFail: true, region + [text("part")],
            region + [text("part"), "--json", "--kind", text("kind")],
            ["region", "add", photo, "--mask", name("part") + ".png"])
        add(
            "region list", shows: "part", ["region", "list", photo, brought],
            ["region", "list", photo, "--json"])
        add(
            "region import", shows: "broken", mayFail: true, ["region", "import", bad],
            ["region", "import", "annotations.json"],
            ["region", "import", "annotations.json", "--json"])
        add(
            "region edit", shows: "part", mayFail: true,
            ["region", "edit", brought, "1", "--color", "red", "--json"],
            ["region", "edit", brought, text("part none"), "--name", "x"])
        add(
            "region remove", shows: "part", mayFail: true,
            ["region", "remove", photo, text("part none")])
        add(
            "hit", shows: "part", ["hit", brought, "0.2", "0.2"],
            ["hit", brought, "0.2", "0.2", "--json"])
        add("review", shows: "subject", ["review"], ["review", "--json"])
        add(
            "edit", shows: "caption", ["edit", photo, "--keyword", "+new", "--write-sidecar"],
            ["edit", photo, "--json", "--keyword", "+" + text("more")],
            ["edit", photo, "--name", text("again"), "--write-metadata"])
        add("undo", shows: "subject", ["undo", "--list"], ["undo", "--list", "--json"], ["undo"])
        add(
            "share", shows: "Home", share + ["--output", name("out") + ".eml"],
            share + ["--output", "de.eml", "--language", "de", "--location", "place"],
            share + [
                "--json", "--output", "out.eml", "--message", text("greeting"), "--from", eve,
                "--subject", name("subject"),
            ])
        add(
            "outbox send", shows: "127.0.0.1", mayFail: true, share + ["--send"],
            ["outbox", "send", "--all"], ["outbox", "send", "--all", "--json"])
        add("outbox list", shows: "name", ["outbox"], ["outbox", "list", "--json"])
        add("outbox retry", shows: "127.0.0.1", mayFail: true, ["outbox", "retry", "1"])
        add(
            "outbox show", shows: "example.org", ["outbox", "show", "1", "--json"],
            ["outbox", "show", "1", "--output", "show.eml"])
        add("outbox discard", shows: "name", ["outbox", "discard", "1"])
        add(
            "template list", shows: "templates", ["template", "list", "--templates", own],
            ["template", "list", "--json", "--templates", own])
        add(
            "template show", shows: "odd", ["template", "show", "--templates", own],
            ["template", "show", "--json", "--templates", own],
            ["template", "show", "--into", own])
        add(
            "template check", shows: "share.subject", mayFail: true, ["template", "check", own],
            ["template", "check", "--json", own])
        add("inspect", shows: "subject", ["inspect", mail], ["inspect", "--json", mail])
        add(
            "import", shows: "mail name", mayFail: true, ["import", "--dry-run", mail],
            ["import", "--json", mail, "second.eml"],
            ["import", "--catalog", "new.sqlite", mail],
            ["import", "--catalog", "new.sqlite", "--verbose", "Takeout"],
            ["import", "--catalog", "new.sqlite", "--json", "--verbose", "Takeout"])
        add(
            "fetch", shows: "home", mayFail: true, ["fetch", "--account", "home"],
            ["fetch", "--json", "--account", "home"])
        add(
            "check", shows: "Copied", mayFail: true, ["check", "--verify"],
            ["check", "--json", "--hashes"], ["check", "--backup", name("backup")])
        add(
            "export", shows: "sidecar",
            ["export", "--format", "xmp", "--into", name("side"), "--force"],
            ["export", "--format", "xmp", "--into", "side", "--force", "--json"])
        rows += strokes() + questions()
        for format in ExportVerb.Format.allCases where format != .xmp {
            add("export", shows: "name", ["export", "--format", format.rawValue])
        }
        return rows
    }

    /// Words of one line that are poison, taught by strokes of which one is poison too.
    private func strokes() -> [Row] {
        let word = Poison.oneLine("sign")
        let (input, words) = ("strokes.jsonl", ["--words", "words.jsonl"])
        func row(_ verb: String, shows: String, mayFail: Bool = false, _ arguments: [String]...)
            -> Row
        {
            let runs = arguments.flatMap { [$0 + words, $0 + words + ["--json"]] }
            return Row(
                verb: "stroke " + verb, shows: shows, mayFail: mayFail,
                runs: runs.map { ["stroke", verb] + $0 })
        }
        return [
            row("teach", shows: "sign", mayFail: true, [word, input]),
            row("list", shows: "sign", []),
            row("export", shows: "sign", [], [word]),
            row("recognise", shows: "sign", mayFail: true, [input]),
            row("forget", shows: "unknown", mayFail: true, [Poison.oneLine("unknown")], [word]),
        ]
    }

    /// A question in poisoned words, to somebody of a poisoned name, and its poisoned answer.
    private func questions() -> [Row] {
        let name = Poison.name("Ben").replacing(";", with: "") + " <ben@example.org>"
        let mail = [
            "--question", Poison.text("asked"), "--from", "eve@example.org", "--force",
        ]
        // The second run finds the question as the first one left it.
        func row(_ verb: String, shows: String, _ runs: [String]...) -> Row {
            let words = verb == "ask" ? [verb] : ["questions", verb]
            return Row(
                verb: words.joined(separator: " "), shows: shows,
                mayFail: ["due", "settle", "withdraw", "reopen"].contains(verb),
                runs: runs.flatMap { [words + $0, words + $0 + ["--json"]] })
        }
        let ask = [poisoned.photo, "--to", name, "--at", "0.5,0.5", "--output", "ask.eml"] + mail
        return [
            row("ask", shows: "asked", ask),
            row("list", shows: "asked", [], ["asked"]),
            row("comment", shows: "asked", ["--text", Poison.text("noted"), "1"]),
            row("due", shows: "asked", ["--on", "2030-01-01", "1"]),
            row("remind", shows: "asked", ["1", "--output", "again.eml"] + mail),
            row("show", shows: "noted", ["1"]),
            row("settle", shows: "asked", ["1"]), row("withdraw", shows: "asked", ["1"]),
            row("reopen", shows: "asked", ["1"]),
        ]
    }

    @Test func `no verb and no format lets through what could do anything but be read`() throws {
        try poisoned.fill()
        try others()
        let rows = rows()
        // `manual` writes the program's own words, and reads nothing else.
        let verbs = Set(Self.verbs(Wit.self)).subtracting(["manual"])
        #expect(Set(rows.map(\.verb)) == verbs, "a verb has no row")
        for row in rows {
            var said = ""
            for run in row.runs {
                let outcome = try poisoned.wit(run)
                let name = "wit " + run.joined(separator: " ").prefix(60)
                #expect(
                    outcome.status == 0 || row.mayFail && outcome.status == 1,
                    "\(name): \(outcome.status) \(outcome.errors)")
                let isTable = run.contains("csv")
                let left =
                    Poison.left(in: outcome.bytes, returns: isTable)
                    + Poison.left(in: Array(outcome.errors.utf8))
                #expect(left.isEmpty, "\(name)")
                let debug = Poison.debugText(in: outcome.errors)
                #expect(debug.isEmpty, "\(name)")
                if isTable { #expect(Poison.formula(in: outcome.output) == nil) }
                said += outcome.output + outcome.errors
            }
            #expect(
                said.contains(row.shows), "\(row.verb) shows nothing foreign: \(said.prefix(300))")
        }
        try checkFiles()
    }

    /// A Takeout, templates and strokes of poison.
    private func others() throws {
        let folder = poisoned.folder
        let strokes = """
            {"points": [[0, 0, 0], [10, 60, 40], [30, 90, 80], [80, 95, 120], [120, 40, 160]]}
            {"broken \(Poison.oneLine("broken"))
            {"points": [["\(Poison.oneLine("broken"))", 1, 2]]}
            """
        try Data(strokes.utf8).write(to: folder.url.appending(path: "strokes.jsonl"))
        let broken = JSONValue.string(Poison.text("broken")).text
        let annotation = "{\"id\":\(broken),\"target\":\(broken.dropLast())#xywh=1,1,1,1\"}"
        try Data("[\(annotation)]".utf8)
            .write(to: folder.url.appending(path: "annotations.json"))
        let takeout = try TakeoutBuilder(in: folder.url.appending(path: "Takeout"))
        let album = "Takeout/Google Photos/\(Poison.name("album"))/"
        let picture = Poison.name("g") + ".jpg"
        try takeout.add("photos/flowers.jpg", as: album + picture)
        try takeout.story(
            album + picture + ".supplemental-metadata.json", title: picture,
            more: [
                "description": .string(Poison.text("description")),
                "people": [["name": .string(Poison.text("Anna"))]],
            ])
        try takeout.story(album + Poison.name("gone") + ".jpg.json", title: "gone.jpg", taken: 5)
        try takeout.write(
            JSONValue.object(["title": .string(Poison.text("album"))]).text,
            as: album + "metadata.json")
        try poisoned.run("template", "show", "--into", poisoned.templates)
        let odd = "odd \(Poison.text("odd")) {{\(Poison.name("nmae"))}}"
        try Data(odd.utf8).write(
            to: URL(filePath: poisoned.templates + "/en/share.subject.mustache"))
    }

    /// What was written: sidecars, and mails with all that a mail program would show of them.
    private func checkFiles() throws {
        let root = poisoned.folder.url
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        var (sidecars, mails) = (0, 0)
        while let file = files?.nextObject() as? URL {
            let bytes = { Array(try Data(contentsOf: file)) }
            if file.pathExtension == "xmp", file.path.contains("side") || file.path.contains("p\n")
            {
                if file.path.contains("/photos/\(Poison.name("other"))") { continue }
                #expect(Poison.left(in: try bytes()).isEmpty, "\(file.path)")
                sidecars += 1
            } else if ["out.eml", "de.eml", "show.eml"].contains(file.lastPathComponent) {
                try check(MailTexts(try bytes()), of: file.lastPathComponent)
                mails += 1
            }
        }
        #expect(sidecars > 3 && mails == 3, "\(sidecars) sidecars, \(mails) mails")
    }

    private func check(_ mail: MailTexts, of name: String) throws {
        #expect(Poison.left(in: mail.bytes, returns: true).isEmpty, "\(name)")
        #expect(mail.texts.count >= 6)
        for (place, text) in mail.texts {
            #expect(Poison.left(in: Array(text.utf8), returns: true).isEmpty, "\(name): \(place)")
        }
    }
}
