import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// Whom the mails of a question reach.
@Suite struct QuestionDeliveryTests {
    private let scene: QuestionScene
    private var catalog: PhotoCatalog { scene.fixture.catalog }

    init() throws { scene = try QuestionScene() }

    private func bounce(_ address: String, about: String?, digest: String) throws -> QuestionState {
        var mail = scene.mail(.bounce, of: try catalog.question(1), digest: digest)
        mail.event.failed = [.init(address: address)]
        mail.event.about = about
        return try scene.take(mail).0.question.state
    }

    @Test func `who is reminded and was not asked before is asked from then on`() throws {
        _ = try scene.ask()
        let question = try catalog.noteReminder(
            of: 1, scene.draft("again", to: ["Carol@example.org", "BEN@example.org"]))
        #expect(
            question.recipients.map(\.address) == ["ben@example.org", "Carol@example.org"])
        #expect(
            question.told(by: "again@example.org") == ["Carol@example.org", "BEN@example.org"])
    }

    @Test func `a reminder to another one that comes back leaves who was reached`() throws {
        _ = try scene.ask()
        _ = try catalog.noteReminder(of: 1, scene.draft("again", to: ["carol@example.org"]))
        #expect(
            try bounce("carol@example.org", about: "again@example.org", digest: "aa") == .open)
        // Forwarded: the address is none that was asked, but the mail went to one only.
        #expect(
            try bounce("ben@elsewhere.example", about: "token234@example.org", digest: "bb")
                == .undeliverable)
    }

    @Test func `what comes back late of the first mail says nothing of the second`() throws {
        _ = try scene.ask()
        _ = try catalog.noteReminder(of: 1, scene.draft("again"))
        #expect(
            try bounce("ben@example.org", about: "token234@example.org", digest: "aa") == .open)
        #expect(
            try bounce("ben@example.org", about: "again@example.org", digest: "bb")
                == .undeliverable)
    }

    @Test func `a settled question is not mailed again before it is reopened`() throws {
        _ = try scene.ask()
        for decision in [PhotoCatalog.QuestionDecision.settle, .withdraw] {
            _ = try catalog.decide(decision, on: [1])
            #expect(throws: WitError.self) {
                try catalog.noteReminder(of: 1, scene.draft("again"))
            }
        }
        _ = try catalog.decide(.reopen, on: [1])
        #expect(try catalog.noteReminder(of: 1, scene.draft("again")).state == .open)
    }

    private func put() throws -> (number: Int64, attempt: Int) {
        let draft = OutboxMail.Draft(
            messageID: "token234@example.org", account: "home", sender: "anna@example.org",
            recipients: ["ben@example.org"], subject: "What is that?", photos: [])
        let mail = try catalog.putIntoOutbox(draft, now: 1) { _ in 0 }
        return (mail.number, try #require(try catalog.claimOutboxMail(mail.number)))
    }

    @Test func `a mail that the server refuses makes its question undeliverable`() throws {
        _ = try scene.ask()
        let (number, attempt) = try put()
        let why = "The server refuses ben@example.org: 550 no such user"
        _ = try catalog.finishOutboxMail(
            number, attempt: attempt, .failed(code: "refused", why: why), now: 2)
        let question = try catalog.question(1)
        #expect(question.state == .undeliverable)
        #expect(question.conversation.last?.text == why)
        _ = try catalog.requeueOutboxMails([number], now: 3)
        let again = try #require(try catalog.claimOutboxMail(number))
        _ = try catalog.finishOutboxMail(number, attempt: again, .sent(answer: "250"), now: 4)
        #expect(try catalog.question(1).state == .open)
        #expect(try catalog.question(1).messageIDs == ["token234@example.org"])
    }

    @Test func `a mail that is sent at once, or waits, changes nothing`() throws {
        let asked = try scene.ask()
        let (number, attempt) = try put()
        _ = try catalog.finishOutboxMail(
            number, attempt: attempt, .postponed(until: 9, code: "busy", why: "later"), now: 2)
        #expect(try catalog.question(1) == asked)
        let again = try #require(try catalog.claimOutboxMail(number))
        _ = try catalog.finishOutboxMail(number, attempt: again, .sent(answer: "250"), now: 4)
        #expect(try catalog.question(1) == asked)
    }

    @Test func `a mail that did not leave leaves no question, no region and no reminder`() throws {
        _ = try scene.ask()
        let question = try catalog.noteReminder(
            of: 1, scene.draft("again", to: ["carol@example.org"]))
        #expect(question.recipients.count == 2)
        try catalog.forgetAsking(1, messageID: "again@example.org")
        #expect(try catalog.question(1).recipients.map(\.address) == ["ben@example.org"])
        #expect(try catalog.question(1).messageIDs.count == 1)
        try catalog.forgetAsking(1, messageID: "token234@example.org")
        #expect(try catalog.questions().isEmpty)
        #expect(try scene.record.regions.isEmpty)
    }
}
