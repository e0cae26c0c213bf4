import PhotoRecord
import Testing

@testable import PhotoCatalog

@Suite struct ScanChangeTests {
    private let fixture: CatalogFixture
    private var catalog: PhotoCatalog { fixture.catalog }

    init() throws { fixture = try CatalogFixture() }

    private func files(_ numbers: Range<Int>) -> [ScannedFile] {
        numbers.map { .made("/p/\($0).jpg", fingerprint: "aa\(1_000 + $0)", modified: Int64($0)) }
    }

    @Test func `the transactions of a scan are one change, which is undone whole`() throws {
        let scan = ScanChange()
        for batch in 0..<5 {
            _ = try catalog.add(files(batch * 10..<batch * 10 + 10), in: scan)
        }
        try catalog.markMissing(["/p/0.jpg"], in: scan)
        let changes = try catalog.changes(limit: 10)
        #expect(changes.count == 1 && changes.first == scan.change)
        #expect(changes.first?.summary.hasPrefix("scan: 50 photos added") == true)
        _ = try catalog.undo()
        #expect(try catalog.counts.photos == 0)
        #expect(try catalog.check(files: .none) == [])
    }

    @Test func `what another program changed during a scan is not undone with it`() throws {
        let scan = ScanChange()
        _ = try catalog.add(files(0..<2), in: scan)
        _ = try catalog.add(files(10..<12))
        _ = try catalog.add(files(20..<22), in: scan)
        #expect(try catalog.changes(limit: 10).count == 3)
        _ = try catalog.undo()
        #expect(try catalog.counts.photos == 4)
    }

    @Test func `a scan that alters nothing leaves no change`() throws {
        _ = try catalog.add(files(0..<2))
        let scan = ScanChange()
        _ = try catalog.add(files(0..<2), in: scan)
        try catalog.markMissing(["/nowhere.jpg"], in: scan)
        #expect(scan.change == nil)
        #expect(try catalog.changes(limit: 10).count == 1)
    }
}
