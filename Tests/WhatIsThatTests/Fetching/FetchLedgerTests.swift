import CatalogDatabase
import OutputText
import Synchronization
import TestSupport
import Testing

@testable import MailTransport
@testable import WhatIsThat

/// What is noted of a mailbox, whatever the server says of its numbers.
@Suite struct FetchLedgerTests {
    let scene: FetchScene

    init() async throws { scene = try await FetchScene() }

    @Test func `a wrong number in a search hides no mail`() throws {
        let wrong = FetchScene.Wrong()
        let server = try scene.server(2, wrong)
        wrong.set { tag, command in
            command.hasPrefix("UID SEARCH")
                ? [.say("* SEARCH 4294967295\r\n\(tag) OK\r\n")] : nil
        }
        #expect(try scene.fetch(server).names.isEmpty)
        wrong.set { _, _ in nil }
        #expect(try scene.fetch(server).names.count == 2)
    }

    @Test func `a wrong number hides no mail where the server names no next one either`() throws {
        let wrong = FetchScene.Wrong()
        let server = try scene.server(2, wrong)
        let opening: @Sendable (String) -> [ScriptedServer.Action] = { tag in
            [.say("* 2 EXISTS\r\n* OK [UIDVALIDITY 7]\r\n\(tag) OK\r\n")]
        }
        wrong.set { tag, command in
            if command.hasPrefix("EXAMINE") { return opening(tag) }
            return command.hasPrefix("UID SEARCH")
                ? [.say("* SEARCH 4294967295\r\n\(tag) OK\r\n")] : nil
        }
        #expect(try scene.fetch(server).names.isEmpty)
        wrong.set { tag, command in command.hasPrefix("EXAMINE") ? opening(tag) : nil }
        #expect(try scene.fetch(server).names.count == 2)
    }

    @Test func `what was noted above the next number does not count`() throws {
        let server = try scene.server(2, FetchScene.Wrong())
        let port = server.server.port
        var note = FetchNote()
        note.reached = (7, "1,3:4294967295")
        try scene.catalog.note(
            note,
            of: FetchSource(
                server: "imap:127.0.0.1:\(port)", user: "anna@example.org", mailbox: "INBOX"))
        #expect(try scene.fetch(server).names == ["home:INBOX#2"])
        #expect(try scene.fetch(server).names.isEmpty)
    }

    @Test func `all is searched once more where that is wished`() throws {
        let server = try scene.server(2, FetchScene.Wrong())
        #expect(try scene.fetch(server).names.count == 2)
        #expect(try scene.fetch(server).names.isEmpty)
        #expect(try scene.fetch(server) { $0.ignoresProgress = true }.names.count == 2)
        #expect(try scene.fetch(server).names.isEmpty)
        #expect(try scene.catalog.find(PhotoQuery()).count == 1)
    }

    @Test func `a mailbox without lasting numbers is searched each time`() throws {
        for opening in ["* OK [UIDVALIDITY 0]", "* 2 EXISTS"] {
            let wrong = FetchScene.Wrong()
            let server = try scene.server(2, wrong)
            wrong.set { tag, command in
                command.hasPrefix("EXAMINE")
                    ? [.say("* 2 EXISTS\r\n\(opening)\r\n\(tag) OK\r\n")] : nil
            }
            #expect(try scene.fetch(server).names.count == 2)
            let second = try scene.fetch(server)
            #expect(second.names.count == 2)
            #expect(second.sentences.count == 1)
        }
    }

    @Test func `one ledger is kept for each port, and a batch is noted whatever ends it`() throws {
        let first = try scene.server(1, FetchScene.Wrong())
        #expect(try scene.fetch(first).names.count == 1)
        #expect(try scene.fetch(try scene.server(1, FetchScene.Wrong())).names.count == 1)
        let wrong = FetchScene.Wrong()
        let third = try scene.server(3, wrong)
        let dies = Mutex(false)
        wrong.set { _, command in
            if command.contains("FETCH 2 (UID BODY.PEEK[])") { dies.withLock { $0 = true } }
            return dies.withLock { $0 } ? [.close] : nil
        }
        #expect(throws: WitError.self) { try scene.fetch(third) }
        let state = try scene.catalog.fetchState(
            of: FetchSource(
                server: "imap:127.0.0.1:\(third.server.port)", user: "anna@example.org",
                mailbox: "INBOX"))
        #expect(state.done == "1")
    }
}
