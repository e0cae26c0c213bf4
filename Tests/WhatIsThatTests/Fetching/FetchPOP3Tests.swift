import Foundation
import OutputText
import Synchronization
import TestSupport
import Testing

@testable import MailTransport
@testable import WhatIsThat

/// Fetching from POP3 servers.
@Suite struct FetchPOP3Tests {
    let scene: FetchScene

    init() async throws { scene = try await FetchScene() }

    @Test func `POP3 greets each mail with many words, and leaves out what has no name`() throws {
        let count = 80
        let list = (1...count + 2).map { "\($0) 20\r\n" }.joined()
        let names = (1...count).map { "\($0) id\($0)\r\n" }.joined()
        let long = String(repeating: "x", count: 4000)
        let server = try ScriptedServer(greeting: "+OK hi\r\n") { line in
            switch line.uppercased().split(separator: " ").first {
            case "CAPA": [.say("+OK\r\nUSER\r\nUIDL\r\n.\r\n")]
            case "LIST": [.say("+OK\r\n\(list).\r\n")]
            case "UIDL": [.say("+OK\r\n\(names)81 id1\r\n82 \u{e4}\r\n.\r\n")]
            case "RETR": [.say("+OK \(long)\r\nSubject: a\r\n\r\nhello\r\n.\r\n")]
            case "QUIT": [.say("+OK\r\n"), .close]
            default: [.say("+OK\r\n")]
            }
        }
        let account = try scene.account(pop3: server)
        let told = FetchScene.Told()
        try scene.make(account, told).run()
        #expect(told.failures.isEmpty)
        #expect(told.tally?.passedOver == count)
        #expect(told.sentences.count == 1)
        #expect(told.sentences.first?.contains("2 mails left out") == true)
        let again = FetchScene.Told()
        try scene.make(account, again).run()
        #expect(again.tally?.isEmpty == true)
        let anew = FetchScene.Told()
        try scene.make(account, anew) { $0.ignoresProgress = true }.run()
        #expect(anew.tally?.passedOver == count)
    }

    /// A POP3 server of three mails that numbers them anew in each session, and whose answer to
    /// `RETR` a test may choose by the session and the identifier.
    private func server(
        _ wrong: @escaping @Sendable (_ session: Int, _ identifier: String) -> String?
    ) throws -> ScriptedServer {
        let sessions = Mutex(0)
        return try ScriptedServer(greeting: "+OK hi\r\n") { line in
            let words = line.uppercased().split(separator: " ")
            let session = sessions.withLock { $0 }
            // In the second session the first mail is gone.
            let there = session > 1 ? ["b", "c"] : ["a", "b", "c"]
            switch words.first {
            case "CAPA":
                sessions.withLock { $0 += 1 }
                return [.say("+OK\r\nUSER\r\nUIDL\r\n.\r\n")]
            case "LIST":
                let lines = there.indices.map { "\($0 + 1) 20\r\n" }.joined()
                return [.say("+OK\r\n\(lines).\r\n")]
            case "UIDL":
                let lines = there.enumerated().map { "\($0 + 1) \($1)\r\n" }.joined()
                return [.say("+OK\r\n\(lines).\r\n")]
            case "RETR":
                guard let number = words.last.flatMap({ Int($0) }), there.indices ~= number - 1
                else { return [.say("-ERR no such mail\r\n")] }
                if let answer = wrong(session, there[number - 1]) { return [.say(answer + "\r\n")] }
                return [.say("+OK\r\nSubject: a\r\n\r\nhello\r\n.\r\n")]
            case "QUIT": return [.say("+OK\r\n"), .close]
            default: return [.say("+OK\r\n")]
            }
        }
    }

    private func retrieved(_ server: ScriptedServer) -> [String] {
        server.lines.filter { $0.hasPrefix("RETR") }
    }

    @Test(arguments: ["SYS/TEMP", "in-use", "LOGIN-DELAY", "SYS/TEMP/DISK"])
    func `what a POP3 server puts off is tried again, however often, and holds up no other`(
        code: String
    ) throws {
        let isBusy = Mutex(true)
        let server = try server { _, identifier in
            identifier == "b" && isBusy.withLock { $0 } ? "-ERR [\(code)] not now" : nil
        }
        let account = try scene.account(pop3: server)
        for count in [2, 0, 0, 0] {
            let told = FetchScene.Told()
            try scene.make(account, told).run()
            #expect(told.failures == ["pop#b"])
            #expect(told.tally?.passedOver == count && told.tally?.givenUp == 0)
        }
        isBusy.withLock { $0 = false }
        let told = FetchScene.Told()
        try scene.make(account, told).run()
        #expect(told.failures.isEmpty && told.tally?.passedOver == 1)
    }

    @Test func `a POP3 server that puts off all is left alone`() throws {
        let server = try server { _, _ in "-ERR [SYS/TEMP] not now" }
        let fetch = try scene.make(try scene.account(pop3: server), FetchScene.Told())
        #expect(throws: WitError(.deferred, "")) { try fetch.run() }
        #expect(retrieved(server).count <= 3)
    }

    @Test func `after a no a POP3 server's numbers are asked for again`() throws {
        let server = try server { session, identifier in
            session == 1 && identifier == "a" ? "-ERR it is gone" : nil
        }
        let told = FetchScene.Told()
        try scene.make(try scene.account(pop3: server), told).run()
        #expect(told.failures == ["pop#a"] && told.tally?.passedOver == 2)
        #expect(retrieved(server) == ["RETR 1", "RETR 1", "RETR 2"])
    }

    private func sessionEnds(_ server: ScriptedServer) -> [String] {
        server.lines.filter { ["CAPA", "QUIT"].contains($0) }
    }

    @Test func `a session ends before the next one begins, and none begins for nothing`() throws {
        let server = try server { session, identifier in
            session == 1 && identifier == "b" || identifier == "c" ? "-ERR it is broken" : nil
        }
        let told = FetchScene.Told()
        try scene.make(try scene.account(pop3: server), told).run()
        #expect(told.failures == ["pop#b", "pop#c"] && told.tally?.passedOver == 1)
        #expect(sessionEnds(server) == ["CAPA", "QUIT", "CAPA", "QUIT"])
    }

    @Test(arguments: ["another mail", "no", "too much", "nothing"])
    func `what a session says that began unasked is no mail's fault`(says: String) throws {
        let state = Mutex((session: 0, isListed: false))
        let large = String(repeating: "x", count: 70) + "\r\n"
        let tooMuch = String(repeating: large, count: 60_000)
        let server = try ScriptedServer(greeting: "+OK hi\r\n") { line in
            let words = line.uppercased().split(separator: " ")
            let (session, isListed) = state.withLock { $0 }
            // Numbered anew each time.
            let there = session % 2 == 1 ? ["a", "b", "c"] : ["c", "b", "a"]
            switch words.first {
            case "CAPA":
                state.withLock { $0 = (session + 1, false) }
                return [.say("+OK\r\nUSER\r\nUIDL\r\n.\r\n")]
            case "LIST": return [.say("+OK\r\n1 20\r\n2 20\r\n3 20\r\n.\r\n")]
            case "UIDL":
                state.withLock { $0.isListed = true }
                let lines = there.enumerated().map { "\($0 + 1) \($1)\r\n" }.joined()
                return [.say("+OK\r\n\(lines).\r\n")]
            case "RETR":
                let mail = "+OK\r\nSubject: a\r\n\r\n"
                if !isListed, says == "no" { return [.say("-ERR no such mail\r\n")] }
                if !isListed, says == "nothing" { return [.close] }
                if !isListed, says == "too much" { return [.say(mail + tooMuch + ".\r\n")] }
                return [.say(mail + "hello\r\n.\r\n"), .close]
            case "QUIT": return [.say("+OK\r\n"), .close]
            default: return [.say("+OK\r\n")]
            }
        }
        let told = FetchScene.Told()
        let fetch = try scene.make(try scene.account(pop3: server), told) {
            $0.limits.messageBytes = 1 << 20
        }
        try fetch.run()
        #expect(told.failures.isEmpty && told.tally?.passedOver == 3)
    }

    @Test func `a watch outlasts a POP3 server that says no to begin with`() throws {
        let connections = Mutex(0)
        let server = try ScriptedServer(
            greeting: connections.withLock { count in
                count += 1
                return count == 1 ? "-ERR busy\r\n" : "+OK hi\r\n"
            }
        ) { line in
            switch line.uppercased().split(separator: " ").first {
            case "CAPA": [.say("+OK\r\nUSER\r\nUIDL\r\n.\r\n")]
            case "LIST": [.say("+OK\r\n1 20\r\n.\r\n")]
            case "UIDL": [.say("+OK\r\n1 a\r\n.\r\n")]
            case "RETR": [.say("+OK\r\nSubject: a\r\n\r\nhello\r\n.\r\n")]
            case "QUIT": [.say("+OK\r\n"), .close]
            default: [.say("+OK\r\n")]
            }
        }
        let told = FetchScene.Told()
        let stop = Interruption()
        let fetch = try scene.make(
            try scene.account(pop3: server), told, stop: stop)
        fetch.sleep = { _ in if told.tally != nil { stop.request() } }
        try fetch.watch()
        #expect(told.tally?.passedOver == 1)
        #expect(told.sentences.count == 1 && told.sentences[0].contains("“busy”"))
    }
}
