import MIMEMessage
import Testing

@Suite struct MessageIDTests {
    @Test(arguments: [
        ("<a@b>", ["a@b"]), ("<a@b> <c@d>", ["a@b", "c@d"]), ("<a@b>,\n <c@d>", ["a@b", "c@d"]),
        ("Your message of Friday <a@b>", ["a@b"]), ("a@b", ["a@b"]), ("<a@ b>", ["a@b"]),
        ("<a@b", ["a@b"]), ("", []), ("<>", []), ("(comment <x@y>) <a@b>", ["a@b"]),
    ])
    func `references give their identifiers`(header: String, identifiers: [String]) {
        let message = MailMessage(parsing: Array("References: \(header)\n\nx".utf8))
        #expect(message.references.map(\.rawValue) == identifiers)
    }

    @Test func `an identifier has brackets only where it is written`() {
        #expect(MessageID(rawValue: "<a@b>") == MessageID(rawValue: "a@b"))
        #expect(MessageID(rawValue: "a@b").description == "<a@b>")
    }
}
