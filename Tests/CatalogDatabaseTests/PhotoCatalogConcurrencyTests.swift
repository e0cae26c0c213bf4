import Foundation
import GRDB
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

@Suite(.serialized) struct PhotoCatalogConcurrencyTests {
    @Test func `many that make one catalog at the same moment all succeed`() async throws {
        for _ in 0..<5 {
            let folder = try TemporaryFolder()
            let path = folder.path("new/catalog.wit")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<6 {
                    group.addTask {
                        let catalog = try PhotoCatalog(path: path, access: .readWrite)
                        _ = try catalog.add([
                            .made("/p/\(worker)", fingerprint: "0\(worker)")
                        ])
                    }
                }
                try await group.waitForAll()
            }
            let catalog = try PhotoCatalog(path: path, access: .readWrite)
            #expect(try catalog.counts.photos == 6)
            #expect(try catalog.check(files: .none) == [])
        }
    }

    @Test func `two that scan the same files and one that reads never meet a lock`() async throws {
        let fixture = try CatalogFixture()
        let path = fixture.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    let catalog = try PhotoCatalog(path: path, access: .readWrite)
                    for batch in 0..<20 {
                        _ = try catalog.add(
                            (0..<50).map {
                                .made("/p/\(batch)/\($0)", fingerprint: "0\(batch)a\($0 + 10)")
                            })
                    }
                }
            }
            group.addTask {
                let reader = try PhotoCatalog(path: path, access: .readOnly)
                for _ in 0..<30 {
                    let found = try reader.find(PhotoQuery()).count
                    #expect(found.isMultiple(of: 50))
                }
            }
            try await group.waitForAll()
        }
        #expect(try fixture.catalog.counts.files == 1000)
        #expect(try fixture.catalog.check(files: .none) == [])
    }

    @Test func `other processes make, fill and read one catalog at the same time`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("catalog.wit")
        await withTaskGroup(of: Void.self) { group in
            for child in 0..<3 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [path = path as String, child = child as Int] in
                        let catalog = try PhotoCatalog(path: path, access: .readWrite)
                        for batch in 0..<8 {
                            _ = try catalog.add(numbered(from: child * 400 + batch * 50, count: 50))
                            _ = try catalog.find(PhotoQuery())
                        }
                    }
                }
            }
        }
        let catalog = try PhotoCatalog(path: path, access: .readWrite)
        #expect(try catalog.counts.photos == 1200)
        #expect(try catalog.check(files: .none) == [])
    }

    @Test func `a process killed at any moment leaves a catalog that is whole`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("catalog.wit")
        do {
            let catalog = try PhotoCatalog(path: path, access: .readWrite)
            let tally = try catalog.add([.made("/mine", fingerprint: "ff")], listing: true)
            let id = try #require(tally.items.first).photo
            try catalog.edit([.name("Mine", of: id)], summary: "name")
        }
        for round in 0..<5 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, round = round as Int] in
                let delay = Double.random(in: 0.02...0.4)
                Thread.detachNewThread {
                    Thread.sleep(forTimeInterval: delay)
                    kill(getpid(), SIGKILL)
                }
                let catalog = try PhotoCatalog(path: path, access: .readWrite)
                for batch in 0..<100_000 {
                    _ = try catalog.add(
                        numbered(from: (round + 1) * 1_000_000 + batch * 50, count: 50))
                }
            }
            let catalog = try PhotoCatalog(path: path, access: .readWrite)
            #expect(try catalog.check(files: .none) == [])
            #expect((try catalog.counts.photos - 1).isMultiple(of: 50))
            #expect(try catalog.find(PhotoQuery(words: ["mine"])).count == 1)
        }
    }

    @Test func `a copy of the files in the middle of a write opens and is whole`() throws {
        let fixture = try CatalogFixture()
        _ = try fixture.catalog.add(numbered(from: 0, count: 200))
        let copy = fixture.folder.path("copy.wit")
        try fixture.catalog.writing(keeping: false) { db in
            try db.execute(sql: "PRAGMA cache_spill = 1; PRAGMA cache_size = 10")
            let intake = try FileIngester(
                ChangeLog(db, .scan, source: "scan"), listing: false, pictures: nil)
            for file in numbered(from: 1000, count: 200) { try intake.take(file) }
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(
                    atPath: fixture.path + suffix, toPath: copy + suffix)
            }
        }
        let catalog = try PhotoCatalog(path: copy, access: .readWrite)
        #expect(try catalog.counts.photos == 200)
        #expect(try catalog.check(files: .none) == [])
    }
}

/// Files of different pictures, some with words, some with a place.
private func numbered(from first: Int, count: Int) -> [ScannedFile] {
    (first..<first + count).map { number in
        .made("/p/\(number)", fingerprint: "\(10_000_000 + number)") {
            if number.isMultiple(of: 3) { $0.caption = "number \(number)" }
            if number.isMultiple(of: 2) { $0.location = location(Double(number % 90), 10) }
        }
    }
}
