import CatalogDatabase
import Foundation
import JSON
import MailTransport
import TestSupport
import Testing

@testable import WhatIsThat

/// Addresses beyond ASCII through Postfix, with and without SMTPUTF8.
@Suite(.needs(.mailServers))
struct PostfixAddressTests {
    private let servers: MailServers
    private let folder: TemporaryFolder
    private let catalog: PhotoCatalog
    private let user = MailServers.freshUser()

    init() throws {
        servers = try #require(MailServers.running)
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("c.sqlite"), access: .readWrite)
    }

    private func send(to address: String, port: Int) throws -> OutboxMail {
        try """
        [accounts.home]
        address = "anna@example.org"
        smtp = "smtp+plain://\(servers.host):\(port)"
        """.write(toFile: folder.path("s.toml"), atomically: true, encoding: .utf8)
        let sending = SendMail(
            of: catalog, settings: try Settings(given: folder.path("s.toml"), environment: [:]),
            environment: [:])
        let message = Array("To: \(address)\r\nSubject: x\r\n\r\nend\r\n".utf8)
        var place = 0
        let mail = try sending.put(
            OutboxMail.Draft(
                messageID: "\(UUID().uuidString)@localhost", account: "home",
                sender: "anna@example.org", recipients: [address], subject: "x", photos: [])
        ) { buffer in
            let count = min(buffer.count, message.count - place)
            buffer.copyBytes(from: message[place..<place + count])
            place += count
            return count
        }
        var result = mail
        try sending.send([mail]) { if case .tried(let now) = $0 { result = now } }
        return result
    }

    /// To whom a mail of the user went on behind Postfix.
    private func arrived() throws -> [String]? {
        let deadline = Date().addingTimeInterval(30)
        while Date() < deadline {
            for name in try FileManager.default.contentsOfDirectory(atPath: servers.stored)
            where name.hasSuffix(".json") {
                let data = try Data(contentsOf: URL(filePath: servers.stored + "/" + name))
                guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
                    let to = object["to"] as? [String], to.joined().contains(user)
                else { continue }
                return to
            }
            Thread.sleep(forTimeInterval: 0.05)
        }
        return nil
    }

    @Test func `an international domain goes through either`() throws {
        for port in [servers.postfix, servers.postfixASCII] {
            let mail = try send(to: "\(user)@exämple.org", port: port)
            #expect(mail.state == .sent, "\(mail)")
        }
        #expect(try arrived() == ["\(user)@xn--exmple-cua.org"])
    }

    @Test func `a mailbox beyond ASCII goes through the one with SMTPUTF8`() throws {
        let mail = try send(to: "jörg-\(user)@international.example", port: servers.postfix)
        #expect(mail.state == .sent, "\(mail)")
        #expect(try arrived() == ["jörg-\(user)@international.example"])
    }

    @Test func `without SMTPUTF8 it is not handed over, and that is said`() throws {
        let mail = try send(to: "jörg-\(user)@international.example", port: servers.postfixASCII)
        #expect(mail.state == .failed && mail.errorCode == "no-smtputf8", "\(mail)")
        #expect(mail.error?.contains("SMTPUTF8") == true)
    }

    @Test func `servers say what they take before a mail is made`() throws {
        var account = MailAccount(name: "home", address: "anna@localhost")
        account.user = "anna"
        account.certificateFile = servers.authority
        func ask(_ scheme: String, _ port: Int, _ secret: String?) throws -> SubmissionServer {
            account.smtp = try ServerAddress("\(scheme)://\(servers.host):\(port)", for: .smtp)
            return try SubmissionServer(
                of: account, secret: secret.map { Secret($0) })
        }
        let postfix = try ask("smtp+plain", servers.postfix, nil)
        #expect(postfix.maximumSize == 200_000_000 && postfix.supportsSMTPUTF8)
        let plain = try ask("smtp+plain", servers.postfixASCII, nil)
        #expect(plain.maximumSize == 200_000_000 && !plain.supportsSMTPUTF8)
        let dovecot = try ask("smtp", servers.submission, servers.password)
        // It names no limit, and takes no address beyond ASCII, whatever its relay does.
        #expect(dovecot.maximumSize == nil && !dovecot.supportsSMTPUTF8, "\(dovecot)")
    }
}
