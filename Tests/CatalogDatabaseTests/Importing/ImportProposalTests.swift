import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

@Suite struct ImportProposalTests {
    private let fixture: CatalogFixture
    private let origin = MessageOrigin(messageID: "m1@example.org", sender: "Anna")

    init() throws { fixture = try CatalogFixture() }

    private var catalog: PhotoCatalog { fixture.catalog }

    /// A photo of the catalog, and a larger picture that looks like it and came with a mail.
    private func pair() throws -> (known: RecordID, come: RecordID, number: Int64) {
        let path = try fixture.touch("a.jpg")
        let known = try fixture.scan(
            .made(path, fingerprint: "0c") {
                $0.keywords = ["bird"]
                $0.image?.width = 800
                $0.image?.height = 600
            }
        ).id
        try catalog.setHashes(known, perceptualHash: "00000000000000ff")
        try catalog.edit([.name("Mine", of: known)], summary: "name")
        var record = PhotoRecord()
        record.name = "Theirs"
        record.caption = "Words"
        record.unknown = ["stars": 5]
        var incoming = IncomingRecord(record: record, origin: origin)
        incoming.picture = .made(try fixture.touch("in.jpg"), fingerprint: "0d") {
            $0.image?.perceptualHash = "00000000000000fe"
        }
        let come = try #require(try catalog.merge([incoming]).items.first).photo
        let joins = try catalog.importProposals().filter {
            $0.kind == .join(other: known, distance: 1)
        }
        let proposal = try #require(joins.first)
        #expect(proposal.photo == come && proposal.source == "mail:m1@example.org")
        return (known, come, proposal.number)
    }

    @Test func `joined photos have the files, messages and words of both, and undo parts them`()
        throws
    {
        let (known, come, number) = try pair()
        let before = (try fixture.photo(known), try fixture.photo(come))
        try catalog.edit([.caption("Edited here", of: come)], summary: "caption")
        let edited = try fixture.photo(come)
        let change = try #require(try catalog.acceptImports([number]))
        #expect(try catalog.record(come) == nil)
        let joined = try fixture.photo(known)
        #expect(joined.name == "Mine" && joined.caption == "Edited here")
        #expect(joined.keywords == ["bird"])
        #expect(joined.image?.width == 4000 && joined.image?.fingerprint == "0d")
        #expect(joined.file == fixture.folder.path("in.jpg"))
        #expect(try catalog.files(of: known).count == 2)
        #expect(try catalog.messages(of: known) == [origin])
        #expect(try catalog.proposals(of: known).map(\.proposed) == ["Theirs"])
        #expect(try catalog.importProposals().allSatisfy { $0.photo == known })
        #expect(try catalog.check(files: .none) == [])

        let undo = try catalog.undo()
        #expect(try fixture.photo(known) == before.0)
        #expect(try fixture.photo(come) == edited)
        #expect(try catalog.messages(of: known).isEmpty)
        #expect(try catalog.messages(of: come) == [origin])
        #expect(try catalog.importProposals().map(\.number).contains(number))
        #expect(try catalog.check(files: .none) == [])

        try catalog.undo(undo.number)
        #expect(try fixture.photo(known) == joined)
        #expect(try catalog.files(of: known).count == 2)
        #expect(try catalog.record(come) == nil)
        #expect(try catalog.check(files: .none) == [])
        _ = change
    }

    @Test func `an import whose photo was joined since is not undone before that`() throws {
        let (_, _, number) = try pair()
        let change = try #require(try catalog.changes().first { $0.kind == .import })
        try catalog.acceptImports([number])
        #expect(throws: WitError(.notUndoable, "")) { try catalog.undo(change.number) }
        try catalog.undo()
        try catalog.undo(change.number)
        #expect(try catalog.counts.photos == 1)
        #expect(try catalog.importProposals().isEmpty)
    }

    @Test func `what was rejected is not proposed again, also not by the same mail after an undo`()
        throws
    {
        let (known, come, number) = try pair()
        try catalog.rejectImports([number])
        #expect(try catalog.importProposals().allSatisfy { $0.number != number })
        #expect(throws: WitError(.noSuchProposal, "")) { try catalog.acceptImports([number]) }
        let change = try #require(try catalog.changes().first { $0.kind == .import })
        try catalog.undo(change.number)
        var incoming = IncomingRecord(record: PhotoRecord(), origin: origin)
        incoming.picture = .made(fixture.folder.path("in.jpg"), fingerprint: "0d") {
            $0.image?.perceptualHash = "00000000000000fe"
        }
        let item = try #require(try catalog.merge([incoming]).items.first)
        #expect(item.alike.isEmpty && item.photo != known && item.photo != come)
    }

    @Test func `undo of a rejection proposes again`() throws {
        let (_, _, number) = try pair()
        try catalog.rejectImports([number])
        try catalog.undo()
        #expect(try catalog.importProposals().map(\.number).contains(number))
    }

    @Test func `fields nobody knows are kept, and leave only once they are accepted`() throws {
        let (_, come, _) = try pair()
        #expect(try fixture.photo(come).unknown == ["stars": 5])
        let held = try #require(try catalog.recordToShare(come))
        #expect(held.record.unknown.isEmpty && held.heldBack == "stars: 5")
        #expect(held.record.name == "Theirs")
        let proposal = try #require(
            try catalog.importProposals().first { $0.kind == .fields(["record": ["stars": 5]]) })
        try catalog.acceptImports([proposal.number])
        let free = try #require(try catalog.recordToShare(come))
        #expect(free.record.unknown == ["stars": 5] && free.heldBack.isEmpty)
        try catalog.undo()
        #expect(try catalog.recordToShare(come)?.record.unknown.isEmpty == true)
        try catalog.rejectImports([proposal.number])
        #expect(try catalog.recordToShare(come)?.record.unknown.isEmpty == true)
        #expect(try fixture.photo(come).unknown == ["stars": 5])
    }

    @Test func `unknown fields of every level are held back`() throws {
        let box = RegionShape.rectangle(RegionBox(x: 0, y: 0, width: 0.5, height: 0.5))
        var record = PhotoRecord()
        record.unknown = ["a": 1]
        record.taken = time("2024-05-01T10:00:00")
        record.taken?.unknown = ["b": 2]
        record.location = location(1, 2)
        record.location?.unknown = ["c": 3]
        record.location?.place = Place(name: "Paris")
        record.location?.place?.unknown = ["d": 4]
        record.camera = Camera(make: "X", model: nil, lens: nil)
        record.camera?.unknown = ["e": 5]
        record.image = ImageFacts()
        record.image?.unknown = ["f": 6]
        var region = Region(name: "Kite", shape: box)
        region.unknown = ["g": 7]
        record.regions = [region, Region(name: "Blob", shape: .unknown(["type": "blob", "h": 8]))]
        var incoming = IncomingRecord(record: record, origin: origin)
        incoming.picture = .made("/in/a.jpg")
        let id = try #require(try catalog.merge([incoming]).items.first).photo
        let kept = try fixture.photo(id).json.text
        let sent = try #require(try catalog.recordToShare(id)).record.json.text
        for (name, number) in [
            ("a", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 5), ("f", 6), ("g", 7), ("h", 8),
        ] {
            #expect(kept.contains("\"\(name)\":\(number)"), "\(name): \(kept)")
            #expect(!sent.contains("\"\(name)\":\(number)"), "\(name): \(sent)")
        }
        #expect(sent.contains("Kite") && sent.contains("Paris"))
    }

    @Test func `numbers of proposals are given once, whatever their kind`() throws {
        let (known, come, _) = try pair()
        var record = PhotoRecord()
        record.id = known
        record.name = "A third name"
        _ = try catalog.merge([IncomingRecord(record: record, origin: origin)])
        let numbers =
            try catalog.proposals().map(\.number) + catalog.importProposals().map(\.number)
        #expect(Set(numbers).count == numbers.count && numbers.count == 3)
        #expect(try catalog.counts.proposals == 3)
        _ = come
    }

    @Test func `what came by mail before is held back too`() throws {
        let path = fixture.folder.path("old.wit")
        try OldCatalog.make(path, steps: 6)
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO traits (id, json) VALUES (1, '{}');
                    INSERT INTO photo (id, record_id, traits, extra) VALUES
                        (1, x'0192f3c4000070008000000000000001', 1, '{"record":{"x":1}}'),
                        (2, x'0192f3c4000070008000000000000002', 1, '{"record":{"rating":3}}');
                    INSERT INTO message (id, message_id) VALUES (1, 'm@example.org');
                    INSERT INTO photo_message VALUES (1, 1);
                    """)
        }
        try queue.close()
        let old = try PhotoCatalog(path: path, access: .readWrite)
        let id = try #require(RecordID("0192f3c4-0000-7000-8000-000000000001"))
        #expect(try old.recordToShare(id)?.heldBack == "x: 1")
        #expect(try old.importProposals().map(\.source) == ["mail:m@example.org"])
    }
}
