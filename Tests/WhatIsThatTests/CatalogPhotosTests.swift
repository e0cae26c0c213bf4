import CatalogDatabase
import Foundation
import OutputText
import PhotoRecords
import Synchronization
import TestSupport
import Testing
import WhatIsThat

@Suite struct CatalogPhotosTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        try FileManager.default.createDirectory(
            atPath: folder.path("photos"), withIntermediateDirectories: false)
    }

    private func copy(_ fixture: String, to name: String) throws {
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: fixture), to: folder.url.appending(path: name))
    }

    private func move(_ from: String, _ to: String) throws {
        try FileManager.default.moveItem(atPath: folder.path(from), toPath: folder.path(to))
    }

    private func scan(_ name: String = "photos") async throws -> CatalogPhotos.Report {
        try await CatalogPhotos([folder.path(name)], in: catalog).run()
    }

    private func edit(_ name: String) throws -> RecordID {
        let id = try catalog.resolve(folder.path(name))
        var edits = PhotoEdits()
        edits.name = "Mine"
        _ = try edits.apply(to: [id], in: catalog)
        return id
    }

    @Test func `a folder's photos are added once, and read once`() async throws {
        try copy("photos/bird.jpg", to: "photos/bird.jpg")
        try copy("damaged/letter.txt", to: "photos/letter.txt")
        let first = try await scan()
        #expect(first.added == 1)
        #expect(first.others == 1)
        #expect(first.failures.isEmpty)
        let second = try await scan()
        #expect(second.added == 0)
        #expect(second.unchanged == 1)
    }

    @Test func `files are photos by their bytes, not by their names`() async throws {
        try copy("photos/bird.jpg", to: "photos/bird.dat")
        try copy("damaged/text.jpg", to: "photos/text.jpg")
        let report = try await scan()
        #expect(report.added == 1)
        #expect(report.failures.map(\.item) == [folder.path("photos/text.jpg")])
    }

    @Test func `a photo that moved keeps what a person wrote`() async throws {
        try copy("photos/bird.jpg", to: "photos/bird.jpg")
        _ = try await scan()
        let id = try edit("photos/bird.jpg")
        try move("photos/bird.jpg", "photos/renamed.jpg")
        let report = try await scan()
        #expect(report.moved == 1)
        #expect(report.added == 0)
        let record = try catalog.record(id)
        #expect(record?.name == "Mine")
        #expect(record?.file == folder.path("photos/renamed.jpg"))
    }

    @Test func `a photo that is gone is missing, and comes back`() async throws {
        try copy("photos/bird.jpg", to: "photos/bird.jpg")
        _ = try await scan()
        let id = try edit("photos/bird.jpg")
        try move("photos", "unplugged")
        try FileManager.default.createDirectory(
            atPath: folder.path("photos"), withIntermediateDirectories: false)
        #expect(try await scan().missing == 1)
        var missing = PhotoQuery()
        missing.missing = true
        #expect(try catalog.find(missing).map(\.id) == [id])
        try FileManager.default.removeItem(atPath: folder.path("photos"))
        try move("unplugged", "photos")
        let report = try await scan()
        #expect(report.returned == 1)
        #expect(try catalog.find(missing).isEmpty)
        #expect(try catalog.record(id)?.name == "Mine")
    }

    @Test func `a folder that is gone is named, and its photos are missing`() async throws {
        try copy("photos/bird.jpg", to: "photos/bird.jpg")
        _ = try await scan()
        try move("photos", "unplugged")
        let report = try await scan()
        #expect(report.failures.map(\.item) == [folder.path("photos")])
        #expect(report.missing == 1)
    }

    @Test func `the same picture at two paths is one photo`() async throws {
        try copy("photos/bird.jpg", to: "photos/bird.jpg")
        try copy("photos/bird.jpg", to: "photos/copy.jpg")
        let report = try await scan()
        #expect(report.added == 1)
        #expect(report.duplicates == 1)
        let id = try catalog.resolve(folder.path("photos/copy.jpg"))
        #expect(try catalog.files(of: id).count == 2)
    }

    @Test func `a preview counts and changes nothing`() async throws {
        try copy("photos/bird.jpg", to: "photos/bird.jpg")
        let report = try await PreviewCataloging([folder.path("photos")], in: catalog).run()
        #expect(report.wouldRead == 1)
        #expect(try catalog.counts.photos == 0)
        let without = try await PreviewCataloging([folder.path("photos")], in: nil).run()
        #expect(without.wouldRead == 1)
    }

    @Test func `a stopped scan keeps what it read and marks nothing as missing`() async throws {
        try copy("photos/bird.jpg", to: "photos/bird.jpg")
        try copy("photos/cat.jpg", to: "photos/cat.jpg")
        _ = try await scan()
        try FileManager.default.removeItem(atPath: folder.path("photos/cat.jpg"))
        let report = try await stopped(CatalogPhotos([folder.path("photos")], in: catalog))
        #expect(report.wasInterrupted)
        #expect(try catalog.counts.missing == 0)
    }

    @Test func `links to files are followed, links to folders are not`() async throws {
        try copy("photos/bird.jpg", to: "bird.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("photos/link.jpg"), withDestinationPath: folder.path("bird.jpg"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("photos/circle"), withDestinationPath: folder.path("photos"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("photos/nowhere.jpg"), withDestinationPath: "gone")
        let report = try await scan()
        #expect(report.added == 1)
        #expect(report.failures.isEmpty)
    }

    @Test func `a rescan meets every file again, whatever folders are called`() async throws {
        let names = ["a-b.jpg", "a.jpg", "a/1.jpg", "a0.jpg", "ab/c.jpg", "Z/ä.jpg", "a b/c.jpg"]
        for (index, name) in names.enumerated() {
            let url = folder.url.appending(path: "photos/" + name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(Self.jpeg(index)).write(to: url)
        }
        #expect(try await scan().added == names.count)
        let again = try await scan()
        #expect(again.unchanged == names.count)
        #expect(again.missing == 0)
        #expect(again.refreshed == 0)
        try FileManager.default.removeItem(atPath: folder.path("photos/a/1.jpg"))
        try Data(Self.jpeg(100)).write(to: folder.url.appending(path: "photos/ab/new.jpg"))
        let third = try await scan()
        #expect(third.unchanged == names.count - 1)
        #expect(third.missing == 1)
        #expect(third.added == 1)
    }

    @Test func `thousands of files come in once, by several transactions`() async throws {
        let count = 1_500
        for index in 0..<count {
            try Data(Self.jpeg(index)).write(to: folder.url.appending(path: "photos/\(index).jpg"))
        }
        let last = Mutex((0, 0))
        let report = try await CatalogPhotos([folder.path("photos")], in: catalog).run { progress in
            last.withLock { $0 = (progress.done, progress.total ?? 0) }
        }
        #expect(report.added == count)
        #expect(last.withLock { $0 } == (count, count))
        #expect(try catalog.counts.photos == count)
        #expect(try catalog.changes(limit: 10).count == 1)
        #expect(try await scan().unchanged == count)
    }

    /// Scans in a task that was cancelled before it began.
    private func stopped(_ scan: CatalogPhotos) async throws -> CatalogPhotos.Report {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await scan.run()
        }
        task.cancel()
        return try await task.value
    }

    @Test(.alone) func `a scan that is cancelled ends within a second, and the next one goes on`()
        async throws
    {
        let count = 4_000
        for index in 0..<count {
            try Data(Self.jpeg(index)).write(to: folder.url.appending(path: "photos/\(index).jpg"))
        }
        let scan = CatalogPhotos([folder.path("photos")], in: catalog)
        let (report, time) = try await onOwnThreads {
            let cancelled = Mutex<ContinuousClock.Instant?>(nil)
            let task = Task {
                try await scan.run { progress in
                    guard progress.done > 0 else { return }
                    cancelled.withLock { $0 = $0 ?? .now }
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            let report = try await task.value
            return (report, ContinuousClock.now - (cancelled.withLock { $0 } ?? .now))
        }
        #expect(time < .seconds(1))
        #expect(report.wasInterrupted)
        let known = try catalog.counts.photos
        #expect((1..<count).contains(known) && report.added == known && report.missing == 0)
        #expect(try catalog.check(files: .none) == [])
        let rest = try await CatalogPhotos([folder.path("photos")], in: catalog).run()
        #expect(rest.added == count - known && rest.unchanged == known)
    }

    @Test func `what lies below an unreadable folder is unknown, not gone`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("photos/locked"), withIntermediateDirectories: false)
        try copy("photos/bird.jpg", to: "photos/locked/bird.jpg")
        #expect(try await scan().added == 1)
        // Nothing stops the superuser: then the folder is read, and empty.
        try move("photos/locked", "elsewhere")
        try FileManager.default.createDirectory(
            atPath: folder.path("photos/locked"), withIntermediateDirectories: false)
        #expect(chmod(folder.path("photos/locked"), 0) == 0)
        defer { chmod(folder.path("photos/locked"), 0o755) }
        let isReadable = opendir(folder.path("photos/locked")).map { closedir($0) } != nil
        let report = try await scan()
        #expect(report.missing == (isReadable ? 1 : 0))
        #expect(report.failures.count == (isReadable ? 0 : 1))
    }

    /// A JPEG's frame with a few bytes of scan data, which tell the pictures apart.
    private static func jpeg(_ index: Int) -> [UInt8] {
        let digits = (0..<4).map { UInt8(index >> (7 * $0) & 0x7F) }
        return [0xFF, 0xD8]
            + [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
            + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + digits + [0xFF, 0xD9]
    }
}
