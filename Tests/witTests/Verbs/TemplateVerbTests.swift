import Foundation
import JSON
import TestSupport
import Testing

@Suite struct TemplateVerbTests {
    let folder: TemporaryFolder
    let wit: Program
    let photo = Checkout.fixtures.path + "/photos/lighthouse.jpg"

    init() throws {
        folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: "settings.toml"))
        wit = Program.wit.running(
            in: folder.url.path,
            environment: [
                "WIT_CATALOG": folder.path("catalog.sqlite"),
                "WIT_SETTINGS": folder.path("settings.toml"),
            ])
    }

    private func settings(_ toml: String) throws {
        try Data(toml.utf8).write(to: folder.url.appending(path: "settings.toml"))
    }

    @Test func `templates are listed with whose they are`() throws {
        let ours = try wit(["template", "list"])
        #expect(ours.status == 0 && ours.lines.prefix(8).allSatisfy { $0.hasSuffix("  built-in") })
        #expect(
            try wit(["template", "show", "share", "--language", "fr", "--into", "mine"]).status == 0
        )
        let mixed = try wit(["template", "list", "--templates", "mine"]).lines
        #expect(
            mixed.contains { $0.hasPrefix("share  fr  yours: ") && $0.contains("fr/words.json") })
        let json = try wit(["template", "list", "--json"]).lines
        #expect(json.count == 8 && json.allSatisfy { $0.contains("\"own\":false") })
    }

    @Test func `a template is printed, and copied only where nothing is`() throws {
        let text = try wit(["template", "show", "share", "--language", "de"])
        #expect(text.output.contains("==> de/words.json (built-in) <==\n{"))
        #expect(text.output.contains("==> common/share.html.mustache (built-in) <=="))
        _ = try wit(["template", "show", "--into", "mine"])
        try Data("Mine".utf8).write(
            to: folder.url.appending(path: "mine/en/share.subject.mustache"))
        let again = try wit(["template", "show", "--into", "mine"])
        #expect(again.lines.allSatisfy { $0.hasSuffix("already exists; kept") })
        let kept = try Data(
            contentsOf: folder.url.appending(path: "mine/en/share.subject.mustache"))
        #expect(kept == Data("Mine".utf8))
        let unknown = try wit(["template", "show", "postcard"])
        #expect(unknown.status == 1 && unknown.errors.contains("there are: ask, share"))
        #expect(
            try wit(["template", "show", "--language", "tlh"]).errors.contains("de, en, es, fr"))
    }

    @Test func `a folder is checked, and an error is the exit status`() throws {
        _ = try wit(["template", "show", "--into", "mine"])
        let fine = try wit(["template", "check", "mine"])
        #expect(fine.status == 0 && fine.lines.contains("en/share: no problems"))
        try Data("{{nmae}}".utf8).write(
            to: folder.url.appending(path: "mine/en/share.subject.mustache"))
        try settings("[templates]\nfolder = '\(folder.path("mine"))'")
        let wrong = try wit(["template", "check"])
        #expect(wrong.status == 1)
        #expect(wrong.output.contains("en/share.subject.mustache: error: It uses “nmae”"))
        let json = try wit(["template", "check", "--json"])
        #expect(json.lines.contains { $0.contains("\"code\":\"template-unknown\"") })
        try settings("")
        #expect(try wit(["template", "check"]).status == 2)
        #expect(try wit(["template", "check", "/nowhere"]).status == 2)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "empty"), withIntermediateDirectories: false)
        #expect(try wit(["template", "check", "empty"]).status == 1)
    }

    @Test func `a mail has the language, the map and the link of the settings`() throws {
        try settings(
            """
            [map]
            link = "https://maps.example/{latitude}/{longitude}"
            [templates]
            language = "es"
            """)
        func mail(_ name: String, _ more: String...) throws -> String {
            let made = try wit(
                ["share", photo, "--to", "anna@example.org", "--output", name] + more)
            #expect(made.status == 0, "\(made.errors)")
            return try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
        }
        let spanish = try mail("es.eml")
        #expect(spanish.contains("Coordenadas:") && spanish.contains("map.png"))
        #expect(spanish.contains("https://maps.example/"))
        let german = try mail("de.eml", "--language", "de", "--no-map")
        #expect(german.contains("Koordinaten:") && !german.contains("map.png"))
        try settings("")
        let french = wit.running(environment: ["LC_ALL": "fr_FR.UTF-8"])
        let made = try french(["share", photo, "--to", "anna@example.org", "--output", "fr.eml"])
        #expect(made.status == 0)
        let text = try String(contentsOf: folder.url.appending(path: "fr.eml"), encoding: .utf8)
        #expect(text.contains("Appareil photo"))
    }
}
