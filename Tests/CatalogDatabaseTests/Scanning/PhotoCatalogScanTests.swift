import CatalogDatabase
import Files
import Foundation
import JSON
import PhotoRecords
import Testing

@Suite struct PhotoCatalogScanTests {
    @Test func `one picture at two paths is one photo with two files`() throws {
        let fixture = try CatalogFixture()
        let (first, second) = (try fixture.touch("a.jpg"), try fixture.touch("b.jpg"))
        let one = try fixture.scan(.made(first))
        let two = try fixture.scan(.made(second))
        #expect(one.outcome == .added)
        #expect(two.outcome == .duplicate)
        #expect(one.id == two.id)
        #expect(try fixture.catalog.files(of: one.id).map(\.path) == [first, second])
        #expect(try fixture.catalog.counts.photos == 1)
        #expect(try fixture.catalog.counts.files == 2)
    }

    @Test(arguments: [true, false])
    func `a file that moved keeps what a person wrote`(isRetagged: Bool) throws {
        let fixture = try CatalogFixture()
        let old = try fixture.touch("old/a.jpg")
        let id = try fixture.scan(.made(old) { $0.name = "From the file" }).id
        try fixture.catalog.edit([.caption("Mine", of: id)], summary: "caption")
        try fixture.remove("old/a.jpg")
        let new = try fixture.touch("new/b.jpg")
        let moved = try fixture.scan(
            .made(new, modified: isRetagged ? 2 : 1) {
                $0.name = isRetagged ? "Retagged" : "From the file"
                if isRetagged { $0.caption = "Theirs" }
            })
        #expect(moved.id == id)
        #expect(moved.outcome == .moved)
        let photo = try fixture.photo(id)
        #expect(photo.caption == "Mine")
        #expect(photo.name == (isRetagged ? "Retagged" : "From the file"))
        #expect(photo.file == new)
        #expect(try fixture.catalog.files(of: id).map(\.path) == [new])
        #expect(try fixture.catalog.proposals().map(\.proposed) == (isRetagged ? ["Theirs"] : []))
    }

    @Test func `a file whose whole folder is gone may be on a disk that is not plugged in`() throws
    {
        let fixture = try CatalogFixture()
        let old = try fixture.touch("disk/a.jpg")
        let id = try fixture.scan(.made(old, modified: 1)).id
        try fixture.remove("disk")
        let new = try fixture.touch("home/a.jpg")
        #expect(try fixture.scan(.made(new, modified: 2)).id == id)
        let files = try fixture.catalog.files(of: id)
        #expect(files.map(\.path) == [new, old])
        #expect(files.map(\.missing) == [false, true])
        #expect(try fixture.photo(id).file == new)
        #expect(try fixture.catalog.counts.missing == 0)
    }

    @Test func `two files that swapped their names keep their photos`() throws {
        let fixture = try CatalogFixture()
        let (a, b) = (try fixture.touch("a.jpg"), try fixture.touch("b.jpg"))
        let first = try fixture.scan(.made(a, fingerprint: "01")).id
        let second = try fixture.scan(.made(b, fingerprint: "02")).id
        try fixture.scan(.made(a, fingerprint: "02", modified: 5))
        try fixture.scan(.made(b, fingerprint: "01", modified: 5))
        #expect(try fixture.catalog.resolve(a) == second)
        #expect(try fixture.catalog.resolve(b) == first)
        #expect(try fixture.catalog.counts.photos == 2)
        #expect(try fixture.catalog.counts.missing == 0)
    }

    @Test func `another picture taken at the same time in the same file is an edit`() throws {
        let fixture = try CatalogFixture()
        let path = try fixture.touch("a.jpg")
        let id = try fixture.scan(
            .made(path, fingerprint: "01") { $0.taken = time("2024-05-01T10:00:00") }
        ).id
        try fixture.catalog.edit([.name("Mine", of: id)], summary: "name")
        try fixture.catalog.setHashes(id, sha256: "ab12", perceptualHash: "00ff")
        let edited = try fixture.scan(
            .made(path, fingerprint: "02", modified: 2) { $0.taken = time("2024-05-01T10:00:00") })
        #expect(edited.id == id)
        #expect(edited.outcome == .edited)
        let photo = try fixture.photo(id)
        #expect(photo.name == "Mine")
        #expect(photo.image?.fingerprint == "02")
        #expect(photo.image?.sha256 == nil)
        #expect(photo.image?.perceptualHash == nil)
    }

    @Test(arguments: [nil, "2024-05-02T10:00:00"])
    func `another picture of another or no time in the same file is another photo`(
        taken: String?
    ) throws {
        let fixture = try CatalogFixture()
        let path = try fixture.touch("a.jpg")
        let id = try fixture.scan(
            .made(path, fingerprint: "01") { $0.taken = time("2024-05-01T10:00:00") }
        ).id
        let other = try fixture.scan(
            .made(path, fingerprint: "02", modified: 2) { $0.taken = taken.flatMap { time($0) } })
        #expect(other.id != id)
        #expect(other.outcome == .replaced)
        #expect(try fixture.catalog.files(of: id).isEmpty)
        #expect(try fixture.catalog.counts.missing == 1)
        var query = PhotoQuery()
        query.missing = true
        #expect(try fixture.catalog.find(query).map(\.id) == [id])
    }

    @Test func `an edited copy of a photo with another file is a photo of its own`() throws {
        let fixture = try CatalogFixture()
        let (a, b) = (try fixture.touch("a.jpg"), try fixture.touch("b.jpg"))
        let taken = time("2024-05-01T10:00:00")
        let id = try fixture.scan(.made(a, fingerprint: "01") { $0.taken = taken }).id
        try fixture.scan(.made(b, fingerprint: "01") { $0.taken = taken })
        let edited = try fixture.scan(
            .made(b, fingerprint: "02", modified: 2) { $0.taken = taken })
        #expect(edited.id != id)
        #expect(try fixture.catalog.files(of: id).map(\.path) == [a])
    }

    @Test func `a file without a fingerprint is known by its path`() throws {
        let fixture = try CatalogFixture()
        let id = try fixture.scan(.made("/p/a", fingerprint: nil)).id
        #expect(try fixture.scan(.made("/p/a", fingerprint: nil, modified: 2)).id == id)
        #expect(try fixture.scan(.made("/p/b", fingerprint: nil)).id != id)
        #expect(try fixture.scan(.made("/p/a", fingerprint: "03", modified: 3)).id == id)
        #expect(try fixture.photo(id).image?.fingerprint == "03")
    }

    @Test func `an identity that a picture carries is kept, if no other picture has it`() throws {
        let fixture = try CatalogFixture()
        let carried = RecordID()
        let first = try fixture.scan(.made("/p/a", fingerprint: "01") { $0.id = carried })
        #expect(first.id == carried)
        let copy = try fixture.scan(
            .made("/p/small", fingerprint: "02") {
                $0.id = carried
                $0.name = "Small"
            })
        #expect(copy.outcome == .added)
        #expect(copy.id != carried)
        #expect(try fixture.photo(carried).name == nil)
        #expect(try fixture.photo(copy.id).findings.map(\.code) == [.copyOfPhoto])
        #expect(try fixture.catalog.proposals().isEmpty)
    }

    @Test func `a file's new value follows, and is proposed where a person wrote one`() throws {
        let fixture = try CatalogFixture()
        let id = try fixture.scan(
            .made("/p/a") {
                $0.name = "One"
                $0.caption = "First"
            }
        ).id
        try fixture.catalog.edit([.name("Mine", of: id)], summary: "name")
        let file = ScannedFile.made("/p/a", modified: 2) {
            $0.name = "Two"
            $0.caption = "Second"
        }
        let tally = try fixture.catalog.add([file])
        #expect(tally.changedValues == 1)
        #expect(tally.proposals == 1)
        var photo = try fixture.photo(id)
        #expect(photo.name == "Mine")
        #expect(photo.caption == "Second")
        let proposal = try #require(try fixture.catalog.proposals().first)
        #expect(proposal.field == .name)
        #expect(proposal.current == "Mine")
        #expect(proposal.proposed == "Two")
        #expect(proposal.source == "xmp:name")

        // The file is written again with the same words, before and after a decision.
        for modified in [3, 4] as [Int64] {
            let again = try fixture.catalog.add([
                .made("/p/a", modified: modified) {
                    $0.name = "Two"
                    $0.caption = "Second"
                }
            ])
            #expect(again.proposals == 0)
            if modified == 3 { try fixture.catalog.reject([proposal.number]) }
        }
        #expect(try fixture.catalog.proposals().isEmpty)
        photo = try fixture.photo(id)
        #expect(photo.name == "Mine")
    }

    @Test func `what a file no longer says stays, and is proposed unless the file is damaged`()
        throws
    {
        let fixture = try CatalogFixture()
        let id = try fixture.scan(.made("/p/a") { $0.name = "One" }).id
        try fixture.scan(
            .made("/p/a", modified: 2) {
                $0.findings = [Finding(.error, "truncated", where: "", "Cut short.")]
            })
        #expect(try fixture.photo(id).name == "One")
        #expect(try fixture.catalog.proposals().isEmpty)
        try fixture.scan(.made("/p/a", modified: 4))
        #expect(try fixture.photo(id).name == "One")
        #expect(try fixture.photo(id).provenance[.name]?.until != nil)
        #expect(try fixture.catalog.proposals(kind: .removal).map(\.field) == [.name])
    }

    @Test func `what a person emptied stays empty until the file says something new`() throws {
        let fixture = try CatalogFixture()
        let id = try fixture.scan(.made("/p/a") { $0.name = "One" }).id
        try fixture.catalog.edit([.name(nil, of: id)], summary: "no name")
        try fixture.scan(.made("/p/a", modified: 2) { $0.name = "One" })
        #expect(try fixture.photo(id).name == nil)
        #expect(try fixture.catalog.proposals().isEmpty)
        try fixture.scan(.made("/p/a", modified: 3) { $0.name = "Two" })
        #expect(try fixture.photo(id).name == nil)
        #expect(try fixture.catalog.proposals().map(\.proposed) == ["Two"])
    }

    @Test func `a copy's values fill what is empty and are proposed otherwise`() throws {
        let fixture = try CatalogFixture()
        let (a, b) = (try fixture.touch("a.jpg"), try fixture.touch("b.jpg"))
        let id = try fixture.scan(.made(a) { $0.name = "One" }).id
        try fixture.scan(
            .made(b) {
                $0.name = "Two"
                $0.caption = "Words"
            })
        #expect(try fixture.photo(id).name == "One")
        #expect(try fixture.photo(id).caption == "Words")
        #expect(try fixture.catalog.proposals().map(\.proposed) == ["Two"])
    }

    @Test func `files that are gone are marked, keep everything, and come back`() throws {
        let fixture = try CatalogFixture()
        let id = try fixture.scan(.made("/p/a") { $0.name = "One" }).id
        #expect(try fixture.catalog.markMissing(["/p/a", "/p/unknown"]) == 1)
        #expect(try fixture.catalog.markMissing(["/p/a"]) == 0)
        #expect(try fixture.catalog.counts.missing == 1)
        #expect(try fixture.photo(id).name == "One")
        #expect(try fixture.known(under: "/p")["/p/a"]?.missing == true)
        #expect(try fixture.catalog.markPresent(["/p/a"]) == 1)
        #expect(try fixture.catalog.counts.missing == 0)
        try fixture.catalog.markMissing(["/p/a"])
        #expect(try fixture.catalog.add([.made("/p/a", modified: 2)]).returned == 1)
        #expect(try fixture.catalog.counts.missing == 0)
    }

    @Test func `files are listed by folder, with look-alike names left out`() throws {
        let fixture = try CatalogFixture()
        let paths = ["/p/a", "/p/b/c", "/p.x", "/p0", "/pq/a", "/q", "/p/ä"]
        _ = try fixture.catalog.add(
            paths.enumerated().map { .made($1, fingerprint: "0\($0)") })
        func known(_ path: String) throws -> [String] {
            try fixture.known(under: path).keys.sorted()
        }
        #expect(try known("/p") == ["/p/a", "/p/b/c", "/p/ä"])
        #expect(try known("/p/") == ["/p/a", "/p/b/c", "/p/ä"])
        #expect(try known("/p/b/c") == ["/p/b/c"])
        #expect(try known("/") == paths.sorted())
        #expect(try known("/none").isEmpty)
        #expect(
            try fixture.known(under: "/q")["/q"]
                == KnownFile(stamp: .init(size: 1000, modified: 1, inode: 7), missing: false))
    }

    @Test func `twenty thousand photos come in, are found and check clean`() throws {
        let fixture = try CatalogFixture()
        for batch in 0..<20 {
            let tally = try fixture.catalog.add(
                (0..<1000).map { index in
                    let number = batch * 1000 + index
                    return .made("/p/\(batch)/\(index).jpg", fingerprint: hex(number)) {
                        $0.taken = time("2024-05-01T10:00:00")
                        $0.location = location(
                            Double(number % 180) - 90, Double(number % 360) - 180)
                        if number.isMultiple(of: 2) { $0.caption = "Common" }
                        if number.isMultiple(of: 100) { $0.name = "Number \(number)" }
                    }
                })
            #expect(tally.added == 1000)
        }
        #expect(try fixture.catalog.counts.photos == 20_000)
        #expect(try fixture.known(under: "/p").count == 20_000)
        #expect(try fixture.catalog.count(PhotoQuery(words: ["number"])) == 200)
        #expect(try fixture.catalog.changes(limit: 100).count == 20)
        for order in PhotoQuery.Order.allCases {
            // Many hits are found by another way than few: both find the same.
            var query = PhotoQuery(words: ["common"])
            query.order = order
            #expect(try fixture.catalog.count(query) == 10_000)
            query.near = .init(
                try #require(Coordinate(latitude: 0, longitude: 90)), kilometres: 6000)
            let many = try fixture.catalog.find(query)
            #expect(!many.isEmpty && many.count < 10_000)
            query.words = ["common", "number"]
            let few = try fixture.catalog.find(query)
            #expect(few == many.filter { $0.name != nil })
            query.offset = 3
            query.limit = 5
            #expect(try fixture.catalog.find(query) == Array(few.dropFirst(3).prefix(5)))
        }
        #expect(try fixture.catalog.check(files: .none) == [])
    }

    private func hex(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
