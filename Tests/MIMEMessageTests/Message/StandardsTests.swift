import MIMEMessage
import Testing

/// What the standards say, clause by clause, each as LF and as CRLF.
@Suite struct StandardsTests {
    struct Clause: Sendable, CustomTestStringConvertible {
        var name: String
        var mail: String
        var holds: @Sendable (MailMessage) -> Bool

        var testDescription: String { name }

        init(_ name: String, _ mail: String, _ holds: @escaping @Sendable (MailMessage) -> Bool) {
            (self.name, self.mail, self.holds) = (name, mail, holds)
        }
    }

    static let headers: [Clause] = [
        Clause("RFC 5322 §2.2.3: folding is undone", "Subject: a\n b\n\tc\n\n") {
            $0.subject == "a b c"
        },
        Clause("RFC 5322 §3.4: groups", "To: Friends: a@x.example, B <b@x.example>;\n\n") {
            $0.to.map(\.address) == ["a@x.example", "b@x.example"]
        },
        Clause("RFC 5322 §3.2.2: comments nest", "From: a@x.example (one (two) three)\n\n") {
            $0.from.first?.name == "one (two) three"
        },
        Clause("RFC 5322 §4.3: obsolete zones", "Date: Fri, 20 Nov 98 10:00:00 EST\n\n") {
            $0.date?.iso8601 == "1998-11-20T10:00:00-05:00"
        },
        Clause("RFC 5322 §3.6.4: identifiers", "References: <a@x> (why) <b@y>\n\n") {
            $0.references.map(\.rawValue) == ["a@x", "b@y"]
        },
        Clause("RFC 2047 §4.1: B", "Subject: =?utf-8?B?w6TDtg==?=\n\n") { $0.subject == "äö" },
        Clause("RFC 2047 §4.2: Q", "Subject: =?iso-8859-1?Q?a_=E4?=\n\n") { $0.subject == "a ä" },
        Clause(
            "RFC 2047 §6.2: blanks between words vanish",
            "Subject: =?utf-8?Q?a?=\n =?utf-8?Q?b?= c\n\n"
        ) { $0.subject == "ab c" },
        Clause("RFC 2231 §5: a language", "Subject: =?utf-8*en?Q?a?=\n\n") { $0.subject == "a" },
        Clause("RFC 6532 §3.2: raw UTF-8", "Subject: Käse\nFrom: Ä <ä@ö.example>\n\n") {
            $0.subject == "Käse" && $0.from.first?.address == "ä@ö.example"
        },
    ]

    static let parameters: [Clause] = [
        Clause(
            "RFC 2045 §5.1: names and types have no case", "CONTENT-TYPE: Image/JPEG; NAME=a\n\n"
        ) {
            $0.root.contentType.essence == "image/jpeg" && $0.root.fileName == "a"
        },
        Clause("RFC 2045 §5.2: what no field says is text/plain", "Subject: x\n\n") {
            $0.root.contentType.essence == "text/plain"
        },
        Clause(
            "RFC 2183 §2.3: the file name of the disposition stands above the type's",
            "Content-Type: image/png; name=a\nContent-Disposition: inline; filename=b\n\n"
        ) { $0.root.fileName == "b" && $0.root.disposition?.isInline == true },
        Clause(
            "RFC 2183 §2.8: an unknown disposition is no inline",
            "Content-Type: image/png\nContent-Disposition: hover\n\n"
        ) { $0.root.disposition?.isInline == false && $0.root.isAttachment },
        Clause(
            "RFC 2231 §3: continuations in any order",
            "Content-Disposition: attachment; filename*1=b; filename*0=a; filename*2=c\n\n"
        ) { $0.root.fileName == "abc" },
        Clause(
            "RFC 2231 §4: charset and escapes",
            "Content-Disposition: attachment; filename*=iso-8859-1'de'K%E4se\n\n"
        ) { $0.root.fileName == "Käse" },
        Clause(
            "RFC 2231 §4.1: both",
            "Content-Disposition: attachment; filename*0*=utf-8''K%C3; filename*1*=%A4; filename*2=se\n\n"
        ) { $0.root.fileName == "Käse" },
        Clause(
            "RFC 5987 §4.2 leniency: the extended one wins",
            "Content-Disposition: attachment; filename=\"EURO\"; filename*=UTF-8''%e2%82%ac\n\n"
        ) { $0.root.fileName == "€" },
        Clause(
            "RFC 5987 §3.2.1 leniency: quotes around the extended one",
            "Content-Disposition: attachment; filename*=\"UTF-8''%e2%82%ac\"\n\n"
        ) { $0.root.fileName == "€" },
    ]

    static let bodies: [Clause] = [
        Clause(
            "RFC 2045 §6.7 (3): blanks at a line's end vanish",
            "Content-Transfer-Encoding: quoted-printable\n\na=20 \t\nb=\nc"
        ) { $0.root.decodedText() == "a \nbc" },
        Clause(
            "RFC 2045 §6.8: base64", "Content-Transfer-Encoding: BASE64\n\naGVs\nbG8=\n"
        ) { $0.root.decodedText() == "hello" },
        Clause(
            "RFC 2046 §5.1.1: preamble and epilogue are no parts",
            "Content-Type: multipart/mixed; boundary=\"b c\"\n\nbefore\n--b c \n\none\n--b c--\nafter\n"
        ) { $0.leafParts.map { $0.decodedText() } == ["one"] },
        Clause(
            "RFC 2046 §5.1.5: a digest's parts are messages",
            "Content-Type: multipart/digest; boundary=b\n\n--b\n\nSubject: in\n\nx\n--b--\n"
        ) { $0.tree == "multipart/digest(message/rfc822(text/plain))" },
        Clause(
            "RFC 2046 §5.2.1: an embedded message",
            "Content-Type: message/rfc822\n\nSubject: in\n\nx"
        ) { $0.root.embeddedMessage?.headers["Subject"] == "in" },
        Clause(
            "RFC 6532 §3.7: an embedded message/global may be encoded",
            "Content-Type: message/global\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogw6QKCng=\n"
        ) { $0.root.embeddedMessage?.headers["Subject"] == "ä" },
        Clause(
            "RFC 2387 §3.2: start names the root",
            "Content-Type: multipart/related; boundary=b; start=\"<r@x>\"\n\n--b\nContent-Type: image/png\n\n1\n--b\nContent-ID: <r@x>\nContent-Type: text/html\n\n2\n--b--\n"
        ) { $0.root.relatedRoot?.contentType.essence == "text/html" },
        Clause(
            "RFC 2387 §3.2: the first one is the root where none is named",
            "Content-Type: multipart/related; boundary=b\n\n--b\n\n1\n--b\n\n2\n--b--\n"
        ) { $0.root.relatedRoot?.decodedText() == "1" },
        Clause(
            "RFC 2392 §2: a cid URL with escapes",
            "Content-Type: multipart/related; boundary=b\n\n--b\n\n1\n--b\nContent-ID: <a+b%c@x>\n\n2\n--b--\n"
        ) { $0.root.part(linked: "CID:a%2Bb%25c@x")?.decodedText() == "2" },
        Clause(
            "RFC 6522 §3, RFC 3464 §2: a report",
            "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nlost\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n--b\nContent-Type: message/rfc822\n\nSubject: in\n\nx\n--b--\n"
        ) {
            $0.tree
                == "multipart/report(text/plain,message/delivery-status,message/rfc822(text/plain))"
        },
        Clause(
            "RFC 3676 §4.1, §4.2: flowed lines join, DelSp takes the space",
            "Content-Type: text/plain; format=flowed; delsp=yes\n\none \ntwo\n\n-- \nme"
        ) { $0.root.flowedText() == "onetwo\n\n-- \nme" },
    ]

    @Test(arguments: headers + parameters + bodies, LineEnds.allCases)
    func `the example of each clause reads as the clause says, without a defect`(
        clause: Clause, lineEnds: LineEnds
    ) {
        let message = MailMessage(parsing: lineEnds.bytes(clause.mail))
        #expect(clause.holds(message))
        #expect(message.defects.isEmpty, "\(message.defects)")
    }

    /// RFC 1847 §2.1, RFC 3156 §5, RFC 8551 §3.5.3: what a signature covers stays byte for byte,
    /// whatever stands in it.
    @Test(arguments: [
        "Content-Type: text/plain\r\n\r\ntrailing  \t\r\n\r\n",
        "Content-Type: TEXT/plain;\r\n\tcharset=x\r\nX:  y \r\n\r\n=20\rlone\n\r\n",
        "\r\nno header",
        "Content-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nx\r\n--c--\r\nepilogue",
        "Content-Transfer-Encoding: 8bit\r\n\r\n\u{E4}\0\u{FF}",
    ])
    func `a signed part stays byte for byte`(signed: String) throws {
        let head = "Content-Type: multipart/signed; boundary=b\r\n\r\npreamble\r\n--b\r\n"
        let tail = "\r\n--b\r\nContent-Type: application/pgp-signature\r\n\r\nx\r\n--b--\r\n"
        let bytes = Array((head + signed + tail).utf8)
        let message = MailMessage(parsing: bytes)
        let part = try #require(message.root.children.first)
        #expect(part.rawBytes == Array(signed.utf8))
        #expect(Array(bytes[part.range]) == Array(signed.utf8))
        var pieces: [UInt8] = []
        part.forEachRawPiece { pieces += $0 }
        #expect(pieces == Array(signed.utf8))
    }
}
