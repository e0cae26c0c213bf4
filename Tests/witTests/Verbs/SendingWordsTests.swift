import Foundation
import TestSupport
import Testing

/// What a person reads of sending: before it, after it, and when they press Ctrl-C.
@Suite(.needs(.scriptedSMTP))
struct SendingWordsTests {
    let folder: TemporaryFolder
    let wit: Program
    let photo = Checkout.fixtures.path + "/photos/lighthouse.jpg"

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path,
            environment: [
                "WIT_CATALOG": folder.path("catalog.sqlite"),
                "WIT_SETTINGS": folder.path("settings.toml"), "TZ": "UTC",
            ])
    }

    private func use(
        _ server: ScriptedSMTP? = nil, command: String = "echo hush-hush",
        authentication: String = "password"
    ) throws {
        try """
        [accounts.home]
        address = "anna@example.org"
        user = "anna"
        password-command = "\(command)"
        authentication = "\(authentication)"
        \(server.map { "ca-file = \"\($0.certificate)\"" } ?? "")
        smtp = "smtp://127.0.0.1:\(server?.port ?? 1)"
        """.write(toFile: folder.path("settings.toml"), atomically: true, encoding: .utf8)
    }

    private var arguments: [String] {
        ["share", photo, "--to", "ben@example.org", "--size", "small", "--send"]
    }

    private static let login = #""auth": {"anna": "hush-hush"}"#

    @Test(arguments: ["exit 3", "true", "kill -9 $$"])
    func `without a password no photo is prepared`(command: String) throws {
        try use(command: command)
        let outcome = try wit(arguments)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.hasPrefix("wit: home: cannot get the password: the "))
        #expect(outcome.errors.hasSuffix("; no mail was made\n"), "\(outcome.errors)")
        #expect(!outcome.errors.contains(".;"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("catalog.sqlite")))
    }

    @Test func `the password is asked for once`() throws {
        let server = try ScriptedSMTP("{\(Self.login)}")
        try use(server, command: "echo >> asked; echo hush-hush")
        #expect(try wit(arguments).status == 0)
        let asked = try Data(contentsOf: folder.url.appending(path: "asked"))
        #expect(asked.count == 1 && server.mails.count == 1)
    }

    @Test func `a number without a verb is answered by what can be done`() throws {
        for (word, says) in [("3", "“wit outbox show 3”"), ("shwo", "list, send, retry")] {
            let outcome = try wit(["outbox", word])
            #expect(outcome.status == 2 && outcome.errors.contains(says), "\(outcome.errors)")
        }
    }

    @Test func `a mail that went is shown by whom it went to, and when`() throws {
        let server = try ScriptedSMTP("{\(Self.login)}")
        try use(server)
        #expect(try wit(arguments).status == 0)
        let shown = try wit(["outbox", "show", "1"])
        #expect(shown.status == 1 && shown.bytes.isEmpty)
        #expect(shown.errors.contains("was sent to ben@example.org on 20"), "\(shown.errors)")
        #expect(shown.errors.contains("by the account home (250 2.0.0 taken as 1)"))
        #expect(shown.errors.hasSuffix("its text is not kept\n"))
    }

    @Test func `older mails that wait are mentioned once, with what sends them`() throws {
        try use()
        let first = try wit(arguments)
        #expect(first.status == 1 && !first.output.contains("In the outbox"))
        let second = try wit(arguments)
        #expect(
            second.output.contains(
                "In the outbox an older mail is waiting; “wit outbox send --all”"))
        let server = try ScriptedSMTP("{\(Self.login)}")
        try use(server)
        let third = try wit(arguments)
        #expect(
            third.output.contains(
                "In the outbox 2 older mails are waiting; “wit outbox send --all”"))
        #expect(try wit(arguments + ["--quiet"]).output.isEmpty)
        #expect(try wit(["outbox", "send", "--all"]).status == 0)
        #expect(!(try wit(arguments).output.contains("In the outbox")))
        #expect(server.mails.count == 5)
    }

    @Test(arguments: ["share", "ask"])
    func `Ctrl-C while it sends keeps the mail, and says so`(verb: String) throws {
        let server = try ScriptedSMTP(#"{\#(Self.login), "stall": "RCPT"}"#)
        try use(server)
        let spot = verb == "ask" ? ["--at", "40%,40%", "--quiet"] : []
        let running = try wit.started([verb] + arguments.dropFirst() + spot)
        let deadline = Date().addingTimeInterval(60)
        while !server.heard.contains(where: { $0.hasPrefix("RCPT TO") }), Date() < deadline {
            Thread.sleep(forTimeInterval: 0.02)
        }
        let ended = running.ended(by: SIGINT)
        #expect(ended.status == 130)
        #expect(
            ended.errors
                == "wit: stopped; mail 1 was not sent and is in the outbox; “wit outbox send” "
                + "sends it.\n")
        let next = try ScriptedSMTP("{\(Self.login)}")
        try use(next)
        #expect(try wit(["outbox", "send"]).status == 0)
        #expect(next.mails.count == 1 && server.mails.isEmpty)
    }

    @Test func `Ctrl-C while the password is asked for makes nothing`() throws {
        try use(command: "touch asked; sleep 60")
        let running = try wit.started(arguments)
        let deadline = Date().addingTimeInterval(60)
        while !FileManager.default.fileExists(atPath: folder.path("asked")), Date() < deadline {
            Thread.sleep(forTimeInterval: 0.02)
        }
        let ended = running.ended(by: SIGINT)
        #expect(ended.status == 130 && ended.errors == "wit: stopped; no mail was made.\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path("catalog.sqlite")))
    }

    @Test func `a mail on stdout stays a mail while an older one waits`() throws {
        try use()
        #expect(try wit(arguments).status == 1)
        let server = try ScriptedSMTP("{\(Self.login)}")
        try use(server)
        let outcome = try wit(arguments + ["--output", "-"])
        #expect(outcome.status == 0)
        #expect(outcome.bytes == (try server.bytes(of: 0)))
        #expect(
            outcome.errors
                == "wit: in the outbox an older mail is waiting; “wit outbox send --all” sends it\n"
        )
    }

    @Test func `an access token, which may run out, is asked for again when it is sent`() throws {
        let server = try ScriptedSMTP("{\(Self.login)}")
        try use(server, command: "echo >> asked; echo hush-hush", authentication: "xoauth2")
        _ = try wit(arguments)
        #expect(try Data(contentsOf: folder.url.appending(path: "asked")).count == 2)
    }

    @Test func `Ctrl-C has its own status though the only mail is refused`() throws {
        let server = try ScriptedSMTP(
            #"{\#(Self.login), "stall": "DOT", "replies": {"DOT": "550 5.7.1 no pictures"}}"#)
        try use(server)
        let running = try wit.started(arguments)
        let catalog = folder.path("catalog.sqlite")
        let deadline = Date().addingTimeInterval(50)
        // What was handed over waits for its answer, whatever the person does.
        while try StoredNumber.read("SELECT max(handed) FROM outbox", of: catalog) != 1,
            Date() < deadline
        { Thread.sleep(forTimeInterval: 0.05) }
        let answer = Thread {
            Thread.sleep(forTimeInterval: 2)
            try? server.goOn()
        }
        answer.start()
        let ended = running.ended(by: SIGINT)
        #expect(ended.status == 130)
        #expect(ended.errors.hasPrefix("wit: mail 1 ") && ended.errors.contains("no pictures"))
        #expect(ended.errors.hasSuffix("\nwit: stopped.\n"), "\(ended.errors)")
    }

    @Test func `Ctrl-C ends the wait for a list on stdin`() throws {
        try use()
        // A test's threads block signals, and what they start would, too.
        let python = try #require(Program.installed("python3"))
            .running(in: folder.url.path, environment: wit.environment)
        let unblocked = """
            import os, signal, sys
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let input = Pipe()
        let running = try python.started(
            ["-c", unblocked, wit.path, "share", "-", "--to", "ben@example.org", "--send"],
            input: input)
        Thread.sleep(forTimeInterval: 2)
        // A program that waits on all the same is to come to an end here.
        let closer = Thread {
            Thread.sleep(forTimeInterval: 4)
            try? input.fileHandleForWriting.close()
        }
        closer.start()
        #expect(running.ended(by: SIGINT).status == 130)
        #expect(!FileManager.default.fileExists(atPath: folder.path("catalog.sqlite")))
    }
}
