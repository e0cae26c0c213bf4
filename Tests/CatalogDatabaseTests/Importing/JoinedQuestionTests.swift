import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// Questions about photos that are joined into others.
@Suite struct JoinedQuestionTests {
    private let scene: QuestionScene
    private var catalog: PhotoCatalog { scene.fixture.catalog }
    private let photos: [RecordID]

    /// Two photos of one picture, of which the second is to be joined into the first.
    init() throws {
        scene = try QuestionScene()
        let catalog = scene.fixture.catalog
        try catalog.setHashes(scene.photo, perceptualHash: "00000000000000ff")
        var incoming = IncomingRecord(
            record: PhotoRecord(), origin: MessageOrigin(messageID: "join@x", digest: "d0"))
        incoming.picture = .made(try scene.fixture.touch("in.jpg"), fingerprint: "0d") {
            $0.image?.perceptualHash = "00000000000000fe"
        }
        photos = [scene.photo, try #require(try catalog.merge([incoming]).items.first).photo]
    }

    private func join(_ photo: Int, into other: Int) throws -> Int64 {
        let proposal = try catalog.importProposals().first { proposal in
            guard case .join(photos[other], _) = proposal.kind else { return false }
            return proposal.photo == photos[photo]
        }
        return try #require(proposal).number
    }

    @Test func `a question follows its photo into the one that it is joined with, and back`() throws
    {
        let asked = try scene.ask(of: photos[1])
        let change = try #require(try catalog.acceptImports([try join(1, into: 0)]))
        let question = try catalog.question(1)
        #expect(question.photo == photos[0] && question.isPhotoThere)
        #expect(try scene.take(scene.mail(of: asked, name: "Kite")).0.proposed == [.regions])
        try catalog.accept(try catalog.pendingProposals())
        #expect(try scene.record.regions.map(\.name) == ["Kite"])
        #expect(try catalog.question(1).state == .settled)
        try catalog.undo()
        let undo = try catalog.undo(change.number)
        #expect(try catalog.question(1).photo == photos[1])
        try catalog.undo(undo.number)
        #expect(try catalog.question(1).photo == photos[0])
    }

    @Test func `what waits stays an answer or a stranger's claim`() throws {
        let asked = try scene.ask(of: photos[1])
        _ = try scene.take(scene.mail(of: asked, name: "Kite"))
        _ = try scene.take(scene.mail(.claim, of: asked, name: "Dragon", digest: "bb"))
        try catalog.acceptImports([try join(1, into: 0)])
        #expect(
            Set(try catalog.proposals(of: photos[0]).compactMap(\.channel)) == ["answer", "claim"])
        try catalog.accept(try catalog.pendingProposals())
        #expect(try scene.record.regions.map(\.name) == ["Kite"])
        #expect(try catalog.question(1).state == .settled)
    }
}
