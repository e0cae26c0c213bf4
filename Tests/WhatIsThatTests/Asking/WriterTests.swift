import CatalogDatabase
import MIMEMessage
import PhotoRecords
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

/// Who writes in the thread of a question: who was asked, a stranger, or the person who asks.
@Suite struct WriterTests {
    private let scene: AskingScene

    init() throws { scene = try AskingScene() }

    @Test func `a stranger who answers an own claim makes another claim`() async throws {
        let (question, mail) = try await scene.ask()
        let subject = "Re: \(mail.subject ?? "")"
        let first = scene.reply(
            to: nil, from: "eve@example.net", subject: subject, id: "eve1@example.net",
            "What is it: Dragon one")
        #expect(try scene.take(first).answer?.kind == .claim)
        for from in ["eve@example.net", "anna@example.org"] {
            let second = scene.reply(
                to: first, from: from, subject: subject, "What is it: Dragon two")
            #expect(try scene.take(second).answer?.kind != .answer, "\(from)")
        }
        let third = scene.reply(to: first, from: "eve@example.net", subject: "x", "A dragon")
        #expect(try scene.take(third).answer == nil)
        _ = try await SettleProposals(accepting: .all, in: scene.anna).run()
        #expect(try scene.anna.question(question.number).state == .open)
        #expect(
            try scene.record?.regions.compactMap(\.name).contains { $0.contains("Dragon") } == false
        )
    }

    @Test func `a stranger does not use one's own forged mail as a thread`() async throws {
        let (_, mail) = try await scene.ask()
        let subject = "Re: \(mail.subject ?? "")"
        let forged = scene.reply(
            to: nil, from: "anna@example.org", subject: subject, id: "forged@x", "Thanks!")
        #expect(try scene.take(forged).answer?.kind == .message)
        let claim = scene.reply(to: forged, from: "eve@example.net", subject: subject, "A dragon")
        #expect(try scene.take(claim).answer?.kind == .claim)
    }

    @Test func `one's own mail is known where the question had no sender`() async throws {
        let (_, mail) = try await scene.ask { $0.from = nil }
        func reply(_ from: String, to readers: String) -> MailMessage {
            MailMessage(
                parsing: Array(
                    """
                    From: \(from)
                    To: \(readers)
                    Message-ID: <\(from)-\(readers.count)@x>
                    In-Reply-To: \(mail.messageID.map { "\($0)" } ?? "")
                    Subject: Re: What is that?

                    Thanks, any idea yet?
                    """.utf8))
        }
        let own = try scene.take(reply("anna@example.org", to: "ben@example.org"))
        #expect(own.answer?.kind == .message)
        let account = try scene.take(
            reply("anna@work.example", to: "ben@example.org, eve@example.org"),
            own: ["Anna@Work.example"])
        #expect(account.answer?.kind == .message)
        let answer = try scene.take(
            reply("prof@uni.example", to: "ben@example.org, anna@example.org"))
        #expect(answer.answer?.kind == .answer)
    }

    @Test func `one's own mail from the address of a reminder answers nothing`() async throws {
        let (question, mail) = try await scene.ask()
        _ = try await scene.remind(question, to: "ben@example.org", from: "anna@work.example")
        let own = try scene.take(scene.reply(to: mail, from: "anna@work.example", "Any idea yet?"))
        #expect(own.answer?.kind == .message)
    }

    @Test func `who was asked by an address that both have may answer`() async throws {
        let (_, mail) = try await scene.ask(to: "anna@example.org")
        let answer = try scene.take(
            scene.reply(to: mail, from: "anna@example.org", "A kite"), own: ["anna@example.org"])
        #expect(answer.answer?.kind == .answer)
    }

    @Test func `who is reminded in another's stead answers by the subject alone`() async throws {
        let (question, _) = try await scene.ask()
        let (reminded, mail) = try await scene.remind(question, to: "Carol <carol@example.org>")
        #expect(
            reminded.recipients.map(\.address) == ["ben@example.org", "carol@example.org"])
        let answer = try scene.take(
            scene.reply(
                to: nil, from: "carol@example.org", subject: "Re: \(mail.subject ?? "")",
                "What is it: A kite"))
        #expect(answer.answer?.kind == .answer)
        var options = ListQuestions.Options()
        options.to = "carol"
        let anna = scene.anna
        #expect(try await ListQuestions(of: [{ anna }], options).run().items.count == 1)
    }
}
