import Foundation

/// The real mail servers that `Tests/Servers/servers start` runs on loopback; their folder stands in
/// the environment as `WIT_MAIL_SERVERS`.
public struct MailServers: Decodable, Sendable {
    /// An address with a good certificate, an expired one, one of another host; the same ports.
    public let host, expiredHost, otherHost: String
    /// The file of the certificate to trust.
    public let authority: String
    /// Every user's password.
    public let password: String
    /// Access tokens: for `anna`, and one that has `expired`.
    public let tokens: [String: String]
    /// Ports with STARTTLS or STLS.
    public let imap, pop3, submission: Int
    /// Ports with TLS from the start.
    public let imaps, pop3s, submissions: Int
    /// Ports without TLS. Postfix hands on to `store`, which keeps the mail.
    public let lmtp, relay, postfix, store: Int
    /// Postfix again, without SMTPUTF8.
    public let postfixASCII: Int
    /// The folder of each user's Maildir.
    public let home: String
    /// A file with a line of JSON for each message that was relayed.
    public let relayLog: String
    /// The folder of what came out of Postfix.
    public let stored: String

    /// Those that run; nil where there are none.
    public static let running: MailServers? = {
        guard let folder = ProcessInfo.processInfo.environment["WIT_MAIL_SERVERS"],
            let data = FileManager.default.contents(atPath: folder + "/servers.json")
        else { return nil }
        return try? JSONDecoder().decode(MailServers.self, from: data)
    }()

    /// Why a test is skipped that needs them.
    public static let missing =
        "a mail server (started by Tests/Servers/servers, named by WIT_MAIL_SERVERS)"

    /// A name that no other test's user has.
    public static func freshUser() -> String {
        "u" + UUID().uuidString.lowercased().filter { $0 != "-" }
    }

    /// The Maildir of a user, whether it is there yet or not.
    public func maildir(of user: String) -> String { "\(home)/\(user)/Maildir" }

    /// Puts messages into a user's mailbox as if they had just come, with LF or CRLF as they are.
    ///
    /// - Parameter folder: A mailbox beside the inbox, as Maildir++ spells it: `.Holiday`.
    public func deliver(_ messages: [[UInt8]], to user: String, folder: String? = nil) throws {
        let maildir = maildir(of: user) + (folder.map { "/" + $0 } ?? "")
        for part in ["tmp", "new", "cur"] {
            try FileManager.default.createDirectory(
                atPath: "\(maildir)/\(part)", withIntermediateDirectories: true)
        }
        // The folders must belong to the server's own user, which a test's does not.
        try chown("\(home)/\(user)")
        for (number, message) in messages.enumerated() {
            // Dovecot numbers what comes at once by the names.
            let digits = String(1_000_000 + number)
            let name = "1700\(digits).\(UUID().uuidString).localhost"
            let part = "\(maildir)/tmp/\(name)"
            try Data(message).write(to: URL(filePath: part))
            try FileManager.default.setAttributes(owner, ofItemAtPath: part)
            try FileManager.default.moveItem(atPath: part, toPath: "\(maildir)/new/\(name)")
        }
    }

    private var owner: [FileAttributeKey: Any] {
        get throws {
            let attributes = try FileManager.default.attributesOfItem(atPath: home)
            var wanted: [FileAttributeKey: Any] = [:]
            wanted[.ownerAccountID] = attributes[.ownerAccountID]
            wanted[.groupOwnerAccountID] = attributes[.groupOwnerAccountID]
            return wanted
        }
    }

    private func chown(_ folder: String) throws {
        let owner = try owner
        try FileManager.default.setAttributes(owner, ofItemAtPath: folder)
        let walk = FileManager.default.enumerator(atPath: folder)
        while let name = walk?.nextObject() as? String {
            try FileManager.default.setAttributes(owner, ofItemAtPath: "\(folder)/\(name)")
        }
    }

    /// What mail is handed to a server by.
    public enum MailProtocol: String, Sendable { case smtp = "SMTP", lmtp = "LMTP" }

    /// What a server did not take.
    public struct Refused: Error, CustomStringConvertible {
        /// What Python printed.
        public let description: String
    }

    /// Hands a mail to a server without TLS, asking for 8BITMIME where it must. Python speaks to it:
    /// nothing of ours does.
    ///
    /// - Parameter sender: The envelope's; empty for a report's.
    public func send(
        _ mail: [UInt8], by kind: MailProtocol, port: Int, from sender: String, to address: String
    ) throws {
        guard let python = Program.installed("python3") else {
            throw Refused(description: "python3 is missing")
        }
        let script = """
            import smtplib, sys
            kind, port, sender, address = sys.argv[1:]
            server = getattr(smtplib, kind)("127.0.0.1", int(port), timeout=60)
            mail = sys.stdin.buffer.read().replace(b"\\r\\n", b"\\n").replace(b"\\n", b"\\r\\n")
            options = [] if mail.isascii() else ["BODY=8BITMIME"]
            server.sendmail(sender, [address], mail, options)
            server.quit()
            """
        let outcome = try python(
            ["-c", script, kind.rawValue, "\(port)", sender, address], input: mail)
        guard outcome.status == 0 else { throw Refused(description: outcome.errors) }
    }

    /// The names of a mailbox's files, which end with its flags (`:2,S` for seen), in the order in which
    /// they came: they begin with the second, and the microsecond without leading zeros.
    public func files(of user: String, folder: String? = nil) -> [String] {
        let maildir = maildir(of: user) + (folder.map { "/" + $0 } ?? "")
        return ["new", "cur"].flatMap { part in
            (try? FileManager.default.contentsOfDirectory(atPath: "\(maildir)/\(part)")) ?? []
        }.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    }

    /// How many of a mailbox's messages have which flags (`S` for seen).
    public func flags(of user: String, folder: String? = nil) -> [String: Int] {
        files(of: user, folder: folder).reduce(into: [:]) { counts, name in
            let flags = name.firstRange(of: ":2,").map { String(name[$0.upperBound...]) }
            counts[flags ?? "", default: 0] += 1
        }
    }
}
