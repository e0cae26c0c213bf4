import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

/// What the server takes is asked before the photos are made ready: how long a mail may be (RFC
/// 1870), and addresses beyond ASCII (RFC 6531).
@Suite(.needs(.scriptedSMTP))
struct ShareServerTests {
    let folder: TemporaryFolder
    let wit: Program
    let photos: [String]
    private static let login = #""auth": {"anna": "hush-hush"}"#

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path,
            environment: [
                "WIT_CATALOG": folder.path("catalog.sqlite"),
                "WIT_SETTINGS": folder.path("settings.toml"), "ANNA_PASSWORD": "hush-hush",
            ])
        photos = ["bird", "boat", "cat", "whale"].map {
            Checkout.fixtures.path + "/photos/\($0).jpg"
        }
        // Settings that are named must be there; a test that sends writes its account into them.
        try "".write(toFile: folder.path("settings.toml"), atomically: true, encoding: .utf8)
    }

    private func server(_ script: String) throws -> ScriptedSMTP {
        let server = try ScriptedSMTP("{\(Self.login), \(script)}")
        try """
        [accounts.home]
        address = "anna@example.org"
        user = "anna"
        password-environment = "ANNA_PASSWORD"
        ca-file = "\(server.certificate)"
        smtp = "smtp://127.0.0.1:\(server.port)"
        """.write(toFile: folder.path("settings.toml"), atomically: true, encoding: .utf8)
        return server
    }

    private func share(_ more: String..., to: String = "ben@example.org") throws -> Program.Outcome
    {
        try wit(["share"] + photos + ["--to", to, "--size", "small"] + more)
    }

    @Test(arguments: [#""size": 300000"#, #""size": 300000, "late": true"#])
    func `a share is divided by what the server takes, known before or after the login`(
        script: String
    ) throws {
        let server = try server(script)
        let outcome = try share("--send", "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let mails = try outcome.lines.map { try JSONValue(parsing: $0.utf8) }
        try #require(mails.count > 1)
        #expect(server.mails.count == mails.count)
        for index in mails.indices { #expect(try server.bytes(of: index).count < 300_000) }
        let found = mails[0]["findings"]?.array?.compactMap { $0["code"]?.string } ?? []
        #expect(found.contains("server-limit"))
    }

    @Test func `the size that a person gives takes precedence over the server's`() throws {
        let refusing = try server(#""size": 300000"#)
        let whole = try share("--send", "--max-bytes", "none")
        #expect(whole.status == 1 && refusing.mails.isEmpty)
        #expect(whole.errors.contains("552"), "\(whole.errors)")
        let larger = try server(#""size": 300000"#)
        #expect(try share("--send", "--max-bytes", "200kB").status == 0)
        #expect(larger.mails.allSatisfy { $0.size <= 200_000 })
    }

    @Test func `a photo that the server does not take by itself is named, and none is sent`() throws
    {
        let server = try server(#""size": 60000"#)
        let outcome = try share("--send")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("bird.jpg") && outcome.errors.contains("whale.jpg"))
        #expect(server.mails.isEmpty && !server.heard.contains { $0.hasPrefix("MAIL") })
        #expect(try wit(["outbox", "list", "--json"]).output.isEmpty)
    }

    @Test func `a server without a limit gets one mail`() throws {
        let server = try server(#""utf8": false"#)
        #expect(try share("--send").status == 0)
        #expect(server.mails.count == 1)
    }

    @Test func `a long mail is pointed out with a way to divide it`() throws {
        guard let vips = try Program.needed("vips") else { return }
        let noise = try vips(["gaussnoise", folder.path("long.jpg") + "[Q=100]", "4200", "4200"])
        #expect(noise.status == 0, "\(noise.errors)")
        let words = [
            "share", "long.jpg", "--to", "ben@example.org", "--size", "original", "--output",
        ]
        let long = try wit(words + ["long.eml"])
        #expect(long.status == 0, "\(long.errors)")
        #expect(long.output.contains("most mail servers take no more than 20.0 MB"))
        #expect(long.output.contains("--max-bytes 20M"))
        let meant = try wit(words + ["meant.eml", "--max-bytes", "none"])
        #expect(meant.status == 0 && !meant.output.contains("most mail servers"))
    }

    // MARK: Addresses beyond ASCII

    @Test func `an international domain goes as A-labels and is shown as it was written`() throws {
        let server = try server(#""utf8": false"#)
        let outcome = try wit([
            "share", photos[0], "--to", "Ann <ann@Exämple.org>", "--cc", "shop@straße.example",
            "--size", "small", "--send", "--output", "m.eml", "--json",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let sent = ["ann@xn--exmple-cua.org", "shop@xn--strae-oqa.example"]
        #expect(server.mails.map(\.recipients) == [sent])
        let text = String(decoding: try server.bytes(of: 0), as: UTF8.self)
        #expect(text.contains("To: Ann <ann@xn--exmple-cua.org>\r\n"))
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        let mail = try JSONValue(parsing: outcome.output.utf8)["outbox"]
        #expect(mail?["to"]?.array?.first?.string == "ann@Exämple.org")
    }

    @Test func `a refusal names the domain as it was written`() throws {
        let refusing = try server(
            #""replies": {"RCPT:ann@xn--exmple-cua.org": "550 5.1.1 nobody here"}"#)
        let outcome = try share("--send", to: "ann@exämple.org")
        #expect(outcome.status == 1 && refusing.mails.isEmpty)
        #expect(outcome.errors.contains("mail to ann@exämple.org"), "\(outcome.errors)")
    }

    @Test func `a mailbox beyond ASCII goes where the server offers SMTPUTF8`() throws {
        let server = try server(#""utf8": true"#)
        let outcome = try share("--send", to: "Jörg <jörg@exämple.org>")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(server.mails.map(\.recipients) == [["jörg@xn--exmple-cua.org"]])
        #expect(server.heard.contains { $0.hasPrefix("MAIL FROM") && $0.hasSuffix("SMTPUTF8") })
        let text = String(decoding: try server.bytes(of: 0), as: UTF8.self)
        #expect(text.contains("<jörg@exämple.org>\r\n"))
    }

    @Test func `a missing SMTPUTF8 is reported before any photo is prepared`() throws {
        let server = try server(#""utf8": false"#)
        let outcome = try share("--send", "--max-bytes", "10M", to: "jörg@example.org")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("jörg@example.org"), "\(outcome.errors)")
        #expect(outcome.errors.contains("SMTPUTF8") && outcome.errors.contains("no mail was made"))
        #expect(!server.heard.contains { $0.hasPrefix("MAIL") })
        #expect(try wit(["outbox", "list", "--json"]).output.isEmpty)
    }

    @Test func `a mail in a file says what servers it needs, and can be imported`() throws {
        let outcome = try share("--output", "m.eml", to: "jörg@exämple.org")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("only mail servers that offer SMTPUTF8"))
        let bytes = try Data(contentsOf: folder.url.appending(path: "m.eml"))
        #expect(
            String(decoding: bytes.prefix(200), as: UTF8.self).contains("To: jörg@exämple.org\r\n"))
        let home = try wit(["import", "m.eml", "--catalog", "hers.sqlite"])
        #expect(home.status == 0, "\(home.errors)")
        #expect(
            try wit(["find", "--json", "--catalog", "hers.sqlite"]).lines.count == photos.count)
    }

    @Test(arguments: ["ann@ex\u{2028}a.org", "ann@-ä.org", "ann@ä\u{ad}\u{200B}\u{FFFD}.org"])
    func `an impossible domain is refused`(address: String) throws {
        #expect(try share("--output", "m.eml", to: address).status == 2)
    }
}
