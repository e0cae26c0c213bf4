import Foundation
import MIMEMessage
import OutputText
import TestSupport
import Testing

@Suite struct MIMEBuilderTests {
    static func share() throws -> MIMEBuilder {
        let picture = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        var builder = MIMEBuilder(
            body: .mixed([
                .alternative([
                    .plainText("Rotmilan über der Scheune\n\nFrom here on\n.\n", flowed: true),
                    .related(
                        root: .html("<p>Rotmilan</p><img src=\"cid:p@a.example\">\n"),
                        [
                            .inline(
                                picture, type: .jpeg, fileName: "p.jpg",
                                contentID: MessageID(rawValue: "p@a.example"))
                        ]),
                ]),
                .attachment(
                    picture, type: .jpeg,
                    fileName: "Rotmilan über der Scheune, am frühen Morgen, von Süden gesehen.jpg",
                    description: "Ein Rotmilan über der Scheune"),
                .attachment([], type: .octetStream, fileName: "empty \"quoted\".bin"),
                .message(Array("Subject: inner\r\n\r\nbody\r\n".utf8)),
            ]))
        builder.from = [Mailbox(name: "Jürgen Größe", address: "j@a.example")]
        builder.to = [
            Mailbox(name: "Ames, Anna", address: "anna@b.example"),
            Mailbox(address: "bert@b.example"),
        ]
        builder.cc = (1...8).map { Mailbox(name: "Person \($0)", address: "person\($0)@c.example") }
        builder.subject =
            "Rotmilan über der Scheune – und noch ein langer Betreff with plain words at the end"
        builder.date = MailDate(secondsSince1970: 1_795_165_200, offsetMinutes: 60)
        builder.messageID = MessageID(rawValue: "1@a.example")
        builder.references = (1...5).map { MessageID(rawValue: "reference-\($0)@a.example") }
        builder.extraFields = [.init("X-Mailer", "wit 1.0  two spaces")]
        return builder
    }

    @Test func `what is built reads back, without a defect`() throws {
        let builder = try Self.share()
        let message = MailMessage(parsing: try builder.build())
        #expect(message.defects.isEmpty)
        #expect(message.subject == builder.subject)
        #expect(message.from == builder.from)
        #expect(message.to == builder.to)
        #expect(message.cc == builder.cc)
        #expect(message.date == builder.date)
        #expect(message.messageID == builder.messageID)
        #expect(message.references == builder.references)
        #expect(message.headers["X-Mailer"] == "wit 1.0  two spaces")
        #expect(
            message.tree
                == "multipart/mixed(multipart/alternative(text/plain,multipart/related(text/html,image/jpeg)),image/jpeg,application/octet-stream,message/rfc822(text/plain))"
        )
        let leaves = message.leafParts
        #expect(leaves[0].flowedText() == "Rotmilan über der Scheune\n\nFrom here on\n.\n")
        #expect(leaves[1].decodedText() == "<p>Rotmilan</p><img src=\"cid:p@a.example\">\n")
        #expect(leaves[2].contentID?.rawValue == "p@a.example")
        let picture = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        #expect(leaves[3].decodedBody() == picture)
        let name = "Rotmilan über der Scheune, am frühen Morgen, von Süden gesehen.jpg"
        #expect(leaves[3].fileName == name)
        #expect(leaves[3].contentType.parameters["name"] == name)
        #expect(leaves[3].contentDescription == "Ein Rotmilan über der Scheune")
        #expect(leaves[4].fileName == "empty \"quoted\".bin")
        #expect(leaves[4].decodedBody().isEmpty)
        #expect(message.leafParts.flatMap { $0.decoded().defects }.isEmpty)
    }

    @Test func `what is built is 7-bit with CRLF and short lines`() throws {
        let bytes = try Self.share().build()
        #expect(bytes.allSatisfy { $0 < 0x80 && $0 != 0 })
        let lines = bytes.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        #expect(lines.dropLast().allSatisfy { $0.last == 0x0D })
        #expect(lines.allSatisfy { $0.count <= 79 })
        #expect(bytes == (try Self.share().build()))
    }

    @Test(arguments: ["x\r\nBcc: y", "x\n", "\r", "x\0y"])
    func `line breaks and NUL are refused everywhere`(value: String) throws {
        let changes: [@Sendable (inout MIMEBuilder) -> Void] = [
            { $0.subject = value },
            { $0.from = [Mailbox(address: "a@b.example" + value)] },
            { $0.to = [Mailbox(name: value, address: "a@b.example")] },
            { $0.messageID = MessageID(rawValue: "a@b" + value + "c") },
            { $0.extraFields = [.init("X-A", value)] },
            { $0.extraFields = [.init(HeaderName(rawValue: "X-" + value), "a")] },
            { $0.body = .attachment([1], type: .jpeg, fileName: value) },
            { $0.body = .attachment([1], type: .jpeg, description: value) },
            { $0.body = .attachment([1], type: MediaType("image", "jpeg" + value)) },
            { $0.body = .attachment([1], type: MediaType("image", "jpeg", ["a": value])) },
        ]
        for change in changes {
            var builder = try Self.share()
            change(&builder)
            let error = #expect(throws: WitError.self) { try builder.build() }
            #expect(error?.item.isEmpty == false)
        }
    }

    @Test(arguments: [
        "", "a", "  two  spaces  ", "ä", "=?utf-8?Q?x?=", String(repeating: "ä", count: 500),
        String(repeating: "x", count: 1_500), "日本語 と English mixed 日本語", "tab\there",
        String(repeating: "word ", count: 100) + "end", "👩‍👩‍👧‍👦 family", "\u{7F}",
    ])
    func `any subject and name comes back`(text: String) throws {
        var builder = MIMEBuilder(body: .plainText("x"))
        builder.subject = text
        builder.from = [Mailbox(name: text, address: "a@b.example")]
        builder.body = .attachment([1], type: .jpeg, fileName: text)
        let bytes = try builder.build()
        let message = MailMessage(parsing: bytes)
        #expect(message.subject ?? "" == text)
        #expect(message.from == [Mailbox(name: text.isEmpty ? nil : text, address: "a@b.example")])
        #expect(message.root.fileName ?? "" == text)
        #expect(message.root.contentType.parameters["name"] == text)
        #expect(bytes.split(separator: 0x0A).allSatisfy { $0.count <= 250 })
    }

    /// Found by fuzzing: with a NUL in it, the text kept the CRs of transport.
    @Test(arguments: ["a\nb\u{0}\nc\n", "a\u{1}\r\nb", "\u{0}\n\n"])
    func `a text with control characters comes back`(text: String) throws {
        let bytes = try MIMEBuilder(body: .plainText(text)).build()
        let back = MailMessage(parsing: bytes).root.decodedText()
        #expect(back.hasPrefix(text.replacing("\r\n", with: "\n")))
        #expect(!back.utf8.contains(13))
    }

    @Test func `a file name that no reader would take whole is refused`() {
        let name = String(repeating: "ä", count: 5_000)
        let body = MIMEBody.attachment([1], type: .jpeg, fileName: name)
        let error = #expect(throws: WitError.self) { try MIMEBuilder(body: body).build() }
        #expect(error?.code == .lineTooLong)
    }

    @Test func `an address that looks like an encoded word stays as it is`() throws {
        let address = "a@b.=?utf-8?Q?ee?=-c.example"
        var builder = MIMEBuilder(body: .plainText("x", flowed: false))
        builder.from = [Mailbox(address: address), Mailbox(name: "Ann", address: address)]
        #expect(MailMessage(parsing: try builder.build()).from == builder.from)
    }

    @Test func `a boundary never stands in a part`() throws {
        let first = MailMessage(parsing: try MIMEBuilder(body: .mixed([.plainText("x")])).build())
        let boundary = try #require(first.root.contentType.parameters["boundary"])
        let second = try MIMEBuilder(body: .mixed([.plainText("--\(boundary)\n")])).build()
        let message = MailMessage(parsing: second)
        #expect(message.leafParts.map { $0.decodedText() } == ["--\(boundary)\n"])
    }

    @Test func `Python reads what is built without a defect`() throws {
        guard let python = try Program.needed("python3") else { return }
        let folder = try TemporaryFolder()
        try Data(Self.share().build()).write(to: URL(filePath: folder.path("m.eml")))
        let script = """
            import email, email.policy, sys
            m = email.message_from_bytes(open(sys.argv[1], 'rb').read(), policy=email.policy.strict)
            def walk(p):
                assert not p.defects, p.defects
                for n, v in p.items():
                    # RFC 2047 words in name= are forbidden, and what old programs read.
                    wrong = [d for d in v.defects if n != 'Content-Type' or 'encoded' not in str(d)]
                    assert not wrong, (n, wrong)
                for c in p.iter_parts() if p.is_multipart() else []: walk(c)
            walk(m)
            print(m['subject'])
            for p in m.walk():
                if p.get_filename(): print(p.get_filename(), len(p.get_payload(decode=True)))
            """
        let outcome = try python(["-X", "utf8", "-c", script, folder.path("m.eml")])
        #expect(outcome.status == 0)
        #expect(
            outcome.lines == [
                "Rotmilan über der Scheune – und noch ein langer Betreff with plain words at the end",
                "p.jpg 1000",
                "Rotmilan über der Scheune, am frühen Morgen, von Süden gesehen.jpg 1000",
                "empty \"quoted\".bin 0",
            ])
    }
}
