import Foundation
import OutputText
import TestSupport
import Testing

@testable import MailTransport

/// Servers for sending that lie, never end, or speak before it is their turn.
@Suite(.needs(.scriptedSMTP))
struct HostileSMTPTests {
    private static let mail = Array("Subject: x\r\n\r\ntext\r\n".utf8)

    private func account(_ server: ScriptedSMTP, _ scheme: String) throws -> MailAccount {
        var account = MailAccount(name: "home", address: "anna@example.org")
        account.user = "anna"
        account.smtp = try ServerAddress("\(scheme)://127.0.0.1:\(server.port)", for: .smtp)
        account.certificateFile = server.certificate
        return account
    }

    private var limits: ConnectionLimits {
        var limits = ConnectionLimits()
        (limits.connect, limits.quiet, limits.acceptance) = (5, 5, 5)
        return limits
    }

    /// Sends a mail; what came of it: the server's words or the error.
    private func send(
        to server: ScriptedSMTP, _ scheme: String = "smtp+plain", secret: String? = nil
    ) throws -> Result<String, WitError> {
        let submission = try MailSubmission(
            for: account(server, scheme), secret: secret.map { Secret($0) }, limits: limits)
        var place = 0
        do throws(WitError) {
            return .success(
                try submission.send(
                    Envelope(sender: "anna@example.org", recipients: ["ben@example.org"]),
                    size: Self.mail.count, rewind: { place = 0 }
                ) { buffer in
                    let count = min(buffer.count, Self.mail.count - place)
                    buffer.copyBytes(from: Self.mail[place..<place + count])
                    place += count
                    return count
                })
        } catch { return .failure(error) }
    }

    private func error(_ result: Result<String, WitError>) -> WitError? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    // MARK: Without end

    @Test(arguments: ["flood", "pour"], ["GREETING", "EHLO", "MAIL", "RCPT", "DATA"])
    func `an answer without end, with or without line breaks, ends the connection`(
        kind: String, place: String
    ) throws {
        let server = try ScriptedSMTP(#"{"tls": "none", "\#(kind)": "\#(place)"}"#)
        let start = ContinuousClock.now
        let found = try #require(error(try send(to: server)))
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(
            [.notUnderstood, .connectionLost, .timedOut].contains(found.code), "\(found.message)")
        #expect(found.message.utf8.count < 1_000)
        #expect(server.mails.isEmpty)
    }

    @Test(arguments: ["flood", "pour"])
    func `an answer without end to a whole mail leaves open what became of it`(kind: String) throws
    {
        let server = try ScriptedSMTP(#"{"tls": "none", "\#(kind)": "DOT"}"#)
        let found = try #require(error(try send(to: server)))
        #expect(found.code == .perhapsSent, "\(found.message)")
        #expect(found.message.utf8.count < 1_000)
    }

    @Test(arguments: ["flood", "pour"])
    func `an answer without end to the login, or to STARTTLS, is no login`(kind: String) throws {
        for (place, tls, scheme) in [
            ("AUTH", "none", "smtp+plain"), ("STARTTLS", "starttls", "smtp"),
        ] {
            let server = try ScriptedSMTP(#"{"tls": "\#(tls)", "\#(kind)": "\#(place)"}"#)
            let found = try #require(error(try send(to: server, scheme, secret: "secret")))
            #expect(!found.message.contains("secret"), "\(found.message)")
            #expect(found.message.utf8.count < 1_000)
            #expect(server.mails.isEmpty && !server.heard.contains { $0.hasPrefix("MAIL") })
        }
    }

    @Test func `a hundred keywords are no reason not to send, thousands end the connection`() throws
    {
        func server(_ count: Int) throws -> ScriptedSMTP {
            let words = (0..<count).map { "\"X-WORD-\($0) \(String(repeating: "p", count: 40))\"" }
            return try ScriptedSMTP(
                #"{"tls": "none", "words": [\#(words.joined(separator: ","))]}"#)
        }
        // QUIRK: libcurl 7.88 takes no more than some 140 such lines if they come at once.
        let many = try server(100)
        let result = try send(to: many)
        #expect(error(result) == nil, "\(result)")
        #expect(many.mails.count == 1)
        let tooMany = try server(8_000)
        let found = try #require(error(try send(to: tooMany)))
        #expect([.notUnderstood, .connectionLost].contains(found.code), "\(found.message)")
        #expect(tooMany.mails.isEmpty)
    }

    // MARK: Lies

    @Test(
        arguments: [
            (["SIZE 99999999999999999999999"], nil), (["SIZE -1"], nil), (["SIZE 0"], nil),
            (["SIZE 1e9"], nil), (["SIZE  5000 "], 5000), (["SIZE 7000", "SIZE 10"], 7000),
            (["SIZE"], nil), (["SIZE 4000000000"], 4_000_000_000),
            (["SIZE 9223372036854775807"], Int.max), (["XSIZE 10", "SIZED 10"], nil),
        ] as [([String], Int?)])
    func `a size that means nothing is no limit`(words: [String], size: Int?) throws {
        let list = words.map { "\"\($0)\"" }.joined(separator: ",")
        let server = try ScriptedSMTP(#"{"tls": "none", "late": true, "words": [\#(list)]}"#)
        let found = try SubmissionServer(
            of: account(server, "smtp+plain"), secret: nil, limits: limits)
        #expect(found.maximumSize == size)
    }

    @Test(arguments: [
        "250 2.0.0 queued", "999 nonsense", "abc", "25", "250-", "354 more", "\u{0}\u{0}\u{0}",
    ])
    func `an invalid greeting sends nothing`(greeting: String) throws {
        let escaped = greeting.replacing("\u{0}", with: "\\u0000")
        let server = try ScriptedSMTP(
            #"{"tls": "none", "replies": {"GREETING": "\#(escaped)"}}"#)
        #expect(error(try send(to: server)) != nil)
        #expect(server.mails.isEmpty && !server.heard.contains { $0.hasPrefix("MAIL") })
    }

    // MARK: The way to TLS

    @Test(arguments: [
        "\\r\\n250 fine", "\\r\\n220 again", "\\r\\n250-x\\r\\n250 AUTH PLAIN\\r\\n235 welcome",
        "\\r\\n535 5.7.8 write to http://evil.example",
    ])
    func `what follows the answer to STARTTLS is not believed`(injected: String) throws {
        let server = try ScriptedSMTP(#"{"inject": "\#(injected)", "auth": {"anna": "secret"}}"#)
        let found = try #require(error(try send(to: server, "smtp", secret: "secret")))
        #expect(!found.message.contains("evil"), "\(found.message)")
        #expect(server.mails.isEmpty)
        #expect(
            server.heard.allSatisfy { $0.hasPrefix("EHLO") || $0 == "STARTTLS" || $0 == "QUIT" })
    }

    @Test(arguments: ["454 4.7.0 TLS not available", "502 5.5.1 no", "250 fine", "220-go"])
    func `a refused STARTTLS gets no password, whatever is offered in the clear`(
        reply: String
    ) throws {
        let server = try ScriptedSMTP(
            #"{"plain": true, "auth": {"anna": "secret"}, "replies": {"STARTTLS": "\#(reply)"}}"#)
        #expect(error(try send(to: server, "smtp", secret: "secret")) != nil)
        #expect(server.mails.isEmpty && !server.heard.contains { $0.hasPrefix("AUTH") })
    }

    @Test func `a login that is offered without TLS alone gets no password`() throws {
        let server = try ScriptedSMTP(
            #"{"tls": "none", "methods": "PLAIN", "auth": {"anna": "secret"}}"#)
        #expect(error(try send(to: server, "smtp", secret: "secret"))?.code == .noTLS)
        #expect(!server.heard.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
    }

    // MARK: Words that steer

    @Test(arguments: ["GREETING", "MAIL", "RCPT", "DATA", "DOT", "AUTH"])
    func `a refusal's words come without what steers a terminal or turns the line`(
        place: String
    ) throws {
        let steering =
            #"\u001b[2J\u001b]0;title\u0007 \u009b31m \u202eegassem\u202c \u2066x\u2069 a\rb \u2028 "#
            + #"\u0085 \u007f end"#
        let server = try ScriptedSMTP(
            #"{"tls": "none", "replies": {"\#(place)": "554 5.7.1 \#(steering)"}}"#)
        let secret = place == "AUTH" ? "secret" : nil
        let found = try #require(error(try send(to: server, secret: secret)))
        #expect(found.message.contains("end"), "\(found.message)")
        #expect(
            found.message.unicodeScalars.allSatisfy(isHarmless), "\(found.message.debugDescription)"
        )
    }

    @Test func `what a server says to a mail that it took steers nothing either`() throws {
        let server = try ScriptedSMTP(
            #"{"tls": "none", "replies": {"DOT": "250 2.0.0 \u001b[2J\u202equeued\u2028 as 9"}}"#)
        guard case .success(let words) = try send(to: server) else {
            Issue.record("it was not sent")
            return
        }
        #expect(words.contains("queued") && words.unicodeScalars.allSatisfy(isHarmless))
    }

    @Test func `a reply of many long lines is cut to a sentence`() throws {
        let line = String(repeating: "x", count: 400)
        let reply = (0..<200).map { _ in "550-" + line } + ["550 end"]
        let server = try ScriptedSMTP(
            #"{"tls": "none", "replies": {"RCPT": "\#(reply.joined(separator: "\\n"))"}}"#)
        let found = try #require(error(try send(to: server)))
        #expect(found.code == .refused)
        #expect(found.message.utf8.count < 1_000)
    }

    private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}
