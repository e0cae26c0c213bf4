import GRDB
import JSON
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// Questions, what is decided about them, and the mails that belong to them.
@Suite struct QuestionsTests {
    private let fixture: CatalogFixture
    private let photo: RecordID
    private var catalog: PhotoCatalog { fixture.catalog }
    private static let spot = Region(
        id: "01890000-0000-7000-8000-000000000001", kind: .question,
        shape: .ellipse(RegionBox(x: 0.4, y: 0.4, width: 0.2, height: 0.2)))

    init() throws {
        fixture = try CatalogFixture()
        photo = try fixture.scan(.made(fixture.touch("a.jpg"))).id
    }

    private func ask(
        _ token: String = "token234", about region: Region = spot, adds: Bool = true
    ) throws -> Question {
        var draft = Question.Draft(
            token: token, photo: photo, title: "a.jpg", region: region, words: "What is that?",
            language: "en",
            recipients: [.init(address: "ben@example.org", name: "Ben")],
            messageID: "\(token)@example.org")
        draft.addsRegion = adds
        draft.sender = "anna@example.org"
        draft.due = "2030-01-01"
        return try catalog.ask(draft)
    }

    private func mail(
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

    private func take(_ answer: IncomingAnswer) throws -> (AnswerTally, Change?) {
        let tally = try catalog.merge([], answering: answer)
        return (try #require(tally.answer), tally.change)
    }

    @Test func `a question is kept with its spot, which undo takes away`() throws {
        let asked = try ask()
        #expect(asked.number == 1 && asked.state == .open && asked.due == "2030-01-01")
        #expect(asked.isOverdue(on: "2030-01-02") && !asked.isOverdue(on: "2030-01-01"))
        #expect(try catalog.questions() == [asked])
        #expect(try fixture.photo(photo).regions == [Self.spot])
        try catalog.undo()
        #expect(try fixture.photo(photo).regions.isEmpty)
        #expect(try catalog.question(1) == asked)
        #expect(throws: WitError.self) { try catalog.question(2) }
    }

    @Test func `an answer is proposed once, and accepting it names the region and settles`() throws
    {
        let asked = try ask()
        let answer = mail(of: asked, name: "Red kite")
        let (tally, change) = try take(answer)
        #expect(tally.proposed == [.regions] && tally.question.state == .answered)
        #expect(change != nil)
        let (again, nothing) = try take(answer)
        #expect(again.isKnown && nothing == nil)
        #expect(try catalog.question(1).answers.count == 1)
        let proposal = try #require(try catalog.proposals().first)
        #expect(proposal.channel == "answer" && proposal.source == "mail:maa@example.org")
        let accepted = try #require(try catalog.accept([proposal.number]))
        let region = try #require(try fixture.photo(photo).regions.first)
        #expect(region.name == "Red kite" && region.id == Self.spot.id && region.kind == .thing)
        #expect(try fixture.photo(photo).provenance[.regions]?.source == "mail:maa@example.org")
        #expect(try catalog.question(1).state == .settled)
        #expect(try catalog.messages(of: photo).map(\.address) == ["ben@example.org"])
        try catalog.undo(accepted.number)
        #expect(try catalog.question(1).state == .answered)
        #expect(try fixture.photo(photo).regions.first?.name == nil)
    }

    @Test func `an answer names what the region is by now, and leaves its shape alone`() throws {
        let asked = try ask()
        _ = try take(mail(of: asked, name: "Red kite"))
        var moved = Self.spot
        moved.shape = .rectangle(RegionBox(x: 0, y: 0, width: 0.5, height: 0.5))
        try catalog.edit(
            [PhotoEdit(photo, .set(.regions, .array([moved.json])))], summary: "move")
        try catalog.accept(try catalog.pendingProposals())
        let region = try #require(try fixture.photo(photo).regions.first)
        #expect(region.name == "Red kite" && region.shape == moved.shape)
    }

    @Test func `a region without an identity is named by its shape`() throws {
        var bare = Self.spot
        bare.id = nil
        try catalog.edit(
            [PhotoEdit(photo, .set(.regions, .array([bare.json])))], summary: "draw")
        let asked = try ask(adds: false)
        _ = try take(mail(of: asked, name: "Red kite"))
        try catalog.accept(try catalog.pendingProposals())
        #expect(try fixture.photo(photo).regions.map(\.name) == ["Red kite"])
    }

    @Test func `a person is proposed too, and the region becomes a face`() throws {
        let asked = try ask()
        #expect(try take(mail(of: asked, person: "Anna")).0.proposed == [.regions, .people])
        try catalog.accept(try catalog.pendingProposals())
        #expect(try fixture.photo(photo).people == ["Anna"])
        #expect(try fixture.photo(photo).regions.first?.kind == .face)
    }

    @Test func `two answers that disagree both wait, and the person chooses`() throws {
        let asked = try ask()
        _ = try take(mail(of: asked, name: "Red kite"))
        _ = try take(mail(of: asked, name: "Buzzard", digest: "bb"))
        let proposals = try catalog.proposals()
        #expect(proposals.count == 2)
        try catalog.accept([try #require(proposals.last).number])
        #expect(try fixture.photo(photo).regions.map(\.name) == ["Buzzard"])
        #expect(try catalog.proposals().count == 1)
    }

    @Test func `what somebody claims who was not asked is taken by its number alone`() throws {
        let asked = try ask()
        let (tally, _) = try take(mail(.claim, of: asked, name: "A dragon"))
        #expect(tally.question.state == .open && tally.proposed == [.regions])
        #expect(try catalog.pendingProposals().isEmpty)
        let number = try #require(try catalog.proposals().first).number
        try catalog.accept([number])
        #expect(try fixture.photo(photo).regions.map(\.name) == ["A dragon"])
    }

    @Test func `an import that is undone takes its answer along, and may be repeated`() throws {
        let asked = try ask()
        let answer = mail(of: asked, name: "Red kite")
        let change = try #require(try take(answer).1)
        try catalog.undo(change.number)
        #expect(try catalog.question(1).state == .open)
        #expect(try catalog.proposals().isEmpty)
        let (tally, _) = try take(answer)
        #expect(!tally.isKnown && tally.question.state == .answered)
        #expect(try catalog.proposals().count == 1)
    }

    @Test func `a preview of an answer changes nothing`() throws {
        let asked = try ask()
        let tally = try catalog.merge([], answering: mail(of: asked, name: "Kite"), dryRun: true)
        #expect(tally.answer?.question.state == .answered)
        #expect(try catalog.question(1) == asked)
    }

    @Test func `an answer about a photo that is gone is kept, and proposes nothing`() throws {
        let other = RecordID()
        var draft = Question.Draft(
            token: "gone2345", photo: photo, title: "a.jpg", region: Self.spot, words: "?",
            language: "en", recipients: [.init(address: "ben@example.org")], messageID: "g@x")
        _ = try catalog.ask(draft)
        try catalog.writing { db in
            try db.execute(
                sql: "UPDATE question SET record_id = ?", arguments: [HexBlob.data(other)])
        }
        let asked = try catalog.question(1)
        #expect(!asked.isPhotoThere)
        let (tally, _) = try take(mail(of: asked, name: "Kite"))
        #expect(tally.proposed.isEmpty && tally.question.state == .answered)
        draft.photo = other
        draft.token = "other234"
        #expect(throws: WitError.self) { try catalog.ask(draft) }
    }

    @Test func `what a person decides is told, and undone`() throws {
        _ = try ask()
        #expect(try catalog.decide(.comment("Sunday"), on: [1]).first?.state == .open)
        #expect(try catalog.decide(.due(nil), on: [1]).first?.due == nil)
        #expect(try catalog.decide(.settle, on: [1, 1]).map(\.state) == [.settled])
        #expect(throws: WitError.self) { try catalog.decide(.settle, on: [1]) }
        #expect(throws: WitError.self) { try catalog.decide(.withdraw, on: [1, 9]) }
        #expect(try catalog.question(1).state == .settled)
        try catalog.undo()
        #expect(try catalog.question(1).state == .open)
        try catalog.undo()
        #expect(try catalog.question(1).due == "2030-01-01")
        let redone = try catalog.undo()
        #expect(try catalog.question(1).conversation.map(\.kind) == [.asked, .due])
        try catalog.undo(redone.number)
        #expect(try catalog.question(1).conversation.last?.text == "Sunday")
    }

    @Test func `a mail is found by its thread first, its subject last`() throws {
        let first = try ask("first234")
        let second = try ask("second23", adds: false)
        var traces = PhotoCatalog.QuestionTraces()
        #expect(try catalog.question(of: traces) == nil)
        traces.subjectTags = ["nothing2", "first234"]
        #expect(try catalog.question(of: traces)?.by == .subjectTag)
        traces.regions = ["x", try #require(Self.spot.id)]
        #expect(try catalog.question(of: traces)?.by == .payload)
        #expect(try catalog.question(of: traces)?.question.number == second.number)
        traces.addressTags = ["first234"]
        #expect(try catalog.question(of: traces)?.by == .addressTag)
        traces.messageIDs = ["stray@example.org", "second23@example.org"]
        let found = try #require(try catalog.question(of: traces))
        #expect(found.by == .thread && found.question.number == second.number)
        _ = try catalog.noteReminder(of: first.number, messageID: "again@example.org")
        traces.messageIDs = ["again@example.org"]
        #expect(try catalog.question(of: traces)?.question.number == first.number)
        #expect(try catalog.question(1).messageIDs.count == 2)
    }
}
