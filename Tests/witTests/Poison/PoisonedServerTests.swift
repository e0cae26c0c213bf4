import Foundation
import TestSupport
import Testing

/// Servers that answer with poison, in every step of IMAP, POP3 and SMTP.
@Suite struct PoisonedServerTests {
    private let folder: TemporaryFolder
    private let wit: Program
    private static let words = Poison.name("poison\u{1B}[31m\u{8}\t").replacing("\n", with: "")

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path,
            environment: [
                "WIT_CATALOG": folder.path("catalog.sqlite"),
                "WIT_SETTINGS": folder.path("settings.toml"), "HOME": folder.url.path,
                "WIT_TEST_PASSWORD": "secret",
            ])
    }

    private func account(_ line: String) throws {
        try Data(
            """
            [accounts.\(PoisonedCatalog.toml(Poison.name("account")))]
            address = "eve@example.org"
            password-environment = "WIT_TEST_PASSWORD"
            mailbox = \(PoisonedCatalog.toml(Poison.name("box").filter { $0 != "\u{7F}" }))
            \(line)
            """.utf8
        ).write(to: folder.url.appending(path: "settings.toml"))
    }

    private func check(_ run: [String], shows: String, status: Int32 = 1) throws {
        let outcome = try wit(run)
        #expect(outcome.status == status, "\(run): \(outcome.errors)")
        #expect((outcome.output + outcome.errors).contains(shows), "\(run): \(outcome.errors)")
        #expect(Poison.left(in: outcome.bytes).isEmpty, "\(run)")
        #expect(Poison.left(in: Array(outcome.errors.utf8)).isEmpty, "\(run)")
        #expect(Poison.debugText(in: outcome.errors).isEmpty, "\(outcome.errors)")
    }

    @Test(arguments: ["CAPABILITY", "LOGIN", "AUTHENTICATE", "EXAMINE", "UID SEARCH", "UID FETCH"])
    func `an IMAP server's words are shown harmlessly`(command: String) throws {
        let imap = try ScriptedIMAP([Array("Subject: x\r\n\r\n".utf8)]) { tag, rest in
            rest.uppercased().hasPrefix(command)
                ? [.say("\(tag) NO [ALERT] \(Self.words)\r\n")] : nil
        }
        try account("imap = \"\(imap.address)\"")
        let outcome = try wit(["fetch"])
        #expect(Poison.left(in: outcome.bytes + Array(outcome.errors.utf8)).isEmpty)
        #expect(Poison.debugText(in: outcome.errors).isEmpty, "\(outcome.errors)")
        if command == "EXAMINE" { #expect(outcome.errors.contains("poison")) }
    }

    @Test func `names of mailboxes and mails that are imported are shown harmlessly`() throws {
        let mail = Array(try PoisonedCatalog().eml(identity: nil, names: ""))
        let imap = try ScriptedIMAP([mail]) { tag, rest in
            rest.uppercased().hasPrefix("LIST")
                ? [
                    .say("* LIST () \"/\" {\(Self.words.utf8.count)}\r\n\(Self.words)\r\n"),
                    .say("\(tag) OK\r\n"),
                ] : nil
        }
        try account("imap = \"\(imap.address)\"")
        try check(["fetch", "--list"], shows: "poison", status: 0)
        try check(["fetch", "--list", "--json"], shows: "poison", status: 0)
        try check(["fetch", "--dry-run"], shows: "subject", status: 0)
        try check(["fetch", "--json"], shows: "subject", status: 0)
    }

    @Test(arguments: ["USER", "PASS", "UIDL"])
    func `a POP3 server's words are shown harmlessly`(command: String) throws {
        let server = try ScriptedServer(greeting: "+OK \(Self.words)\r\n") { line in
            if line.hasPrefix(command) { return [.say("-ERR [\(Self.words)] \(Self.words)\r\n")] }
            switch line.prefix(4) {
            case "CAPA": return [.say("+OK\r\nUSER\r\nUIDL\r\n.\r\n")]
            case "UIDL": return [.say("+OK\r\n1 \(Self.words.filter { $0 != " " })\r\n.\r\n")]
            case "LIST": return [.say("+OK\r\n1 100\r\n.\r\n")]
            default: return [.say("+OK\r\n")]
            }
        }
        try account("pop3 = \"pop3+plain://127.0.0.1:\(server.port)\"")
        let outcome = try wit(["fetch"])
        #expect(outcome.status == 1)
        #expect(Poison.left(in: outcome.bytes + Array(outcome.errors.utf8)).isEmpty)
        #expect(Poison.debugText(in: outcome.errors).isEmpty, "\(outcome.errors)")
    }

    @Test(arguments: ["MAIL", "RCPT", "DATA", "."])
    func `an SMTP server's words are shown harmlessly, also later in the outbox`(
        command: String
    ) throws {
        let server = try ScriptedServer(greeting: "220 \(Self.words)\r\n") { line in
            if line.hasPrefix(command) {
                return [.say("554-\(Self.words)\r\n554 \(Self.words)\r\n")]
            }
            if line.hasPrefix("EHLO") { return [.say("250-x\r\n250 AUTH PLAIN\r\n")] }
            if line.hasPrefix("AUTH") { return [.say("235 \(Self.words)\r\n")] }
            if line.hasPrefix("DATA") { return [.say("354 go\r\n")] }
            let isCommand = ["MAIL", "RCPT", "QUIT", "RSET", "HELO", "NOOP"].contains {
                line.hasPrefix($0)
            }
            return isCommand || line == "." ? [.say("250 ok\r\n")] : []
        }
        try account("smtp = \"smtp+plain://127.0.0.1:\(server.port)\"")
        let photo = Checkout.fixtures.path + "/photos/boat.jpg"
        try check(["share", photo, "--to", "a@example.org", "--send"], shows: "poison")
        try check(["outbox"], shows: "poison", status: 0)
        try check(["outbox", "--json"], shows: "poison", status: 0)
    }
}
