import CatalogDatabase
import Foundation
import JSON
import OutputText
import PhotoRecords
import TestSupport
import Testing

@Suite struct PhotoCatalogMergeTests {
    private let scene: MergeFixture

    init() throws { scene = try MergeFixture() }

    private var fixture: CatalogFixture { scene.fixture }
    private var origin: MessageOrigin { scene.origin }

    private func incoming(
        id: RecordID? = nil, _ change: (inout PhotoRecord) -> Void = { _ in }
    ) -> IncomingRecord { scene.incoming(id: id, change) }

    private func merge(_ record: IncomingRecord) throws -> MergeTally.Item {
        try scene.merge(record)
    }

    /// A record with the very picture that `ScannedFile.made` makes.
    private func pictured(
        id: RecordID? = nil, _ change: (inout PhotoRecord) -> Void = { _ in }
    ) -> IncomingRecord {
        var record = incoming(id: id, change)
        record.picture = .made("/p/a")
        return record
    }

    // MARK: New photos

    @Test func `a new photo takes the message's values over its picture's, and undo removes it`()
        throws
    {
        let path = try fixture.touch("in/a.jpg")
        let id = RecordID()
        var record = incoming(id: id) {
            $0.name = "Red kite"
            $0.file = "/sender/secret.jpg"
            $0.unknown = ["stars": 5]
        }
        record.picture = .made(path, fingerprint: "0c") {
            $0.name = "IMG_1"
            $0.caption = "From the picture"
        }
        let dry = try fixture.catalog.merge([record], dryRun: true)
        #expect(dry.added == 1)
        #expect(try fixture.catalog.counts.photos == 0)
        #expect(try fixture.catalog.changes().isEmpty)

        let tally = try fixture.catalog.merge([record])
        let item = try #require(tally.items.first)
        #expect(item.match == nil)
        #expect(item.photo == id)
        #expect(item.usesPicture)
        let photo = try fixture.photo(id)
        #expect(photo.name == "Red kite")
        #expect(photo.provenance[.name]?.source == "mail:m1@example.org")
        #expect(photo.caption == "From the picture")
        #expect(photo.provenance[.caption] == Provenance(source: "xmp:caption"))
        #expect(photo.file == path)
        #expect(photo.unknown == ["stars": 5])
        #expect(try fixture.catalog.messages(of: id) == [origin])
        #expect(try fixture.catalog.resolve(path) == id)

        let undo = try fixture.catalog.undo()
        #expect(undo.leftFiles == [path])
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try fixture.catalog.record(id) == nil)
        #expect(try fixture.catalog.check() == [])
        try fixture.catalog.undo(undo.number)
        #expect(try fixture.photo(id) == photo)
        #expect(try fixture.catalog.messages(of: id) == [origin])
        #expect(try fixture.catalog.check(files: .none) == [])
        try fixture.catalog.undo()
        #expect(try fixture.catalog.counts.photos == 0)
        #expect(try fixture.catalog.merge([record]).added == 1)
        #expect(try fixture.catalog.check(files: .none) == [])
    }

    @Test func `a scan of an imported picture proposes nothing`() throws {
        let path = try fixture.touch("in/a.jpg")
        var record = incoming { $0.name = "Red kite" }
        let picture = ScannedFile.made(path, fingerprint: "0c") { $0.name = "IMG_1" }
        record.picture = picture
        let item = try merge(record)
        #expect(try fixture.scan(picture).id == item.photo)
        #expect(try fixture.catalog.proposals().isEmpty)
        #expect(try fixture.photo(item.photo).name == "Red kite")
    }

    @Test func `a photo without a picture waits for it`() throws {
        let id = RecordID()
        let item = try merge(incoming(id: id) { $0.name = "Red kite" })
        #expect(item.photo == id)
        #expect(try fixture.catalog.counts.missing == 1)
        let file = try fixture.scan(.made("/p/a", fingerprint: "0c") { $0.id = id })
        #expect(file.id == id)
        #expect(try fixture.catalog.counts.missing == 0)
        #expect(try fixture.photo(id).name == "Red kite")
        #expect(try fixture.photo(id).image?.fingerprint == "0c")
    }

    @Test func `a later edit keeps an import from being undone`() throws {
        let item = try merge(incoming { $0.name = "Red kite" })
        let change = try #require(try fixture.catalog.changes().first)
        try fixture.catalog.edit([.name("Mine", of: item.photo)], summary: "mine")
        #expect(throws: WitError(.notUndoable, "")) { try fixture.catalog.undo(change.number) }
        try fixture.catalog.undo()
        try fixture.catalog.undo(change.number)
        #expect(try fixture.catalog.counts.photos == 0)
    }

    // MARK: Values

    @Test func `empty fields are filled, equal ones stay, others wait, and twice is once`() throws {
        let id = try fixture.scan(
            .made("/p/a") {
                $0.name = "File's"
                $0.taken = time("2024-05-01T10:22:33")
                $0.location = location(48.85837, 2.29448)
                $0.keywords = ["bird"]
            }
        ).id
        try fixture.catalog.edit([.caption("Mine", of: id)], summary: "caption")
        let record = pictured(id: id) {
            $0.name = "File's"
            $0.caption = "Theirs"
            $0.people = ["Anna"]
            $0.keywords = ["bird", "kite"]
            $0.taken = time("2024-05-01T10:22:33.12", "+02:00")
            $0.location = location(48.858371, 2.294479)
            $0.location?.altitude = 35
            $0.unknown = ["stars": 5]
        }
        let tally = try fixture.catalog.merge([record])
        let item = try #require(tally.items.first)
        #expect(item.filled == [.people, .taken, .location])
        #expect(item.proposed == [.caption, .keywords])
        let photo = try fixture.photo(id)
        #expect(photo.caption == "Mine")
        #expect(photo.keywords == ["bird"])
        #expect(photo.people == ["Anna"])
        #expect(photo.taken?.local.iso == "2024-05-01T10:22:33")
        #expect(photo.taken?.offset?.description == "+02:00")
        #expect(photo.location?.coordinate?.latitude == 48.85837)
        #expect(photo.location?.altitude == 35)
        #expect(photo.unknown == ["stars": 5])
        #expect(photo.provenance[.people]?.source == "mail:m1@example.org")
        #expect(photo.provenance[.taken]?.source == "xmp:taken")
        let proposals = try fixture.catalog.proposals(of: id)
        #expect(proposals.map(\.proposed) == ["Theirs", ["bird", "kite"]])

        for round in 0..<3 {
            let again = try fixture.catalog.merge([record])
            #expect(again.change == nil)
            #expect(again.unchanged == 1)
            if round == 0 { try fixture.catalog.reject([proposals[0].number]) }
            // Whatever a person does with it since, what the message said is no news.
            if round == 1 {
                try fixture.catalog.edit([PhotoEdit(id, .set(.people, nil))], summary: "")
            }
        }
        #expect(try fixture.photo(id).people.isEmpty)

        try fixture.catalog.accept([proposals[1].number])
        #expect(try fixture.photo(id).keywords == ["bird", "kite"])
        #expect(try fixture.catalog.merge([record]).change == nil)
        #expect(try fixture.catalog.check(files: .none) == [])
    }

    @Test func `undoing an import takes its values and proposals back, redoing brings them`() throws
    {
        let id = try fixture.scan(.made("/p/a") { $0.name = "File's" }).id
        try fixture.catalog.edit([.name("Mine", of: id)], summary: "name")
        let before = try fixture.photo(id)
        let record = pictured(id: id) {
            $0.name = "Theirs"
            $0.caption = "Words"
            $0.unknown = ["stars": 5]
        }
        let change = try #require(try fixture.catalog.merge([record]).change)
        let after = try fixture.photo(id)
        let undo = try fixture.catalog.undo(change.number)
        #expect(try fixture.photo(id) == before)
        #expect(try fixture.catalog.proposals().isEmpty)
        #expect(try fixture.catalog.counts.proposals == 0)
        try fixture.catalog.undo(undo.number)
        #expect(try fixture.photo(id) == after)
        #expect(try fixture.catalog.proposals().count == 1)
        try fixture.catalog.undo()
        let again = try fixture.catalog.merge([record])
        #expect(again.filled == 1)
        #expect(again.proposed == 1)
        #expect(try fixture.catalog.proposals().map(\.proposed) == ["Theirs"])
    }

    @Test func `what a person emptied is proposed, not filled`() throws {
        let id = try fixture.scan(.made("/p/a") { $0.name = "File's" }).id
        try fixture.catalog.edit([.name(nil, of: id)], summary: "none")
        let item = try merge(pictured(id: id) { $0.name = "Theirs" })
        #expect(item.proposed == [.name])
        #expect(try fixture.photo(id).name == nil)
    }

    @Test func `a file that says something new of a mailed value makes a proposal`() throws {
        let id = try fixture.scan(.made("/p/a")).id
        _ = try merge(pictured(id: id) { $0.name = "Theirs" })
        try fixture.scan(.made("/p/a", modified: 2) { $0.name = "File's" })
        #expect(try fixture.photo(id).name == "Theirs")
        #expect(try fixture.catalog.proposals().map(\.proposed) == ["File's"])
    }

    @Test(
        arguments: [
            ("2024-05-01", "2024-05-01", "same"), ("2024-05-01T10:00:00", "2024-05-01", "same"),
            ("2024-05-01", "2024-05-01T10:00:00", "differs"),
            ("2024-05-01T10:00:00.5", "2024-05-01T10:00:00", "same"),
            ("2024-05-01T10:00:00.5", "2024-05-01T10:00:00.500", "same"),
            ("2024-05-01T10:00:00.5", "2024-05-01T10:00:00.6", "differs"),
            ("2024-05-01T10:00:00", "2024-05-01T10:00:01", "differs"),
        ])
    func `times are equal as far as both go`(own: String, other: String, outcome: String) throws {
        let id = try fixture.scan(.made("/p/a") { $0.taken = time(own) }).id
        let item = try merge(pictured(id: id) { $0.taken = time(other) })
        #expect(item.filled.isEmpty)
        #expect(item.proposed.isEmpty == (outcome == "same"))
        #expect(try fixture.photo(id).taken?.local.iso == own)
    }

    @Test func `a coarse location is less than an exact one`() throws {
        let id = try fixture.scan(.made("/p/a") { $0.location = location(48.85837, 2.29448) }).id
        let item = try merge(
            pictured(id: id) {
                $0.location = location(48.9, 2.3)
                $0.location?.precision = .init(rawValue: "10km")
            })
        #expect(item.filled.isEmpty)
        #expect(item.proposed.isEmpty)
    }

    @Test func `a place is filled beside its point, and another one waits`() throws {
        let id = try fixture.scan(.made("/p/a") { $0.location = location(48.85837, 2.29448) }).id
        let named = pictured(id: id) {
            var location = Location()
            location.place = Place(name: "Paris", country: "FR")
            $0.location = location
        }
        #expect(try merge(named).filled == [.location])
        #expect(try fixture.photo(id).location?.place?.name == "Paris")
        #expect(try fixture.photo(id).location?.coordinate != nil)
        let other = pictured(id: id) { $0.location = location(10, 10) }
        #expect(try merge(other).proposed == [.location])
    }

    @Test func `regions are added to by acceptance only`() throws {
        let box = RegionShape.rectangle(RegionBox(x: 0, y: 0, width: 0.5, height: 0.5))
        let disc = RegionShape.ellipse(RegionBox(x: 0, y: 0, width: 0.5, height: 0.5))
        let id = try fixture.scan(
            .made("/p/a") { $0.regions = [Region(name: "Kite", shape: box)] }
        ).id
        #expect(
            try merge(pictured(id: id) { $0.regions = [Region(name: "Kite", shape: box)] })
                .proposed.isEmpty)
        let item = try merge(pictured(id: id) { $0.regions = [Region(name: "Sun", shape: disc)] })
        #expect(item.proposed == [.regions])
        #expect(try fixture.photo(id).regions.count == 1)
        try fixture.catalog.accept(try fixture.catalog.proposals().map(\.number))
        #expect(try fixture.photo(id).regions.map(\.name) == ["Kite", "Sun"])
        #expect(try fixture.catalog.find(PhotoQuery(words: ["sun"])).count == 1)
    }

    @Test func `two records of one picture in one message meet in one photo`() throws {
        let id = RecordID()
        let tally = try fixture.catalog.merge([
            incoming(id: id) { $0.name = "One" }, incoming(id: id) { $0.name = "Two" },
        ])
        #expect(tally.added == 1)
        #expect(tally.matched == 1)
        #expect(tally.proposed == 1)
        try fixture.catalog.undo()
        #expect(try fixture.catalog.counts.photos == 0)
        #expect(try fixture.catalog.check(files: .none) == [])
    }
}
