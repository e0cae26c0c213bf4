import Foundation
import JSON
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// Undo of photos of one picture that were joined one into the next: the third into the second, and
/// that into the first.
@Suite struct ChainedJoinTests {
    private let scene: QuestionScene
    private let photos: [RecordID]
    private var fixture: CatalogFixture { scene.fixture }
    private var catalog: PhotoCatalog { fixture.catalog }

    init() throws {
        scene = try QuestionScene()
        let catalog = scene.fixture.catalog
        try catalog.setHashes(scene.photo, perceptualHash: "00000000000000ff")
        var photos = [scene.photo]
        for (index, name) in ["second.jpg", "third.jpg"].enumerated() {
            var record = PhotoRecord()
            record.keywords = ["of \(name)"]
            record.name = "Name of \(name)"
            record.unknown = ["of \(name)": 1]
            var incoming = IncomingRecord(
                record: record,
                origin: MessageOrigin(messageID: "\(name)@example.org", digest: "d\(index)"))
            incoming.picture = .made(
                try scene.fixture.touch(name), fingerprint: "0\(index)", size: 2000
            ) {
                $0.image?.perceptualHash = ["00000000000000fe", "00000000000000fc"][index]
                $0.image?.width = 5000 + 1000 * index
            }
            photos.append(try #require(try catalog.merge([incoming]).items.first).photo)
        }
        self.photos = photos
    }

    /// Joins a photo into the one before.
    private func join(_ photo: Int) throws -> Int64 {
        let proposal = try catalog.importProposals().first { proposal in
            guard case .join(photos[photo - 1], _) = proposal.kind else { return false }
            return proposal.photo == photos[photo]
        }
        let number = try #require(proposal).number
        return try #require(try catalog.acceptImports([number])).number
    }

    /// All that the catalog says of the photos.
    private func said() throws -> [String] {
        var lines: [String] = []
        for photo in photos {
            lines.append(try catalog.record(photo)?.json.text ?? "gone")
            lines.append("held back \(try catalog.recordToShare(photo)?.heldBack ?? "")")
            lines += try catalog.files(of: photo).map { "\($0)" }.sorted()
            lines += try catalog.messages(of: photo).map(\.messageID).sorted()
            lines += try catalog.proposals(of: photo)
                .map { "\($0.field) \($0.proposed?.text ?? "")" }.sorted()
            lines += try catalog.importProposals(of: photo).map(Self.said).sorted()
        }
        lines += try catalog.questions().map { "\($0.number) \($0.photo)" }
        return lines
    }

    /// What a proposal says, its members in one order.
    private static func said(_ proposal: ImportProposal) -> String {
        switch proposal.kind {
        case .join: "\(proposal.kind) \(proposal.photo)"
        case .fields(let fields): "\(JSONValue.object(fields).text) \(proposal.photo)"
        }
    }

    /// Undoes a change that cannot be undone now; answers why not.
    private func refusal(of number: Int64) throws -> String {
        let before = try said()
        let error = #expect(throws: WitError(.notUndoable, "")) { try catalog.undo(number) }
        #expect(try said() == before)
        return error?.message ?? ""
    }

    @Test func `the first of two chained joins waits for the second`() throws {
        let start = try said()
        let first = try join(2)
        let one = try said()
        let second = try join(1)
        let both = try said()
        #expect(
            try refusal(of: first)
                == "change \(first) cannot be undone: change \(second) joined photo "
                + "\(photos[1].text) into another one; undo that first")
        let undoneSecond = try catalog.undo(second).number
        #expect(try said() == one)
        let undoneFirst = try catalog.undo(first).number
        #expect(try said() == start)
        #expect(
            try refusal(of: undoneSecond)
                == "change \(undoneSecond) cannot be undone: change \(undoneFirst) undid change "
                + "\(first), on which it stands; undo that first")
        try catalog.undo(undoneFirst)
        #expect(try said() == one)
        try catalog.undo(undoneSecond)
        #expect(try said() == both)
        #expect(try catalog.check(files: .none) == [])
    }

    @Test func `chained joins that were accepted at once are undone and done again at once`() throws
    {
        let start = try said()
        let numbers = try catalog.importProposals().filter { proposal in
            guard case .join(let other, _) = proposal.kind else { return false }
            return other != photos[0] || proposal.photo == photos[1]
        }.map(\.number).sorted(by: >)
        #expect(numbers.count == 2)
        let change = try #require(try catalog.acceptImports(numbers)).number
        let both = try said()
        #expect(try catalog.files(of: photos[0]).count == 3)
        let undo = try catalog.undo(change).number
        #expect(try said() == start)
        let redo = try catalog.undo(undo).number
        #expect(try said() == both)
        try catalog.undo(redo)
        #expect(try said() == start)
        #expect(try catalog.check(files: .none) == [])
    }

    @Test func `a redone join is undone by either of its numbers, and once`() throws {
        let start = try said()
        let join = try join(2)
        let joined = try said()
        let undo = try catalog.undo(join).number
        let redo = try catalog.undo(undo).number
        #expect(try said() == joined)
        let again = try catalog.undo(redo).number
        #expect(try said() == start)
        #expect(
            try refusal(of: join)
                == "change \(join) was already undone by change \(undo)")
        try catalog.undo(undo)
        #expect(try said() == joined)
        try catalog.undo(join)
        #expect(try said() == start)
        #expect(try refusal(of: again).contains("already undone"))
        #expect(try refusal(of: redo).contains("already undone"))
    }

    @Test func `what came to a photo while its join was undone goes with it, and comes back`()
        throws
    {
        let join = try join(2)
        let undo = try catalog.undo(join).number
        try fixture.scan(.made(fixture.touch("copy.jpg"), fingerprint: "01", size: 2000))
        #expect(try catalog.files(of: photos[2]).count == 2)
        _ = try scene.ask(adds: false, of: photos[2])
        let apart = try said()
        try catalog.undo(undo)
        #expect(try catalog.files(of: photos[1]).count == 3)
        #expect(try catalog.question(1).photo == photos[1])
        try catalog.undo(join)
        #expect(try said() == apart)
    }

    @Test func `a photo that was changed since its join was undone is not joined again unseen`()
        throws
    {
        let edit = try #require(
            try catalog.edit([.name("Mine", of: photos[2])], summary: "name")
        ).number
        let undoneEdit = try catalog.undo(edit).number
        let join = try join(2)
        let undo = try catalog.undo(join).number
        // An edit that was undone when the photos were joined is in effect again.
        let redoneEdit = try catalog.undo(undoneEdit).number
        #expect(try refusal(of: undo).contains("change \(edit) changed later"))
        try catalog.undo(redoneEdit)
        // A later one, a mail that proposes something.
        let later = try #require(
            try catalog.edit([.name("Later", of: photos[2])], summary: "name")
        ).number
        #expect(try refusal(of: undo).contains("change \(later) changed later"))
        try catalog.undo(later)
        var record = PhotoRecord()
        record.id = photos[2]
        record.name = "Another name"
        _ = try catalog.merge([
            IncomingRecord(record: record, origin: MessageOrigin(messageID: "m@x", digest: "m"))
        ])
        #expect(try catalog.proposals(of: photos[2]).contains { $0.field == .name })
        #expect(try refusal(of: undo).contains("changed later"))
        try catalog.reject(catalog.proposals(of: photos[2]).map(\.number))
        try catalog.undo(undo)
        #expect(try catalog.check(files: .none) == [])
    }

    @Test func `a join is not done again after what it stood on was undone`() throws {
        let edit = try #require(
            try catalog.edit([.name("Mine", of: photos[1])], summary: "name")
        ).number
        let join = try join(1)
        let joined = try said()
        let undo = try catalog.undo(join).number
        let undoneEdit = try catalog.undo(edit).number
        #expect(try refusal(of: undo).contains("change \(undoneEdit) undid change \(edit)"))
        try catalog.undo(undoneEdit)
        try catalog.undo(undo)
        #expect(try said() == joined)
    }

    @Test func `an import that added a photo waits for a join into it, and a join for its photo`()
        throws
    {
        let imports = try catalog.changes().filter { $0.kind == .import }.map(\.number).sorted()
        let join = try join(2)
        #expect(try refusal(of: imports[0]).contains("change \(join) joined"))
        #expect(try refusal(of: imports[1]).contains("change \(join) joined"))
        let undo = try catalog.undo(join).number
        let undoneImport = try catalog.undo(imports[1]).number
        #expect(
            try refusal(of: undo)
                == "change \(undo) cannot be undone: change \(undoneImport) took photo "
                + "\(photos[2].text) out of the catalog; undo that first")
        try catalog.undo(undoneImport)
        try catalog.undo(undo)
        #expect(try catalog.check(files: .none) == [])
    }

    @Test func `of two joins into one photo that gave it a larger picture the last goes first`()
        throws
    {
        let proposals = try catalog.importProposals()
        let proposal = try #require(
            proposals.first { proposal in
                guard case .join(photos[0], _) = proposal.kind else { return false }
                return proposal.photo == photos[2]
            }, "\(proposals.map(\.kind))")
        let start = try said()
        let small = try join(1)
        let one = try said()
        let large = try #require(try catalog.acceptImports([proposal.number])).number
        #expect(
            try refusal(of: small)
                == "change \(small) cannot be undone: change \(large) changed the picture of photo "
                + "\(photos[0].text) later; undo that first")
        try catalog.undo(large)
        #expect(try said() == one)
        try catalog.undo(small)
        #expect(try said() == start)
    }

    @Test(arguments: 0..<12)
    func
        `in whichever order joins are undone and done again, each works whole or says what is first`(
            seed: UInt64
        ) throws
    {
        var draw = SeededGenerator(seed: seed + 1)
        let start = try said()
        let first = try join(2)
        let one = try said()
        let second = try join(1)
        let both = try said()
        for _ in 0..<14 {
            let last = try #require(try catalog.changes(limit: 1).first).number
            let number = Int64.random(in: first...last, using: &draw)
            let before = try said()
            do throws(WitError) {
                try catalog.undo(number)
            } catch {
                #expect(error.code == .notUndoable, "\(error)")
                #expect(
                    error.message.contains("undo that first")
                        || error.message.contains("was already undone"), "\(error)")
                #expect(try said() == before)
                continue
            }
            let undone = [first, second].map { number in
                (try? catalog.change(number))?.undoneBy != nil
            }
            switch (undone[0], undone[1]) {
            case (true, true): #expect(try said() == start)
            case (false, true): #expect(try said() == one)
            case (false, false): #expect(try said() == both)
            case (true, false): Issue.record("the second join stands without the first")
            }
            #expect(try catalog.check(files: .none) == [])
        }
        // Whatever was done, step by step it leads back.
        while let change = try catalog.changes(limit: 99).first(where: {
            $0.kind == .accept && $0.undoneBy == nil
        }) { try catalog.undo(change.number) }
        #expect(try said() == start)
    }
}
