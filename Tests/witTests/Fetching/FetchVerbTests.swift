import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

/// `wit fetch` from a real server: Dovecot.
@Suite(.needs(.mailServers))
struct FetchVerbTests {
    private func photos(_ program: Program) throws -> Int {
        try program(["find", "--json"]).lines.count
    }

    @Test(arguments: [false, true])
    func `mails come in over STARTTLS and TLS, once, and stay unread`(tls: Bool) throws {
        let fixture = try FetchFixture()
        try fixture.write(tls: tls)
        let words = Array("Subject: words\n\nHello\nA006 OK done\nwit5 OK done\n".utf8)
        let mails = [
            try fixture.mail(of: ["bird.jpg"]), words,
            try fixture.mail(of: ["boat.jpg", "bicycle.jpg"]),
        ]
        try fixture.servers.deliver(mails, to: fixture.user)
        let fetched = try fixture.wit()(["fetch", "--account", "home"])
        #expect(fetched.status == 0, "\(fetched.errors)")
        #expect(
            fetched.output.contains("home INBOX: 2 mails imported, 1 without photos skipped."))
        #expect(try photos(fixture.wit()) == 3)
        #expect(fixture.servers.flags(of: fixture.user) == ["": 3])
        let again = try fixture.wit()(["fetch", "--account", "home"])
        #expect(again.output == "home INBOX: nothing new.\n")
    }

    @Test func `a mail with lines of the protocol in its body comes whole`() throws {
        let fixture = try FetchFixture()
        let mail = try fixture.mail(of: ["bird.jpg"])
        let text = String(decoding: mail, as: UTF8.self)
        let evil = text.replacing(
            "\r\n\r\n", with: "\r\n\r\nA006 OK\r\nwit4 OK done\r\n* BYE\r\n)\r\n",
            maxReplacements: 1)
        try fixture.servers.deliver([Array(evil.utf8), mail], to: fixture.user)
        let fetched = try fixture.wit()(["fetch", "--account", "home", "--json"])
        #expect(fetched.status == 0, "\(fetched.errors)")
        #expect(fetched.lines.count == 3)
        let tally = try JSONValue(parsing: try #require(fetched.lines.last).utf8)
        // The server counts lines by CRLF, and so do the mails.
        #expect(tally["bytes"] == .integer(Int64(evil.utf8.count + mail.count)))
    }

    @Test func `another mailbox is fetched since a day, and mailboxes are listed`() throws {
        let fixture = try FetchFixture()
        let mail = try fixture.mail(of: ["bird.jpg"])
        try fixture.servers.deliver([mail], to: fixture.user, folder: ".Entw&APw-rfe")
        let list = try fixture.wit()(["fetch", "--list", "--account", "home"])
        #expect(Set(list.lines) == ["INBOX", "Entwürfe"])
        let later = try fixture.wit()(
            ["fetch", "--account", "home", "--mailbox", "Entwürfe", "--since", "2099"])
        #expect(later.output == "home Entwürfe: nothing new.\n")
        let fetched = try fixture.wit()(["fetch", "--account", "home", "--mailbox", "Entwürfe"])
        #expect(fetched.output.contains("home Entwürfe: 1 mail imported."))
        #expect(fixture.servers.flags(of: fixture.user, folder: ".Entw&APw-rfe") == ["": 1])
    }

    @Test func `POP3 fetches the same, once, and deletes nothing`() throws {
        let fixture = try FetchFixture()
        let mail = try fixture.mail(of: ["bird.jpg"])
        let dots = Array("Subject: dots\r\n\r\n.\r\n..\r\n".utf8)
        try fixture.servers.deliver([mail, dots], to: fixture.user)
        let fetched = try fixture.wit()(["fetch", "--account", "pop"])
        #expect(fetched.status == 0, "\(fetched.errors)")
        #expect(fetched.output.contains("pop: 1 mail imported, 1 without photos skipped."))
        #expect(try fixture.wit()(["fetch", "--account", "pop"]).output == "pop: nothing new.\n")
        try fixture.servers.deliver([mail], to: fixture.user)
        let third = try fixture.wit()(["fetch", "--account", "pop"])
        #expect(third.output.contains("pop: 1 mail imported."))
        #expect(fixture.servers.flags(of: fixture.user).values.reduce(0, +) == 3)
    }

    @Test func `certificates and passwords that are not right are errors`() throws {
        let fixture = try FetchFixture()
        for (host, word) in [
            (fixture.servers.expiredHost, "expired"), (fixture.servers.otherHost, "does not match"),
        ] {
            try fixture.write(host: host)
            let refused = try fixture.wit()(["fetch"])
            #expect(refused.status == 1)
            #expect(refused.errors.contains("cannot be trusted"), "\(refused.errors)")
            #expect(refused.errors.contains(word) || word == "does not match", "\(refused.errors)")
            #expect(!refused.errors.contains(fixture.servers.password))
        }
        try fixture.write(authority: false)
        #expect(try fixture.wit()(["fetch"]).errors.contains("cannot be trusted"))
        try fixture.write()
        let wrong = try fixture.wit(password: "wr0ng")(["fetch"])
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("did not accept the login"))
        #expect(!wrong.errors.contains("wr0ng"))
    }

    @Test func `a mail of 30 MB comes in with little memory`() throws {
        let fixture = try FetchFixture()
        let mail = String(decoding: try fixture.mail(of: ["bird.jpg"]), as: UTF8.self)
        let boundary = try #require(mail.firstMatch(of: /multipart\/mixed;[^"]*"([^"]+)"/)).output.1
        let line = String(repeating: "QUJD", count: 19) + "\r\n"
        let attached =
            "\r\n--\(boundary)\r\nContent-Type: application/zip\r\nContent-Transfer-Encoding: base64"
            + "\r\n\r\n" + String(repeating: line, count: 400_000)
        let end = "\r\n--\(boundary)--"
        let large = mail.replacing(end, with: attached + end)
        #expect(large.utf8.count > 30_000_000)
        try fixture.servers.deliver([Array(large.utf8)], to: fixture.user)
        let (fetched, megabytes) = try fixture.peak(["fetch", "--account", "home"])
        #expect(fetched.status == 0, "\(fetched.errors)")
        #expect(fetched.output.contains("1 mail imported"))
        print("fetched 1 mail of \(large.utf8.count) bytes, peak of memory \(megabytes) MB, tried")
        #expect(megabytes < 200)
    }

    @Test func `1,000 mails are searched with little memory`() throws {
        let fixture = try FetchFixture()
        let mail = try fixture.mail(of: ["bicycle.jpg"])
        let words = Array("Subject: a\r\n\r\nHello\r\n".utf8)
        try fixture.servers.deliver(
            (0..<1000).map { $0 % 20 == 0 ? mail : words }, to: fixture.user)
        let (fetched, megabytes) = try fixture.peak(["fetch", "--account", "home"])
        #expect(fetched.status == 0, "\(fetched.errors)")
        #expect(
            fetched.output.contains(
                "home INBOX: 50 mails imported, 950 without photos skipped."))
        print("looked through 1,000 mails, peak of memory \(megabytes) MB, tried")
        #expect(megabytes < 200)
        #expect(fixture.servers.flags(of: fixture.user) == ["": 1000])
    }

    @Test func `a fetch that was killed continues where it stopped`() throws {
        let fixture = try FetchFixture()
        let mails = try ["bird.jpg", "boat.jpg", "bicycle.jpg"].map { try fixture.mail(of: [$0]) }
        try fixture.servers.deliver((0..<90).map { mails[$0 % 3] }, to: fixture.user)
        var killed = 0
        for pause in [0.15, 0.3, 0.5, 0.8] {
            killed +=
                try fixture.wit().killed(after: pause, ["fetch", "--account", "home"]) ? 1 : 0
        }
        let fetched = try fixture.wit()(["fetch", "--account", "home", "--json"])
        #expect(fetched.status == 0, "\(fetched.errors)")
        #expect(try photos(fixture.wit()) == 3)
        let numbers = fetched.lines.compactMap { $0.firstMatch(of: /INBOX#(\d+)/) }
            .compactMap { Int($0.output.1) }
        print("killed \(killed) times; the last fetch began at mail \(numbers.first ?? 91) of 90")
        #expect(killed > 0)
        #expect(numbers == Array((numbers.first ?? 91)..<91))
        #expect(try fixture.wit()(["check"]).status == 0)
    }

    @Test func `a watch imports mails as they arrive, and Ctrl-C ends it cleanly`() throws {
        let fixture = try FetchFixture()
        try fixture.servers.deliver([], to: fixture.user)
        let watch = try fixture.wit().started(["fetch", "--account", "home", "--watch"])
        #expect(wait { watch.output.contains("Waiting for mails") })
        for (number, name) in ["bird.jpg", "boat.jpg"].enumerated() {
            try fixture.servers.deliver([try fixture.mail(of: [name])], to: fixture.user)
            #expect(
                wait { watch.output.components(separatedBy: "1 mail imported").count == number + 2 }
            )
        }
        let ended = watch.ended(by: SIGINT)
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(try photos(fixture.wit()) == 2)
        #expect(fixture.servers.flags(of: fixture.user) == ["": 2])
    }

    private func wait(for condition: () -> Bool) -> Bool {
        for _ in 0..<300 {
            if condition() { return true }
            Thread.sleep(forTimeInterval: 0.1)
        }
        return false
    }
}
