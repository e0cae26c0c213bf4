import Foundation
import Synchronization
import TestSupport
import Testing

/// Mails over which the program ends, each time.
@Suite struct KillingMailTests {
    let folder: TemporaryFolder
    let mail: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path("mail.eml")
        let shared = try Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("sender.sqlite")])([
                "share", "--to", "anna@example.org", "--size", "small", "--output", path,
                Checkout.fixtures.path + "/photos/bird.jpg",
            ])
        try #require(shared.status == 0, "\(shared.errors)")
        mail = Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// A server that stops in the middle of the second mail, while it is told to.
    private final class Trap: Sendable {
        let isSet = Mutex(true)
        let reached = Mutex(0)

        /// Whether a command asks for the bytes of the second mail.
        static func asksForSecond(_ command: String) -> Bool {
            let words = command.split(separator: " ")
            guard words.count > 2, words[0] == "UID", words[1] == "FETCH",
                command.contains("BODY.PEEK[")
            else { return false }
            return words[2].split(separator: ",").contains { range in
                let ends = range.split(separator: ":").compactMap { Int($0) }
                return ends.min().map { $0 <= 2 } == true && ends.max().map { $0 >= 2 } == true
            }
        }

        func answer(_ command: String, _ mail: [UInt8]) -> [ScriptedServer.Action]? {
            guard isSet.withLock({ $0 }), Self.asksForSecond(command) else { return nil }
            reached.withLock { $0 += 1 }
            return [
                .say("* 2 FETCH (UID 2 BODY[] {\(mail.count)}\r\n"),
                .send(Array(mail.prefix(mail.count / 2))),
            ]
        }
    }

    private func wit(_ server: ScriptedIMAP) throws -> Program {
        let settings = """
            [accounts.home]
            address = "anna@example.org"
            imap = "\(server.address)"
            password-command = "echo secret"
            """
        try settings.write(
            toFile: folder.path("settings.toml"), atomically: true, encoding: .utf8)
        return Program.wit.running(
            in: folder.url.path,
            environment: [
                "WIT_SETTINGS": folder.path("settings.toml"),
                "WIT_CATALOG": folder.path("catalog.sqlite"),
            ])
    }

    /// Fetches, and kills the program once it is in the middle of the second mail.
    private func kill(_ wit: Program, _ trap: Trap) throws {
        let before = trap.reached.withLock({ $0 })
        let fetch = try wit.started(["fetch"])
        for _ in 0..<600 where trap.reached.withLock({ $0 }) == before {
            Thread.sleep(forTimeInterval: 0.05)
        }
        #expect(trap.reached.withLock({ $0 }) == before + 1)
        Thread.sleep(forTimeInterval: 0.1)
        #expect(fetch.ended(by: SIGKILL).status != 0)
    }

    @Test func `a mail that ended the program twice is put aside, and the next one reached`()
        throws
    {
        let trap = Trap()
        let server = try ScriptedIMAP([[UInt8]](repeating: mail, count: 3)) { [mail] _, command in
            trap.answer(command, mail)
        }
        let wit = try wit(server)
        for _ in 0..<2 { try kill(wit, trap) }
        let third = try wit(["fetch"])
        #expect(third.status == 1)
        #expect(
            third.errors.contains(
                "home:INBOX#2: the program ended 2 times while importing this mail"),
            "\(third.errors)")
        // The second fetch took the first mail in, before it came to the one it suspected, alone.
        #expect(third.output.hasPrefix("home:INBOX#3  "), "\(third.output)")
        #expect(!third.output.contains("home:INBOX#1"), "\(third.output)")
        #expect(third.output.contains("home INBOX: 1 mail imported, 1 failed."), "\(third.output)")
        #expect(trap.reached.withLock({ $0 }) == 2)
        let fourth = try wit(["fetch"])
        #expect(fourth.status == 0, "\(fourth.errors)")
        #expect(fourth.output.contains("use “wit fetch --retry”."), "\(fourth.output)")
        #expect(trap.reached.withLock({ $0 }) == 2)
        trap.isSet.withLock { $0 = false }
        let retried = try wit(["fetch", "--retry"])
        #expect(retried.status == 0, "\(retried.errors)")
        #expect(retried.output.contains("1 mail imported"), "\(retried.output)")
        #expect(try wit(["fetch"]).output == "home INBOX: nothing new.\n")
    }

    @Test func `one kill, or a lost connection, puts nothing aside`() throws {
        let trap = Trap()
        let server = try ScriptedIMAP([[UInt8]](repeating: mail, count: 3)) { [mail] _, command in
            trap.answer(command, mail)
        }
        let wit = try wit(server)
        try kill(wit, trap)
        trap.isSet.withLock { $0 = false }
        let fetched = try wit(["fetch"])
        #expect(fetched.status == 0, "\(fetched.errors)")
        #expect(fetched.output.contains("3 mails imported"), "\(fetched.output)")
    }

    @Test func `a mail that ends the program while texts are looked at is found out`() throws {
        let trap = Trap()
        let text = "(\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 10 1)"
        let server = try ScriptedIMAP([[UInt8]](repeating: mail, count: 3), structure: text) {
            [mail] _, command in trap.answer(command, mail)
        }
        let wit = try wit(server)
        // Once with the others, then twice alone.
        for _ in 0..<3 { try kill(wit, trap) }
        let last = try wit(["fetch"])
        #expect(last.status == 1 && last.errors.contains("home:INBOX#2: "), "\(last.errors)")
        #expect(last.output.contains("1 without photos skipped, 1 failed."), "\(last.output)")
        #expect(try wit(["fetch"]).status == 0)
    }
}
