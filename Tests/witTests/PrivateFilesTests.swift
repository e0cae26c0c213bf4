import Foundation
import TestSupport
import Testing

/// What the program keeps of a person is for that person alone; what they export follows their umask.
@Suite struct PrivateFilesTests {
    let folder: TemporaryFolder
    let wit: Program

    init() throws {
        folder = try TemporaryFolder()
        let home = folder.url.path
        wit = Program.wit.running(
            in: home,
            environment: [
                "HOME": home, "XDG_DATA_HOME": home + "/data", "XDG_CONFIG_HOME": home + "/config",
                "XDG_STATE_HOME": home + "/state", "WIT_CATALOG": "", "WIT_SETTINGS": "",
            ])
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/bird.jpg"),
            to: folder.url.appending(path: "bird.jpg"))
    }

    private func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    private func set(_ mode: Int, _ name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: folder.path(name))
    }

    private var catalog: String { "data/wit/catalog.sqlite" }

    @Test func `a catalog with wider rights is narrowed, with a line each, once`() throws {
        #expect(try wit(["catalog", "bird.jpg"]).errors.isEmpty)
        #expect(try mode(catalog) == 0o600 && mode("data/wit") == 0o700)
        try set(0o644, catalog)
        try set(0o755, "data/wit")
        let outcome = try wit(["find", "--json"])
        #expect(outcome.status == 0 && outcome.output.contains("bird.jpg"))
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains("open to others") })
        #expect(try mode(catalog) == 0o600 && mode("data/wit") == 0o700)
        #expect(try wit(["find"]).errors.isEmpty)
    }

    @Test func `settings that tell a home are narrowed, others are not`() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("config/wit"), withIntermediateDirectories: true)
        for (settings, isNarrowed) in [
            ("[limits]\nparts = 500\n", false),
            ("[[home]]\nname = \"Home\"\nat = \"48.1372,11.5756\"\nradius = 2.0\n", true),
        ] {
            try Data(settings.utf8).write(
                to: folder.url.appending(path: "config/wit/settings.toml"))
            try set(0o644, "config/wit/settings.toml")
            let outcome = try wit(["catalog", "bird.jpg"])
            #expect(outcome.status == 0)
            #expect(outcome.errors.contains("settings.toml") == isNarrowed)
            #expect(try mode("config/wit/settings.toml") == (isNarrowed ? 0o600 : 0o644))
        }
    }

    @Test
    func `mails and exports follow the umask, pictures of mails lie in a folder of one's own`()
        throws
    {
        let shell = try #require(Program.installed("sh")).running(
            in: folder.url.path,
            environment: [
                "HOME": folder.url.path, "XDG_DATA_HOME": folder.path("data"), "WIT_CATALOG": "",
            ])
        let wit = "'\(Program.wit.path)'"
        let outcome = try shell([
            "-c",
            """
            umask 022; \(wit) share bird.jpg --to a@example.org --size small -o m.eml &&
            \(wit) export --format csv > all.csv && \(wit) check --backup copy.sqlite &&
            \(wit) import m.eml --catalog other/c.sqlite
            """,
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try mode("m.eml") == 0o644 && mode("all.csv") == 0o644)
        #expect(try mode("copy.sqlite") == 0o600 && mode("other/c.sqlite") == 0o600)
        #expect(try mode("other") == 0o700 && mode("other/received") == 0o700)
        try set(0o755, "other/received")
        let again = try shell(["-c", "\(wit) import m.eml --catalog other/c.sqlite"])
        #expect(again.errors.contains("received was open to others"))
        #expect(try mode("other/received") == 0o700)
    }
}
