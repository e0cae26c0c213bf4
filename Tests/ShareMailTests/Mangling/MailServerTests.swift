import Foundation
import MIMEMessage
import PhotoRecords
import TestSupport
import Testing

@testable import ShareMail

/// What real mail servers do to a share on its way: it comes home from each of them.
///
/// Our share is 7-bit with short lines, which every server leaves alone. So it is written anew
/// first, as another program would: with 8-bit texts, or with long lines.
@Suite(.needs(.mailServers))
struct MailServerTests {
    /// A way through a server, and what it must have done.
    struct Way: Sendable {
        var name: String
        /// How the share is written before.
        var prepare: @Sendable (inout MangledPart) -> Void = { _ in }
        /// Hands it to a server and takes it from where it arrives.
        var send: @Sendable (MailServers, [UInt8]) throws -> [UInt8]
        /// Whether the server did what this way is for; a sentence if it did not.
        var objection: @Sendable (_ sent: [UInt8], _ came: [UInt8]) -> String?
    }

    static let ways: [Way] = [
        Way(
            name: "Postfix, 8bit texts to a server without 8BITMIME",
            prepare: { $0.change { if $0.type.hasPrefix("text/") { $0.coding = .eightBit } } },
            send: throughPostfix
        ) { sent, came in
            if sent.allSatisfy({ $0 < 0x80 }) { return "nothing 8-bit was sent" }
            return came.allSatisfy { $0 < 0x80 } ? nil : "what came is not 7-bit"
        },
        Way(
            name: "Postfix, lines over 998",
            prepare: { root in
                // 8-bit text would be made quoted-printable, and its lines short by that.
                root.changeTexts("text/html") { ascii($0.replacing("\n", with: " ")) }
                root.change { if $0.type == "text/html" { $0.coding = .eightBit } }
            },
            send: throughPostfix
        ) { sent, came in
            longest(sent) <= 998
                ? "no line of over 998 was sent"
                : longest(came) <= 1_000 ? nil : "a line of \(longest(came)) came"
        },
        Way(
            name: "Postfix, payload and JSON in one line each, 8bit",
            prepare: { root in
                root.change { part in
                    if part.isPayload { part.coding = .eightBit }
                }
            },
            send: throughPostfix
        ) { _, came in longest(came) <= 1_000 ? nil : "a line of \(longest(came)) came" },
        Way(
            name: "Postfix, as it is",
            send: throughPostfix
        ) { sent, came in
            came.count > sent.count && came.suffix(1_000) == sent.suffix(1_000)
                ? nil : "a 7-bit mail was changed"
        },
        Way(
            name: "Dovecot, by LMTP with CRLF, as it lies in the Maildir",
            prepare: { $0.change { if $0.type.hasPrefix("text/") { $0.coding = .eightBit } } },
            send: { try throughDovecot($0, $1, reading: readMaildir) }
        ) { _, came in came.contains(13) ? "the Maildir holds CR" : nil },
        Way(
            name: "Dovecot, by LMTP, read by IMAP",
            prepare: { $0.change { if $0.type.hasPrefix("text/") { $0.coding = .eightBit } } },
            send: { try throughDovecot($0, $1, reading: readIMAP) }
        ) { _, came in
            came.split(separator: 10).allSatisfy { $0.last == 13 } ? nil : "IMAP gave bare LF"
        },
    ]

    private static let records = ["bird.jpg", "boat.jpg"].compactMap { name in
        SampleShares.record(named: name).map { record in
            var record = record
            record.id = RecordID()
            record.caption = "Über dem Höfli,\nvor dem Regen"
            return record
        }
    }

    @Test(arguments: ways.map(\.name), ["en", "de"])
    func `a server's own way loses nothing, or names the channel`(
        name: String, language: String
    ) throws {
        let way = try #require(Self.ways.first { $0.name == name })
        let servers = try #require(MailServers.running)
        var options = try SampleShares.options()
        options.language = language
        let share = try ShareComposer().pieces(of: Self.records, options).message.bytes()
        var root = MangledPart(MailMessage(parsing: share).root)
        way.prepare(&root)
        let sent = name.contains("as it is") ? share : root.message()
        let came = try way.send(servers, sent)
        #expect(way.objection(sent, came) == nil)
        let message = MailMessage(parsing: came)
        let whole = ShareReader().read(message)
        #expect(whole.photos.count == 2)
        #expect(whole.photos.allSatisfy { $0.edited == nil && $0.match == .sha256 })
        #expect(whole.channels == Set(ShareChannel.allCases))
        for channel in ShareChannel.allCases {
            let photos = ShareReader(channels: [channel]).read(message).photos
            #expect(photos.count == 2, "\(channel)")
            for (record, photo) in zip(Self.records, photos) {
                var (sent, back) = (record, photo.record)
                if channel == .labelledBlock {
                    (sent, back) = (LabelledBlock.readable(sent), LabelledBlock.readable(back))
                }
                #expect(StoryComparison.differences(sent, back) == [], "\(channel)")
            }
        }
        let title = "\(name), \(language)".padding(toLength: 62, withPad: " ", startingAt: 0)
        print(
            "mangling: \(title) "
                + whole.channels.sorted().map(\.rawValue).joined(separator: ", "))
    }

    // MARK: The ways

    /// HTML with every letter beyond ASCII as a reference, in the JSON of a script as an escape.
    private static func ascii(_ html: String) -> String {
        var isScript = false
        var text = ""
        for piece in html.split(separator: "<", omittingEmptySubsequences: false) {
            if piece.hasPrefix("script") { isScript = true }
            if piece.hasPrefix("/script") { isScript = false }
            text += text.isEmpty && piece.isEmpty ? "" : "<"
            for unit in isScript ? Array(piece.utf16) : [] {
                text +=
                    unit < 0x80
                    ? String(UnicodeScalar(UInt8(unit)))
                    : "\\u" + String(Int(unit) + 0x1_0000, radix: 16).suffix(4)
            }
            for scalar in isScript ? [] : Array(piece.unicodeScalars) {
                text += scalar.isASCII ? String(scalar) : "&#\(scalar.value);"
            }
        }
        return text
    }

    private static func longest(_ mail: [UInt8]) -> Int {
        mail.split(separator: 10).map { $0.last == 13 ? $0.count - 1 : $0.count }.max() ?? 0
    }

    private static func throughPostfix(_ servers: MailServers, _ mail: [UInt8]) throws -> [UInt8] {
        let user = MailServers.freshUser()
        try servers.send(
            mail, by: .smtp, port: servers.postfix, from: "ben@example.net",
            to: "\(user)@example.org")
        return try wait {
            let names = try FileManager.default.contentsOfDirectory(atPath: servers.stored)
            for name in names where name.hasSuffix(".json") {
                let envelope = URL(filePath: servers.stored).appending(path: name)
                guard try String(contentsOf: envelope, encoding: .utf8).contains(user) else {
                    continue
                }
                let file = envelope.deletingPathExtension().appendingPathExtension("eml")
                return (try? Data(contentsOf: file)).map { [UInt8]($0) }
            }
            return nil
        }
    }

    private static func throughDovecot(
        _ servers: MailServers, _ mail: [UInt8],
        reading: (MailServers, _ user: String) throws -> [UInt8]?
    ) throws -> [UInt8] {
        let user = MailServers.freshUser()
        try servers.send(mail, by: .lmtp, port: servers.lmtp, from: "ben@example.net", to: user)
        return try wait { try reading(servers, user) }
    }

    private static func readMaildir(_ servers: MailServers, _ user: String) throws -> [UInt8]? {
        let folder = servers.maildir(of: user) + "/new"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return try names.first.map {
            [UInt8](try Data(contentsOf: URL(filePath: folder).appending(path: $0)))
        }
    }

    private static func readIMAP(_ servers: MailServers, _ user: String) throws -> [UInt8]? {
        let python = try #require(Program.installed("python3"))
        let script = """
            import imaplib, ssl, sys
            context = ssl.create_default_context(cafile=sys.argv[1])
            box = imaplib.IMAP4_SSL("\(servers.host)", \(servers.imaps), ssl_context=context)
            box.login("\(user)", "\(servers.password)")
            count = int(box.select("INBOX", readonly=True)[1][0])
            if count: sys.stdout.buffer.write(box.fetch("1", "(BODY.PEEK[])")[1][0][1])
            box.logout()
            """
        let outcome = try python(["-c", script, servers.authority])
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.bytes.isEmpty ? nil : outcome.bytes
    }

    /// What comes within a minute.
    private static func wait(_ look: () throws -> [UInt8]?) throws -> [UInt8] {
        for _ in 0..<600 {
            if let found = try look() { return found }
            Thread.sleep(forTimeInterval: 0.1)
        }
        return try #require(nil as [UInt8]?, "The mail did not come within a minute.")
    }
}
