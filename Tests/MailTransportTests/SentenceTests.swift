import OutputText
import TestSupport
import Testing

@testable import MailTransport

/// What a person reads where a server cannot be worked with: plain words, the server's own in
/// quotation marks, and what to do.
@Suite struct SentenceTests {
    private func account(_ service: ServerAddress.Service, _ address: String) throws -> MailAccount
    {
        var account = MailAccount(name: "home", address: "anna@example.org")
        account.user = "anna"
        account.passwordSource = .command("pass mail/anna")
        let server = try ServerAddress(address, for: service)
        switch service {
        case .smtp: account.smtp = server
        case .imap: account.imap = server
        case .pop3: account.pop3 = server
        }
        return account
    }

    /// What is said of a server at an address.
    private func sentence(_ service: ServerAddress.Service, _ address: String) throws -> String {
        let account = try account(service, address)
        var limits = ConnectionLimits()
        (limits.connect, limits.quiet, limits.acceptance) = (2, 2, 2)
        let error = #expect(throws: WitError.self) {
            switch service {
            case .imap: _ = try IMAPConnection(account, secret: Secret("hush"), limits: limits)
            case .pop3:
                _ = try POP3Connection(account, secret: Secret("hush"), limits: limits).entries()
            case .smtp:
                let mail = Array("Subject: x\r\n\r\nx\r\n".utf8)
                _ = try MailSubmission(for: account, secret: Secret("hush"), limits: limits).send(
                    Envelope(sender: "anna@example.org", recipients: ["ben@example.org"]),
                    size: mail.count, rewind: {}
                ) { buffer in
                    buffer.copyBytes(from: mail)
                    return mail.count
                }
            }
        }
        let sentence = error?.message ?? ""
        // Nothing of the protocols or of the system's own.
        for raw in [
            "errno", "wit1", "A00", "-ERR", "libcurl", "SSL routines", "hush", "milliseconds",
        ] { #expect(!sentence.contains(raw), "\(sentence)") }
        return sentence
    }

    private static let greetings: [(ServerAddress.Service, String)] = [
        (.smtp, "220 hi\r\n"), (.imap, "* OK hi\r\n"), (.pop3, "+OK hi\r\n"),
    ]

    @Test(arguments: greetings)
    func `a server that wants STARTTLS is recognised where TLS is used from the start`(
        service: ServerAddress.Service, greeting: String
    ) throws {
        let server = try ScriptedServer(greeting: greeting) { _ in [.close] }
        let name = service.rawValue
        let said = try sentence(service, "\(name)s://127.0.0.1:\(server.port)")
        #expect(
            said.hasSuffix("Write \(name)://127.0.0.1:\(server.port) in the settings, for STARTTLS")
        )
    }

    @Test(arguments: greetings)
    func `a server that wants TLS from the start is recognised where STARTTLS is used`(
        service: ServerAddress.Service, greeting: String
    ) throws {
        // Such a server waits for the client, and says nothing.
        let server = try ScriptedServer(greeting: "") { _ in [.close] }
        let name = service.rawValue
        let said = try sentence(service, "\(name)://127.0.0.1:\(server.port)")
        #expect(
            said.hasSuffix("write \(name)s://127.0.0.1:\(server.port) in the settings"), "\(said)")
    }

    @Test(arguments: greetings)
    func `a server that is not there is reported with advice`(
        service: ServerAddress.Service, greeting: String
    ) throws {
        let said = try sentence(service, "\(service.rawValue)://127.0.0.1:1")
        #expect(
            said == "127.0.0.1:1 does not answer: nothing accepts connections on that port; check "
                + "the server and the port in the settings")
    }

    @Test func `a login that IMAP refuses is reported with its account`() throws {
        let server = try ScriptedIMAP([]) { tag, command in
            command.hasPrefix("LOGIN")
                ? [.say("\(tag) NO [AUTHENTICATIONFAILED] Authentication failed.\r\n")] : nil
        }
        let said = try sentence(.imap, server.address)
        #expect(
            said == "127.0.0.1:\(server.server.port) did not accept the login anna with this "
                + "password: “Authentication failed”. Check user and password-command of the "
                + "account “home”")
    }

    @Test func `a mailbox that does not exist is reported in the server's words`() throws {
        let server = try ScriptedIMAP([]) { tag, command in
            command.hasPrefix("EXAMINE")
                ? [.say("\(tag) NO [NONEXISTENT] no such mailbox\r\n")] : nil
        }
        let connection = try IMAPConnection(account(.imap, server.address), secret: Secret("hush"))
        let error = #expect(throws: WitError(.refused, "")) { try connection.examine("x") }
        #expect(
            error?.message
                == "127.0.0.1:\(server.server.port) refused to open the mailbox: "
                + "“no such mailbox”")
    }

    @Test(
        arguments: [
            ("A004 NO [AUTHENTICATIONFAILED] it failed", "AUTHENTICATIONFAILED", "it failed"),
            ("* BYE so long", nil, "so long"), ("-ERR [IN-USE] taken", "IN-USE", "taken"),
            ("-ERR [AUTH]", "AUTH", "[AUTH]"), ("-ERR", nil, ""),
            ("anything [X] else", nil, "anything [X] else"),
            ("NO end", nil, "end"), ("", nil, ""),
        ] as [(String, String?, String)])
    func `a reply is shown without its codes for programs`(
        line: String, code: String?, words: String
    ) {
        let plain = ProtocolTrace.plain(line)
        #expect(plain.code == code && plain.words == words)
    }

    @Test(
        arguments: [
            (.pop3, "-ERR", nil), (.pop3, "-ERR [AUTH]", "[AUTH]"), (.imap, "A004 NO", nil),
            (.imap, "A004 NO no", "no"), (.smtp, "550", "550"),
        ] as [(ServerAddress.Service, String, String?)])
    func `a reply without words shows its code`(
        service: ServerAddress.Service, line: String, words: String?
    ) {
        let trace = ProtocolTrace(service)
        Array((line + "\r\n").utf8).withUnsafeBytes { trace.received($0) }
        #expect(trace.words(hiding: nil, user: "anna") == words)
    }

    #if os(Linux)
        @Test(arguments: greetings)
        func `a server that never accepts the connection brings no advice about TLS`(
            service: ServerAddress.Service, greeting: String
        ) throws {
            let port = try SilentPort()
            let said = try sentence(service, "\(service.rawValue)://127.0.0.1:\(port.port)")
            #expect(said.contains("took too long") && !said.contains("TLS"), "\(said)")
        }
    #endif
}
