import Foundation
import GRDB
import OutputText
import Testing

@testable import CatalogDatabase

@Suite struct PhotoCatalogReadingTests {
    @Test(arguments: [PhotoCatalog.Access.readWrite, .readOnly])
    func `what is written between two statements of a reading is not seen`(
        access: PhotoCatalog.Access
    ) throws {
        let fixture = try CatalogFixture()
        try fixture.scan(.made("/p/first"))
        let reading = try PhotoCatalog(path: fixture.path, access: access)
        let count = "SELECT count(*) FROM photo"
        let counts = try reading.reading { db in
            let before = try Int.fetchOne(db, sql: count)
            _ = try fixture.catalog.add([.made("/p/second", fingerprint: "0b22")])
            // A block within a block sees the same.
            let within = try reading.reading { try Int.fetchOne($0, sql: count) }
            return [before, within, try Int.fetchOne(db, sql: count)]
        }
        #expect(counts == [1, 1, 1])
        #expect(try reading.counts.photos == 2)
    }

    @Test func `an error within a reading ends it`() throws {
        let fixture = try CatalogFixture()
        let catalog = fixture.catalog
        #expect(throws: WitError(.failed, "")) {
            try catalog.reading { try $0.execute(sql: "SELECT nothing") }
        }
        #expect(try catalog.reading { try Int.fetchOne($0, sql: "SELECT 1") } == 1)
    }
}
