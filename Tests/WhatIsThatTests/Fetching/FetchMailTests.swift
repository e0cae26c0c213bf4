import CatalogDatabase
import Foundation
import MIMEMessage
import MailTransport
import OutputText
import PhotoRecords
import ShareMail
import Synchronization
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct FetchMailTests {
    let folder: TemporaryFolder
    let receiver: PhotoCatalog
    let mail: [UInt8]
    /// What the servers of the tests are reached by: to the catalog they are one.
    let front: ScriptedServer
    private let current: Current

    private final class Current: Sendable {
        let server = Mutex<ScriptedServer?>(nil)
    }

    init() async throws {
        let current = Current()
        self.current = current
        front = try ScriptedServer(greeting: "* OK ready\r\n") { line in
            current.server.withLock { $0 }?.actions(after: line) ?? [.close]
        }
        folder = try TemporaryFolder()
        let sender = try PhotoCatalog(path: folder.path("sender.sqlite"), access: .readWrite)
        receiver = try PhotoCatalog(path: folder.path("receiver.sqlite"), access: .readWrite)
        let bird = Checkout.fixtures.path + "/photos/bird.jpg"
        _ = try await CatalogPhotos([bird], in: sender).run()
        var options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
        options.size = .small
        mail = try ShareMessages(of: sender, options: options)
            .messages(of: [try sender.resolve(bird)])[0].bytes
    }

    /// What a fetch told of.
    private final class Told {
        var taken: [String] = []
        var failed: [String] = []
        var notices: [String] = []
        var tally: FetchMail.Tally?
    }

    private func fetch(
        _ server: ScriptedIMAP, into catalog: PhotoCatalog? = nil,
        _ change: (inout FetchMail.Options) -> Void = { _ in }
    ) throws -> Told {
        var account = MailAccount(name: "home", address: "anna@example.org")
        current.server.withLock { $0 = server.server }
        account.imap = try ServerAddress("imap+plain://127.0.0.1:\(front.port)", for: .imap)
        var options = FetchMail.Options()
        options.patience = 0.01
        options.connection.quiet = 5
        change(&options)
        let told = Told()
        let importer = ImportMail(
            into: options.dryRun ? nil : receiver, pictures: folder.path("received"),
            dryRun: options.dryRun)
        try MailboxFetch(
            account, importer: importer, catalog: receiver,
            environment: ProcessInfo.processInfo.environment, options: options
        ) { progress in
            switch progress.event {
            case .item(let report as ImportMail.Report): told.taken.append(report.name)
            case .failed(let failure): told.failed.append(failure.item)
            case .notice(let text): told.notices.append(text)
            case .item(let tally as FetchMail.Tally): told.tally = tally
            case .item, nil: break
            }
        }.run()
        return told
    }

    /// The UIDs of the whole messages that were asked for.
    private func fetched(_ server: ScriptedIMAP) -> [String] {
        server.server.lines.filter { $0.contains("BODY.PEEK[])") }
            .compactMap { $0.split(separator: " ").dropFirst(3).first.map(String.init) }
    }

    @Test func `mails are imported once, and the next fetch continues after them`() throws {
        let server = try ScriptedIMAP([mail, mail])
        let told = try fetch(server)
        #expect(told.taken == ["home:INBOX#1", "home:INBOX#2"])
        #expect(told.tally?.taken == 2)
        #expect(try receiver.find(PhotoQuery()).count == 1)
        let again = try fetch(try ScriptedIMAP([mail, mail, mail]))
        #expect(again.taken == ["home:INBOX#3"])
    }

    @Test func `a dry run asks, and remembers nothing`() throws {
        let told = try fetch(try ScriptedIMAP([mail])) { $0.dryRun = true }
        #expect(told.taken.count == 1)
        #expect(try receiver.find(PhotoQuery()).isEmpty)
        let server = try ScriptedIMAP([mail])
        #expect(try fetch(server).taken.count == 1)
    }

    @Test func `a server that dies is an error, and the next fetch goes on where it stopped`()
        throws
    {
        let isDead = Mutex(false)
        let server = try ScriptedIMAP([mail, mail, mail]) { _, command in
            if command.contains("FETCH 2 (UID BODY.PEEK[])") {
                isDead.withLock { $0 = true }
                return [.say("* 2 FETCH (UID 2 BODY[] {5000}\r\nhalf of"), .close]
            }
            return isDead.withLock { $0 } ? [.close] : nil
        }
        #expect(throws: WitError.self) { try fetch(server) }
        #expect(try receiver.find(PhotoQuery()).count == 1)
        let well = try ScriptedIMAP([mail, mail, mail])
        #expect(try fetch(well).taken == ["home:INBOX#2", "home:INBOX#3"])
        #expect(fetched(well) == ["2", "3"])
    }

    @Test func `a message that always breaks the connection does not block the others`() throws {
        let wrong: @Sendable (String, String) -> [ScriptedServer.Action]? = { _, command in
            command.contains("FETCH 2 (UID BODY.PEEK[])")
                ? [.say("* 2 FETCH (UID 2 BODY[] {5000}\r\nhalf of"), .close] : nil
        }
        let told = try fetch(try ScriptedIMAP([mail, mail, mail], wrong: wrong))
        #expect(told.taken == ["home:INBOX#1", "home:INBOX#3"])
        #expect(told.failed == ["home:INBOX#2"])
        for _ in 0..<2 {
            let again = try fetch(try ScriptedIMAP([mail, mail, mail], wrong: wrong))
            #expect(again.taken.isEmpty)
            #expect(again.failed == ["home:INBOX#2"])
        }
        // Given up, until somebody asks for it.
        #expect(try fetch(try ScriptedIMAP([mail, mail, mail])).taken.isEmpty)
        let retried = try fetch(try ScriptedIMAP([mail, mail, mail])) { $0.retriesAll = true }
        #expect(retried.taken == ["home:INBOX#2"])
        let after = try fetch(try ScriptedIMAP([mail, mail, mail])) { $0.retriesAll = true }
        #expect(after.taken.isEmpty && after.failed.isEmpty)
    }

    @Test func `a mailbox that was renumbered is searched again, and reported`() throws {
        _ = try fetch(try ScriptedIMAP([mail]))
        let server = try ScriptedIMAP([mail, mail]) { tag, command in
            command.hasPrefix("EXAMINE")
                ? [.say("* OK [UIDVALIDITY 8] new\r\n\(tag) OK done\r\n")] : nil
        }
        let told = try fetch(server)
        #expect(told.notices.count == 1)
        #expect(told.taken.count == 2)
        #expect(try receiver.find(PhotoQuery()).count == 1)
        #expect(
            try fetch(
                try ScriptedIMAP([mail, mail]) { tag, command in
                    command.hasPrefix("EXAMINE")
                        ? [.say("* OK [UIDVALIDITY 8] same\r\n\(tag) OK done\r\n")] : nil
                }
            ).taken.isEmpty)
    }

    @Test func `mails over the limit are reported and not fetched`() throws {
        let server = try ScriptedIMAP([mail, Array("Subject: a\r\n\r\nb".utf8)])
        let told = try fetch(server) { $0.limits.messageBytes = 1000 }
        #expect(told.failed == ["home:INBOX#1"])
        #expect(fetched(server) == ["2"])
    }

    @Test func `mails without pictures stay where they are, but for a story in their text`() throws
    {
        let text = "(\"TEXT\" \"PLAIN\" (\"CHARSET\" \"utf-8\") NIL NIL \"QUOTED-PRINTABLE\" 900 9)"
        let bodies = [
            "Hello Anna,\r\nsee you on Monday.\r\n",
            "Name: Red kite\r\nTaken: 2024-05-01 10:22\r\nPlace: Paris\r\nCoordinates: 48.85837, 2.29448\r\n",
        ]
        let story = try #require(MailMessage(parsing: mail).leafParts.first)
        let code = String(decoding: story.rawBody, as: UTF8.self)
        let server = try ScriptedIMAP([mail, mail, mail], structure: text) { tag, command in
            guard command.contains("BODY.PEEK[1]<0.") else { return nil }
            let answers = (bodies + [code]).enumerated().map { index, body in
                "* \(index + 1) FETCH (UID \(index + 1) BODY[1]<0> {\(body.utf8.count)}\r\n\(body))\r\n"
            }
            return [.say(answers.joined() + "\(tag) OK done\r\n")]
        }
        let told = try fetch(server)
        #expect(!fetched(server).contains("1"))
        #expect(fetched(server).contains("3"))
        #expect(told.tally?.passedOver ?? 0 >= 1)
        #expect(told.taken.contains("home:INBOX#3"))
    }

    @Test func `who sends first with the Message-ID of another mail does not keep that away`()
        throws
    {
        let identity = try #require(MailMessage(parsing: mail).messageID).rawValue
        let path = Checkout.fixtures.path + "/photos/cat.jpg"
        let forged = ForgedMail(
            .text("Look"), .picture([UInt8](try Data(contentsOf: URL(filePath: path))), "a.jpg")
        ).with(from: "Mallory <mallory@example.net>", id: identity)
        let told = try fetch(try ScriptedIMAP([forged.bytes, mail]))
        #expect(told.taken.count == 2 && told.failed.isEmpty)
        let photos = try receiver.find(PhotoQuery())
        #expect(photos.count == 2)
        let kite = try #require(photos.first { $0.name == "Red kite" }?.id)
        let messages = try receiver.messages(of: kite)
        #expect(messages.map(\.source) == ["mail:\(identity)#2"])
        #expect(messages.map(\.sharesID) == [true])
    }

    @Test func `what is older than the day that was given comes with a later fetch`() throws {
        let wrong: @Sendable (String, String) -> [ScriptedServer.Action]? = { tag, command in
            command.contains("SINCE 1-Feb-2026")
                ? [.say("* SEARCH 3\r\n\(tag) OK done\r\n")] : nil
        }
        let server = try ScriptedIMAP([mail, mail, mail], wrong: wrong)
        let day = IMAPDate(year: 2026, month: 2, day: 1)
        #expect(try fetch(server) { $0.since = day }.taken == ["home:INBOX#3"])
        let all = try fetch(try ScriptedIMAP([mail, mail, mail]))
        #expect(all.taken == ["home:INBOX#1", "home:INBOX#2"])
    }
}
