import Foundation
import JSON
import TestSupport
import Testing

/// A question on its whole way: out by Dovecot's submission, answered as several mail programs do it,
/// fetched, accepted, written into the file, shared on.
@Suite(.needs(.mailServers))
struct AskingEndToEndTests {
    private let asking: AskingFixture

    init() throws { asking = try AskingFixture() }

    @Test func `a question comes home with its answer`() throws {
        try asking.wit(
            "ask", asking.photo, "--at", "60%,30%", "--to", "Ben <\(asking.ben)@localhost>",
            "--question",
            "Which peak is that?", "--send", "--account", "home", "--due", "2035-01-01")
        let sent = try #require(try asking.mails(of: asking.ben).first)
        let id = try asking.field("message-id", of: sent)
        let tag = try #require(sent.firstMatch(of: /\[wit-[a-z0-9]{12}\]/)).output
        let subject = "Re: What is that? \(tag)"

        // What comes in between changes nothing that matters.
        try asking.servers.deliver(
            [
                asking.answer(
                    from: "\(asking.ben)@localhost", to: id, subject: "Away",
                    fields: ["Auto-Submitted: auto-replied"], "I am away until Monday.\r\n"),
                asking.bounce(of: id),
                asking.answer(
                    from: "Eve <eve@evil.example>", to: nil, subject: subject,
                    "What is it: Mount Doom\r\n"),
                asking.answer(
                    from: "list@localhost", to: nil, subject: "News", "Nothing of this.\r\n"),
            ], to: asking.user)
        try asking.wit("fetch", "--account", "home")
        #expect(try asking.json("questions")[0]["state"] == "undeliverable")
        try asking.wit("review", "--accept-all")
        #expect(try asking.regions() == ["Anna"])

        // neomutt, Thunderbird and Gmail.
        try asking.servers.deliver(
            [
                asking.answer(
                    from: "Ben <\(asking.ben)@localhost>", to: id, subject: subject,
                    fields: ["User-Agent: NeoMutt/20240425"],
                    "The Matterhorn.\r\n\r\nOn Fri, Nov 20, 2026, Anna wrote:\r\n"
                        + "> Which peak is that?\r\n> What is it: …\r\n"),
                asking.answer(
                    from: "Ben <\(asking.ben)@localhost>", to: id, subject: subject,
                    type: "text/html; charset=utf-8",
                    "<html><body><div class=\"moz-cite-prefix\">Am 20.11.26 schrieb Anna:<br>"
                        + "</div><blockquote type=\"cite\">Which peak is that?</blockquote>"
                        + "<p>Monte Cervino, in Italian</p><blockquote type=\"cite\">What is it: "
                        + "…</blockquote></body></html>"),
                asking.answer(
                    from: "Prof <prof@uni.example>", to: id, subject: subject,
                    type: "text/html; charset=utf-8",
                    "<div dir=\"ltr\">What is it: Mont Cervin</div><br><div class=\"gmail_quote\">"
                        + "<div dir=\"ltr\" class=\"gmail_attr\">On Fri, Nov 20, 2026, Anna wrote:"
                        + "<br></div><blockquote class=\"gmail_quote\">What is it: …"
                        + "</blockquote></div>"),
            ], to: asking.user)
        try asking.wit("fetch", "--account", "home")
        let question = try #require(try asking.json("questions", "--answered").first)
        #expect(question["answers"] == 3 && question["due"] == "2035-01-01")
        #expect(
            try asking.proposals() == [
                "Mount Doom", "The Matterhorn.", "Monte Cervino, in Italian", "Mont Cervin",
            ])
        try asking.accept(proposal: 3)
        #expect(try asking.json("questions")[0]["state"] == "settled")
        let region = try #require(try asking.json("show", asking.photo)[0]["regions"]?.array?.last)
        #expect(region["name"] == "Mont Cervin")
        #expect(try asking.wit("questions", "show", "1").output.contains("Prof <prof@uni.example>"))

        // The file has it, and another catalog.
        try asking.expectInFile("Mont Cervin")
        try asking.wit("share", asking.photo, "--to", "c@example.org", "--output", "share.eml")
        try asking.wit("import", "share.eml", catalog: "third.sqlite")
        let third = try asking.wit("export", "--format", "jsonl", catalog: "third.sqlite").output
        #expect(third.contains("Mont Cervin"))
    }
}
