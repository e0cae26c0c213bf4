import Foundation
import OutputText
import TestSupport
import Testing

@testable import MailTransport

/// Sending against a server that does what a script says.
@Suite(.needs(.scriptedSMTP))
struct MailSubmissionTests {
    private let mail = Array("Subject: x\r\n\r\n.\r\n..dots\r\nlast\r\n".utf8)

    private func account(
        _ server: ScriptedSMTP, _ scheme: String = "smtp", trusting: Bool = true
    ) throws -> MailAccount {
        var account = MailAccount(name: "home", address: "anna@example.org")
        account.user = "anna"
        account.smtp = try ServerAddress("\(scheme)://127.0.0.1:\(server.port)", for: .smtp)
        if trusting { account.certificateFile = server.certificate }
        return account
    }

    private var fast: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.connect = 3
        limits.quiet = 2
        limits.acceptance = 3
        return limits
    }

    @discardableResult
    private func send(
        _ bytes: [UInt8]? = nil, to recipients: [String] = ["ben@example.org"],
        by submission: MailSubmission
    ) throws -> String {
        let bytes = bytes ?? mail
        var place = 0
        return try submission.send(
            Envelope(sender: "anna@example.org", recipients: recipients), size: bytes.count,
            rewind: { place = 0 }
        ) { buffer in
            let count = min(buffer.count, bytes.count - place)
            buffer.copyBytes(from: bytes[place..<place + count])
            place += count
            return count
        }
    }

    private func error(
        _ script: String, _ secret: String? = "secret", scheme: String = "smtp",
        trusting: Bool = true, bytes: [UInt8]? = nil, to recipients: [String] = ["ben@example.org"]
    ) throws -> (error: WitError?, server: ScriptedSMTP) {
        let server = try ScriptedSMTP(script)
        let submission = try MailSubmission(
            for: account(server, scheme, trusting: trusting), secret: secret.map { Secret($0) },
            limits: fast)
        do {
            try send(bytes, to: recipients, by: submission)
            return (nil, server)
        } catch {
            let error = try #require(error as? WitError)
            #expect(!error.message.contains("secret") && !error.message.contains("\n"))
            #expect(error.message.utf8.count < 800)
            return (error, server)
        }
    }

    @Test(arguments: [
        ("smtp", "starttls", "PLAIN LOGIN"), ("smtp", "starttls", "LOGIN"),
        ("smtps", "implicit", "PLAIN"), ("smtp+plain", "none", "PLAIN"),
        ("smtp", "starttls", "CRAM-MD5 PLAIN GSSAPI"),
    ])
    func `a mail arrives as it is`(scheme: String, tls: String, methods: String) throws {
        let server = try ScriptedSMTP(
            #"{"tls": "\#(tls)", "methods": "\#(methods)", "auth": {"anna": "secret"}}"#)
        let submission = try MailSubmission(for: account(server, scheme), secret: Secret("secret"))
        let answer = try send(
            to: ["ben@example.org", "cy@example.org", "ben@example.org"], by: submission)
        #expect(answer == "250 2.0.0 taken as 1")
        let got = try #require(server.mails.first)
        #expect(got.sender == "anna@example.org" && got.login == "anna")
        #expect(got.recipients == ["ben@example.org", "cy@example.org"])
        #expect(got.size == 0 && got.tls == (tls != "none"))
        #expect(try server.bytes(of: 0) == mail)
        #expect(server.heard.first == "EHLO [127.0.0.1]")
    }

    @Test func `an access token goes out as XOAUTH2`() throws {
        let server = try ScriptedSMTP(
            #"{"methods": "PLAIN XOAUTH2", "auth": {"anna": "token"}}"#)
        var account = try account(server)
        account.authentication = .xoauth2
        try send(by: MailSubmission(for: account, secret: Secret("token")))
        #expect(server.mails.map(\.login) == ["anna"])
        #expect(server.heard.contains { $0.hasPrefix("AUTH XOAUTH2") })
    }

    @Test(arguments: ["{raw}", "{raw} and so on", "{halves}"])
    func `an access token that the server says again is not shown`(echo: String) throws {
        let token = "ya29.a0AfH6SMBx-1234567890_abcdefghijklmnop"
        let server = try ScriptedSMTP(
            #"{"methods": "XOAUTH2", "login": "535 5.7.8 refused \#(echo)"}"#)
        var account = try account(server)
        account.authentication = .xoauth2
        let found = #expect(throws: WitError(.loginRefused, "")) {
            try send(by: MailSubmission(for: account, secret: Secret(token)))
        }
        let said = found?.message ?? token
        let login = Data("user=anna\u{1}auth=Bearer \(token)\u{1}\u{1}".utf8).base64EncodedString()
        for secret in [token, login] {
            let parts = stride(from: 0, to: secret.count - 12, by: 4)
                .map { secret.dropFirst($0).prefix(12) }
            #expect(!parts.contains { said.contains($0) }, "\(said)")
        }
    }

    @Test func `many mails go over one connection, and over new ones where it ends`() throws {
        let server = try ScriptedSMTP(#"{"auth": {"anna": "secret"}, "perConnection": 4}"#)
        let submission = try MailSubmission(for: account(server), secret: Secret("secret"))
        for number in 0..<10 { try send(Array("n: \(number)\r\n\r\nx\r\n".utf8), by: submission) }
        #expect(server.mails.count == 10)
        for number in 0..<10 {
            #expect(try server.bytes(of: number).starts(with: Array("n: \(number)\r".utf8)))
        }
        #expect(server.heard.count { $0 == "STARTTLS" } == 3)
    }

    @Test func `a mail of 6 MB goes through as it is read`() throws {
        let server = try ScriptedSMTP()
        let line = Array((String(repeating: "x", count: 74) + "\r\n").utf8)
        let size = line.count * 80_000
        let submission = try MailSubmission(for: account(server), secret: nil)
        var place = 0
        _ = try submission.send(
            Envelope(sender: "anna@example.org", recipients: ["ben@example.org"]), size: size,
            rewind: { place = 0 }
        ) { buffer in
            let count = min(buffer.count, size - place)
            for index in 0..<count { buffer[index] = line[(place + index) % line.count] }
            place += count
            return count
        }
        #expect(server.mails.first?.size == size)
        #expect(try server.bytes(of: 0).count == size)
    }

    @Test(arguments: [
        ("smtp", "starttls", 1), ("smtp", "starttls", 700), ("smtps", "implicit", 9),
        ("smtp+plain", "none", 1), ("smtp+plain", "none", 2), ("smtp+plain", "none", 700),
    ])
    func `a mail with dots at the start of lines arrives whole, of whatever size`(
        scheme: String, tls: String, dots: Int
    ) throws {
        let server = try ScriptedSMTP(#"{"tls": "\#(tls)"}"#)
        let submission = try MailSubmission(for: account(server, scheme), secret: nil)
        // libcurl reads 64 KiB at once: with the doubled dots that is the size of the whole.
        for blocks in 1...3 {
            var bytes = Array("Subject: x\r\n\r\n".utf8)
            for _ in 0..<dots { bytes += Array(".d\r\n".utf8) }
            let size = (blocks << 16) + dots
            let line = Array((String(repeating: "x", count: 70) + "\r\n").utf8)
            while bytes.count < size - 100 { bytes += line }
            bytes += [UInt8](repeating: 0x65, count: size - 2 - bytes.count) + [13, 10]
            try send(bytes, by: submission)
            #expect(try server.bytes(of: blocks - 1) == bytes)
        }
        try send(Array("Subject: x\r\n\r\nno dot.\r\n".utf8), by: submission)
        #expect(server.mails.last?.size == 23)
    }

    @Test(arguments: [
        ("GREETING", "421 4.3.2 not now", "deferred", true, "the connection"),
        ("GREETING", "554 5.0.0 not you", "refused", false, "the connection"),
        ("MAIL", "451 4.7.1 busy", "deferred", true, "mail from anna@example.org"),
        ("MAIL", "550 5.7.1 no", "refused", false, "mail from anna@example.org"),
        ("RCPT", "450 4.2.0 greylisted, come back", "deferred", true, "mail to ben@example.org"),
        ("RCPT", "452 4.2.2 mailbox full", "deferred", true, "mailbox full"),
        ("RCPT", "550-5.1.1 no such\n550 5.1.1 user", "refused", false, "5.1.1 no such"),
        ("DATA", "451 4.3.0 later", "deferred", true, "later"),
        ("DOT", "452 4.2.2 full", "deferred", true, "full"),
        ("DOT", "554 5.6.0 spam", "refused", false, "554 5.6.0 spam"),
        ("DOT", "552 5.2.2 over quota", "refused", false, "over quota"),
    ])
    func `a refusal says whether it is for good`(
        place: String, reply: String, code: String, transient: Bool, says: String
    ) throws {
        let json = reply.replacing("\n", with: "\\n")
        let (found, server) = try error(#"{"replies": {"\#(place)": "\#(json)"}}"#, nil)
        #expect(found?.code.rawValue == code)
        #expect(found?.isTransient == transient)
        #expect(found?.message.contains(says) == true, "\(found?.message ?? "")")
        #expect(server.mails.isEmpty)
    }

    @Test func `if one recipient is refused, nobody gets the mail`() throws {
        let (found, server) = try error(
            #"{"replies": {"RCPT:cy@example.org": "550 5.1.1 unknown"}}"#, nil,
            to: ["ben@example.org", "cy@example.org", "di@example.org"])
        #expect(found?.code == .refused)
        #expect(found?.message.contains("cy@example.org") == true)
        #expect(server.mails.isEmpty && !server.heard.contains("DATA"))
    }

    @Test(arguments: [
        ("GREETING", "connection-lost"), ("RCPT", "connection-lost"), ("MIDDLE", "connection-lost"),
        ("DOT", "perhaps-sent"), ("ANSWER", "perhaps-sent"),
    ])
    func `a cut before the end sends nothing, and one after it is told apart`(
        place: String, code: String
    ) throws {
        // Where it is cut in the middle, more than any socket's buffer takes.
        let line = Array((String(repeating: "x", count: 74) + "\r\n").utf8)
        var bytes: [UInt8] = []
        for _ in 0..<(place == "MIDDLE" ? 160_000 : 1_000) { bytes += line }
        let (found, server) = try error(#"{"cut": "\#(place)"}"#, nil, bytes: bytes)
        #expect(found?.code.rawValue == code, "\(found?.message ?? "")")
        #expect(found?.isTransient == (code == "connection-lost"))
        #expect(server.mails.count == (place == "ANSWER" ? 1 : 0))
    }

    @Test(arguments: [
        ("GREETING", "timed-out"), ("RCPT", "timed-out"), ("DOT", "perhaps-sent"),
    ])
    func `a server that falls silent ends the attempt`(place: String, code: String) throws {
        let start = ContinuousClock.now
        let (found, _) = try error(#"{"stall": "\#(place)"}"#, nil)
        #expect(found?.code.rawValue == code, "\(found?.message ?? "")")
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test(arguments: ["GREETING", "EHLO"])
    func `a server that never stops talking is cut off`(place: String) throws {
        let start = ContinuousClock.now
        let (found, _) = try error(#"{"flood": "\#(place)"}"#, nil)
        #expect(
            [.notUnderstood, .timedOut, .connectionLost].contains(found?.code),
            "\(found?.message ?? "")")
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test func `without STARTTLS nothing is said, least of all the password`() throws {
        let (found, server) = try error(#"{"tls": "none", "auth": {"anna": "secret"}}"#)
        #expect(found?.code == .noTLS && found?.isTransient == false)
        #expect(found?.message.contains("does not offer TLS") == true)
        #expect(server.heard.allSatisfy { $0.hasPrefix("EHLO") || $0.hasPrefix("QUIT") })
    }

    @Test(arguments: [
        ("expired", true, "expired"), ("other-host", true, "127.0.0.1"),
        ("good", false, "self"),
    ])
    func `a wrong certificate ends the connection`(cert: String, trusting: Bool, says: String)
        throws
    {
        for (scheme, tls) in [("smtp", "starttls"), ("smtps", "implicit")] {
            let (found, server) = try error(
                #"{"cert": "\#(cert)", "tls": "\#(tls)", "auth": {"anna": "secret"}}"#,
                scheme: scheme, trusting: trusting)
            #expect(found?.code == .certificate && found?.isTransient == false)
            #expect(found?.message.contains(says) == true, "\(found?.message ?? "")")
            #expect(!server.heard.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
        }
    }

    @Test func `a file that is not a certificate is named`() throws {
        let server = try ScriptedSMTP()
        var account = try account(server)
        account.certificateFile = "/nowhere/own.pem"
        let submission = try MailSubmission(for: account, secret: nil)
        let found = #expect(throws: WitError(.certificateFile, "")) {
            try send(by: submission)
        }
        #expect(found?.message.contains("/nowhere/own.pem") == true)
    }

    @Test(arguments: [
        (#""auth": {"anna": "other"}"#, "login-refused", false, "535 5.7.8 wrong user"),
        (#""login": "535 5.7.8 no {echo}""#, "login-refused", false, "•••"),
        (#""login": "535 5.7.8 no {raw}""#, "login-refused", false, "•••"),
        (#""login": "454 4.7.0 later""#, "deferred", true, "temporarily refused the login"),
        (#""methods": """#, "no-login", false, "no login method"),
        (#""methods": "GSSAPI""#, "no-login", false, "no login method"),
    ])
    func `a failed login is reported without any secret`(
        script: String, code: String, transient: Bool, says: String
    ) throws {
        let (found, server) = try error("{\(script)}")
        #expect(found?.code.rawValue == code, "\(found?.message ?? "")")
        #expect(found?.isTransient == transient)
        #expect(found?.message.contains(says) == true, "\(found?.message ?? "")")
        #expect(found?.message.contains("AGFubmEAc2VjcmV0") == false)
        #expect(found?.isAtLogin == true)
        #expect(server.mails.isEmpty)
    }

    @Test func `a mail over the server's limit is refused by its size, unsent`() throws {
        let (found, server) = try error(
            #"{"size": 1000}"#, nil, bytes: [UInt8](repeating: 0x61, count: 2000) + [13, 10])
        #expect(found?.code == .refused && found?.reply == 552)
        #expect(!server.heard.contains("DATA"))
    }

    @Test func `an unreachable server and an unknown host are told apart`() throws {
        let server = try ScriptedSMTP()
        var account = try account(server)
        server.stop()
        #expect(throws: WitError(.cannotConnect, "")) {
            try send(by: MailSubmission(for: account, secret: nil))
        }
        account.smtp = try ServerAddress("smtp://nowhere.invalid", for: .smtp)
        let found = #expect(throws: WitError(.unknownHost, "")) {
            try send(by: MailSubmission(for: account, secret: nil, limits: fast))
        }
        #expect(found?.isTransient == true && found?.message.contains("nowhere.invalid") == true)
    }

    @Test func `a mail that turns out shorter is not sent`() throws {
        let server = try ScriptedSMTP()
        let submission = try MailSubmission(for: account(server), secret: nil)
        var left = mail
        #expect(throws: WitError(.failed, "")) {
            try submission.send(
                Envelope(sender: "anna@example.org", recipients: ["ben@example.org"]),
                size: mail.count + 10, rewind: {}
            ) { buffer in
                let count = min(buffer.count, left.count)
                buffer.copyBytes(from: left.prefix(count))
                left.removeFirst(count)
                return count
            }
        }
        Thread.sleep(forTimeInterval: 0.2)
        #expect(server.mails.isEmpty)
    }

    @Test func `a stop before the first byte sends nothing`() throws {
        let server = try ScriptedSMTP(#"{"stall": "RCPT"}"#)
        let submission = try MailSubmission(for: account(server), secret: nil) { true }
        #expect(throws: WitError(.interrupted, "")) { try send(by: submission) }
        #expect(server.mails.isEmpty)
    }

    @Test(arguments: [
        "ben@example.org\r\nRCPT TO:<eve@example.org>", "ben", "@example.org", "ben@", "",
        "ben@example.org> SIZE=1", "ben @example.org", "ben@example.org\0", "a<b@example.org",
    ])
    func `what is more than an address goes to no server`(address: String) {
        #expect(throws: WitError(.badArgument, "")) {
            try Envelope(sender: "anna@example.org", recipients: ["x@example.org", address])
        }
        #expect(throws: WitError(.badArgument, "")) {
            try Envelope(sender: address, recipients: ["x@example.org"])
        }
    }
}
