import Foundation
import OutputText
import Synchronization
import TestSupport
import Testing

@testable import MailTransport

@Suite struct IMAPConnectionTests {
    private static let mail = Array("Subject: a\r\n\r\nwit4 OK done\r\nA006 OK\r\n".utf8)

    private func account(_ server: ScriptedIMAP) throws -> MailAccount {
        var account = MailAccount(name: "home", address: "anna@example.org")
        account.imap = try ServerAddress(server.address, for: .imap)
        return account
    }

    private func connect(
        _ server: ScriptedIMAP, seconds: Int = 5
    ) throws -> IMAPConnection {
        var limits = ConnectionLimits()
        limits.quiet = seconds
        limits.connect = 5
        return try IMAPConnection(
            try account(server), secret: Secret("se cret\"\\"), limits: limits)
    }

    private func message(_ connection: IMAPConnection, _ uid: UInt32) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        let isThere = try connection.message(uid, limit: 1 << 20) {
            (piece) throws(WitError) in bytes.append(contentsOf: piece)
        }
        return isThere ? bytes : nil
    }

    @Test func `a mailbox is examined, searched and read without a word that changes it`() throws {
        let server = try ScriptedIMAP([Self.mail, Self.mail])
        let connection = try connect(server)
        let opened = try connection.examine("Entwürfe")
        #expect(opened == IMAPConnection.Opened(uidValidity: 7, uidNext: 3, messages: 2))
        #expect(try connection.search(since: nil, from: 2) == [2])
        #expect(try connection.summaries(of: [1, 2]).map(\.uid) == [1, 2])
        #expect(try message(connection, 2) == Self.mail)
        #expect(try message(connection, 9) == nil)
        connection.logOut()
        let words = server.server.lines.joined(separator: "\n").uppercased()
        #expect(words.contains("EXAMINE \"ENTW&APW-RFE\""))
        #expect(words.contains("BODY.PEEK[]"))
        for word in ["SELECT", "STORE", "EXPUNGE", "DELETE", "COPY", " BODY[", "CLOSE"] {
            #expect(!words.contains(word), "\(word)")
        }
    }

    @Test func `a mailbox's name brings no command along`() throws {
        let server = try ScriptedIMAP([Self.mail])
        let connection = try connect(server)
        #expect(throws: WitError(.badArgument, "")) {
            try connection.examine("INBOX\r\nwit9 DELETE INBOX")
        }
        #expect(throws: WitError(.badArgument, "")) {
            try connection.parts("1]\r\nx", of: [1], limit: 10) { _, _ in }
        }
        _ = try connection.examine("a\" DELETE \"b\\")
        #expect(!server.server.lines.contains { $0.hasPrefix("wit9") })
        #expect(server.server.lines.contains { $0.hasSuffix(#"EXAMINE "a\" DELETE \"b\\""#) })
    }

    @Test(arguments: [
        (
            "killed in the middle of a literal", "* 1 FETCH (UID 1 BODY[] {500}\r\nabc",
            "connection-lost"
        ),
        ("good-bye in the middle", "* BYE overloaded\r\n", "connection-lost"),
        ("another message", "* 1 FETCH (UID 2 BODY[] {3}\r\nabc)\r\nTAG OK\r\n", "not-understood"),
        (
            "more than announced", "* 1 FETCH (UID 1 BODY[] {3}\r\nabcdef)\r\nTAG OK\r\n",
            "not-understood"
        ),
        (
            "twice", "* 1 FETCH (UID 1 BODY[] {1}\r\na BODY[] {1}\r\nb)\r\nTAG OK\r\n",
            "not-understood"
        ),
        ("too large", "* 1 FETCH (UID 1 BODY[] {99999999}\r\nabc", "too-large"),
        ("no", "TAG NO not today\r\n", "refused"),
        ("wants more", "+ go on\r\n", "not-understood"),
        ("a line without end", "* " + String(repeating: "x", count: 10_000), "not-understood"),
    ])
    func `a server that does wrong is an error and no message`(
        what: String, said: String, code: String
    ) throws {
        let server = try ScriptedIMAP([Self.mail]) { tag, command in
            guard command.contains("BODY.PEEK[]") else { return nil }
            return [.say(said.replacing("TAG", with: tag)), .close]
        }
        let connection = try connect(server)
        _ = try connection.examine("INBOX")
        let error = #expect(throws: WitError.self) { try message(connection, 1) }
        #expect(error?.code.rawValue == code, "\(what): \(error?.message ?? "")")
    }

    @Test func `a server that falls silent is given up`() throws {
        let server = try ScriptedIMAP([Self.mail]) { _, command in
            command.hasPrefix("EXAMINE") ? [.say("* 1 EXI")] : nil
        }
        let connection = try connect(server, seconds: 1)
        #expect(throws: WitError(.timedOut, "")) { try connection.examine("INBOX") }
    }

    @Test func `the password is not said where the server offers no TLS`() throws {
        let server = try ScriptedIMAP([Self.mail])
        var account = try account(server)
        // STARTTLS is wanted, and this server has none.
        account.imap = try ServerAddress("imap://127.0.0.1:\(server.server.port)", for: .imap)
        let error = #expect(throws: WitError.self) {
            try IMAPConnection(account, secret: Secret("se cret"))
        }
        #expect(error?.code == .noTLS)
        #expect(!server.server.lines.contains { $0.contains("LOGIN") || $0.contains("AUTH") })
    }

    @Test func `a wrong password is an error that does not show it`() throws {
        let server = try ScriptedIMAP([Self.mail]) { tag, command in
            command.hasPrefix("LOGIN") ? [.say("\(tag) NO wrong password s3cret\r\n")] : nil
        }
        let error = #expect(throws: WitError.self) {
            try IMAPConnection(try account(server), secret: Secret("s3cret"))
        }
        #expect(error?.code == .loginRefused)
        #expect(error?.message.contains("s3cret") == false)
    }

    @Test func `news end the waiting, and silence does too`() throws {
        let server = try ScriptedIMAP([Self.mail]) { tag, command in
            if command == "IDLE" { return [.say("+ idling\r\n* 2 EXISTS\r\n")] }
            return tag == "DONE" ? [.say("wit3 OK\r\n")] : nil
        }
        let connection = try connect(server)
        _ = try connection.examine("INBOX")
        #expect(try connection.wait(seconds: 20))

        let idle = Mutex("")
        let silent = try ScriptedIMAP([Self.mail]) { tag, command in
            if command == "IDLE" {
                idle.withLock { $0 = tag }
                return [.say("+ idling\r\n")]
            }
            return tag == "DONE" ? [.say(idle.withLock { $0 } + " OK\r\n")] : nil
        }
        let second = try connect(silent)
        _ = try second.examine("INBOX")
        #expect(try second.wait(seconds: 0.3) == false)
        #expect(try second.search(since: nil, from: 1) == [1])
    }

    @Test func `a server without IDLE is asked`() throws {
        let server = try ScriptedIMAP([Self.mail]) { tag, command in
            if command == "CAPABILITY" {
                return [.say("* CAPABILITY IMAP4rev1\r\n\(tag) OK\r\n")]
            }
            return command == "NOOP" ? [.say("* 3 EXISTS\r\n\(tag) OK\r\n")] : nil
        }
        let connection = try connect(server)
        _ = try connection.examine("INBOX")
        #expect(try connection.wait(seconds: 0.2))
        #expect(!server.server.lines.contains { $0.contains("IDLE") })
    }
}
