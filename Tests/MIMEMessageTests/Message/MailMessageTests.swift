import MIMEMessage
import Testing

@Suite struct MailMessageTests {
    static let mail = """
        From anna@a.example Fri Nov 20 10:00:00 2026
        Received: by one
        Received: by two
        From: =?utf-8?Q?J=C3=BCrgen?= <j@a.example>
        To: Anna <anna@b.example>,
         bert@b.example
        Subject : =?utf-8?Q?The_k=C3=AFte?=
        \tabove the barn
        Date: Fri, 20 Nov 2026 10:00:00 +0100
        Message-ID: <1@a.example>
        References: <0@a.example>
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary="=_b"

        preamble
        --=_b
        Content-Type: text/plain; charset=iso-8859-1
        Content-Transfer-Encoding: quoted-printable

        =E9t=E9
        zwei

        --=_b
        Content-Type: message/rfc822

        Subject: inner
        Content-Type: multipart/alternative; boundary=x

        --x

        plain
        --x
        Content-Type: text/html

        <p>html</p>
        --x--
        inner epilogue
        --=_b \t
        Content-Type: image/png; name="a.png"
        Content-Disposition: attachment; filename*=utf-8''%C3%A9.png
        Content-ID: <pic@a.example>
        Content-Transfer-Encoding: base64

        aGVsbG8=
        --=_b--
        epilogue
        """

    @Test(arguments: LineEnds.allCases)
    func `a message gives its fields and parts`(ends: LineEnds) throws {
        let message = MailMessage(parsing: ends.bytes(Self.mail))
        #expect(message.subject == "The kïte above the barn")
        #expect(message.from == [Mailbox(name: "Jürgen", address: "j@a.example")])
        #expect(message.to.map(\.address) == ["anna@b.example", "bert@b.example"])
        #expect(message.date?.iso8601 == "2026-11-20T10:00:00+01:00")
        #expect(message.messageID == MessageID(rawValue: "1@a.example"))
        #expect(message.references.map(\.rawValue) == ["0@a.example"])
        #expect(message.headers[values: "received"] == ["by one", "by two"])
        #expect(
            message.tree
                == "multipart/mixed(text/plain,message/rfc822(multipart/alternative(text/plain,text/html)),image/png)"
        )
        #expect(message.defects.map(\.code) == [.blankBeforeColon])
        #expect(
            message.allParts.map(\.path) == [
                "1", "1.1", "1.2", "1.2.1", "1.2.1.1", "1.2.1.2", "1.3",
            ])
        let leaves = message.leafParts
        #expect(
            leaves.map { $0.decodedText() } == ["été\nzwei\n", "plain", "<p>html</p>", "hello"])
        let picture = try #require(leaves.last)
        #expect(picture.fileName == "é.png")
        #expect(picture.isAttachment)
        #expect(picture.contentID?.rawValue == "pic@a.example")
        #expect(picture.decodedBody().text == "hello")
        #expect(picture.disposition?.isAttachment == true)
        let inner = try #require(message.root.children[1].embeddedMessage)
        #expect(MailMessage(embedded: inner).subject == "inner")
    }

    @Test func `lines that end with CR alone are read`() {
        let bytes = Array(Self.mail.replacing("\n", with: "\r").utf8)
        let message = MailMessage(parsing: bytes)
        #expect(message.leafParts.count == 4)
        #expect(message.defects.first?.code == .bareCarriageReturns)
    }

    @Test func `mixed line ends are read`() {
        var mixed: [UInt8] = []
        for (place, octet) in Self.mail.utf8.enumerated() {
            if octet == 0x0A, place % 3 == 0 { mixed.append(0x0D) }
            mixed.append(octet)
        }
        #expect(MailMessage(parsing: mixed).leafParts.count == 4)
    }

    @Test func `an empty message is a defect`() {
        let message = MailMessage(parsing: [])
        #expect(message.defects.map(\.code) == [.emptyMessage])
        #expect(message.tree == "text/plain")
        #expect(message.leafParts.map { $0.decodedBody() } == [[]])
    }

    @Test func `a signed part is found byte for byte`() {
        let signed = "Content-Type: text/plain\r\n\r\nsigned  \r\n"
        let bytes = Array(
            "Content-Type: multipart/signed; boundary=b\r\n\r\n--b\r\n\(signed)\r\n--b\r\nContent-Type: application/pgp-signature\r\n\r\nx\r\n--b--\r\n"
                .utf8)
        #expect(MailMessage(parsing: bytes).root.children.first?.rawBytes.text == signed)
    }
}
