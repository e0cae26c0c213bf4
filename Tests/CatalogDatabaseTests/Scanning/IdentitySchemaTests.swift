import Foundation
import GRDB
import TestSupport
import Testing

@testable import CatalogDatabase

@Suite struct IdentitySchemaTests {
    @Test func `an older catalog marks the files to read once more, and no others`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("old.wit")
        let step = try #require(CatalogSchema.steps.firstIndex(of: IdentitySchema.step))
        try OldCatalog.make(path, steps: step)
        // Photos by their fingerprints, and how many files each has.
        let photos: [(print: String, files: Int)] = [
            ("j1:00", 1), ("t1:00", 1), ("p1:00", 1), ("x1:00", 1), ("j1:01", 2), ("c1:00", 1),
            ("f1:00", 2), ("ta:00", 1), ("w1:00", 1), ("g1:00", 1), ("h1:00", 1),
        ]
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(sql: "INSERT INTO traits (id, json) VALUES (1, '{}')")
            for (number, photo) in photos.enumerated() {
                try db.execute(
                    sql: """
                        INSERT INTO photo (id, record_id, fingerprint, traits) VALUES (?, ?, ?, 1)
                        """,
                    arguments: [
                        number + 1, Data(repeating: UInt8(number), count: 16),
                        HexBlob.data(photo.print),
                    ])
                for file in 0..<photo.files {
                    try db.execute(
                        sql: """
                            INSERT INTO file (path, photo, size, modified, inode, said)
                            VALUES (?, ?, 1, 1, 1, x'00')
                            """, arguments: ["/\(photo.print) \(file)", number + 1])
                }
            }
        }
        try queue.close()
        let catalog = try PhotoCatalog(path: path, access: .readWrite)
        var cursor = try KnownFileCursor(catalog, under: "/")
        var doubtful: [String] = []
        while let file = cursor.file {
            if file.isDoubtful { doubtful.append(String(decoding: cursor.path, as: UTF8.self)) }
            try cursor.advance()
        }
        #expect(
            doubtful == [
                "/f1:00 0", "/f1:00 1", "/g1:00 0", "/h1:00 0", "/j1:01 0", "/j1:01 1", "/p1:00 0",
                "/t1:00 0", "/w1:00 0",
            ])
        // The index of files gives the first of a photo without sorting them.
        let plan = try catalog.reading { db in
            try Row.fetchAll(
                db,
                sql: "EXPLAIN QUERY PLAN SELECT \(PhotoRows.selection) FROM photo WHERE id = 1"
            ).map { $0["detail"] as String }
        }
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }
}
