import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

/// `wit share --send`, `--draft` and `wit outbox` against a server that does what a script says.
@Suite(.needs(.scriptedSMTP))
struct OutboxVerbTests {
    let folder: TemporaryFolder
    let wit: Program
    let photo = Checkout.fixtures.path + "/photos/lighthouse.jpg"

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path,
            environment: [
                "WIT_CATALOG": folder.path("catalog.sqlite"),
                "WIT_SETTINGS": folder.path("settings.toml"), "ANNA_PASSWORD": "hush-hush",
                "XDG_STATE_HOME": folder.path("state"), "DISPLAY": "", "WAYLAND_DISPLAY": "",
            ])
        try Data().write(to: folder.url.appending(path: "settings.toml"))
    }

    private func use(_ server: ScriptedSMTP, port: Int? = nil) throws {
        try """
        [accounts.home]
        address = "anna@example.org"
        name = "Anna Müller"
        user = "anna"
        password-environment = "ANNA_PASSWORD"
        ca-file = "\(server.certificate)"
        smtp = "smtp://127.0.0.1:\(port ?? server.port)"
        """.write(toFile: folder.path("settings.toml"), atomically: true, encoding: .utf8)
    }

    private func share(_ more: String...) throws -> Program.Outcome {
        let outcome = try wit(
            ["share", photo, "--to", "ben@example.org", "--size", "small"] + more)
        #expect(!outcome.errors.contains("hush-hush") && !outcome.output.contains("hush-hush"))
        return outcome
    }

    private func outbox(_ more: String...) throws -> [JSONObject] {
        let outcome = try wit(["outbox", "list", "--json"] + more)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.lines.map { try #require(try JSONValue(parsing: $0.utf8).object) }
    }

    private func states(_ more: String...) throws -> [String] {
        try outbox("--all").compactMap { $0["state"]?.string }
    }

    private func messageID(_ bytes: [UInt8]) -> String? {
        String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
            .first { $0.lowercased().hasPrefix("message-id:") }
            .map { $0.dropFirst(11).filter { !" <>".contains($0) } }
    }

    static let login = #""auth": {"anna": "hush-hush"}"#

    @Test func `share --send sends what --output writes, to the hidden ones too`() throws {
        let server = try ScriptedSMTP("{\(Self.login)}")
        try use(server)
        let outcome = try share("--send", "--output", "m.eml", "--bcc", "cy@example.org", "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let mail = try #require(server.mails.first)
        #expect(mail.recipients == ["ben@example.org", "cy@example.org"])
        #expect(mail.sender == "anna@example.org" && mail.login == "anna" && mail.tls)
        let bytes = try server.bytes(of: 0)
        #expect(bytes == Array(try Data(contentsOf: folder.url.appending(path: "m.eml"))))
        #expect(mail.size == bytes.count)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("From: =?utf-8?Q?Anna_M=C3=BCller?= <anna@example.org>"))
        #expect(!text.contains("cy@example.org") && !text.contains("Bcc"))
        let said = try #require(try JSONValue(parsing: outcome.output.utf8).object)
        #expect(said["outbox"]?.object?["state"]?.string == "sent")
        #expect(try outbox().isEmpty)
        let kept = try #require(try outbox("--all").first)
        #expect(kept["messageID"]?.string == messageID(bytes))
        #expect(kept["photos"]?.array?.count == 1)
        let catalog = try Data(contentsOf: folder.url.appending(path: "catalog.sqlite"))
        #expect(catalog.range(of: Data("hush-hush".utf8)) == nil)
    }

    @Test func `greylisted, it waits, and goes out once with the same bytes`() throws {
        let server = try ScriptedSMTP(
            #"{\#(Self.login), "replies": {"RCPT": "450 4.2.0 come back"}, "times": 1}"#)
        try use(server)
        let first = try share("--send", "--output", "m.eml")
        #expect(first.status == 1)
        #expect(first.errors.contains("come back") && first.errors.contains("retries it from"))
        #expect(try wit(["outbox", "send"]).output.contains("No mail is due. 1 is still waiting"))
        #expect(server.mails.isEmpty)
        #expect(try wit(["outbox", "send", "--all"]).status == 0)
        #expect(try wit(["outbox", "send", "--all"]).status == 0)
        #expect(server.mails.count == 1)
        let written = Array(try Data(contentsOf: folder.url.appending(path: "m.eml")))
        #expect(try server.bytes(of: 0) == written)
    }

    @Test func `refused for good it fails, is shown, and can be discarded`() throws {
        let server = try ScriptedSMTP(
            #"{\#(Self.login), "replies": {"DOT": "554 5.7.1 looks\u001b[31m like spam"}}"#)
        try use(server)
        let outcome = try share("--send")
        #expect(outcome.status == 1 && outcome.errors.contains("like spam"))
        #expect(!outcome.errors.contains("\u{1B}"))
        #expect(try wit(["outbox", "send", "--all"]).output.contains("No mail is due"))
        let shown = try wit(["outbox", "show", "1"])
        #expect(shown.output.hasPrefix("From: ") && shown.status == 0)
        #expect(try wit(["outbox", "discard", "1"]).status == 0)
        #expect(try states() == ["discarded"])
        #expect(try wit(["outbox", "show", "1"]).status == 1)
        #expect(try wit(["outbox", "retry", "1"]).status == 1)
        #expect(server.mails.isEmpty)
    }

    @Test func `without an answer it is perhaps sent, and a person decides`() throws {
        let server = try ScriptedSMTP(#"{\#(Self.login), "cut": "ANSWER", "cutTimes": 1}"#)
        try use(server)
        let outcome = try share("--send")
        #expect(outcome.status == 1 && outcome.errors.contains("perhaps sent"))
        #expect(try states() == ["perhaps-sent"])
        #expect(try wit(["outbox", "send", "--all"]).output.contains("No mail is due"))
        #expect(server.mails.count == 1)
        #expect(try wit(["outbox", "retry", "1"]).status == 0)
        #expect(server.mails.count == 2)
        #expect(try server.bytes(of: 0) == server.bytes(of: 1))
    }

    @Test(arguments: [("RCPT", "queued"), ("DOT", "perhaps-sent")])
    func `a kill while a mail is sent leaves it waiting or perhaps sent`(
        stall: String, state: String
    ) throws {
        let server = try ScriptedSMTP(#"{\#(Self.login), "stall": "\#(stall)"}"#)
        try use(server)
        let running = try wit.started([
            "share", photo, "--to", "ben@example.org", "--size", "small", "--send",
        ])
        let command = stall == "DOT" ? "DATA" : "RCPT TO"
        let deadline = Date().addingTimeInterval(60)
        while !server.heard.contains(where: { $0.hasPrefix(command) }), Date() < deadline {
            Thread.sleep(forTimeInterval: 0.02)
        }
        // The mail follows at once: 100 kB to the same machine.
        Thread.sleep(forTimeInterval: stall == "DOT" ? 1 : 0.2)
        // While that one is at it, nobody else is.
        #expect(try states() == ["sending"])
        #expect(try wit(["outbox", "send", "--all"]).output.contains("No mail is due"))
        #expect(try wit(["outbox", "retry", "1"]).status == 1)
        #expect(running.ended(by: SIGKILL).status == 128 + SIGKILL)
        #expect(try states() == [state])
        let next = try ScriptedSMTP("{\(Self.login)}")
        try use(next)
        _ = try wit(["outbox", "send", "--all"])
        #expect(next.mails.count == (state == "queued" ? 1 : 0))
        #expect(server.mails.isEmpty)
        if state != "queued" {
            #expect(try wit(["outbox", "retry", "1"]).status == 0)
            #expect(next.mails.count == 1)
        }
        #expect(try wit(["check"]).status == 0)
    }

    @Test func `by another name of the catalog no mail goes out a second time`() throws {
        let server = try ScriptedSMTP(#"{\#(Self.login), "stall": "RCPT"}"#)
        try use(server)
        let running = try wit.started([
            "share", photo, "--to", "ben@example.org", "--size", "small", "--send",
        ])
        let deadline = Date().addingTimeInterval(60)
        while !server.heard.contains(where: { $0.hasPrefix("RCPT TO") }), Date() < deadline {
            Thread.sleep(forTimeInterval: 0.02)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.sqlite"), withDestinationPath: folder.path("catalog.sqlite"))
        let next = try ScriptedSMTP("{\(Self.login)}")
        try use(next)
        let linked = wit.running(environment: ["WIT_CATALOG": folder.path("link.sqlite")])
        let sent = try linked(["outbox", "send", "--all"])
        #expect(sent.output.contains("No mail is due"), "\(sent.output) \(sent.errors)")
        #expect(try states() == ["sending"] && next.mails.isEmpty)
        _ = running.ended(by: SIGKILL)
        // A hard link has a log of its own beside it: nothing can be known by it.
        #expect(try states() == ["queued"])
        try FileManager.default.linkItem(
            atPath: folder.path("catalog.sqlite"), toPath: folder.path("hard.sqlite"))
        let refused = try wit(["outbox", "send", "--all"])
        #expect(refused.status == 1 && refused.errors.contains("hard link"), "\(refused.errors)")
        // Nor is a further mail put into the outbox, where whoever repeats the command had it twice.
        let another = try share("--send")
        #expect(another.status == 1 && another.errors.contains("hard link"), "\(another.errors)")
        #expect(try states() == ["queued"])
        #expect(next.mails.isEmpty)
        try FileManager.default.removeItem(atPath: folder.path("hard.sqlite"))
        #expect(try linked(["outbox", "send", "--all"]).status == 0)
        #expect(next.mails.count == 1)
    }

    @Test func `without a catalog the outbox is empty`() throws {
        let outcome = try wit(["outbox"])
        #expect(outcome.status == 0 && outcome.output.contains("The outbox is empty"))
        #expect(try outbox().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path("catalog.sqlite")))
    }

    @Test func `retry and discard do all or nothing`() throws {
        let server = try ScriptedSMTP(
            #"{\#(Self.login), "replies": {"DOT": "554 no"}, "times": 1}"#)
        try use(server)
        #expect(try share("--send").status == 1)
        for verb in ["retry", "discard"] {
            let outcome = try wit(["outbox", verb, "1", "99"])
            #expect(outcome.status == 1 && outcome.errors.contains("99"), "\(outcome.errors)")
            #expect(try states() == ["failed"] && server.mails.isEmpty)
        }
        #expect(try wit(["outbox", "retry", "1", "1"]).status == 0)
        #expect(try states() == ["sent"] && server.mails.count == 1)
    }

    @Test func `processes that send at once send each mail once`() async throws {
        let server = try ScriptedSMTP("{\(Self.login)}")
        try use(server, port: 1)
        for _ in 0..<6 { #expect(try share("--send").errors.contains("does not answer")) }
        #expect(try states() == Array(repeating: "queued", count: 6))
        try use(server)
        let program = wit
        let outcomes = try await withThrowingTaskGroup(of: Program.Outcome.self) { group in
            for _ in 0..<4 { group.addTask { try program(["outbox", "send", "--all"]) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(server.mails.count == 6, "\(outcomes.map(\.errors))")
        let ids = try (0..<server.mails.count).map { messageID(try server.bytes(of: $0)) }
        #expect(Set(ids).count == 6 && !ids.contains(nil))
        #expect(try states() == Array(repeating: "sent", count: 6))
    }

    @Test func `a draft is opened in the mail program, as one`() throws {
        let opener = folder.path("bin/xdg-open")
        try FileManager.default.createDirectory(
            atPath: folder.path("bin"), withIntermediateDirectories: true)
        try "#!/bin/sh\necho \"$1$ANNA_PASSWORD\" > '\(folder.path("opened"))'\n".write(
            toFile: opener, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener)
        let path = folder.path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        try """
        [accounts.home]
        address = "anna@example.org"
        password-environment = "ANNA_PASSWORD"
        """.write(toFile: folder.path("settings.toml"), atomically: true, encoding: .utf8)
        let desk = wit.running(environment: ["DISPLAY": ":0", "PATH": path])
        let outcome = try desk(["share", photo, "--to", "ben@example.org", "--draft", "--json"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let said = try #require(try JSONValue(parsing: outcome.output.utf8).object)
        let draft = try #require(said["draft"]?.string)
        #expect(draft.hasPrefix(folder.path("state") + "/wit/drafts/"))
        #if os(Linux)
            #expect(said["opened"] == .bool(true))
            let opened = try String(contentsOfFile: folder.path("opened"), encoding: .utf8)
            #expect(opened == draft + "\n")
        #endif
        let text = String(decoding: try Data(contentsOf: URL(filePath: draft)), as: UTF8.self)
        let header = text.prefix(upTo: try #require(text.firstRange(of: "\r\n\r\n")).lowerBound)
        #expect(header.contains("To: ben@example.org\r\n"))
        #expect(header.ranges(of: "X-Unsent: 1").count == 1)
        #expect(try states().isEmpty)
    }

    @Test func `a draft that can't be opened is there all the same`() throws {
        let outcome = try share("--draft", "--output", "d.eml")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("d.eml"))
        #expect(FileManager.default.fileExists(atPath: folder.path("d.eml")))
    }

    @Test(arguments: [
        ([], "--output FILE, --send or --draft"), (["--send", "--draft"], "Use --send or --draft"),
        (["--output", "m.eml", "--bcc", "c@example.org"], "--bcc needs --send"),
        (["--output", "m.eml", "--account", "home"], "--account needs"),
        (["--output", "-", "--draft"], "--draft needs a file"),
        (["--send", "--bcc", "c@example.org\nX: y"], "--bcc"),
        (["--send", "--account", "work"], "no account “work”; the accounts are: home"),
    ])
    func `what does not go together is said at once`(options: [String], says: String) throws {
        let server = try ScriptedSMTP("{\(Self.login)}")
        try use(server)
        let outcome = try wit(["share", photo, "--to", "ben@example.org"] + options)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(says), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("catalog.sqlite")))
        #expect(server.heard.isEmpty)
    }
}
