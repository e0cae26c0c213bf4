import MIMEMessage
import OutputText
import Testing

@Suite struct MailboxTests {
    @Test func `a typed address gives its name and address`() throws {
        let anna = try Mailbox(validating: "Anna Ames <anna@a.example>")
        #expect(anna == Mailbox(name: "Anna Ames", address: "anna@a.example"))
        #expect(anna.localPart == "anna")
        #expect(anna.domain == "a.example")
    }

    @Test(arguments: [
        "a@[192.0.2.1]", "a@[IPv6:2001:db8::1]", "\"a b\"@c.example", "a+b@c.example",
    ])
    func `rare addresses are addresses`(text: String) throws {
        #expect(try Mailbox(validating: text).address == text)
    }

    @Test(arguments: [
        ("", WitError.Code.noAddress),
        ("Anna", .noAddress),
        ("Anna <anna>", .noAddress),
        ("@a.example", .noAddress),
        ("anna@", .noAddress),
        ("a b@c", .noAddress),
        ("a@b@c", .noAddress),
        ("a@b.example>", .noAddress),
        ("a@b.example, c@d.example", .manyAddresses),
        ("a@b.example\r\nBcc: c@d.example", .lineBreak),
        ("a@b.example\n", .lineBreak),
        ("a\0@b.example", .lineBreak),
    ])
    func `what is not an address is refused by name`(text: String, code: WitError.Code) {
        let error = #expect(throws: WitError.self) { try Mailbox(validating: text) }
        #expect(error?.code == code)
        #expect(error?.message.contains("\n") == false)
        #expect(error?.item == text)
    }
}
