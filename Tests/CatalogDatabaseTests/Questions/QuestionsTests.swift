import GRDB
import JSON
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// Questions, what is decided about them, and the mails that belong to them.
@Suite struct QuestionsTests {
    private let scene: QuestionScene
    private var fixture: CatalogFixture { scene.fixture }
    private var catalog: PhotoCatalog { scene.fixture.catalog }
    private var photo: RecordID { scene.photo }

    init() throws { scene = try QuestionScene() }

    @Test func `a question is kept with its spot, which undo takes away`() throws {
        let asked = try scene.ask()
        #expect(asked.number == 1 && asked.state == .open && asked.due == "2030-01-01")
        #expect(asked.isOverdue(on: "2030-01-02") && !asked.isOverdue(on: "2030-01-01"))
        #expect(try catalog.questions() == [asked])
        #expect(try fixture.photo(photo).regions == [QuestionScene.spot])
        try catalog.undo()
        #expect(try fixture.photo(photo).regions.isEmpty)
        #expect(try catalog.question(1) == asked)
        #expect(throws: WitError.self) { try catalog.question(2) }
    }

    @Test func `an answer is proposed once, and accepting it names the region and settles`() throws
    {
        let asked = try scene.ask()
        let answer = scene.mail(of: asked, name: "Red kite")
        let (tally, change) = try scene.take(answer)
        #expect(tally.proposed == [.regions] && tally.question.state == .answered)
        #expect(change != nil)
        let (again, nothing) = try scene.take(answer)
        #expect(again.isKnown && nothing == nil)
        #expect(try catalog.question(1).answers.count == 1)
        let proposal = try #require(try catalog.proposals().first)
        #expect(proposal.channel == "answer" && proposal.source == "mail:maa@example.org")
        let accepted = try #require(try catalog.accept([proposal.number]))
        let region = try #require(try fixture.photo(photo).regions.first)
        #expect(
            region.name == "Red kite" && region.id == QuestionScene.spot.id && region.kind == .thing
        )
        #expect(try fixture.photo(photo).provenance[.regions]?.source == "mail:maa@example.org")
        #expect(try catalog.question(1).state == .settled)
        #expect(try catalog.messages(of: photo).map(\.address) == ["ben@example.org"])
        try catalog.undo(accepted.number)
        #expect(try catalog.question(1).state == .answered)
        #expect(try fixture.photo(photo).regions.first?.name == nil)
    }

    @Test func `an answer names what the region is by now, and leaves its shape alone`() throws {
        let asked = try scene.ask()
        _ = try scene.take(scene.mail(of: asked, name: "Red kite"))
        var moved = QuestionScene.spot
        moved.shape = .rectangle(RegionBox(x: 0, y: 0, width: 0.5, height: 0.5))
        try catalog.edit(
            [PhotoEdit(photo, .set(.regions, .array([moved.json])))], summary: "move")
        try catalog.accept(try catalog.pendingProposals())
        let region = try #require(try fixture.photo(photo).regions.first)
        #expect(region.name == "Red kite" && region.shape == moved.shape)
    }

    @Test func `a region without an identity is named by its shape`() throws {
        var bare = QuestionScene.spot
        bare.id = nil
        try catalog.edit(
            [PhotoEdit(photo, .set(.regions, .array([bare.json])))], summary: "draw")
        let asked = try scene.ask(adds: false)
        _ = try scene.take(scene.mail(of: asked, name: "Red kite"))
        try catalog.accept(try catalog.pendingProposals())
        #expect(try fixture.photo(photo).regions.map(\.name) == ["Red kite"])
    }

    @Test func `a person is proposed too, and the region becomes a face`() throws {
        let asked = try scene.ask()
        #expect(
            try scene.take(scene.mail(of: asked, person: "Anna")).0.proposed == [.regions, .people])
        try catalog.accept(try catalog.pendingProposals())
        #expect(try fixture.photo(photo).people == ["Anna"])
        #expect(try fixture.photo(photo).regions.first?.kind == .face)
    }

    @Test func `two answers that disagree both wait, and the person chooses`() throws {
        let asked = try scene.ask()
        _ = try scene.take(scene.mail(of: asked, name: "Red kite"))
        _ = try scene.take(scene.mail(of: asked, name: "Buzzard", digest: "bb"))
        let proposals = try catalog.proposals()
        #expect(proposals.count == 2)
        try catalog.accept([try #require(proposals.last).number])
        #expect(try fixture.photo(photo).regions.map(\.name) == ["Buzzard"])
        #expect(try catalog.proposals().count == 1)
    }

    @Test func `what somebody claims who was not asked is taken by its number alone`() throws {
        let asked = try scene.ask()
        let (tally, _) = try scene.take(scene.mail(.claim, of: asked, name: "A dragon"))
        #expect(tally.question.state == .open && tally.proposed == [.regions])
        #expect(try catalog.pendingProposals().isEmpty)
        let number = try #require(try catalog.proposals().first).number
        try catalog.accept([number])
        #expect(try fixture.photo(photo).regions.map(\.name) == ["A dragon"])
    }

    @Test func `an import that is undone takes its answer along, and may be repeated`() throws {
        let asked = try scene.ask()
        let answer = scene.mail(of: asked, name: "Red kite")
        let change = try #require(try scene.take(answer).1)
        try catalog.undo(change.number)
        #expect(try catalog.question(1).state == .open)
        #expect(try catalog.proposals().isEmpty)
        let (tally, _) = try scene.take(answer)
        #expect(!tally.isKnown && tally.question.state == .answered)
        #expect(try catalog.proposals().count == 1)
    }

    @Test func `a preview of an answer changes nothing`() throws {
        let asked = try scene.ask()
        let tally = try catalog.merge(
            [], answering: scene.mail(of: asked, name: "Kite"), dryRun: true)
        #expect(tally.answer?.question.state == .answered)
        #expect(try catalog.question(1) == asked)
    }

    @Test func `an answer about a photo that is gone is kept, and proposes nothing`() throws {
        let other = RecordID()
        var draft = Question.Draft(
            token: "gone2345", photo: photo, title: "a.jpg", region: QuestionScene.spot, words: "?",
            language: "en", recipients: [.init(address: "ben@example.org")], messageID: "g@x")
        _ = try catalog.ask(draft)
        try catalog.writing { db in
            try db.execute(
                sql: "UPDATE question SET record_id = ?", arguments: [HexBlob.data(other)])
        }
        let asked = try catalog.question(1)
        #expect(!asked.isPhotoThere)
        let (tally, _) = try scene.take(scene.mail(of: asked, name: "Kite"))
        #expect(tally.proposed.isEmpty && tally.question.state == .answered)
        draft.photo = other
        draft.token = "other234"
        #expect(throws: WitError.self) { try catalog.ask(draft) }
    }

    @Test func `what a person decides is told, and undone`() throws {
        _ = try scene.ask()
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
        let first = try scene.ask("first234")
        let second = try scene.ask("second23", adds: false)
        var traces = PhotoCatalog.QuestionTraces()
        #expect(try catalog.question(of: traces) == nil)
        traces.subjectTags = ["nothing2", "first234"]
        #expect(try catalog.question(of: traces)?.by == .subjectTag)
        traces.regions = ["x", try #require(QuestionScene.spot.id)]
        #expect(try catalog.question(of: traces)?.by == .payload)
        #expect(try catalog.question(of: traces)?.question.number == second.number)
        traces.addressTags = ["first234"]
        #expect(try catalog.question(of: traces)?.by == .addressTag)
        traces.messageIDs = ["stray@example.org", "second23@example.org"]
        let found = try #require(try catalog.question(of: traces))
        #expect(found.by == .thread && found.question.number == second.number)
        var again = scene.draft("again")
        again.sender = "Anna@work.example"
        _ = try catalog.noteReminder(of: first.number, again)
        #expect(try catalog.question(1).senders == ["anna@example.org", "anna@work.example"])
        traces.messageIDs = ["again@example.org"]
        #expect(try catalog.question(of: traces)?.question.number == first.number)
        #expect(try catalog.question(1).messageIDs.count == 2)
    }
}
