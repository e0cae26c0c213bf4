import Foundation
import OutputText
import TestSupport
import Testing

@testable import MailTransport
@testable import WhatIsThat

/// Mails that cannot be had, and faults on our side.
@Suite struct FetchFaultTests {
    let scene: FetchScene

    init() async throws { scene = try await FetchScene() }

    @Test func `a fault on our side ends the fetch and is no failure of the mail`() throws {
        let server = try scene.server(2, FetchScene.Wrong())
        try "a file".write(
            toFile: scene.folder.path("taken"), atomically: true, encoding: .utf8)
        for _ in 0..<4 {
            #expect(throws: WitError.self) {
                try scene.fetch(server, pictures: scene.folder.path("taken"))
            }
        }
        let well = try scene.fetch(server)
        #expect(well.names.count == 2)
        #expect(well.tally?.givenUp == 0)
    }

    @Test func `messages that were given up are reported each time`() throws {
        let wrong = FetchScene.Wrong()
        let server = try scene.server(1, wrong)
        wrong.set { tag, command in
            command.contains("BODY.PEEK[]") ? [.say("\(tag) NO never\r\n")] : nil
        }
        var counts: [Int?] = []
        for _ in 0..<4 { counts.append(try scene.fetch(server).tally?.givenUp) }
        #expect(counts == [0, 0, 1, 1])
        wrong.set { _, _ in nil }
        let retried = try scene.fetch(server) { $0.retriesAll = true }
        #expect(retried.names.count == 1 && retried.tally?.givenUp == 0)
    }

    @Test(arguments: ["* 1 FETCH (UID 1 BODY[] NIL)\r\n", ""])
    func `a mail that the server lists and does not give out has failed`(said: String) throws {
        let wrong = FetchScene.Wrong()
        let server = try scene.server(2, wrong)
        wrong.set { tag, command in
            command.contains("FETCH 1 (UID BODY.PEEK[])")
                ? [.say("\(said)\(tag) OK\r\n")] : nil
        }
        let told = try scene.fetch(server)
        #expect(told.failures == ["home:INBOX#1"])
        #expect(told.names == ["home:INBOX#2"])
        wrong.set { _, _ in nil }
        #expect(try scene.fetch(server).names == ["home:INBOX#1"])
    }

    @Test func `a mail that is put off is tried again and holds up no other`() throws {
        let wrong = FetchScene.Wrong()
        let server = try scene.server(2, wrong)
        wrong.set { tag, command in
            command.contains("FETCH 1 (UID BODY.PEEK[])")
                ? [.say("\(tag) NO [INUSE] later\r\n")] : nil
        }
        for count in [1, 0, 0, 0] {
            let told = try scene.fetch(server)
            #expect(told.names.count == count)
            #expect(told.failures == ["home:INBOX#1"])
            #expect(told.tally?.givenUp == 0)
        }
        wrong.set { _, _ in nil }
        #expect(try scene.fetch(server).names == ["home:INBOX#1"])
    }

    @Test func `a password command is left when the person asks to stop`() throws {
        let source = PasswordSource.command("sleep 20; echo late")
        #expect(throws: WitError(.interrupted, "")) {
            try source.secret(
                environment: ProcessInfo.processInfo.environment, shouldStop: { true })
        }
    }
}
