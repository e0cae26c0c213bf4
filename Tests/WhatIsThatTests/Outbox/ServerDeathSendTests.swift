import CatalogDatabase
import Foundation
import TestSupport
import Testing

@testable import WhatIsThat

/// Dovecot is killed while a mail goes out by its submission, and is there again.
@Suite(.needs(.ownMailServers))
struct ServerDeathSendTests {
    private let own: OwnMailServers
    private let folder: TemporaryFolder
    private let catalog: PhotoCatalog
    private let user = MailServers.freshUser()

    init() throws {
        own = try OwnMailServers()
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("c.sqlite"), access: .readWrite)
    }

    private func sending(by port: Int) throws -> SendMail {
        try """
        [accounts.home]
        address = "anna@localhost"
        user = "anna"
        password-environment = "PW"
        ca-file = "\(own.servers.authority)"
        smtp = "smtp://127.0.0.1:\(port)"
        """.write(toFile: folder.path("s.toml"), atomically: true, encoding: .utf8)
        return SendMail(
            of: catalog, settings: try Settings(given: folder.path("s.toml"), environment: [:]),
            environment: ["PW": own.servers.password])
    }

    private func put(_ sending: SendMail, bytes: Int) throws -> OutboxMail {
        let id = "\(UUID().uuidString)@localhost"
        let line = String(repeating: "x", count: 70) + "\r\n"
        let filling = String(repeating: line, count: bytes / line.utf8.count)
        let message = Array(
            "From: anna@localhost\r\nMessage-ID: <\(id)>\r\n\r\n\(filling)end\r\n".utf8)
        var place = 0
        return try sending.put(
            OutboxMail.Draft(
                messageID: id, account: "home", sender: "anna@localhost",
                recipients: ["\(user)@localhost"], subject: "large", photos: [])
        ) { buffer in
            let count = min(buffer.count, message.count - place)
            buffer.copyBytes(from: message[place..<place + count])
            place += count
            return count
        }
    }

    private func send(_ sending: SendMail, _ mails: [OutboxMail]) throws -> OutboxMail {
        var last: OutboxMail?
        try sending.send(mails) { result in
            switch result {
            case .tried(let mail), .left(let mail, _): last = mail
            }
        }
        return try #require(last)
    }

    /// How often the relay behind the submission was given a mail.
    private func relayed(_ mail: OutboxMail) -> Int {
        let log = (try? String(contentsOfFile: own.servers.relayLog, encoding: .utf8)) ?? ""
        return log.split(separator: "\n").count { $0.contains(mail.messageID) }
    }

    @Test(arguments: [true, false])
    func `killed in the middle of a mail, it goes out whole and once by the next attempt`(
        wholeServer: Bool
    ) throws {
        // Much more is missing than the 4 MB that may wait in a socket.
        let line = try CountedLine(to: own.servers.submission, .toServer, after: 1_000_000) {
            [own] in
            if wholeServer { own.kill() } else { own.kill(serving: "anna") }
        }
        let sending = try sending(by: line.port)
        let mail = try put(sending, bytes: 6_000_000)
        let first = try send(sending, [mail])
        #expect(line.hasHappened && own.failures.isEmpty, "\(own.failures)")
        #expect(first.state == .queued && first.errorCode == "connection-lost", "\(first)")
        #expect(relayed(mail) == 0)
        if wholeServer {
            #expect(try send(sending, sending.due(all: true)).state == .queued)
            try own.revive()
        }
        let second = try send(sending, sending.due(all: true))
        #expect(second.state == .sent && second.messageID == mail.messageID, "\(second)")
        #expect(relayed(mail) == 1)
        let files = own.servers.files(of: user)
        #expect(files.count == 1)
        #expect(try catalog.outbox().isEmpty)
    }

    @Test func `killed when the whole mail is on its way, it does not go out unasked`() throws {
        // So small that all of it waits in the line when the server dies.
        let path = folder.path("c.sqlite")
        let line = try CountedLine(to: own.servers.submission, .toServer, after: 20_000) {
            [own] in
            let deadline = Date().addingTimeInterval(30)
            while (try? StoredNumber.read("SELECT max(handed) FROM outbox", of: path)) != 1,
                Date() < deadline
            { Thread.sleep(forTimeInterval: 0.02) }
            own.kill()
        }
        let sending = try sending(by: line.port)
        let mail = try put(sending, bytes: 60_000)
        let first = try send(sending, [mail])
        #expect(line.hasHappened && own.failures.isEmpty, "\(own.failures)")
        #expect(first.state == .perhapsSent, "\(first)")
        try own.revive()
        #expect(try sending.due(all: true).isEmpty)
        let again = try catalog.requeueOutboxMails([mail.number], now: sending.now)
        #expect(try send(sending, again).state == .sent)
        #expect(relayed(mail) == 1 && own.servers.files(of: user).count == 1)
    }
}
