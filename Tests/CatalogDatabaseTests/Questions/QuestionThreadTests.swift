import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// What leads from a mail to its question, and what does not.
@Suite struct QuestionThreadTests {
    private let scene: QuestionScene
    private var catalog: PhotoCatalog { scene.fixture.catalog }

    init() throws { scene = try QuestionScene() }

    private func found(by messageID: String) throws -> QuestionEvent.Finding? {
        var traces = PhotoCatalog.QuestionTraces()
        traces.messageIDs = [messageID]
        return try catalog.question(of: traces)?.by
    }

    @Test(arguments: [
        (QuestionEvent.Kind.answer, QuestionEvent.Finding.subjectTag, true),
        (.answer, .thread, true), (.message, .thread, true), (.message, .addressTag, true),
        (.message, .subjectTag, false), (.claim, .subjectTag, false), (.claim, .payload, false),
        (.automatic, .thread, false), (.bounce, .thread, false),
    ])
    func `only who was asked, and the thread itself, lead on in the thread`(
        kind: QuestionEvent.Kind, by: QuestionEvent.Finding, leads: Bool
    ) throws {
        let asked = try scene.ask()
        var mail = scene.mail(kind, of: asked, name: "Kite")
        mail.event.foundBy = by
        _ = try scene.take(mail)
        #expect(try found(by: "maa@example.org") == (leads ? .thread : nil))
    }

    @Test func `an answer whose import was undone leads nowhere`() throws {
        let asked = try scene.ask()
        let change = try #require(try scene.take(scene.mail(of: asked, name: "Kite")).1)
        try catalog.undo(change.number)
        #expect(try found(by: "maa@example.org") == nil)
    }

    @Test func `a mail that was taken in, undone, taken in again and redone stands there once`()
        throws
    {
        let asked = try scene.ask()
        let answer = scene.mail(of: asked, name: "Kite")
        let change = try #require(try scene.take(answer).1)
        let undo = try catalog.undo(change.number)
        _ = try scene.take(answer)
        _ = try? catalog.undo(undo.number)
        #expect(try catalog.question(1).answers.count == 1)
    }
}
