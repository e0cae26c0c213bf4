import CatalogDatabase
import Foundation
import MIMEMessage
import OutputText
import ShareMail
import Synchronization
import TestSupport

@testable import MailTransport
@testable import WhatIsThat

/// A catalog that mails are fetched into, and one mail with a photo.
struct FetchScene {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog
    let mail: [UInt8]

    init() async throws {
        folder = try TemporaryFolder()
        let sender = try PhotoCatalog(path: folder.path("sender.sqlite"), access: .readWrite)
        catalog = try PhotoCatalog(path: folder.path("receiver.sqlite"), access: .readWrite)
        let bird = Checkout.fixtures.path + "/photos/bird.jpg"
        _ = try await CatalogPhotos([bird], in: sender).run()
        var options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
        options.size = .small
        mail = try ShareMessages(of: sender, options: options)
            .messages(of: [try sender.resolve(bird)])[0].bytes
    }

    /// What a fetch told of.
    final class Told: Sendable {
        let taken = Mutex<[String]>([])
        let failed = Mutex<[String]>([])
        let notices = Mutex<[String]>([])
        let tallies = Mutex<[FetchMail.Tally]>([])
        var names: [String] { taken.withLock { $0 } }
        var failures: [String] { failed.withLock { $0 } }
        var tally: FetchMail.Tally? { tallies.withLock { $0.last } }
        var sentences: [String] { notices.withLock { $0 } }
    }

    func make(
        _ account: MailAccount, _ told: Told, pictures: String? = nil,
        stop: Interruption = Interruption(),
        _ change: (inout FetchMail.Options) -> Void = { _ in }
    ) throws -> MailboxFetch {
        var options = FetchMail.Options()
        options.patience = 0.01
        options.connection.quiet = 5
        change(&options)
        let importer = ImportMail(into: catalog, pictures: pictures ?? folder.path("received"))
        return try MailboxFetch(
            account, importer: importer, catalog: catalog,
            environment: ProcessInfo.processInfo.environment, options: options, stop: stop
        ) { progress in
            switch progress.event {
            case .item(let report as ImportMail.Report):
                told.taken.withLock { $0.append(report.name) }
            case .failed(let failure): told.failed.withLock { $0.append(failure.item) }
            case .notice(let text): told.notices.withLock { $0.append(text) }
            case .item(let tally as FetchMail.Tally): told.tallies.withLock { $0.append(tally) }
            case .item, nil: break
            }
        }
    }

    /// An account of a POP3 server.
    func account(pop3 server: ScriptedServer) throws -> MailAccount {
        var account = MailAccount(name: "pop", address: "anna@example.org")
        account.pop3 = try ServerAddress("pop3+plain://127.0.0.1:\(server.port)", for: .pop3)
        return account
    }

    func account(_ server: ScriptedIMAP) throws -> MailAccount {
        var account = MailAccount(name: "home", address: "anna@example.org")
        account.imap = try ServerAddress(server.address, for: .imap)
        return account
    }

    func fetch(
        _ server: ScriptedIMAP, pictures: String? = nil,
        _ change: (inout FetchMail.Options) -> Void = { _ in }
    ) throws -> Told {
        let told = Told()
        try make(try account(server), told, pictures: pictures, change).run()
        return told
    }

    /// A server whose wrongs can be changed while it runs.
    final class Wrong: Sendable {
        let answer = Mutex<@Sendable (String, String) -> [ScriptedServer.Action]?>({ _, _ in nil })
        func set(_ new: @escaping @Sendable (String, String) -> [ScriptedServer.Action]?) {
            answer.withLock { $0 = new }
        }
        func callAsFunction(_ tag: String, _ command: String) -> [ScriptedServer.Action]? {
            answer.withLock { $0 }(tag, command)
        }
    }

    func server(_ count: Int, _ wrong: Wrong, structure: String? = nil) throws
        -> ScriptedIMAP
    {
        try ScriptedIMAP([[UInt8]](repeating: mail, count: count), structure: structure) {
            wrong($0, $1)
        }
    }
}
