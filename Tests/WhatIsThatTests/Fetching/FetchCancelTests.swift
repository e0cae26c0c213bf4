import CatalogDatabase
import Foundation
import MailTransport
import OutputText
import Synchronization
import TestSupport
import Testing

@testable import WhatIsThat

struct FetchCancelTests {
    let scene: FetchScene

    init() async throws { scene = try await FetchScene() }

    private func fetch(
        _ accounts: [MailAccount], _ change: (inout FetchMail.Options) -> Void = { _ in }
    ) -> FetchMail {
        var options = FetchMail.Options()
        options.patience = 0.01
        change(&options)
        let catalog = scene.catalog
        return FetchMail(
            accounts, into: catalog, pictures: scene.folder.path("received"),
            environment: [:], options: options)
    }

    private func account(silent port: SilentPort) throws -> MailAccount {
        var account = MailAccount(name: "home", address: "anna@example.org")
        account.imap = try ServerAddress("imap+plain://127.0.0.1:\(port.port)", for: .imap)
        return account
    }

    @Test(.alone) func `a fetch that is cancelled ends within a second, and the next one goes on`()
        async throws
    {
        let count = 200
        let server = try ScriptedIMAP((1...count).map { Array(PictureMail.text($0).utf8) })
        let taken = Mutex(0)
        let fetch = fetch([try scene.account(server)])
        let run = try await CancelledTask { cancel in
            try await fetch.run { progress in
                guard case .item(is ImportMail.Report) = progress.event else { return }
                let number = taken.withLock { taken in
                    taken += 1
                    return taken
                }
                if number == 5 { cancel() }
            }
        }
        #expect(run.delay < .seconds(1))
        #expect(run.result.wasInterrupted)
        #expect((5..<count).contains(run.result.taken))
        #expect(run.result.taken == taken.withLock { $0 })
        #expect(run.result.failures.isEmpty && run.result.mailboxes.isEmpty)
        #expect(try scene.catalog.counts.photos == run.result.taken)
        let rest = try await fetch.run()
        #expect(!rest.wasInterrupted && !rest.hasFailed)
        #expect(rest.taken == count - run.result.taken)
        #expect(rest.mailboxes.map(\.taken) == [rest.taken])
        #expect(try scene.catalog.counts.photos == count)
    }

    @Test(.alone) func `a fetch from a server that does not answer is cancelled within a second`()
        async throws
    {
        let port = try SilentPort()
        let fetch = fetch([try account(silent: port)])
        let run = try await CancelledTask { cancel in
            let timer = Task {
                try await Task.sleep(for: .milliseconds(300))
                cancel()
            }
            defer { timer.cancel() }
            return try await fetch.run()
        }
        #expect(run.delay < .seconds(1))
        #expect(run.result.wasInterrupted)
        #expect(run.result.taken == 0 && run.result.failures.isEmpty)
    }

    @Test(.alone) func `waiting for mails of two accounts is cancelled within a second`()
        async throws
    {
        let servers = try (1...2).map { _ in
            try ScriptedIMAP([Array(PictureMail.text(1).utf8)])
        }
        var accounts = try servers.map(scene.account)
        accounts[1].name = "work"
        let looks = Mutex(0)
        let fetch = fetch(accounts) { $0.watches = true }
        let run = try await CancelledTask { cancel in
            try await fetch.run { progress in
                guard case .item(is FetchMail.Tally) = progress.event else { return }
                let number = looks.withLock { looks in
                    looks += 1
                    return looks
                }
                if number == 2 { cancel() }
            }
        }
        #expect(run.delay < .seconds(1))
        #expect(run.result.wasInterrupted)
        #expect(Set(run.result.mailboxes.map(\.account)) == ["home", "work"])
    }

    @Test(.alone)
    func `listing mailboxes of a server that does not answer is cancelled within a second`()
        async throws
    {
        let port = try SilentPort()
        let list = ListMailboxes([try account(silent: port)], environment: [:])
        let run = try await CancelledTask { cancel in
            let timer = Task {
                try await Task.sleep(for: .milliseconds(300))
                cancel()
            }
            defer { timer.cancel() }
            return try await list.run()
        }
        #expect(run.delay < .seconds(1))
        #expect(run.result.wasInterrupted && run.result.mailboxes.isEmpty)
    }

    @Test func `a catalog that cannot be written ends the watch of all mailboxes`() async throws {
        let server = try ScriptedIMAP([scene.mail])
        let port = try SilentPort()
        var silent = try account(silent: port)
        silent.name = "work"
        let catalog = try PhotoCatalog(
            path: scene.folder.path("receiver.sqlite"), access: .readOnly)
        var options = FetchMail.Options()
        options.watches = true
        let fetch = FetchMail(
            [try scene.account(server), silent], into: catalog,
            pictures: scene.folder.path("received"), environment: [:], options: options)
        let task = Task { try await fetch.run() }
        // One that goes on for ever without a word is ended, too: that is what is wrong with it.
        let timer = Task {
            try await Task.sleep(for: .seconds(30))
            task.cancel()
        }
        let error = await #expect(throws: WitError.self) { try await task.value }
        timer.cancel()
        #expect(error?.code == .readOnly)
        await #expect(throws: CancellationError.self) { try await timer.value }
    }
}
