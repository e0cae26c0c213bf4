import Foundation
import JSON
import TestSupport
import Testing

/// A question that Postfix takes to Dovecot, where real programs answer it: Postfix that it cannot be
/// delivered, an autoresponder that its owner is away, NeoMutt what a person wrote.
@Suite(.needs(.mailServers, .tool("neomutt"), .tool("mailbot"), .tool("python3"), .tool("script")))
struct MailProgramAnswerTests {
    private let asking: AskingFixture

    init() throws {
        asking = try AskingFixture()
        // Postfix asks for no password, so that the account has no user.
        let settings = asking.fixture.folder.path("settings.toml")
        try """
        \(String(contentsOfFile: settings, encoding: .utf8))
        [accounts.postfix]
        address = "\(asking.user)@localhost"
        smtp = "smtp+plain://\(asking.servers.host):\(asking.servers.postfix)"
        """.write(toFile: settings, atomically: true, encoding: .utf8)
    }

    private var me: String { asking.user + "@localhost" }
    private var ben: String { asking.ben + "@localhost" }

    /// What an autoresponder answers to a mail; it quotes all of it.
    private func absence(for mail: String) throws -> [UInt8] {
        let text = asking.fixture.folder.path("away.txt")
        try "What is it: I am away until Monday.\n"
            .write(toFile: text, atomically: true, encoding: .utf8)
        let mailbot = try #require(Program.installed("mailbot"))
        let outcome = try mailbot(
            ["-t", text, "-A", "From: Ben <\(ben)>", "cat"], input: Array(mail.utf8))
        try #require(outcome.status == 0 && !outcome.bytes.isEmpty, "\(outcome.errors)")
        #expect(outcome.output.contains("Auto-Submitted: auto-replied"))
        return outcome.bytes
    }

    @Test func `answers of real programs come home by Postfix`() throws {
        // Dovecot has no room for it at one of both, which Postfix reports.
        try asking.wit(
            "ask", asking.photo, "--at", "60%,30%", "--to", "Ben <\(ben)>", "--to",
            "full@localhost", "--question", "Which peak is that?", "--send", "--account", "postfix")
        let sent = try #require(try asking.mails(of: asking.ben, count: 1).first)
        let id = try asking.field("message-id", of: sent)
        let tag = try #require(sent.firstMatch(of: /\[wit-[a-z0-9]{12}\]/)).output
        let bounce = try #require(try asking.mails(of: asking.user, count: 1).first)
        #expect(bounce.contains("Action: failed") && bounce.contains("Status: 5.2.2"), "\(bounce)")

        // What comes in between changes nothing that matters.
        // A stranger knows the tag, or says to be Ben and knows it not.
        let forged = [("Eve <eve@evil.example>", "\(tag)"), ("Ben <\(ben)>", "[wit-abcdefghijkl]")]
            .map { from, tag in
                asking.answer(
                    from: from, to: nil, subject: "Re: What is that? \(tag)",
                    "What is it: Mount Doom\r\n")
            }
        let away = try absence(for: sent)
        for (mail, sender) in [(away, "")] + forged.map({ ($0, "eve@evil.example") }) {
            try asking.servers.send(
                mail, by: .smtp, port: asking.servers.postfix, from: sender, to: me)
        }
        _ = try asking.mails(of: asking.user, count: 4)
        try asking.wit("fetch", "--account", "home")
        #expect(try asking.json("questions")[0]["state"] == "open")
        try asking.wit("review", "--accept-all")
        #expect(try asking.regions() == ["Anna"])
        #expect(try asking.proposals() == ["Mount Doom"])

        // Above what it quotes, and below the line that it answers.
        let neoMutt = try NeoMutt(of: asking.ben, named: "Ben", asking.servers)
        try neoMutt.reply(editing: #"1i The Matterhorn.\n"#)
        try neoMutt.reply(editing: #"/^> Which peak is that?$/a \\nMonte Cervino, in Italian\n"#)
        let replies = try asking.mails(of: asking.user, count: 6).suffix(2)
        for reply in replies {
            #expect(try asking.field("user-agent", of: reply).hasPrefix("NeoMutt/"))
            #expect(try asking.field("in-reply-to", of: reply) == id)
            #expect(reply.contains("\n> Which peak is that?") && reply.contains("wrote:\n>"))
        }
        try asking.wit("fetch", "--account", "home")
        let question = try #require(try asking.json("questions", "--answered").first)
        #expect(question["answers"] == 2)
        let (proposed, review) = (try asking.proposals(), try asking.json("review"))
        #expect(
            proposed == ["Mount Doom", "The Matterhorn.", "Monte Cervino, in Italian"],
            "\(review)")
        try asking.accept(proposal: 2)
        #expect(try asking.json("questions")[0]["state"] == "settled")
        let name = "Monte Cervino, in Italian"
        #expect(try asking.regions() == ["Anna", name])
        try asking.expectInFile(name)

        // Another person's catalog has it from a share.
        let carol = try FetchFixture()
        try asking.wit(
            "share", asking.photo, "--to", "\(carol.user)@localhost", "--send", "--account",
            "postfix")
        _ = try asking.mails(of: carol.user, count: 1)
        let fetched = try carol.wit()(["fetch", "--account", "home"])
        try #require(fetched.status == 0, "\(fetched.errors)")
        let photos = try carol.wit()(["export", "--format", "jsonl"]).lines
        let photo = try JSONValue(parsing: #require(photos.first).utf8)
        #expect(
            photo["regions"]?.array?.compactMap { $0["name"]?.string } == ["Anna", name],
            "\(photos)")
    }
}
