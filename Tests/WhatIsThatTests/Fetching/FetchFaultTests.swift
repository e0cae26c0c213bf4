import Foundation
import MIMEMessage
import PhotoCatalog
import ShareMail
import Synchronization
import TestSupport
import Testing

@testable import MailTransport
@testable import WhatIsThat

/// What goes wrong while mails are fetched, on either side.
@Suite struct FetchFaultTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog
    let mail: [UInt8]

    init() async throws {
        folder = try TemporaryFolder()
        let sender = try PhotoCatalog(path: folder.path("sender.sqlite"), access: .readWrite)
        catalog = try PhotoCatalog(path: folder.path("receiver.sqlite"), access: .readWrite)
        let bird = Checkout.fixtures.path + "/photos/bird.jpg"
        _ = try await CatalogPhotos(catalog: sender).run([bird])
        var options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
        options.size = .small
        mail = try SharePhotos(of: sender, options: options)
            .messages(of: [try sender.resolve(bird)])[0].bytes
    }

    private final class Told: Sendable {
        let taken = Mutex<[String]>([])
        let failed = Mutex<[String]>([])
        let notices = Mutex<[String]>([])
        let tallies = Mutex<[FetchMail.Tally]>([])
        var names: [String] { taken.withLock { $0 } }
        var failures: [String] { failed.withLock { $0 } }
        var tally: FetchMail.Tally? { tallies.withLock { $0.last } }
        var sentences: [String] { notices.withLock { $0 } }
    }

    private func make(
        _ account: MailAccount, _ told: Told, pictures: String? = nil,
        interruption: Interruption = Interruption(),
        _ change: (inout FetchMail.Options) -> Void = { _ in }
    ) throws -> FetchMail {
        var options = FetchMail.Options()
        options.patience = 0.01
        options.connection.quiet = 5
        change(&options)
        let importer = ImportMail(into: catalog, pictures: pictures ?? folder.path("received"))
        return try FetchMail(
            account, importer: importer, catalog: catalog, options: options,
            interruption: interruption
        ) { news in
            switch news {
            case .taken(let report): told.taken.withLock { $0.append(report.name) }
            case .failed(let failure): told.failed.withLock { $0.append(failure.item) }
            case .notice(let text): told.notices.withLock { $0.append(text) }
            case .progress: break
            case .finished(let tally): told.tallies.withLock { $0.append(tally) }
            }
        }
    }

    private func account(_ server: ScriptedIMAP) throws -> MailAccount {
        var account = MailAccount(name: "home", address: "anna@example.org")
        account.imap = try ServerAddress(server.address, for: .imap)
        return account
    }

    private func fetch(
        _ server: ScriptedIMAP, pictures: String? = nil,
        _ change: (inout FetchMail.Options) -> Void = { _ in }
    ) throws -> Told {
        let told = Told()
        try make(try account(server), told, pictures: pictures, change).run()
        return told
    }

    /// A server whose wrongs can be changed while it runs.
    private final class Wrong: Sendable {
        let answer = Mutex<@Sendable (String, String) -> [ScriptedServer.Action]?>({ _, _ in nil })
        func set(_ new: @escaping @Sendable (String, String) -> [ScriptedServer.Action]?) {
            answer.withLock { $0 = new }
        }
        func callAsFunction(_ tag: String, _ command: String) -> [ScriptedServer.Action]? {
            answer.withLock { $0 }(tag, command)
        }
    }

    private func server(_ count: Int, _ wrong: Wrong, structure: String? = nil) throws
        -> ScriptedIMAP
    {
        try ScriptedIMAP([[UInt8]](repeating: mail, count: count), structure: structure) {
            wrong($0, $1)
        }
    }

    @Test func `a wrong number in a search hides no mail`() throws {
        let wrong = Wrong()
        let server = try server(2, wrong)
        wrong.set { tag, command in
            command.hasPrefix("UID SEARCH")
                ? [.say("* SEARCH 4294967295\r\n\(tag) OK\r\n")] : nil
        }
        #expect(try fetch(server).names.isEmpty)
        wrong.set { _, _ in nil }
        #expect(try fetch(server).names.count == 2)
    }

    @Test func `a wrong number hides no mail where the server names no next one either`() throws {
        let wrong = Wrong()
        let server = try server(2, wrong)
        let opening: @Sendable (String) -> [ScriptedServer.Action] = { tag in
            [.say("* 2 EXISTS\r\n* OK [UIDVALIDITY 7]\r\n\(tag) OK\r\n")]
        }
        wrong.set { tag, command in
            if command.hasPrefix("EXAMINE") { return opening(tag) }
            return command.hasPrefix("UID SEARCH")
                ? [.say("* SEARCH 4294967295\r\n\(tag) OK\r\n")] : nil
        }
        #expect(try fetch(server).names.isEmpty)
        wrong.set { tag, command in command.hasPrefix("EXAMINE") ? opening(tag) : nil }
        #expect(try fetch(server).names.count == 2)
    }

    @Test func `what was noted above the next number does not count`() throws {
        let server = try server(2, Wrong())
        let port = server.server.port
        var note = FetchNote()
        note.reached = (7, "1,3:4294967295")
        try catalog.note(
            note,
            of: FetchSource(
                server: "imap:127.0.0.1:\(port)", user: "anna@example.org", mailbox: "INBOX"))
        #expect(try fetch(server).names == ["home:INBOX#2"])
        #expect(try fetch(server).names.isEmpty)
    }

    @Test func `all is looked through once more where that is wished`() throws {
        let server = try server(2, Wrong())
        #expect(try fetch(server).names.count == 2)
        #expect(try fetch(server).names.isEmpty)
        #expect(try fetch(server) { $0.startsOver = true }.names.count == 2)
        #expect(try fetch(server).names.isEmpty)
        #expect(try catalog.find(PhotoQuery()).count == 1)
    }

    @Test func `a mailbox without lasting numbers is looked through each time`() throws {
        for opening in ["* OK [UIDVALIDITY 0]", "* 2 EXISTS"] {
            let wrong = Wrong()
            let server = try server(2, wrong)
            wrong.set { tag, command in
                command.hasPrefix("EXAMINE")
                    ? [.say("* 2 EXISTS\r\n\(opening)\r\n\(tag) OK\r\n")] : nil
            }
            #expect(try fetch(server).names.count == 2)
            let second = try fetch(server)
            #expect(second.names.count == 2)
            #expect(second.sentences.count == 1)
        }
    }

    private static let both =
        "((\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 900 9)"
        + "(\"TEXT\" \"HTML\" NIL NIL NIL \"7BIT\" 900 9) \"ALTERNATIVE\")"
    private static let twice =
        "((\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 900 9)"
        + "(\"TEXT\" \"PLAIN\" NIL NIL NIL \"QUOTED-PRINTABLE\" 900 9) \"MIXED\")"

    @Test(arguments: [true, false])
    func `a story in another text than the first brings the mail`(isHTML: Bool) throws {
        let message = MIMEMessage(parsing: mail)
        let type = isHTML ? "text/html" : "text/plain"
        let part = try #require(
            message.leafParts.first { $0.contentType.essence == type })
        let body = String(decoding: part.rawBody, as: UTF8.self)
        let encoding = part.transferEncoding.description.uppercased()
        let structure = (isHTML ? Self.both : Self.twice)
            .replacing(
                "\"HTML\" NIL NIL NIL \"7BIT\"",
                with: "\"HTML\" NIL NIL NIL \"\(encoding)\"")
        let wrong = Wrong()
        let server = try server(1, wrong, structure: structure)
        wrong.set { tag, command in
            let bodies = ["1": "Hello\r\n", "2": body]
            for (section, text) in bodies where command.contains("BODY.PEEK[\(section)]<0.") {
                let size = text.utf8.count
                return [
                    .say("* 1 FETCH (UID 1 BODY[\(section)]<0> {\(size)}\r\n\(text))\r\n"),
                    .say("\(tag) OK\r\n"),
                ]
            }
            return nil
        }
        #expect(try fetch(server).names == ["home:INBOX#1"])
    }

    @Test func `texts that are too many or too long bring the mail whole`() {
        func part(_ type: String, _ bytes: Int) -> MessageSummary.Part {
            MessageSummary.Part(
                section: "1", mediaType: type, name: nil, charset: nil, encoding: "7bit",
                bytes: bytes)
        }
        func choice(_ parts: [MessageSummary.Part]) -> MessageChoice {
            MessageChoice(MessageSummary(uid: 1, bytes: nil, parts: parts))
        }
        let (plain, html) = (part("text/plain", 9), part("text/html", 9))
        let calendar = part("text/calendar", 9)
        #expect(choice([html, calendar, plain]) == .texts([plain, html]))
        #expect(choice([calendar]) == .texts([calendar]))
        #expect(choice([plain, plain, html, html]) == .texts([plain, plain, html, html]))
        #expect(choice([plain, plain, plain, html, html]) == .whole)
        #expect(choice([part("text/plain", 200 << 10), part("text/html", 100 << 10)]) == .whole)
        #expect(choice([part("text/plain", .max), part("text/html", .max)]) == .whole)
    }

    @Test func `a fault on our side ends the fetch and is no failure of the mail`() throws {
        let server = try server(2, Wrong())
        try "a file".write(
            toFile: folder.path("taken"), atomically: true, encoding: .utf8)
        for _ in 0..<4 {
            #expect(throws: ItemFailure.self) {
                try fetch(server, pictures: folder.path("taken"))
            }
        }
        let well = try fetch(server)
        #expect(well.names.count == 2)
        #expect(well.tally?.givenUp == 0)
    }

    @Test func `what is given up is told each time`() throws {
        let wrong = Wrong()
        let server = try server(1, wrong)
        wrong.set { tag, command in
            command.contains("BODY.PEEK[]") ? [.say("\(tag) NO never\r\n")] : nil
        }
        var counts: [Int?] = []
        for _ in 0..<4 { counts.append(try fetch(server).tally?.givenUp) }
        #expect(counts == [0, 0, 1, 1])
        wrong.set { _, _ in nil }
        let retried = try fetch(server) { $0.retriesAll = true }
        #expect(retried.names.count == 1 && retried.tally?.givenUp == 0)
    }

    @Test(arguments: ["* 1 FETCH (UID 1 BODY[] NIL)\r\n", ""])
    func `a mail that the server lists and does not give out has failed`(said: String) throws {
        let wrong = Wrong()
        let server = try server(2, wrong)
        wrong.set { tag, command in
            command.contains("FETCH 1 (UID BODY.PEEK[])")
                ? [.say("\(said)\(tag) OK\r\n")] : nil
        }
        let told = try fetch(server)
        #expect(told.failures == ["home:INBOX#1"])
        #expect(told.names == ["home:INBOX#2"])
        wrong.set { _, _ in nil }
        #expect(try fetch(server).names == ["home:INBOX#1"])
    }

    @Test func `a watch does not ask without pause whatever the server says`() throws {
        let wrong = Wrong()
        let server = try server(1, wrong)
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
        let interruption = Interruption()
        let fetch = try make(try account(server), Told(), interruption: interruption)
        let stopper = Thread {
            Thread.sleep(forTimeInterval: 2.5)
            interruption.request()
        }
        stopper.start()
        try fetch.watch()
        let searches = server.server.lines.count { $0.contains("UID SEARCH") }
        #expect((1...4).contains(searches))
    }

    @Test func `a mail that is put off is tried again and holds up no other`() throws {
        let wrong = Wrong()
        let server = try server(2, wrong)
        wrong.set { tag, command in
            command.contains("FETCH 1 (UID BODY.PEEK[])")
                ? [.say("\(tag) NO [INUSE] later\r\n")] : nil
        }
        for count in [1, 0, 0, 0] {
            let told = try fetch(server)
            #expect(told.names.count == count)
            #expect(told.failures == ["home:INBOX#1"])
            #expect(told.tally?.givenUp == 0)
        }
        wrong.set { _, _ in nil }
        #expect(try fetch(server).names == ["home:INBOX#1"])
    }

    @Test func `a watch outlasts a server that says later, and a password that is late`() throws {
        let wrong = Wrong()
        let server = try server(1, wrong)
        let count = Mutex(0)
        let interruption = Interruption()
        wrong.set { tag, command in
            guard command.hasPrefix("EXAMINE") else { return nil }
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 3 { interruption.request() }
            return number == 1
                ? [.say("\(tag) NO [UNAVAILABLE] maintenance\r\n")]
                : number == 2 ? nil : [.close]
        }
        // The third time there is no password.
        var account = try account(server)
        let flag = folder.path("flag")
        account.passwordSource = .command(
            "echo >> \(flag); test $(wc -l < \(flag)) -ne 3 && echo secret")
        let told = Told()
        let fetch = try make(account, told, interruption: interruption) { $0.renewal = 0.1 }
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

    @Test func `one ledger is kept for each port, and a batch is noted whatever ends it`() throws {
        let first = try server(1, Wrong())
        #expect(try fetch(first).names.count == 1)
        #expect(try fetch(try server(1, Wrong())).names.count == 1)
        let wrong = Wrong()
        let third = try server(3, wrong)
        let dies = Mutex(false)
        wrong.set { _, command in
            if command.contains("FETCH 2 (UID BODY.PEEK[])") { dies.withLock { $0 = true } }
            return dies.withLock { $0 } ? [.close] : nil
        }
        #expect(throws: TransportError.self) { try fetch(third) }
        let state = try catalog.fetchState(
            of: FetchSource(
                server: "imap:127.0.0.1:\(third.server.port)", user: "anna@example.org",
                mailbox: "INBOX"))
        #expect(state.done == "1")
    }

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
        var account = MailAccount(name: "pop", address: "anna@example.org")
        account.pop3 = try ServerAddress("pop3+plain://127.0.0.1:\(server.port)", for: .pop3)
        let told = Told()
        try make(account, told).run()
        #expect(told.failures.isEmpty)
        #expect(told.tally?.passedOver == count)
        #expect(told.sentences.count == 1)
        #expect(told.sentences.first?.contains("2 mails left out") == true)
        let again = Told()
        try make(account, again).run()
        #expect(again.tally?.isEmpty == true)
        let anew = Told()
        try make(account, anew) { $0.startsOver = true }.run()
        #expect(anew.tally?.passedOver == count)
    }

    @Test func `a password command is left when the person asks to stop`() throws {
        let source = PasswordSource.command("sleep 20; echo late")
        #expect(throws: TransportError(.interrupted, "")) {
            try source.secret(shouldStop: { true })
        }
    }
}
