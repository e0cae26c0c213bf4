import Testing

@testable import MIMEMessage

@Suite struct AddressListTests {
    struct Case: Sendable {
        var header: String
        var mailboxes: [Mailbox]

        init(_ header: String, _ mailboxes: (String?, String)...) {
            self.header = header
            self.mailboxes = mailboxes.map { Mailbox(name: $0.0, address: $0.1) }
        }
    }

    @Test(arguments: [
        Case("a@b.example", (nil, "a@b.example")),
        Case("Anna <a@b.example>", ("Anna", "a@b.example")),
        Case("<a@b.example>", (nil, "a@b.example")),
        Case("\"Ames, Anna\" <a@b.example>", ("Ames, Anna", "a@b.example")),
        Case("a@b.example (Anna)", ("Anna", "a@b.example")),
        Case("Anna (of Ames) <a@b.example>", ("Anna", "a@b.example")),
        Case("=?utf-8?Q?J=C3=BCrgen?= <j@b.example>", ("Jürgen", "j@b.example")),
        Case("\"=?utf-8?Q?J=C3=BCrgen?=\" <j@b.example>", ("Jürgen", "j@b.example")),
        Case("a@b.example, Bert <c@d.example>", (nil, "a@b.example"), ("Bert", "c@d.example")),
        Case("a@b.example; c@d.example", (nil, "a@b.example"), (nil, "c@d.example")),
        Case("<@one.example,@two.example:a@b.example>", (nil, "a@b.example")),
        Case("a . b @ c.example", (nil, "a.b@c.example")),
        Case("\"a b\"@c.example", (nil, "\"a b\"@c.example")),
        Case("John \"Q.\" Public <j@b.example>", ("John Q. Public", "j@b.example")),
        Case("Friends: a@b.example, c@d.example;", (nil, "a@b.example"), (nil, "c@d.example")),
        Case("undisclosed-recipients:;"),
        Case("a@[IPv6:::1]", (nil, "a@[IPv6:::1]")),
        Case("[List] Anna <a@b.example>", ("[List] Anna", "a@b.example")),
        Case("Anna a@b.example", ("Anna", "a@b.example")),
        Case("a@b.example,,c@d.example,", (nil, "a@b.example"), (nil, "c@d.example")),
        Case("Anna <a@b.example", ("Anna", "a@b.example")),
        Case(""),
        Case("((("),
        Case("\"unclosed"),
    ])
    func `addresses read as people wrote them`(example: Case) {
        let found = AddressList.parse(Array(example.header.utf8)[...]).flatMap(\.mailboxes)
        #expect(found == example.mailboxes)
    }

    @Test func `a group keeps its name`() {
        let found = AddressList.parse(Array("Friends: a@b.example;, c@d.example".utf8)[...])
        #expect(
            found == [
                .group(name: "Friends", members: [Mailbox(address: "a@b.example")]),
                .mailbox(Mailbox(address: "c@d.example")),
            ])
    }

    @Test(arguments: ["a:", "<", "(", "\"", ",", ";", ":", "@", "a@b,", "<a@b>:"])
    func `repetition without end ends`(piece: String) {
        let found = AddressList.parse(Array(String(repeating: piece, count: 5_000).utf8)[...])
        #expect(found.count <= 5_000)
    }
}
