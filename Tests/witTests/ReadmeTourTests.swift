import Foundation
import TestSupport
import Testing

/// The commands of the README's tour do what it says.
@Suite struct ReadmeTourTests {
    /// The lines after a `$` in the README's section of that title.
    static func commands(inSection title: String) throws -> [String] {
        let readme = try String(
            contentsOf: Checkout.root.appending(path: "README.md"), encoding: .utf8)
        let sections = readme.components(separatedBy: "\n## ")
        let section = try #require(sections.first { $0.hasPrefix(title + "\n") })
        return section.split(separator: "\n").filter { $0.hasPrefix("$ ") }
            .map { String($0.dropFirst(2)) }
    }

    @Test func `the tour runs from its first command to its last`() throws {
        let commands = try Self.commands(inSection: "A tour in five minutes")
        #expect(commands.count >= 8)
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            at: Checkout.fixtures, to: folder.url.appending(path: "Fixtures"))
        let tools = URL(filePath: Program.wit.path).deletingLastPathComponent().path
        let shell = try #require(Program.installed("sh")).running(
            in: folder.url.path,
            environment: [
                "PATH": tools + ":/usr/bin:/bin", "XDG_DATA_HOME": folder.path("data"),
                "WIT_CATALOG": "",
            ])
        for command in commands {
            #expect(command.hasPrefix("wit "), "\(command)")
            let outcome = try shell(["-c", command])
            #expect(outcome.status == 0, "\(command): \(outcome.errors)")
            #expect(outcome.errors.isEmpty, "\(command): \(outcome.errors)")
            #expect(!outcome.output.isEmpty, "\(command)")
            // A search that finds nothing shows nothing.
            #expect(!outcome.lines.contains("0 photos."), "\(command)")
        }
        let hers = Program.wit.running(
            environment: ["WIT_CATALOG": folder.path("anna.sqlite")])
        #expect(try hers(["find", "lighthouse"]).output.contains("The old lighthouse"))
    }

    @Test(arguments: ReferenceTests.verbs)
    func `the examples in a verb's help are used as the verb is`(verb: String) throws {
        let words = verb.split(separator: " ").map(String.init) + ["--help"]
        let help = try Program.wit.running(environment: ["COLUMNS": "200"])(words).output
        let examples = help.split(separator: "\n").filter { $0.contains("wit ") }
            .filter { $0.hasPrefix("Example:") || $0.hasPrefix("         ") }
        #expect(!examples.isEmpty)
        // The photos and mails of the examples are nowhere: that is no wrong use (2).
        let folder = try TemporaryFolder()
        let tools = URL(filePath: Program.wit.path).deletingLastPathComponent().path
        let shell = try #require(Program.installed("sh")).running(
            in: folder.url.path,
            environment: [
                "PATH": tools + ":/usr/bin:/bin", "HOME": folder.url.path,
                "WIT_CATALOG": folder.path("catalog.sqlite"),
            ])
        #expect(
            try Program.wit([
                "catalog", "--catalog", folder.path("catalog.sqlite"),
                Checkout.fixtures.path + "/photos",
            ]).status == 0)
        // An account whose server is nowhere, too.
        let settings = folder.url.appending(path: ".config/wit/settings.toml")
        try FileManager.default.createDirectory(
            at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
        try """
        [accounts.home]
        address = "anna@example.org"
        smtp = "smtp+plain://127.0.0.1:1"
        imap = "imap+plain://127.0.0.1:1"
        password-command = "echo secret"
        """.write(to: settings, atomically: true, encoding: .utf8)
        // One needs another program, one goes on until it is stopped.
        for example in examples where !example.contains("formail") && !example.contains("--watch") {
            let command = example.replacing("Example:", with: "")
                .trimmingCharacters(in: .whitespaces)
            let outcome = try shell(["-c", command])
            #expect([0, 1].contains(outcome.status), "\(command): \(outcome.errors)")
        }
    }
}
