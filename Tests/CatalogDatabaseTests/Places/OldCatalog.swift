import GRDB

@testable import CatalogDatabase

/// Catalogs as former versions made them.
enum OldCatalog {
    /// Makes an empty catalog by the first steps alone.
    static func make(_ path: String, steps: Int) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            db.add(function: FoldedWords.function)
            for step in CatalogSchema.steps.prefix(steps) { try db.execute(sql: step) }
            try db.execute(sql: "PRAGMA user_version = \(steps)")
            try db.execute(sql: "PRAGMA application_id = \(CatalogFile.applicationID)")
        }
        try queue.close()
    }
}
