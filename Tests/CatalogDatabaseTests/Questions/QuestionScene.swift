import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// A catalog of one photo, questions about it, and the mails that belong to them.
struct QuestionScene {
    let fixture: CatalogFixture
    let photo: RecordID
    static let spot = Region(
        id: "01890000-0000-7000-8000-000000000001", kind: .question,
        shape: .ellipse(RegionBox(x: 0.4, y: 0.4, width: 0.2, height: 0.2)))

    init() throws {
        fixture = try CatalogFixture()
        photo = try fixture.scan(.made(fixture.touch("a.jpg"))).id
    }

    /// Asks about the photo, or another one.
    func ask(
        _ token: String = "token234", about region: Region = spot, adds: Bool = true,
        of other: RecordID? = nil
    ) throws -> Question {
        var draft = draft(token, about: region, of: other)
        draft.addsRegion = adds
        draft.sender = "anna@example.org"
        draft.due = "2030-01-01"
        return try fixture.catalog.ask(draft)
    }

    /// A mail that asks.
    func draft(
        _ token: String = "token234", about region: Region = spot, of other: RecordID? = nil,
        to addresses: [String] = ["ben@example.org"]
    ) -> Question.Draft {
        Question.Draft(
            token: token, photo: other ?? photo, title: "a.jpg", region: region,
            words: "What is that?", language: "en",
            recipients: addresses.map { .init(address: $0) }, messageID: "\(token)@example.org")
    }

    /// A mail that belongs to a question.
    func mail(
        _ kind: QuestionEvent.Kind = .answer, of question: Question, name: String? = nil,
        person: String? = nil, digest: String = "aa"
    ) -> IncomingAnswer {
        var event = QuestionEvent(kind, at: "", text: name ?? "?")
        event.messageID = "m\(digest)@example.org"
        event.foundBy = .thread
        return IncomingAnswer(
            question: question.number, event: event,
            origin: MessageOrigin(
                messageID: "m\(digest)@example.org", sender: "Ben <ben@example.org>",
                address: "ben@example.org", digest: digest), name: name, person: person)
    }

    /// Takes a mail in.
    func take(_ answer: IncomingAnswer) throws -> (AnswerTally, Change?) {
        let tally = try fixture.catalog.merge([], answering: answer)
        return (try #require(tally.answer), tally.change)
    }

    /// The photo's record.
    var record: PhotoRecord { get throws { try fixture.photo(photo) } }
}
