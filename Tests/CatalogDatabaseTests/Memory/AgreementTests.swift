import CatalogDatabase
import Foundation
import JSON
import PhotoRecords
import Testing

@Suite struct AgreementTests {
    private let fixture: CatalogFixture

    init() throws { fixture = try CatalogFixture() }

    private var catalog: PhotoCatalog { fixture.catalog }

    @Test func `a scan that changed values is undone, and the file's word is a proposal then`()
        throws
    {
        let path = try fixture.touch("a.jpg")
        let id = try fixture.scan(.made(path) { $0.name = "One" }).id
        let other = try fixture.touch("b.jpg")
        _ = try catalog.add([
            .made(path, modified: 2) { $0.name = "Two" }, .made(other, fingerprint: "bb02"),
        ])
        #expect(try fixture.photo(id).name == "Two")
        let undo = try catalog.undo()
        #expect(try fixture.photo(id).name == "One")
        #expect(try catalog.counts.photos == 2)
        #expect(try catalog.proposals().map(\.proposed) == ["Two"])
        // The next scan finds nothing new; a further word of the file is a proposal as well.
        try fixture.scan(.made(path, modified: 3) { $0.name = "Two" })
        #expect(try fixture.photo(id).name == "One")
        try fixture.scan(.made(path, modified: 4) { $0.name = "Three" })
        #expect(try fixture.photo(id).name == "One")
        #expect(try catalog.proposals().map(\.proposed) == ["Three"])
        #expect(try catalog.proposals(.withdrawn).map(\.proposed) == ["Two"])
        try catalog.undo(undo.number)
        #expect(try fixture.photo(id).name == "Two")
    }

    @Test func `an undone edit that a file still says is a proposal`() throws {
        let path = try fixture.touch("a.jpg")
        let id = try fixture.scan(.made(path) { $0.name = "Red kite" }).id
        try catalog.edit([.name("N1", of: id)], summary: "name")
        try catalog.noteWritten([.made(path, modified: 2) { $0.name = "N1" }])
        try catalog.undo()
        #expect(try fixture.photo(id).name == "Red kite")
        #expect(try catalog.proposals().map(\.proposed) == ["N1"])
    }

    @Test func `proposals that no file makes any more go away, also when the file is gone`() throws
    {
        let (a, b) = (try fixture.touch("a.jpg"), try fixture.touch("b.jpg"))
        try fixture.scan(.made(a) { $0.name = "One" })
        try fixture.scan(.made(b) { $0.name = "Two" })
        #expect(try catalog.proposals().map(\.proposed) == ["Two"])
        try fixture.remove("b.jpg")
        try catalog.markMissing([b])
        #expect(try catalog.proposals().isEmpty)
        _ = try fixture.touch("b.jpg")
        try catalog.markPresent([b])
        #expect(try catalog.proposals().map(\.proposed) == ["Two"])
        try fixture.scan(.made(b, modified: 2) { $0.name = "Three" })
        #expect(try catalog.proposals().map(\.proposed) == ["Three"])
        try fixture.scan(.made(b, modified: 3) { $0.name = "One" })
        #expect(try catalog.proposals().isEmpty)
    }

    @Test func `a file on a disk that is not plugged in still makes its proposals`() throws {
        let (a, b) = (try fixture.touch("a.jpg"), try fixture.touch("disk/b.jpg"))
        try fixture.scan(.made(a) { $0.name = "One" })
        try fixture.scan(.made(b) { $0.name = "Two" })
        try fixture.remove("disk")
        try catalog.markMissing([b])
        #expect(try catalog.proposals().map(\.proposed) == ["Two"])
    }

    @Test func `a difference that nobody decided is found, and proposed when the file is read`()
        throws
    {
        let path = try fixture.touch("a.jpg")
        let file = ScannedFile.made(path) { $0.name = "One" }
        try fixture.scan(file)
        #expect(try catalog.disagreements(readingAll: true) { _ in file } == [])
        // A file that says another name behind the same stamp.
        let other = ScannedFile.made(path) { $0.name = "Two" }
        let findings = try catalog.disagreements(readingAll: true) { _ in other }
        #expect(findings.map(\.code) == [.fileDiffers])
        #expect(findings.first?.message.contains("name") == true)
        try catalog.noteWritten([other])
        #expect(try catalog.proposals().map(\.proposed) == ["Two"])
        #expect(try catalog.disagreements(readingAll: true) { _ in other } == [])
    }

    @Test func `a copy that a later file outdated is no silent difference`() throws {
        let (a, b) = (try fixture.touch("a.jpg"), try fixture.touch("b.jpg"))
        let old = ScannedFile.made(b) { $0.name = "One" }
        try fixture.scan(.made(a) { $0.name = "One" })
        try fixture.scan(old)
        let new = ScannedFile.made(a, modified: 2) { $0.name = "Two" }
        try fixture.scan(new)
        let findings = try catalog.disagreements(readingAll: false) { $0 == a ? new : old }
        #expect(findings == [])
    }
}
