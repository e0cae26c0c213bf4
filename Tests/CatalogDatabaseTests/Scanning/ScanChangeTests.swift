import PhotoRecords
import Testing

@testable import CatalogDatabase

@Suite struct ScanChangeTests {
    private let fixture: CatalogFixture
    private var catalog: PhotoCatalog { fixture.catalog }

    init() throws { fixture = try CatalogFixture() }

    private func files(_ numbers: Range<Int>, caption: String) -> [ScannedFile] {
        numbers.map { number in
            .made(
                "/p/\(number).jpg", fingerprint: "aa\(1_000 + number)", size: Int64(caption.count)
            ) { $0.caption = caption }
        }
    }

    private func captions() throws -> Set<String?> {
        Set(try catalog.find(PhotoQuery()).map(\.caption))
    }

    @Test func `the transactions of a scan are one change, which is undone whole`() throws {
        _ = try catalog.add(files(0..<50, caption: "old"))
        let scan = ScanChange()
        for batch in 0..<5 {
            let numbers = batch * 10..<batch * 10 + 10
            _ = try catalog.add(files(numbers, caption: "newer"), in: scan)
        }
        _ = try catalog.add(files(50..<60, caption: "old"), in: scan)
        try catalog.markMissing(["/p/0.jpg"], in: scan)
        let changes = try catalog.changes(limit: 10)
        #expect(changes.count == 2 && changes.first == scan.change)
        #expect(
            changes.first?.summary == "scan: 10 photos added, 50 values updated from their files")
        _ = try catalog.undo()
        #expect(try captions() == ["old"])
        #expect(try catalog.check(files: .none) == [])
    }

    @Test func `what another program changed during a scan is not undone with it`() throws {
        _ = try catalog.add(files(0..<6, caption: "old"))
        let scan = ScanChange()
        _ = try catalog.add(files(0..<2, caption: "newer"), in: scan)
        _ = try catalog.add(files(2..<4, caption: "other's"))
        _ = try catalog.add(files(4..<6, caption: "newer"), in: scan)
        #expect(try catalog.changes(limit: 10).count == 4)
        _ = try catalog.undo()
        #expect(try captions() == ["old", "newer", "other's"])
    }

    @Test func `a scan that alters nothing leaves no change`() throws {
        _ = try catalog.add(files(0..<2, caption: "old"))
        let scan = ScanChange()
        _ = try catalog.add(files(0..<2, caption: "old"), in: scan)
        try catalog.markMissing(["/nowhere.jpg"], in: scan)
        #expect(scan.change == nil)
        #expect(try catalog.changes(limit: 10).count == 1)
    }
}
