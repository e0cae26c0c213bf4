import OutputText
import Testing

@testable import MIMEMessage

@Suite struct InternationalDomainTests {
    /// By Python's `idna` 3.4, which implements IDNA2008 by itself.
    @Test(arguments: [
        ("exämple.org", "xn--exmple-cua.org"), ("EXÄMPLE.org", "xn--exmple-cua.org"),
        ("straße.de", "xn--strae-oqa.de"), ("faß.de", "xn--fa-hia.de"),
        ("παράδειγμα.δοκιμή", "xn--hxajbheg2az3al.xn--jxalpdlp"),
        ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("bücher.example", "xn--bcher-kva.example"),
        ("a.example", "a.example"), ("xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("[127.0.0.1]", "[127.0.0.1]"), ("ex\u{61}\u{308}mple.org", "xn--exmple-cua.org"),
    ])
    func `a domain is written as A-labels`(domain: String, ascii: String) {
        #expect(InternationalDomain.ascii(domain) == ascii)
    }

    @Test(arguments: [
        "-ä.org", "ä..org", ".ä.org", "ä。。org", "ä\u{2028}.org",
        String(repeating: "ä", count: 64) + ".org",
    ])
    func `what cannot be a domain is refused`(domain: String) {
        #expect(InternationalDomain.ascii(domain) == nil)
    }

    @Test func `header fields have A-labels, and letters as they are only for SMTPUTF8`() throws {
        var builder = MIMEBuilder(body: .plainText("x"))
        builder.from = [try Mailbox(validating: "Ann <ann@exämple.org>")]
        builder.to = [try Mailbox(validating: "ben@straße.de")]
        let plain = String(decoding: try builder.build(), as: UTF8.self)
        #expect(
            plain.contains("From: Ann <ann@xn--exmple-cua.org>\r\nTo: ben@xn--strae-oqa.de\r\n"))
        builder.cc = [Mailbox(address: "jörg@exämple.org")]
        #expect(throws: WitError.self) { try builder.build() }
        builder.usesSMTPUTF8 = true
        let international = try builder.build()
        let text = String(decoding: international, as: UTF8.self)
        #expect(text.contains("From: Ann <ann@exämple.org>\r\n"))
        #expect(text.contains("Cc: jörg@exämple.org\r\n"))
        let read = MailMessage(parsing: international)
        #expect(read.cc.map(\.address) == ["jörg@exämple.org"])
        #expect(read.defects.isEmpty)
    }
}
