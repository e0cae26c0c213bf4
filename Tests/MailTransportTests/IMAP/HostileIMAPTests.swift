import Foundation
import OutputText
import Synchronization
import TestSupport
import Testing

@testable import MailTransport

/// Servers that lie, repeat themselves or never end.
@Suite struct HostileIMAPTests {
    private static let mail = Array("Subject: a\r\n\r\nb\r\n".utf8)

    private func connect(
        _ server: ScriptedIMAP, shouldStop: @escaping () -> Bool = { false }
    ) throws -> IMAPConnection {
        var account = MailAccount(name: "home", address: "anna@example.org")
        account.imap = try ServerAddress(server.address, for: .imap)
        var limits = ConnectionLimits()
        limits.quiet = 5
        return try IMAPConnection(
            account, secret: Secret("s"), limits: limits, shouldStop: shouldStop)
    }

    private func server(
        search: String, opening: String? = nil
    ) throws -> ScriptedIMAP {
        try ScriptedIMAP([Self.mail, Self.mail]) { tag, command in
            if let opening, command.hasPrefix("EXAMINE") {
                return [.say("\(opening)\r\n\(tag) OK\r\n")]
            }
            guard command.hasPrefix("UID SEARCH") else { return nil }
            return [.say("* SEARCH \(search)\r\n\(tag) OK\r\n")]
        }
    }

    @Test func `numbers that no message can have are left out`() throws {
        let connection = try connect(
            try server(search: "2 4294967295 3 1 0 4294967297 18446744073709551615"))
        #expect(try connection.examine("INBOX").uidNext == 3)
        #expect(try connection.search(since: nil, from: 1) == [1, 2])
    }

    @Test func `a search that names far more messages than there are is an error`() throws {
        let many = (3...20_000).map(String.init).joined(separator: " ")
        let connection = try connect(
            try server(search: many, opening: "* 2 EXISTS\r\n* OK [UIDNEXT 4000000000] x"))
        _ = try connection.examine("INBOX")
        #expect(throws: WitError(.notUnderstood, "")) {
            try connection.search(since: nil, from: 1)
        }
    }

    @Test func `a UIDVALIDITY that is not a number of 32 bits is ignored`() throws {
        let connection = try connect(
            try server(search: "1", opening: "* OK [UIDVALIDITY 4294967303] x"))
        #expect(try connection.examine("INBOX").uidValidity == 0)
    }

    @Test func `the number of messages said again is no news, one more is`() throws {
        let idles = Mutex((0, ""))
        let server = try ScriptedIMAP([Self.mail]) { tag, command in
            if command == "IDLE" {
                let count = idles.withLock { idle in
                    idle = (idle.0 + 1, tag)
                    return idle.0
                }
                // The second time one goes away and another one comes.
                let news = count == 1 ? "* 1 EXISTS" : "* 1 EXPUNGE\r\n* 0 EXISTS\r\n* 1 EXISTS"
                return [.say("+ idling\r\n\(news)\r\n")]
            }
            if tag == "DONE" { return [.say(idles.withLock { $0.1 } + " OK\r\n")] }
            guard command.hasPrefix("UID SEARCH") else { return nil }
            return [.say("* SEARCH\r\n* 1 EXISTS\r\n\(tag) OK\r\n")]
        }
        let connection = try connect(server)
        _ = try connection.examine("INBOX")
        _ = try connection.search(since: nil, from: 1)
        #expect(try connection.wait(seconds: 0.5) == false)
        #expect(try connection.wait(seconds: 20))
    }

    @Test func `a message that is listed and not given is refused`() throws {
        let server = try ScriptedIMAP([Self.mail]) { tag, command in
            command.contains("BODY.PEEK[]")
                ? [.say("* 1 FETCH (UID 1 BODY[] NIL)\r\n\(tag) OK\r\n")] : nil
        }
        let connection = try connect(server)
        _ = try connection.examine("INBOX")
        #expect(throws: WitError(.refused, "")) {
            try connection.message(1, limit: 1000) { (_) throws(WitError) in }
        }
        // The connection goes on.
        #expect(try connection.search(since: nil, from: 1) == [1])
    }

    @Test func `names are cut at their beginning, and a thousand parts are too many`() throws {
        func summary(_ structure: [IMAPValue]) throws -> MessageSummary {
            try #require(
                MessageSummary(
                    [
                        .number(1), .atom("FETCH"),
                        .list([
                            .atom("UID"), .number(1), .atom("BODYSTRUCTURE"), .list(structure),
                        ]),
                    ], isCut: false))
        }
        func part(_ parameters: [String]) -> [IMAPValue] {
            [
                .string(Array("IMAGE".utf8)), .string(Array("X".utf8)),
                .list(parameters.map { .string(Array($0.utf8)) }), .atom("NIL"), .atom("NIL"),
                .string(Array("BASE64".utf8)), .number(5),
            ]
        }
        let long = String(repeating: "x", count: 5000) + ".jpg"
        let parts = try #require(try summary(part(["NAME", long, "CHARSET", long])).parts)
        #expect(parts[0].name?.utf8.count == 1000)
        #expect(parts[0].name?.hasSuffix("x.jpg") == true)
        #expect(parts[0].charset?.utf8.count == 1000)
        let split = try summary(part(["NAME*1", "rd.j", "NAME*2*", "pg", "NAME*0", "bi"]))
        #expect(split.parts?.first?.name == "bird.jpg")
        let one = IMAPValue.list(part([]))
        func kept(_ count: Int) throws -> Int? {
            try summary([IMAPValue](repeating: one, count: count)).parts?.count
        }
        #expect(try kept(1000) == 1000)
        #expect(try kept(1001) == nil)
    }

    @Test func `identifiers are taken out of a set from one on`() {
        for (set, first, rest) in [
            ("1:4294967295", 8, "1:7"), ("1:3,9:12", 10, "1:3,9"), ("1:3,9:12", 5, "1:3"),
            ("1:3,9:12", 13, "1:3,9:12"), ("1:3,5,9:12", 3, "1:2"), ("4", 1, ""), ("", 4, ""),
        ] as [(String, UInt32, String)] {
            var identifiers = UIDSet(set) ?? UIDSet()
            identifiers.remove(from: first)
            #expect(identifiers.description == rest, "\(set) \(first)")
        }
    }

    @Test func `a server that never pauses is left when the person asks to stop`() throws {
        let isOver = Mutex(false)
        let server = try ScriptedIMAP([Self.mail]) { tag, command in
            guard command.hasPrefix("EXAMINE") else { return nil }
            // All is there before it is asked for, and more than is read at once.
            let flood = String(repeating: "* OK still here\r\n", count: 8000)
            return [.say("\(tag) OK\r\n\(flood)wit3 OK done\r\n")]
        }
        let connection = try connect(server) { isOver.withLock { $0 } }
        _ = try connection.examine("INBOX")
        Thread.sleep(forTimeInterval: 0.5)
        isOver.withLock { $0 = true }
        #expect(throws: WitError(.interrupted, "")) {
            try connection.search(since: nil, from: 1)
        }
    }

    @Test(arguments: [
        ("UNAVAILABLE", true), ("INUSE", true), ("LIMIT", true), ("serverbug", true),
        ("NONEXISTENT", false), ("X LIMIT", false),
    ])
    func `a no for now is no refusal`(code: String, isForNow: Bool) throws {
        let server = try ScriptedIMAP([Self.mail]) { tag, command in
            command.hasPrefix("EXAMINE") ? [.say("\(tag) NO [\(code)] maintenance\r\n")] : nil
        }
        let error = #expect(throws: WitError.self) {
            try connect(server).examine("INBOX")
        }
        #expect(error?.code == (isForNow ? .deferred : .refused))
        #expect(error?.isTransient == isForNow)
    }

    @Test func `a connection that breaks is not said to break after the login`() throws {
        let server = try ScriptedIMAP([Self.mail]) { _, command in
            command.hasPrefix("EXAMINE") ? [.close] : nil
        }
        let error = #expect(throws: WitError.self) {
            try connect(server).examine("INBOX")
        }
        #expect(error?.code == .connectionLost)
        #expect(error?.message.contains("LOGIN") == false)
        #expect(error?.message.contains(" after ") == false)
    }
}
