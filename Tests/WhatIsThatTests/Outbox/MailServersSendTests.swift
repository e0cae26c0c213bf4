import CatalogDatabase
import Foundation
import TestSupport
import Testing

@testable import WhatIsThat

/// Sending by way of the outbox to real servers: Dovecot's submission and what is behind it.
@Suite(.needs(.mailServers))
struct MailServersSendTests {
    private let servers: MailServers
    private let folder: TemporaryFolder
    private let catalog: PhotoCatalog
    private let user = MailServers.freshUser()

    init() throws {
        servers = try #require(MailServers.running)
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("c.sqlite"), access: .readWrite)
    }

    private func sending(
        host: String? = nil, password: String? = nil, scheme: String = "smtp",
        authentication: String = "password"
    ) throws -> SendMail {
        let port = scheme == "smtp" ? servers.submission : servers.submissions
        let toml = """
            [accounts.home]
            address = "anna@localhost"
            user = "anna"
            password-environment = "PW"
            authentication = "\(authentication)"
            ca-file = "\(servers.authority)"
            smtp = "\(scheme)://\(host ?? servers.host):\(port)"
            """
        try toml.write(toFile: folder.path("s.toml"), atomically: true, encoding: .utf8)
        return SendMail(
            of: catalog, settings: try Settings(given: folder.path("s.toml"), environment: [:]),
            environment: ["PW": password ?? servers.password])
    }

    private func message(_ number: Int, id: String, bytes: Int = 0) -> [UInt8] {
        let line = String(repeating: "x", count: 70) + "\r\n"
        let filling = String(repeating: line, count: bytes / line.utf8.count)
        return Array(
            """
            From: anna@localhost\r
            Subject: mail \(number)\r
            Message-ID: <\(id)>\r
            \r
            .\r
            ..two dots\r
            A006 OK fine\r
            From here\r
            \(filling)end\r\n
            """.utf8)
    }

    private func put(
        _ sending: SendMail, _ number: Int = 1, to recipients: [String]? = nil, bytes: Int = 0
    ) throws -> OutboxMail {
        let id = "\(UUID().uuidString)@localhost"
        let message = message(number, id: id, bytes: bytes)
        var place = 0
        return try sending.put(
            OutboxMail.Draft(
                messageID: id, account: "home", sender: "anna@localhost",
                recipients: recipients ?? ["\(user)@localhost"], subject: "mail \(number)",
                photos: [])
        ) { buffer in
            let count = min(buffer.count, message.count - place)
            buffer.copyBytes(from: message[place..<place + count])
            place += count
            return count
        }
    }

    private func send(_ sending: SendMail, _ mails: [OutboxMail]) throws -> [OutboxMail] {
        var results: [OutboxMail] = []
        try sending.send(mails) { result in
            switch result {
            case .tried(let mail), .left(let mail, _): results.append(mail)
            }
        }
        return results
    }

    private func one(_ sending: SendMail, to recipients: [String]? = nil) throws -> OutboxMail {
        try #require(try send(sending, [put(sending, to: recipients)]).first)
    }

    @Test func `50 mails with a login over STARTTLS arrive once each, as they are`() throws {
        let sending = try sending()
        let mails = try (0..<50).map { try put(sending, $0) }
        let results = try send(sending, mails)
        #expect(results.allSatisfy { $0.state == .sent && $0.attempts == 1 })
        let files = servers.files(of: user)
        #expect(files.count == 50)
        let texts = try files.map { name in
            let places = ["new", "cur"].map { servers.maildir(of: user) + "/\($0)/" + name }
            let path = try #require(places.first { FileManager.default.fileExists(atPath: $0) })
            return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        }
        for (number, mail) in mails.enumerated() {
            // The Maildir stores lines that end with LF, behind the fields of its own.
            let sent = String(decoding: message(number, id: mail.messageID), as: UTF8.self)
                .replacing("\r\n", with: "\n")
            #expect(texts.count { $0.hasSuffix(sent) } == 1)
        }
        #expect(try catalog.outbox().isEmpty)
        print("sent 50 mails by Dovecot's submission")
    }

    @Test func `a mail is sent over TLS from the start with an access token`() throws {
        #expect(try one(sending(scheme: "smtps")).state == .sent)
        let token = try #require(servers.tokens["anna"])
        #expect(try one(sending(password: token, authentication: "xoauth2")).state == .sent)
        let late = try #require(servers.tokens["expired"])
        let refused = try one(sending(password: late, authentication: "xoauth2"))
        #expect(refused.state == .failed && refused.errorCode == "login-refused")
        #expect(refused.error?.contains(late) == false)
        #expect(servers.files(of: user).count == 2)
    }

    @Test func `a wrong password fails once and is not tried on the next mail`() throws {
        let wrong = try sending(password: "hush")
        let mails = try (0..<3).map { try put(wrong, $0) }
        let results = try send(wrong, mails)
        #expect(results.map(\.state) == [.failed, .queued, .queued])
        #expect(results.map(\.attempts) == [1, 0, 0])
        #expect(results.first?.errorCode == "login-refused")
        #expect(results.first?.error?.contains("hush") == false)
        // The password mended, all go out.
        let right = try sending()
        _ = try catalog.requeueOutboxMails([mails[0].number], now: right.now)
        #expect(try send(right, right.due()).allSatisfy { $0.state == .sent })
        #expect(servers.files(of: user).count == 3)
    }

    @Test func `an expired certificate and another host's are refused`() throws {
        for host in [servers.expiredHost, servers.otherHost] {
            for scheme in ["smtp", "smtps"] {
                let mail = try one(sending(host: host, scheme: scheme))
                #expect(mail.state == .failed && mail.errorCode == "certificate")
            }
        }
        #expect(servers.files(of: user).isEmpty)
    }

    @Test func `put off at first, it goes out once`() throws {
        let sending = try sending()
        let to = ["later-\(user)@localhost"]
        let first = try one(sending, to: to)
        #expect(first.state == .queued && first.errorCode == "deferred", "\(first)")
        #expect(try sending.due().isEmpty)
        let second = try send(sending, sending.due(all: true))
        #expect(second.map(\.state) == [.sent] && second.map(\.messageID) == [first.messageID])
    }

    @Test func `a mail that is refused for good fails`() throws {
        let mail = try one(sending(), to: ["\(user)@localhost", "never-\(user)@localhost"])
        #expect(mail.state == .failed && mail.errorCode == "refused", "\(mail)")
        #expect(mail.error?.contains("never-\(user)@localhost") == true)
        #expect(servers.files(of: user).isEmpty)
    }

    @Test func `a mailbox that is full keeps the mail in the outbox, with the reason`() throws {
        let sending = try sending()
        let mail = try #require(
            try send(sending, [put(sending, to: ["full@localhost"], bytes: 50_000)]).first)
        #expect([.failed, .queued].contains(mail.state), "\(mail)")
        #expect(mail.error?.lowercased().contains("quota") == true, "\(mail.error ?? "")")
        var kept = 0
        try catalog.readOutbox(mail.number) { kept += $0.count }
        #expect(kept == mail.bytes)
    }

    @Test func `a mail of 30 MB arrives whole`() throws {
        let sending = try sending()
        let mail = try put(sending, bytes: 30_000_000)
        #expect(mail.bytes > 29_900_000)
        #expect(try send(sending, [mail]).map(\.state) == [.sent])
        #expect(servers.files(of: user).count == 1)
    }
}
