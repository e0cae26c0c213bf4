import Foundation
import GRDB
import OutputText
import PhotoRecords
import Synchronization
import TestSupport
import Testing

@testable import CatalogDatabase

/// Statements that end because somebody asks to stop.
@Suite struct StatementStopTests {
    let fixture: CatalogFixture

    init() throws { fixture = try CatalogFixture() }

    /// A statement that counts up to a number.
    private func count(to number: Int) throws(WitError) -> Int? {
        try fixture.catalog.reading { db in
            try Int.fetchOne(
                db,
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                    SELECT count(*) FROM n
                    """, arguments: [number])
        }
    }

    @Test func `a statement ends, and none of anybody else`() throws {
        let asked = Mutex(0)
        let error = #expect(throws: WitError.self) {
            try PhotoCatalog.interruptible({
                asked.withLock { asked in
                    asked += 1
                    return asked > 3
                }
            }) { () throws(WitError) in
                _ = try count(to: 1_000_000_000)
            }
        }
        #expect(error?.code == .interrupted)
        #expect(asked.withLock { $0 } >= 4)
        // On the same connections, by a task that nobody asks to stop.
        #expect(try count(to: 100_000) == 100_000)
        #expect(try fixture.catalog.check(files: .none) == [])
    }

    @Test func `a change that waits for another program is given up`() throws {
        let (id, _) = try fixture.scan(.made(try fixture.touch("a.jpg")))
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: fixture.path, configuration: configuration)
        try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let error = #expect(throws: WitError.self) {
            try PhotoCatalog.interruptible({ true }) { () throws(WitError) in
                _ = try fixture.catalog.edit([.name("Kite", of: id)], summary: "edit")
            }
        }
        #expect(error?.code == .interrupted)
        try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
        #expect(try fixture.photo(id).name == nil)
    }

    @Test(arguments: [PhotoCatalog.Access.readOnly, .readWrite])
    func `a copy of many pages ends in its midst, and nothing is left of it`(
        access: PhotoCatalog.Access
    ) throws {
        let queue = try DatabaseQueue(path: fixture.path)
        try queue.inDatabase { db in
            try db.execute(
                sql: """
                    CREATE TABLE filler (text TEXT);
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
                    INSERT INTO filler SELECT hex(randomblob(200)) FROM n
                    """)
        }
        try queue.close()
        let catalog = try PhotoCatalog(path: fixture.path, access: access)
        let error = #expect(throws: WitError.self) {
            try catalog.backup(to: fixture.folder.path("copy.sqlite"), isStopped: { true })
        }
        #expect(error?.code == .interrupted)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
        #expect(names.allSatisfy { $0.hasPrefix("catalog.wit") }, "\(names)")
        try catalog.backup(to: fixture.folder.path("copy.sqlite"))
    }
}
