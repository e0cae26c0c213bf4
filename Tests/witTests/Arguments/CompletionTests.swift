import Foundation
import TestSupport
import Testing

/// What the shell is offered while a command is typed.
@Suite struct CompletionTests {
    private let folder: TemporaryFolder
    private let wit: Program

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path,
            environment: [
                "WIT_CATALOG": folder.path("catalog.sqlite"), "SAP_SHELL": "bash",
                "WIT_SETTINGS": folder.path("settings.toml"),
            ])
        try """
        [accounts.home]
        address = "anna@example.org"
        mailbox = "Family"
        [accounts.work]
        address = "anna@example.com"
        """.write(toFile: folder.path("settings.toml"), atomically: true, encoding: .utf8)
    }

    private func cataloged() throws {
        #expect(try wit(["catalog", Checkout.fixtures.path + "/photos"]).status == 0)
    }

    /// What is offered for the last word of a line, which belongs to an argument.
    private func offered(_ verb: [String], _ argument: String, _ line: [String]) throws -> [String]
    {
        let words = ["wit"] + verb + line
        let answer = try wit(
            ["---completion"] + verb + ["--", argument, "\(words.count - 1)"]
                + ["\(words.last?.count ?? 0)"] + words)
        #expect(answer.status == 0 && answer.errors.isEmpty, "\(answer.errors)")
        return answer.lines
    }

    @Test func `keywords and people of the catalog are offered, for an edit with their sign`()
        throws
    {
        try cataloged()
        #expect(try offered(["find"], "--keyword", ["--keyword", "li"]) == ["lighthouse"])
        #expect(try offered(["edit"], "--keyword", ["--keyword", "+li"]) == ["+lighthouse"])
        #expect(try offered(["edit"], "--keyword", ["--keyword", "-li"]) == ["-lighthouse"])
        let edited = try wit([
            "edit", Checkout.fixtures.path + "/photos/boat.jpg", "--person", "+Anna Müller",
        ])
        #expect(edited.status == 0)
        #expect(try offered(["find"], "--person", ["--person", "Anna "]) == ["Anna Müller"])
    }

    @Test func `ids are offered from their third digit on, and files`() throws {
        try cataloged()
        let id = try #require(
            try wit(["find", "lighthouse", "--json"]).output.firstMatch(
                of: /"id":"([0-9a-f-]+)"/)?.1)
        let offered = try offered(["show"], "positional@0", [String(id.dropLast(2))])
        #expect(offered == [String(id)])
        try Data().write(to: folder.url.appending(path: "kite 1.jpg"))
        #expect(try self.offered(["show"], "positional@0", ["kit"]) == ["kite 1.jpg"])
    }

    @Test func `accounts, mailboxes, templates, languages and changes are offered`() throws {
        #expect(try offered(["fetch"], "--account", ["--account", ""]) == ["home", "work"])
        #expect(try offered(["fetch"], "--mailbox", ["--mailbox", "F"]) == ["Family"])
        #expect(try offered(["share"], "--template", ["--template", ""]) == ["ask", "share"])
        #expect(
            try offered(["share"], "--language", ["--language", ""]) == ["de", "en", "es", "fr"])
        #expect(try offered(["undo"], "positional@0", [""]) == [])
        try cataloged()
        #expect(try offered(["undo"], "positional@0", [""]) == ["1"])
    }

    @Test func `without a catalog or settings nothing is offered, said or made`() throws {
        try "[accounts".write(
            toFile: folder.path("settings.toml"), atomically: true, encoding: .utf8)
        #expect(try offered(["find"], "--keyword", ["--keyword", ""]) == [])
        #expect(try offered(["fetch"], "--account", ["--account", ""]) == [])
        #expect(!FileManager.default.fileExists(atPath: folder.path("catalog.sqlite")))
    }

    @Test(.needs(.tool("bash"))) func `a keyword that bash could run is offered and not run`()
        throws
    {
        try cataloged()
        let ran = folder.path("ran")
        let keyword = "run$(touch \(ran))`touch \(ran)`;'\"\\"
        let edited = try wit([
            "edit", Checkout.fixtures.path + "/photos/boat.jpg", "--keyword", "+" + keyword,
        ])
        #expect(edited.status == 0)
        let script = try wit(["--generate-completion-script", "bash"]).output
        try script.write(toFile: folder.path("wit.bash"), atomically: true, encoding: .utf8)
        let tools = URL(filePath: Program.wit.path).deletingLastPathComponent().path
        let bash = try #require(Program.installed("bash")).running(
            in: folder.url.path,
            environment: wit.environment.merging(["PATH": tools + ":/usr/bin:/bin"]) { $1 })
        let answer = try bash([
            "--norc", "-c",
            """
            source ./wit.bash
            COMP_WORDS=(wit find --keyword run) COMP_CWORD=3 COMP_LINE='wit find --keyword run'
            COMP_POINT=${#COMP_LINE}
            _wit wit run --keyword
            printf '%s\\n' "${COMPREPLY[@]}"
            """,
        ])
        #expect(answer.lines == [keyword], "\(answer.errors)")
        #expect(!FileManager.default.fileExists(atPath: ran))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `every shell gets a script that knows every verb`(shell: String) throws {
        let script = try Program.wit(["--generate-completion-script", shell])
        #expect(script.status == 0)
        for verb in ReferenceTests.verbs { #expect(script.output.contains(verb)) }
        #expect(!script.output.contains("See 'man"))
        guard let program = Program.installed(shell) else { return }
        let read = try program(["-n", "/dev/stdin"], input: script.bytes)
        #expect(read.status == 0, "\(read.errors)")
    }
}
