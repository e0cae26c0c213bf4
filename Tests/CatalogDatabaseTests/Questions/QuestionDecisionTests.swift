import JSON
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// What becomes of questions when their answers are accepted or rejected.
@Suite struct QuestionDecisionTests {
    private let scene: QuestionScene
    private var catalog: PhotoCatalog { scene.fixture.catalog }

    init() throws { scene = try QuestionScene() }

    private var numbers: [Int64] { get throws { try catalog.proposals().map(\.number) } }

    private func kinds() throws -> [QuestionEvent.Kind] {
        try catalog.question(1).conversation.map(\.kind)
    }

    @Test func `a question whose answers were all rejected is open again`() throws {
        let asked = try scene.ask()
        _ = try scene.take(scene.mail(of: asked, name: "no idea, sorry"))
        _ = try scene.take(scene.mail(of: asked, name: "A kite", digest: "bb"))
        #expect(try catalog.question(1).state == .answered)
        let proposals = try numbers
        try catalog.reject([proposals[0]])
        #expect(try catalog.question(1).state == .answered)
        let last = try #require(try catalog.reject([proposals[1]]))
        let question = try catalog.question(1)
        #expect(question.state == .open && question.isOverdue(on: "2031-01-01"))
        #expect(question.conversation.last?.kind == .rejected)
        #expect(question.conversation.last?.text == "A kite")
        try catalog.undo(last.number)
        #expect(try catalog.question(1).state == .answered)
    }

    @Test func `a rejected stranger decides nothing`() throws {
        let asked = try scene.ask()
        _ = try scene.take(scene.mail(of: asked, name: "A kite"))
        _ = try scene.take(scene.mail(.claim, of: asked, name: "A dragon", digest: "bb"))
        let stranger = try #require(try catalog.proposals().last)
        try catalog.reject([stranger.number])
        #expect(try catalog.question(1).state == .answered)
        #expect(try kinds().contains(.rejected) == false)
    }

    @Test func `of several answers that are accepted at once the last one is told`() throws {
        let asked = try scene.ask()
        _ = try scene.take(scene.mail(of: asked, name: "Thanks, any idea yet?"))
        _ = try scene.take(scene.mail(of: asked, name: "Anna Berger", digest: "bb"))
        try catalog.accept(try catalog.pendingProposals())
        #expect(try scene.record.regions.map(\.name) == ["Anna Berger"])
        let accepted = try catalog.question(1).conversation.filter { $0.kind == .accepted }
        #expect(accepted.map(\.text) == ["Anna Berger"])
    }

    @Test func `an answer in free words is accepted by its number alone`() throws {
        let asked = try scene.ask()
        var free = scene.mail(of: asked, name: "no idea, sorry. Ask Prof. Berger maybe?")
        free.isFreelyWorded = true
        #expect(try scene.take(free).0.proposed == [.regions])
        #expect(try catalog.pendingProposals().isEmpty)
        let proposal = try #require(try catalog.proposals().first)
        #expect(proposal.channel == "words")
        try catalog.accept([proposal.number])
        #expect(try catalog.question(1).state == .settled)
    }

    @Test func `who says what a stranger said before is an answer all the same`() throws {
        let asked = try scene.ask()
        _ = try scene.take(scene.mail(.claim, of: asked, name: "A kite"))
        #expect(try catalog.pendingProposals().isEmpty)
        _ = try scene.take(scene.mail(of: asked, name: "A kite", digest: "bb"))
        #expect(try catalog.pendingProposals().count == 1)
        #expect(try catalog.proposals().map(\.source) == ["mail:mbb@example.org"])
    }

    @Test func `what was rejected is proposed again when somebody else answers it`() throws {
        let asked = try scene.ask()
        _ = try scene.take(scene.mail(of: asked, name: "A kite"))
        try catalog.reject(try numbers)
        _ = try scene.take(scene.mail(of: asked, name: "A kite", digest: "bb"))
        #expect(try catalog.question(1).state == .answered)
        #expect(try catalog.pendingProposals().count == 1)
    }

    @Test func `a payload that names the region settles the question once it is accepted`() throws {
        let asked = try scene.ask()
        let origin = MessageOrigin(messageID: "p@example.org", digest: "cc")
        var told = PhotoRecord()
        told.id = scene.photo
        var region = Self.named("Red kite")
        region.kind = .thing
        told.regions = [region]
        _ = try catalog.merge(
            [IncomingRecord(record: told, origin: origin, channels: [.regions: "payload"])])
        try catalog.accept(try catalog.pendingProposals())
        #expect(try scene.record.regions.map(\.name) == ["Red kite"])
        #expect(try catalog.question(asked.number).state == .settled)
    }

    @Test func `a place that an answer names leaves the photo's own point`() throws {
        var own = Location()
        own.coordinate = Coordinate(latitude: 48.1, longitude: 7.85)
        own.altitude = 300
        try catalog.edit([PhotoEdit(scene.photo, .set(.location, own.json))], summary: "at")
        let asked = try scene.ask()
        var answer = scene.mail(of: asked)
        var told = Location()
        told.coordinate = Coordinate(latitude: 48, longitude: 7.8)
        told.precision = .place
        told.place = Place(name: "Freiburg")
        answer.location = told
        answer.taken = LocalDateTime(iso: "1998-05-01").map { CaptureTime(local: $0) }
        #expect(try scene.take(answer).0.proposed == [.location, .taken])
        try catalog.accept(try catalog.pendingProposals())
        let location = try #require(try scene.record.location)
        #expect(location.coordinate == own.coordinate && location.altitude == 300)
        #expect(location.place?.name == "Freiburg" && location.precision == nil)
        #expect(try scene.record.taken?.local == LocalDateTime(iso: "1998-05-01"))
    }

    @Test
    func `a date that somebody remembers replaces the one in the photo's file by number only`()
        throws
    {
        let other = try scene.fixture.scan(
            .made(scene.fixture.touch("b.jpg"), fingerprint: "bb") {
                $0.taken = time("2024-05-01T10:00:00")
            }
        ).id
        let asked = try scene.ask(of: other)
        var answer = scene.mail(of: asked, name: "Kite")
        answer.taken = LocalDateTime(iso: "1998-05-01").map { CaptureTime(local: $0) }
        #expect(try scene.take(answer).0.proposed == [.regions, .taken])
        try catalog.accept(try catalog.pendingProposals())
        let date = try scene.fixture.photo(other).taken
        #expect(date?.local == LocalDateTime(iso: "2024-05-01T10:00:00"))
        #expect(try scene.fixture.photo(other).regions.map(\.name) == ["Kite"])
        let left = try #require(try catalog.proposals(of: other).first)
        #expect(left.field == .taken && left.channel == Proposal.wordsChannel)
        try catalog.accept([left.number])
        #expect(
            try scene.fixture.photo(other).taken?.local == LocalDateTime(iso: "1998-05-01"))
        // What a person said is no camera's: the next answer is like any other.
        answer.taken = LocalDateTime(iso: "1999-05-01").map { CaptureTime(local: $0) }
        answer.origin.digest = "b2"
        answer.event.messageID = "m2@example.org"
        _ = try scene.take(answer)
        let next = try #require(
            try catalog.proposals(of: other).first { $0.field == .taken })
        #expect(next.channel == Proposal.answerChannel)
        #expect(try catalog.pendingProposals().contains(next.number))
    }

    private static func named(_ name: String?) -> Region {
        var region = QuestionScene.spot
        region.name = name
        return region
    }

    @Test func `a region that comes back without its name keeps it`() throws {
        let guess = Self.named("Secret guess")
        _ = try scene.ask(about: guess)
        var told = PhotoRecord()
        told.id = scene.photo
        told.regions = [Self.named(nil)]
        let tally = try catalog.merge(
            [IncomingRecord(record: told, origin: MessageOrigin(messageID: "p@x", digest: "cc"))])
        #expect(tally.items.first?.proposed.isEmpty == true)
        #expect(try scene.record.regions == [guess])
    }

    @Test func `a region without an identity gets one when it is asked about`() throws {
        var bare = QuestionScene.spot
        bare.id = nil
        try catalog.edit(
            [PhotoEdit(scene.photo, .set(.regions, .array([bare.json])))], summary: "draw")
        let first = try scene.ask("first234", adds: false)
        #expect(try scene.record.regions.map(\.id) == [QuestionScene.spot.id])
        _ = try scene.ask("second23", adds: false)
        var moved = try #require(try scene.record.regions.first)
        moved.shape = .rectangle(RegionBox(x: 0, y: 0, width: 0.5, height: 0.5))
        try catalog.edit(
            [PhotoEdit(scene.photo, .set(.regions, .array([moved.json])))], summary: "move")
        _ = try scene.take(scene.mail(of: first, name: "Red kite"))
        try catalog.accept(try catalog.pendingProposals())
        #expect(try scene.record.regions.map(\.name) == ["Red kite"])
        #expect(try scene.record.regions.map(\.shape) == [moved.shape])
        #expect(try catalog.questions().map(\.state) == [.settled, .settled])
    }
}
