import CatalogDatabase
import Foundation
import JSON
import MIMEMessage
import PhotoRecords
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

/// Answers as mail programs make them.
@Suite struct AnswerTests {
    private let scene: AskingScene

    init() throws { scene = try AskingScene() }

    @Test func `neomutt's answer above the quotation is taken in`() async throws {
        let (question, mail) = try await scene.ask()
        let report = try scene.take(
            scene.reply(
                to: mail, fields: ["User-Agent: NeoMutt/20240425"],
                """
                That is a buzzard.

                On Fri, Nov 20, 2026 at 10:00:00AM +0100, Anna wrote:
                \(scene.quoted(mail))

                --\u{20}
                Ben
                """))
        let answer = try #require(report.answer)
        #expect(answer.kind == .answer && answer.by == .thread)
        #expect(answer.question.number == question.number && answer.question.state == .answered)
        let event = try #require(try scene.anna.question(1).answers.first)
        #expect(event.text == "That is a buzzard." && event.address == "ben@example.org")
        #expect(try scene.proposedNames == ["That is a buzzard."])
    }

    @Test(arguments: ["en", "de", "fr", "es"])
    func `lines filled in within the quotation are taken in`(language: String) async throws {
        let (_, mail) = try await scene.ask(language: language)
        let labels = [
            "en": "What is it:", "de": "Was ist es:", "fr": "Qu'est-ce que c'est\u{A0}:",
            "es": "Qué es:",
        ]
        let label = try #require(labels[language])
        let quoted = scene.quoted(mail)
        try #require(quoted.contains("> \(label) …"))
        try scene.take(
            scene.reply(
                to: mail,
                "Anna wrote:\n"
                    + quoted.replacing("> \(label) …", with: "> \(label) … Buteo buteo\n\nSure!")))
        let event = try #require(try scene.anna.question(1).answers.first)
        #expect(event.fields.map(\.value) == ["Buteo buteo"])
        #expect(try scene.proposedNames == ["Buteo buteo"])
    }

    @Test func `Thunderbird's answer between the lines is taken in`() async throws {
        let (_, mail) = try await scene.ask()
        let html = """
            <html><head><meta charset="utf-8"></head><body>
            <div class="moz-cite-prefix">Am 20.11.26 um 10:00 schrieb Anna:<br></div>
            <blockquote type="cite" cite="mid:\(mail.messageID?.rawValue ?? "")">
            <div>Just reply to this mail</div></blockquote>
            <p>Hi Anna,</p><p>a <b>buzzard</b>, I think</p>
            <blockquote type="cite"><div>What is it: …</div></blockquote>
            <div class="moz-signature">-- <br>Ben</div></body></html>
            """
        let report = try scene.take(
            scene.reply(to: mail, type: "text/html; charset=utf-8", html))
        #expect(report.answer?.kind == .answer)
        #expect(try scene.proposedNames == ["a buzzard, I think"])
    }

    @Test func `Gmail's HTML answer from a telephone is taken in`() async throws {
        let (_, mail) = try await scene.ask()
        let html = """
            <div dir="auto">Who is it: Grandma<br><br>Sent from my phone</div><br>
            <div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Fri, Nov 20, 2026, \
            10:00 Anna &lt;<a href="mailto:anna@example.org">anna@example.org</a>&gt; wrote:<br>
            </div><blockquote class="gmail_quote" style="margin:0"><div>What is it: …</div>
            </blockquote></div>
            """
        try scene.take(scene.reply(to: mail, type: "text/html; charset=utf-8", html))
        #expect(try scene.proposedNames == ["Grandma"])
        #expect(try scene.anna.proposals().contains { $0.field == .people })
    }

    @Test func `what came of the answer's words is the photo's once it is accepted`() async throws {
        let (_, mail) = try await scene.ask()
        try scene.take(scene.reply(to: mail, id: "a1@example.org", "What is it: Buteo buteo\n"))
        try scene.anna.accept(try scene.anna.pendingProposals())
        let id = try scene.anna.resolve(AskingScene.photo)
        let record = try #require(try scene.anna.record(id))
        #expect(record.regions.contains { $0.name == "Buteo buteo" && $0.kind == .thing })
        #expect(record.provenance[.regions]?.source == "mail:a1@example.org")
        #expect(try scene.anna.question(1).state == .settled)
        #expect(try scene.anna.messages(of: id).map(\.messageID) == ["a1@example.org"])
    }

    @Test func `who has wit may name the region and share the photo back`() async throws {
        let (question, mail) = try await scene.ask()
        let ben = try PhotoCatalog(path: scene.folder.path("ben.sqlite"), access: .readWrite)
        try scene.take(mail, into: ben)
        let id = try #require(try ben.find(PhotoQuery()).first?.id)
        var record = try #require(try ben.record(id))
        let index = try #require(record.regions.firstIndex { $0.id == question.region.id })
        #expect(record.regions[index].kind == .question)
        record.regions[index].name = "Buteo buteo"
        try ben.edit(
            [PhotoEdit(id, .set(.regions, .array(record.regions.map(\.json))))], summary: "name")
        var options = ShareOptions(
            from: try Mailbox(validating: "ben@example.org"),
            to: [try Mailbox(validating: "anna@example.org")])
        options.size = .small
        let share = try #require(ShareMessages(of: ben, options: options).messages(of: [id]).first)
        let report = try scene.take(MailMessage(parsing: try share.bytes))
        #expect(report.answer?.by == .payload && report.answer?.kind == .answer)
        #expect(try scene.proposedNames.contains("Buteo buteo"))
    }

    @Test func `an answer to a tagged address is found without its thread`() async throws {
        let (question, mail) = try await scene.ask(tagsAddress: true)
        #expect(
            mail.replyTo.map(\.address) == ["anna+wit.\(question.token)@example.org"])
        let report = try scene.take(
            scene.reply(
                to: nil, from: "x@example.net", subject: "kite",
                fields: ["Delivered-To: anna+wit.\(question.token)@example.org"], "A kite"))
        #expect(report.answer?.by == .addressTag && report.answer?.kind == .answer)
    }

    @Test func `a subject alone is enough for who was asked, and makes a claim of others`()
        async throws
    {
        let (question, mail) = try await scene.ask()
        let subject = "Re: \(mail.subject ?? "")"
        let own = try scene.take(scene.reply(to: nil, subject: subject, "What is it: A kite"))
        #expect(own.answer?.by == .subjectTag && own.answer?.kind == .answer)
        let stranger = try scene.take(
            scene.reply(to: nil, from: "eve@example.net", subject: subject, "A dragon"))
        #expect(stranger.answer?.kind == .claim)
        #expect(try scene.anna.pendingProposals().count == 1)
        #expect(try scene.anna.proposals().count == 2)
        #expect(try scene.anna.question(question.number).state == .answered)
    }

    @Test func `a stranger's forged answer opens nothing and names nothing`() async throws {
        let (question, mail) = try await scene.ask()
        let report = try scene.take(
            scene.reply(
                to: nil, from: "eve@example.net", subject: "Re: \(mail.subject ?? "")",
                "What is it: A dragon"))
        #expect(report.answer?.kind == .claim && report.answer?.question.state == .open)
        let settle = SettleProposals(accepting: .all, in: scene.anna)
        _ = try await settle.run()
        #expect(try scene.anna.question(question.number).state == .open)
        let record = try scene.anna.record(try scene.anna.resolve(AskingScene.photo))
        #expect(record?.regions.contains { $0.name == "A dragon" } == false)
    }

    @Test func `somebody to whom it was forwarded answers in the thread`() async throws {
        let (_, mail) = try await scene.ask()
        let report = try scene.take(
            scene.reply(to: mail, from: "Prof <prof@uni.example>", "Buteo buteo"))
        #expect(report.answer?.kind == .answer)
        let event = try #require(try scene.anna.question(1).answers.first)
        #expect(event.sender == "Prof <prof@uni.example>")
    }
}
