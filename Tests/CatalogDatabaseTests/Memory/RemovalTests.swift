import CatalogDatabase
import Foundation
import JSON
import OutputText
import PhotoRecords
import Testing

@Suite struct RemovalTests {
    private let fixture: CatalogFixture

    init() throws { fixture = try CatalogFixture() }

    private var catalog: PhotoCatalog { fixture.catalog }

    /// A photo with a value in every field.
    private func told(_ record: inout PhotoRecord) {
        record.name = "Red kite"
        record.caption = "Above the barn"
        record.keywords = ["bird", "Kite"]
        record.people = ["Anna"]
        record.taken = time("2024-05-01T10:22:33", "+02:00")
        record.location = location(48.5, 2.25)
        record.location?.altitude = 35
        record.location?.place = Place(name: "Paris", country: "FR")
        record.regions = [
            Region(
                name: "Kite",
                shape: .rectangle(RegionBox(x: 0.1, y: 0.1, width: 0.2, height: 0.2)))
        ]
        record.camera = Camera(make: "Canon", model: "EOS R6")
    }

    @Test func `what a file no longer says stays, with until when, and is proposed for removal`()
        throws
    {
        let path = try fixture.touch("a.jpg")
        let id = try fixture.scan(.made(path, told)).id
        let before = try fixture.photo(id)
        let tally = try catalog.add([.made(path, modified: 2)])
        #expect(tally.removals == 8)
        #expect(tally.changedValues == 0)
        let after = try fixture.photo(id)
        for field in RecordField.allCases {
            #expect(after[field: field] == before[field: field])
            #expect(after.provenance[field]?.source == before.provenance[field]?.source)
            #expect(after.provenance[field]?.until?.hasSuffix("Z") == true)
        }
        #expect(try catalog.undecidedRemovals(of: [id])[id]?.count == 8)
        let proposals = try catalog.proposals(kind: .removal)
        #expect(Set(proposals.map(\.field)) == Set(RecordField.allCases))
        #expect(proposals.allSatisfy { $0.proposed == nil && $0.current != nil })
        let json = try #require(proposals.first).json
        #expect(json["kind"] == "removal")
        #expect(json["proposed"] == nil)
        // A scan that changed no value is none to undo: its proposals are to be decided.
        let nothing = #expect(throws: WitError(.noSuchChange, "")) { try catalog.undo() }
        let last = try #require(try catalog.changes(limit: 1).first)
        #expect(last.summary == "scan: 8 values no longer in their files")
        #expect(nothing?.message.contains("change \(last.number)") == true)
        #expect(nothing?.message.contains("8 proposals to accept or reject") == true)
        let refused = #expect(throws: WitError(.notUndoable, "")) {
            try catalog.undo(last.number)
        }
        #expect(refused?.message.contains("8 proposals to accept or reject") == true)

        try catalog.accept(proposals.map(\.number))
        for field in RecordField.allCases {
            #expect(try fixture.photo(id)[field: field] == nil)
            #expect(try fixture.photo(id).provenance[field]?.isUser == true)
        }
        #expect(try catalog.proposals().isEmpty)
        try catalog.undo()
        #expect(try fixture.photo(id).provenance == after.provenance)
        #expect(try catalog.proposals(kind: .removal).count == 8)
        #expect(try catalog.check(files: .none) == [])
    }

    @Test func `a rejected removal makes the value the person's, and is not proposed again`()
        throws
    {
        let path = try fixture.touch("a.jpg")
        let id = try fixture.scan(.made(path, told)).id
        _ = try catalog.add([.made(path, modified: 2)])
        try catalog.reject(try catalog.pendingProposals(.removal))
        let photo = try fixture.photo(id)
        #expect(photo.name == "Red kite")
        #expect(photo.provenance[.name]?.isUser == true)
        #expect(photo.provenance[.name]?.until == nil)
        _ = try catalog.add([.made(path, modified: 3, told)])
        _ = try catalog.add([.made(path, modified: 4)])
        #expect(try catalog.proposals().isEmpty)
        #expect(try fixture.photo(id).name == "Red kite")
    }

    @Test func `parts that a file no longer says stay beside what it says`() throws {
        let path = try fixture.touch("a.jpg")
        let id = try fixture.scan(.made(path, told)).id
        let tally = try catalog.add([
            .made(path, modified: 2) { record in
                told(&record)
                record.keywords = ["bird", "sky"]
                record.taken?.offset = nil
                record.location?.coordinate = nil
                record.location?.altitude = nil
                record.camera?.make = nil
            }
        ])
        #expect(tally.removals == 4)
        let photo = try fixture.photo(id)
        #expect(photo.keywords == ["bird", "sky", "Kite"])
        #expect(photo.taken?.offset == UTCOffset("+02:00"))
        #expect(photo.location?.coordinate == location(48.5, 2.25)?.coordinate)
        #expect(photo.location?.altitude == 35)
        #expect(photo.camera?.make == "Canon")
        #expect(photo.provenance[.name]?.until == nil)
        // What a person adds meanwhile decides nothing about the rest.
        try catalog.edit([PhotoEdit(id, .add(.keywords, ["mine"]))], summary: "keyword")
        #expect(try fixture.photo(id).provenance[.keywords]?.until != nil)
        try catalog.accept(try catalog.pendingProposals(.removal))
        let rest = try fixture.photo(id)
        #expect(rest.keywords == ["bird", "sky", "mine"])
        #expect(rest.taken?.offset == nil)
        #expect(rest.taken?.local == moment("2024-05-01T10:22:33"))
        #expect(rest.location?.coordinate == nil)
        #expect(rest.location?.place?.name == "Paris")
        #expect(rest.camera?.make == nil)
        #expect(rest.camera?.model == "EOS R6")
    }

    @Test func `a file that says it again takes the removal back`() throws {
        let path = try fixture.touch("a.jpg")
        let id = try fixture.scan(.made(path, told)).id
        _ = try catalog.add([.made(path, modified: 2)])
        _ = try catalog.add([.made(path, modified: 3, told)])
        #expect(try catalog.proposals().isEmpty)
        #expect(try catalog.proposals(.withdrawn).count == 8)
        #expect(try fixture.photo(id).provenance[.name]?.until == nil)
        _ = try catalog.add([.made(path, modified: 4)])
        #expect(try catalog.proposals(kind: .removal).count == 8)
    }

    @Test func `a copy that says less proposes nothing while another file still says it`() throws {
        let (a, b) = (try fixture.touch("a.jpg"), try fixture.touch("b.jpg"))
        let id = try fixture.scan(.made(a, told)).id
        _ = try fixture.scan(.made(b))
        #expect(try catalog.proposals().isEmpty)
        try fixture.scan(.made(b, modified: 2, told))
        try fixture.scan(.made(b, modified: 3))
        #expect(try catalog.proposals().isEmpty)
        try fixture.scan(.made(a, modified: 4))
        #expect(try catalog.proposals(kind: .removal).count == 8)
        #expect(try fixture.photo(id).name == "Red kite")
    }

    @Test func `what a person wrote and a file took over is proposed for removal too`() throws {
        let path = try fixture.touch("a.jpg")
        let id = try fixture.scan(.made(path)).id
        try catalog.edit([.name("Mine", of: id), .caption("Only here", of: id)], summary: "mine")
        try fixture.scan(.made(path, modified: 2) { $0.name = "Mine" })
        try fixture.scan(.made(path, modified: 3))
        #expect(try catalog.proposals(kind: .removal).map(\.field) == [.name])
        #expect(try fixture.photo(id).name == "Mine")
        #expect(try fixture.photo(id).provenance[.name]?.isUser == true)
    }

    @Test func `eleven thousand proposals of one photo are accepted in seconds`() throws {
        let path = try fixture.touch("a.jpg")
        let id = try fixture.scan(.made(path) { $0.keywords = ["kept"] }).id
        try catalog.edit([PhotoEdit(id, .add(.keywords, ["mine"]))], summary: "mine")
        // All of them lie there: one that is gone would have moved to the next.
        let copies = try (0..<11_031).map { index in
            ScannedFile.made(try fixture.touch("copies/\(index).jpg")) { record in
                record.keywords = ["word \(index)"]
                if index.isMultiple(of: 2) { record.name = "Name \(index)" }
            }
        }
        let tally = try catalog.add(copies)
        #expect(tally.proposals > 16_000)
        let clock = ContinuousClock()
        let start = clock.now
        try catalog.accept(try catalog.pendingProposals())
        let took = clock.now - start
        print("accepted \(tally.proposals) proposals of one photo in \(took)")
        #expect(took < .seconds(30))
        #expect(try fixture.photo(id).keywords.count == 11_033)
        #expect(try catalog.proposals().isEmpty)
        try catalog.undo()
        #expect(try catalog.pendingProposals().count == tally.proposals)
    }
}
