import CatalogDatabase
import Foundation
import MIMEMessage
import PhotoRecords
import RegionGeometry
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

/// Mails that are no answers, and answers that are odd.
@Suite struct OddAnswerTests {
    private let scene: AskingScene

    init() throws { scene = try AskingScene() }

    @Test func `an out-of-office is filed without being an answer`() async throws {
        let (_, mail) = try await scene.ask()
        let report = try scene.take(
            scene.reply(to: mail, fields: ["Auto-Submitted: auto-replied"], "I am away."))
        #expect(report.answer?.kind == .automatic && report.answer?.question.state == .open)
        #expect(try scene.anna.proposals().isEmpty)
        #expect(
            try scene.anna.question(1).conversation.last?.text == "Auto-Submitted: auto-replied")
    }

    private func bounce(of mail: MailMessage, action: String) throws -> MailMessage {
        scene.reply(
            to: nil, from: "MAILER-DAEMON@example.org", subject: "Undelivered Mail",
            fields: ["Auto-Submitted: auto-replied"],
            type: "multipart/report; report-type=delivery-status; boundary=b",
            """
            --b
            Content-Type: text/plain

            It did not arrive.
            --b
            Content-Type: message/delivery-status

            Reporting-MTA: dns; mx.example.org

            Final-Recipient: rfc822; ben@example.org
            Action: \(action)
            Status: 5.1.1
            Diagnostic-Code: smtp; 550 No such user
            --b
            Content-Type: text/rfc822-headers

            Message-ID: \(try #require(mail.messageID))
            Subject: x
            --b--

            """)
    }

    @Test func `a bounce marks the question undeliverable, with its reason`() async throws {
        let (_, mail) = try await scene.ask()
        let delay = try scene.take(try bounce(of: mail, action: "delayed"))
        #expect(delay.answer?.kind == .automatic && delay.answer?.question.state == .open)
        let report = try scene.take(try bounce(of: mail, action: "failed"))
        #expect(report.answer?.kind == .bounce)
        #expect(report.answer?.question.state == .undeliverable)
        let event = try #require(try scene.anna.question(1).conversation.last)
        #expect(event.text == "ben@example.org: 5.1.1: 550 No such user")
        try scene.take(scene.reply(to: mail, "It came after all: a kite"))
        #expect(try scene.anna.question(1).state == .answered)
    }

    @Test func `the same reply twice is one answer`() async throws {
        let (_, mail) = try await scene.ask()
        let reply = scene.reply(to: mail, "A kite")
        try scene.take(reply)
        let again = try scene.take(reply)
        #expect(again.answer?.isKnown == true && again.change == nil)
        #expect(try scene.anna.question(1).answers.count == 1)
    }

    @Test func `one's own mail and one without words answer nothing`() async throws {
        let (_, mail) = try await scene.ask()
        #expect(try scene.take(mail).answer == nil)
        let own = try scene.take(scene.reply(to: mail, from: "ANNA@example.org", "Thanks!"))
        #expect(own.answer?.kind == .message)
        let empty = try scene.take(scene.reply(to: mail, scene.quoted(mail)))
        #expect(empty.answer?.kind == .message && empty.answer?.question.state == .open)
        #expect(try scene.anna.proposals().isEmpty)
    }

    @Test func `a mail that only has the region of a question answers nothing`() async throws {
        _ = try await scene.ask()
        let (_, second) = try await scene.ask(at: .region(RegionReference("Red kite")))
        // The photo in it has the first question's region.
        #expect(try scene.take(second).answer == nil)
        for sender in ["anna@example.org", "ben@example.org"] {
            var options = ShareOptions(
                from: try Mailbox(validating: sender),
                to: [try Mailbox(validating: "anna@example.org")])
            options.size = .small
            let id = try scene.anna.resolve(AskingScene.photo)
            let share = try #require(
                ShareMessages(of: scene.anna, options: options).messages(of: [id]).first)
            let report = try scene.take(MailMessage(parsing: try share.bytes))
            #expect(report.answer == nil, "\(sender)")
        }
        #expect(try scene.anna.questions().allSatisfy { $0.state == .open })
    }

    @Test func `an answer to a question that was never asked is said to be one`() async throws {
        _ = try await scene.ask()
        let stray = scene.reply(
            to: nil, subject: "Re: What is that? [wit-abcdefgh2345]",
            fields: ["In-Reply-To: <nothing@example.org>"], "A kite")
        let report = try scene.take(stray)
        #expect(report.answer == nil && report.change == nil)
        #expect(report.contents.findings.map(\.code) == [.questionUnknown])
        let plain = try scene.take(scene.reply(to: nil, "Hello"))
        #expect(plain.answer == nil && plain.contents.findings.isEmpty)
    }

    @Test func `the pictures of the question that a reply brings back are no new photos`()
        async throws
    {
        let (_, mail) = try await scene.ask()
        let shown = mail.leafParts.filter {
            $0.contentID?.rawValue.hasPrefix("wit-preview-") ?? false
        }
        let pictures = shown.enumerated().map { index, part in
            """
            --b
            Content-Type: image/jpeg; name="image00\(index).jpg"
            Content-ID: <image00\(index).jpg@01DD0000.00000000>
            Content-Transfer-Encoding: base64

            \(Data(part.decodedBody()).base64EncodedString(options: .lineLength76Characters))

            """
        }
        let text = "--b\nContent-Type: text/plain\n\nA kite\n"
        let report = try scene.take(
            scene.reply(
                to: mail, type: "multipart/mixed; boundary=b",
                text + pictures.joined() + "--b--\n"))
        #expect(shown.count == 2 && report.answer?.kind == .answer)
        #expect(report.photos.allSatisfy { $0.merged?.match != nil }, "\(report.photos)")
        #expect(try scene.anna.find(PhotoQuery()).count == 1)
    }

    @Test func `answers that disagree are both kept`() async throws {
        let (_, mail) = try await scene.ask()
        try scene.take(scene.reply(to: mail, "A kite"))
        try scene.take(scene.reply(to: mail, from: "eve@example.org", "A buzzard"))
        #expect(try scene.anna.question(1).answers.count == 2)
        #expect(try scene.proposedNames == ["A kite", "A buzzard"])
    }

    @Test func `a reply of 50 MB costs no more than its length`() async throws {
        let (_, mail) = try await scene.ask()
        let line = String(repeating: "kite ", count: 14) + "\n"
        func seconds(_ megabytes: Int) throws -> Double {
            let reply = scene.reply(
                to: mail,
                "A buzzard\n\n"
                    + String(repeating: line, count: (megabytes << 20) / line.utf8.count))
            return try Growth.seconds { try scene.take(reply) }
        }
        let (small, large) = (try seconds(5), try seconds(50))
        #expect(large < small * 25, "\(small) s for 5 MB, \(large) s for 50")
        for event in try scene.anna.question(1).answers {
            #expect((event.text ?? "").utf8.count < 20_000)
            #expect(event.text?.hasPrefix("A buzzard\n") == true)
        }
    }

    @Test func `a reply of 1,000 quoting levels is its first line`() async throws {
        let (_, mail) = try await scene.ask()
        let levels = (1...1_000).map { String(repeating: ">", count: $0) + " again\n" }
        try scene.take(scene.reply(to: mail, "A harrier\n\n" + levels.joined()))
        #expect(try scene.anna.question(1).answers.last?.text == "A harrier")
        #expect(try scene.proposedNames == ["A harrier"])
    }

    @Test func `an answer of poison is text, and no more`() async throws {
        let (_, mail) = try await scene.ask()
        try scene.take(
            scene.reply(to: mail, "What is it: =cmd|'/c calc'!A1\u{1B}[31m\u{202E}evil\n"))
        let name = try #require(try scene.proposedNames.first)
        #expect(!name.contains("\u{1B}"))
    }

    @Test func `spots and due dates that cannot be meant are refused`() async throws {
        for spot in [
            QuestionSpot.point(Spot(x: .plain(1.5), y: .plain(0.5))),
            .point(Spot(x: .pixels(99_999), y: .pixels(1))), .region(RegionReference("nobody")),
        ] {
            await #expect(throws: (any Error).self) { try await scene.ask(at: spot) }
        }
        #expect(try scene.anna.questions().isEmpty)
        _ = try await scene.ask()
        let past = ChangeQuestions(.due("2020-01-01"), on: [1], in: scene.anna)
        await #expect(throws: (any Error).self) { try await past.run() }
    }

    @Test func `regions are named by their place, id, its beginning, or name`() async throws {
        let (question, _) = try await scene.ask()
        let id = try #require(question.region.id)
        for name in [id, String(id.prefix(20)), "3"] {
            let (again, _) = try await scene.ask(at: .region(RegionReference(name)))
            #expect(again.region.id == id, "\(name)")
        }
        let record = try #require(
            try scene.anna.record(try scene.anna.resolve(AskingScene.photo)))
        #expect(record.regions.count == 3)
    }

    @Test func `a reminder goes to the same thread, and a question is open again`() async throws {
        let (question, mail) = try await scene.ask()
        let (reminded, again) = try await scene.remind(question, to: "ben@example.org")
        #expect(reminded.messageIDs.count == 2)
        #expect(again.references == [try #require(mail.messageID)])
        let answer = try scene.take(scene.reply(to: again, "A kite"))
        #expect(answer.answer?.question.number == question.number)
    }
}
