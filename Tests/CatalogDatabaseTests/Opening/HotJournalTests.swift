import Foundation
import GRDB
import OutputText
import TestSupport
import Testing

@testable import CatalogDatabase

/// Catalogs whose making or changing was cut short.
@Suite struct HotJournalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a database in the middle of its first change, as a kill leaves it: pages in the file,
    /// and the journal that takes them back.
    private func cutShort(_ name: String) throws -> String {
        let begun = folder.path("begun")
        let path = folder.path(name)
        let queue = try DatabaseQueue(path: begun)
        try queue.writeWithoutTransaction { db in
            // One page of memory: all others go to the disk before the change is over.
            try db.execute(sql: "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN")
            db.add(function: FoldedWords.function)
            for step in CatalogSchema.steps { try db.execute(sql: step) }
            try db.execute(sql: "PRAGMA application_id = \(CatalogFile.applicationID)")
            for suffix in ["", "-journal"] {
                try FileManager.default.copyItem(atPath: begun + suffix, toPath: path + suffix)
            }
            try db.execute(sql: "ROLLBACK")
        }
        let journal = try Data(contentsOf: URL(filePath: path + "-journal"))
        try #require(journal.prefix(4) == Data([0xD9, 0xD5, 0x05, 0xF9]))
        return path
    }

    @Test func `a catalog whose making was cut short is made by the next command`() throws {
        let path = try cutShort("catalog")
        do {
            _ = try PhotoCatalog(path: path, access: .readOnly)
            Issue.record("there is nothing to read yet")
        } catch {
            #expect(error.message.contains("there is no catalog"))
        }
        let again = try cutShort("again")
        do {
            let catalog = try PhotoCatalog(path: again, access: .readWrite)
            _ = try catalog.add([.made("/p/a")])
            #expect(try catalog.check(files: .none) == [])
        }
        #expect(!FileManager.default.fileExists(atPath: again + "-journal"))
        #expect(try PhotoCatalog(path: again, access: .readOnly).counts.photos == 1)
    }

    @Test func `a first page that holds nothing but zeros is no obstacle`() throws {
        let path = try cutShort("catalog")
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        try handle.write(contentsOf: Data(count: 100))
        try handle.close()
        #expect(try PhotoCatalog(path: path, access: .readWrite).counts.photos == 0)
    }

    @Test func `where nothing can be written it is said that it waits to be taken back`() throws {
        let path = try cutShort("catalog")
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        do {
            _ = try PhotoCatalog(path: path, access: .readOnly)
            Issue.record("it cannot be read")
        } catch {
            #expect(error.code == .readOnly)
            #expect(error.message.contains("in the middle of a change"))
        }
    }

    @Test func `a log that a killed process left is read, also for reading only`() throws {
        let path = folder.path("catalog")
        let copy = folder.path("copy")
        let catalog = try PhotoCatalog(path: path, access: .readWrite)
        _ = try catalog.add([.made("/p/a")])
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        #expect(try PhotoCatalog(path: copy, access: .readOnly).counts.photos == 1)
    }

    @Test func `many that make one catalog at once all use the one that is there`() async throws {
        let path = folder.path("deep/catalog")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let catalog = try PhotoCatalog(path: path, access: .readWrite)
                    _ = try catalog.add([.made("/p/\(number)", fingerprint: "0a\(number)")])
                }
            }
            try await group.waitForAll()
        }
        #expect(try PhotoCatalog(path: path, access: .readOnly).counts.photos == 8)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("deep"))
        #expect(names == ["catalog"])
    }

    @Test func `a new catalog is a whole one with a log of its own`() throws {
        let path = folder.path("catalog")
        try NewCatalog.make(path)
        let header = try Data(contentsOf: URL(filePath: path)).prefix(100)
        #expect(header[18...19] == Data([2, 2]))
        #expect(try CatalogFile.kind(of: path) == .catalog(version: CatalogSchema.version))
        let before = try Data(contentsOf: URL(filePath: path))
        try NewCatalog.make(path)
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
}
