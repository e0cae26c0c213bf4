import CatalogDatabase
import JSON
import OutputText
import PhotoRecords
import Testing

@Suite struct PhotoCatalogUndoTests {
    private let fixture: CatalogFixture
    private let id: RecordID

    init() throws {
        fixture = try CatalogFixture()
        id = try fixture.scan(
            .made("/p/a") {
                $0.name = "File's"
                $0.keywords = ["bird", "kite"]
            }
        ).id
    }

    private var name: String? { get throws { try fixture.photo(id).name } }

    @Test func `an edit says who and when, and is undone whole`() throws {
        let before = try fixture.photo(id)
        let change = try #require(
            try fixture.catalog.edit(
                [
                    .name("Mine", of: id), .caption("Words", of: id),
                    .taken(time("2024-05-01"), of: id), .location(location(1, 2), of: id),
                    PhotoEdit(id, .add(.keywords, ["sky", "bird", "sky"])),
                    PhotoEdit(id, .remove(.keywords, ["kite"])),
                    PhotoEdit(id, .add(.people, ["Anna"])),
                ], summary: "a\nlot"))
        let after = try fixture.photo(id)
        #expect(after.name == "Mine")
        #expect(after.caption == "Words")
        #expect(after.keywords == ["bird", "sky"])
        #expect(after.people == ["Anna"])
        #expect(after.provenance[.name]?.isUser == true)
        #expect(after.provenance[.name]?.at == change.at)
        #expect(change.summary == "a lot")
        #expect(change.kind == .edit)
        let values = try fixture.catalog.values(of: change.number)
        #expect(values.count == 6)
        let name = try #require(values.first { $0.field == "name" })
        #expect(name.old == "File's")
        #expect(name.oldProvenance == Provenance(source: "xmp:name"))
        #expect(name.new == "Mine")

        let undo = try fixture.catalog.undo()
        #expect(undo.undoes == change.number)
        #expect(try fixture.photo(id) == before)
        #expect(try fixture.catalog.changes().map(\.kind) == [.undo, .edit, .scan])
        #expect(try fixture.catalog.changes()[1].undoneBy == undo.number)

        try fixture.catalog.undo(undo.number)
        #expect(try fixture.photo(id) == after)
        try fixture.catalog.undo()
        #expect(try fixture.photo(id) == before)
    }

    @Test func `undo after undo goes back step by step, and then says so`() throws {
        for name in ["One", "Two", "Three"] {
            try fixture.catalog.edit([.name(name, of: id)], summary: name)
        }
        for name in ["Two", "One", "File's"] {
            try fixture.catalog.undo()
            #expect(try self.name == name)
        }
        #expect(throws: WitError(.noSuchChange, "")) { try fixture.catalog.undo() }
    }

    @Test func `a change under a later one is not undone, and the error names the later one`()
        throws
    {
        let one = try #require(try fixture.catalog.edit([.name("One", of: id)], summary: "1"))
        let two = try #require(try fixture.catalog.edit([.name("Two", of: id)], summary: "2"))
        let error = #expect(throws: WitError(.notUndoable, "")) {
            try fixture.catalog.undo(one.number)
        }
        #expect(error?.message.contains("change \(two.number)") == true)
        #expect(try name == "Two")
        let other = try #require(try fixture.catalog.edit([.caption("C", of: id)], summary: "3"))
        try fixture.catalog.undo(two.number)
        try fixture.catalog.undo(one.number)
        #expect(try name == "File's")
        #expect(try fixture.photo(id).caption == "C")
        try fixture.catalog.undo(other.number)
        #expect(try fixture.photo(id).caption == nil)
    }

    @Test func `scans that only added, unknown changes and undone ones are refused`() throws {
        #expect(throws: WitError(.notUndoable, "")) { try fixture.catalog.undo(1) }
        #expect(throws: WitError(.noSuchChange, "")) { try fixture.catalog.undo(99) }
        let change = try #require(try fixture.catalog.edit([.name("One", of: id)], summary: "1"))
        try fixture.catalog.undo(change.number)
        #expect(throws: WitError(.notUndoable, "")) { try fixture.catalog.undo(change.number) }
    }

    @Test func `edits are made all or none`() throws {
        let unknown = RecordID()
        let error = #expect(throws: WitError(.noSuchPhoto, "")) {
            try fixture.catalog.edit(
                [.name("One", of: id), .name("Two", of: unknown)], summary: "both")
        }
        #expect(error?.message.contains(unknown.text) == true)
        #expect(try name == "File's")
        #expect(try fixture.catalog.changes().count == 1)
    }

    @Test func `an edit that says what a person said before is no change`() throws {
        #expect(try fixture.catalog.edit([.name("One", of: id)], summary: "1") != nil)
        #expect(try fixture.catalog.edit([.name("One", of: id)], summary: "1") == nil)
        let none = PhotoEdit(id, .remove(.people, ["Nobody"]))
        #expect(try fixture.catalog.edit([none], summary: "2") == nil)
        #expect(try fixture.catalog.changes().count == 2)
    }

    @Test func `a person who says what the file says vouches for it`() throws {
        try fixture.catalog.edit([.name("File's", of: id)], summary: "vouched")
        try fixture.scan(
            .made("/p/a", modified: 2) {
                $0.name = "Other"
                $0.keywords = ["bird", "kite"]
            })
        #expect(try name == "File's")
        #expect(try fixture.catalog.proposals().map(\.proposed) == ["Other"])
    }

    @Test func `an accepted proposal is undone to waiting, a rejected one too`() throws {
        try fixture.catalog.edit([.name("Mine", of: id)], summary: "1")
        try fixture.scan(
            .made("/p/a", modified: 2) {
                $0.name = "Other"
                $0.keywords = ["bird", "kite"]
            })
        let number = try #require(try fixture.catalog.proposals().first).number
        let accepted = try #require(try fixture.catalog.accept([number]))
        #expect(try name == "Other")
        #expect(try fixture.photo(id).provenance[.name]?.source == "xmp:name")
        #expect(try fixture.catalog.proposals().isEmpty)
        #expect(throws: WitError(.noSuchProposal, "")) { try fixture.catalog.accept([number]) }
        try fixture.catalog.undo(accepted.number)
        #expect(try name == "Mine")
        #expect(try fixture.catalog.proposals().map(\.number) == [number])
        try fixture.catalog.reject([number])
        #expect(try fixture.catalog.proposals().isEmpty)
        #expect(try fixture.catalog.proposals(.rejected).map(\.number) == [number])
        try fixture.catalog.undo()
        #expect(try fixture.catalog.proposals().map(\.number) == [number])
        #expect(try fixture.catalog.counts.proposals == 1)
    }

    @Test func `a proposal is settled when the person writes the same`() throws {
        try fixture.catalog.edit([.name("Mine", of: id)], summary: "1")
        try fixture.scan(
            .made("/p/a", modified: 2) {
                $0.name = "Other"
                $0.keywords = ["bird", "kite"]
            })
        try fixture.catalog.edit([.name("Other", of: id)], summary: "2")
        #expect(try fixture.catalog.proposals().isEmpty)
        try fixture.catalog.undo()
        #expect(try fixture.catalog.proposals().count == 1)
    }
}
