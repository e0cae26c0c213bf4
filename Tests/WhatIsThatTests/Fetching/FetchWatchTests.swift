import CatalogDatabase
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MailTransport
@testable import WhatIsThat

/// Waiting for mails that come.
@Suite struct FetchWatchTests {
    let scene: FetchScene

    init() async throws { scene = try await FetchScene() }

    @Test func `a watch does not ask without pause whatever the server says`() throws {
        let wrong = FetchScene.Wrong()
        let server = try scene.server(1, wrong)
        let count = Mutex(1)
        // Each time one more, and none of them there.
        wrong.set { tag, command in
            guard command.hasPrefix("UID SEARCH") else { return nil }
            let number = count.withLock { count in
                count += 1
                return count
            }
            return [.say("* SEARCH\r\n* \(number) EXISTS\r\n\(tag) OK\r\n")]
        }
        let stop = Interruption()
        let fetch = try scene.make(
            try scene.account(server), FetchScene.Told(), stop: stop)
        let stopper = Thread {
            Thread.sleep(forTimeInterval: 2.5)
            stop.request()
        }
        stopper.start()
        try fetch.watch()
        let searches = server.server.lines.count { $0.contains("UID SEARCH") }
        #expect((1...4).contains(searches))
    }

    @Test func `a watch outlasts a server that says later, and a password that is late`() throws {
        let wrong = FetchScene.Wrong()
        let server = try scene.server(1, wrong)
        let count = Mutex(0)
        let stop = Interruption()
        wrong.set { tag, command in
            guard command.hasPrefix("EXAMINE") else { return nil }
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 3 { stop.request() }
            return number == 1
                ? [.say("\(tag) NO [UNAVAILABLE] maintenance\r\n")]
                : number == 2 ? nil : [.close]
        }
        // The third time there is no password.
        var account = try scene.account(server)
        let flag = scene.folder.path("flag")
        account.passwordSource = .command(
            "echo >> \(flag); test $(wc -l < \(flag)) -ne 3 && echo secret")
        let told = FetchScene.Told()
        let fetch = try scene.make(account, told, stop: stop) { $0.renewal = 0.1 }
        let loser = Mutex(0)
        wrong.answer.withLock { answer in
            let before = answer
            answer = { tag, command in
                // The connection is lost once while news are waited for.
                if command == "IDLE",
                    loser.withLock({
                        $0 += 1; return $0
                    }) == 1
                {
                    return [.close]
                }
                return before(tag, command)
            }
        }
        try fetch.watch()
        #expect(told.names == ["home:INBOX#1"])
        #expect(told.sentences.contains { $0.contains("maintenance") })
        #expect(told.sentences.contains { $0.contains("password") })
    }

    @Test func `a watch waits longer each time, and shortly again after a look that went well`()
        throws
    {
        let wrong = FetchScene.Wrong()
        let server = try scene.server(1, wrong)
        let opened = Mutex(0)
        let stop = Interruption()
        wrong.set { tag, command in
            if command == "IDLE" { return [.close] }
            guard command.hasPrefix("EXAMINE") else { return nil }
            let number = opened.withLock { count in
                count += 1
                return count
            }
            if number == 13 { stop.request() }
            return number == 11 ? nil : [.say("\(tag) NO [UNAVAILABLE] maintenance\r\n")]
        }
        let told = FetchScene.Told()
        let fetch = try scene.make(try scene.account(server), told, stop: stop) {
            $0.patience = 2
        }
        let pauses = Mutex<[Double]>([])
        fetch.sleep = { seconds in pauses.withLock { $0.append(seconds) } }
        try fetch.watch()
        #expect(
            pauses.withLock { $0 }
                == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 2, 4])
        #expect(told.names == ["home:INBOX#1"])
        #expect(told.sentences.count == 12)
    }

    @Test func `numbers that do not last count for one connection of a watch`() throws {
        let wrong = FetchScene.Wrong()
        let server = try scene.server(1, wrong)
        let idles = Mutex((count: 0, tag: ""))
        let stop = Interruption()
        wrong.set { tag, command in
            if command.hasPrefix("EXAMINE") { return [.say("* 1 EXISTS\r\n\(tag) OK\r\n")] }
            if tag == "DONE" { return [.say(idles.withLock { $0.tag } + " OK\r\n")] }
            guard command == "IDLE" else { return nil }
            switch idles.withLock({ idle in
                idle = (idle.count + 1, tag)
                return idle.count
            }) {
            // The same connection goes on, another one comes, and goes on.
            case 1, 3: return [.say("+ idling\r\n")]
            case 2: return [.close]
            default:
                stop.request()
                return [.close]
            }
        }
        let told = FetchScene.Told()
        let fetch = try scene.make(try scene.account(server), told, stop: stop) {
            $0.renewal = 0.05
        }
        fetch.sleep = { _ in }
        try fetch.watch()
        #expect(told.names == ["home:INBOX#1", "home:INBOX#1"])
        #expect(told.sentences.count { $0.contains("UIDs are not persistent") } == 1)
        #expect(try scene.catalog.find(PhotoQuery()).count == 1)
    }

    @Test func `a watch without lasting numbers waits longer while connections break soon`() throws
    {
        let wrong = FetchScene.Wrong()
        let server = try scene.server(1, wrong)
        let looks = Mutex(0)
        let stop = Interruption()
        wrong.set { tag, command in
            if command == "IDLE" { return [.close] }
            guard command.hasPrefix("EXAMINE") else { return nil }
            let number = looks.withLock { count in
                count += 1
                return count
            }
            if number == 5 { stop.request() }
            return [.say("* 1 EXISTS\r\n\(tag) OK\r\n")]
        }
        let fetch = try scene.make(
            try scene.account(server), FetchScene.Told(), stop: stop
        ) { $0.patience = 2 }
        let pauses = Mutex<[Double]>([])
        fetch.sleep = { seconds in pauses.withLock { $0.append(seconds) } }
        try fetch.watch()
        #expect(pauses.withLock { $0 } == [2, 4, 8, 16])
    }
}
