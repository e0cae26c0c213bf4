import Foundation
import TestSupport
import Testing

/// What goes wrong, with poison in what it goes wrong about: messages are sentences for people, on a line
/// each, without what Swift prints for programmers.
@Suite struct PoisonedErrorTests {
    private let folder: TemporaryFolder
    private let wit: Program
    private static let poison = Poison.text("poison").replacing("\0", with: "")
    private static let photo = "boat.jpg"

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path,
            environment: [
                "WIT_CATALOG": folder.path("catalog.sqlite"),
                "WIT_SETTINGS": folder.path("settings.toml"), "HOME": folder.url.path,
            ])
        try Data("[accounts.home]\naddress = \"eve@example.org\"\n".utf8)
            .write(to: folder.url.appending(path: "settings.toml"))
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/boat.jpg"),
            to: folder.url.appending(path: Self.photo))
    }

    /// Runs the program, which must fail and say so well.
    private func check(
        _ run: [String], shows: String = "poison", _ program: Program? = nil,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try (program ?? wit)(run)
        #expect(outcome.status != 0 && outcome.status < 4, sourceLocation: location)
        #expect(
            outcome.errors.contains(shows), "\(run): \(outcome.errors)", sourceLocation: location)
        let left =
            Poison.left(in: outcome.bytes, returns: run.contains("csv"))
            + Poison.left(in: Array(outcome.errors.utf8))
        #expect(left.isEmpty, "\(run.first ?? "")", sourceLocation: location)
        let debug = Poison.debugText(in: outcome.errors)
        #expect(debug.isEmpty, "\(outcome.errors)", sourceLocation: location)
    }

    @Test func `impossible arguments are named harmlessly`() throws {
        let poison = Self.poison
        let runs: [[String]] = [
            [poison], ["--" + poison], ["read", poison], ["catalog", poison],
            ["find", "--near", poison],
            ["find", "--since", poison], ["find", "--limit", poison], ["show", poison],
            ["edit", poison, "--name", "x"], ["edit", Self.photo, "--at", poison],
            ["edit", Self.photo, "--date", poison], ["edit", Self.photo, "--keyword", poison],
            ["edit", Self.photo, "--from-gpx", poison],
            ["edit", Self.photo, "--name", "x", "--camera-clock", poison],
            ["share", poison, "--to", "a@example.org", "--output", "x.eml"],
            ["share", Self.photo, "--to", poison, "--output", "x.eml"],
            ["share", Self.photo, "--to", "a@example.org", "--output", "x.eml", "--strip", poison],
            [
                "share", Self.photo, "--to", "a@example.org", "--output", "x.eml", "--subject",
                poison,
            ],
            [
                "share", Self.photo, "--to", "a@example.org", "--output", "x.eml", "--language",
                poison,
            ],
            [
                "share", Self.photo, "--to", "a@example.org", "--output", "x.eml", "--template",
                poison,
            ],
            ["share", Self.photo, "--to", "a@example.org", "--output", poison + "/x.eml"],
            ["share", Self.photo, "--to", "a@example.org", "--send", "--account", poison],
            ["outbox", poison], ["outbox", "retry", poison], ["template", "show", poison],
            ["template", "check", poison], ["inspect", poison], ["import", poison],
            ["import", "--limit", poison, "x"],
            ["fetch", "--account", poison], ["fetch", "--since", poison],
            ["fetch", "--settings", poison], ["undo", poison], ["review", "--accept", poison],
            ["export", "--format", poison], ["check", "--backup", poison + "/x"],
            ["export", "--format", "xmp", "--into", Self.photo + "/" + poison],
        ]
        try #require(try wit(["catalog", Self.photo]).status == 0)
        for run in runs { try check(run) }
        try check(["export", "--format", "csv", poison])
        try check(["find", "--catalog", folder.path(poison + "/none")])
    }

    @Test func `invalid settings are reported harmlessly`() throws {
        let key = PoisonedCatalog.toml(Poison.text("poison").replacing("\0", with: ""))
        let settings = [
            "\(key) = 1", "[\(key)]\na = 1", "[limits]\n\(key) = 1", "[limits]\nparts = \(key)",
            "[accounts.\(key)]\nimap = \(key)", "[accounts.a]\naddress = \(key)",
            "[accounts.a]\n\(key) = 1", "[[home]]\nname = \(key)", "[[home]]\n\(key) = 1",
            "[map]\nlink = \(key)", "[map]\n\(key) = 1", "[templates]\n\(key) = 1",
            "[catalog]\n\(key) = 1", "[accounts.a]\naddress = \"a@b.example\"\nimap = \(key)",
        ]
        for text in settings {
            try Data(text.utf8).write(to: folder.url.appending(path: "settings.toml"))
            try check(["fetch"], shows: "settings.toml")
        }
        for text in ["a = \u{9B}\u{202E}", "[limits\n", "a = \"\u{1B}\"", "= \u{2028}", "a = [1,"] {
            try Data(text.utf8).write(to: folder.url.appending(path: "settings.toml"))
            try check(["fetch"], shows: "not valid TOML")
        }
    }

    @Test func `invalid templates are reported in words`() throws {
        let own = folder.path("mine")
        try #require(try wit(["template", "show", "--into", own]).status == 0)
        let share = [
            "share", Self.photo, "--to", "a@example.org", "-o", "x.eml", "--force", "--templates",
            own,
        ]
        let file = folder.url.appending(path: "mine/en/share.text.mustache")
        let spoilt = [
            "{{#photos}}", "{{#a}}{{/b}}", "{{=x}}", "{{% a", "{{%A:B}}",
            "{{#photos}}\u{9B}\u{202E}", "{{upper(a}}",
        ]
        for text in spoilt {
            try Data(text.utf8).write(to: file)
            try check(share, shows: "share.text.mustache")
        }
        try Data("{{name}}".utf8).write(to: file)
        let words = folder.url.appending(path: "mine/en/words.json")
        for text in [
            "", "{", "[]", "{\"months\": 1}", "{\"months\": [1]}", "{\"months\": []}", "\u{9B}",
        ] {
            try Data(text.utf8).write(to: words)
            try check(share, shows: "words.json")
        }
    }

    @Test func `files that are not what they should be are reported in words`() throws {
        for (name, bytes) in [
            ("none.gpx", Array("<gpx>\u{9B}".utf8)), ("text.gpx", Array("no".utf8)),
            ("odd.gpx", Array("<gpx><trk><trkseg><trkpt lat=\"\u{202E}\"/></trkseg></trk>".utf8)),
        ] {
            let path = folder.path(Poison.name("poison") + name)
            try Data(bytes).write(to: URL(filePath: path))
            try check(["edit", Self.photo, "--from-gpx", path])
        }
        let database = folder.path(Poison.name("poison") + ".sqlite")
        for text in ["no database", "SQLite format 3\0 and nothing of it"] {
            try Data(text.utf8).write(to: URL(filePath: database))
            for run in [["find"], ["catalog", Self.photo], ["check"]] {
                try check(run + ["--catalog", database])
            }
            let odd = try wit(["import", database])
            #expect(Poison.left(in: Array(odd.errors.utf8)).isEmpty)
            #expect(Poison.debugText(in: odd.errors).isEmpty)
        }
        try check(["find", "--catalog", folder.url.path], shows: "is a folder")
        let places = folder.path(Poison.name("poison") + ".places")
        try Data("no places".utf8).write(to: URL(filePath: places))
        let noPlaces = wit.running(environment: ["WIT_PLACES": places])
        try check(["edit", Self.photo, "--at", "Paris"], noPlaces)
        for name in ["x.zip", "x.tgz", "x.mbox", "x.jpg", "x.eml"] {
            let path = folder.path(Poison.name("poison") + name)
            try Data("PK\u{3}\u{4}\u{1F}\u{202E}From \u{9B}".utf8).write(to: URL(filePath: path))
            for run in [["import", path], ["inspect", path], ["read", path]] {
                let outcome = try wit(run)
                #expect(Poison.left(in: outcome.bytes).isEmpty)
                #expect(Poison.left(in: Array(outcome.errors.utf8)).isEmpty, "\(run)")
                #expect(Poison.debugText(in: outcome.output + outcome.errors).isEmpty, "\(run)")
            }
        }
    }

    @Test func `a stream that holds no photos is reported harmlessly`() throws {
        let input = Array("{\"a\": \"\(Poison.name("poison"))\"}\n\(Poison.name("poison"))\n".utf8)
        for verb in [["show", "-"], ["export", "--format", "csv", "-"]] {
            try #require(try wit(["catalog", Self.photo]).status == 0)
            let outcome = try wit(verb, input: input)
            #expect(outcome.status == 1 && outcome.errors.contains("poison"))
            #expect(Poison.left(in: Array(outcome.errors.utf8)).isEmpty)
        }
    }
}
