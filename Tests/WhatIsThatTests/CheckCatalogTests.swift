import CatalogDatabase
import Foundation
import OutputText
import PhotoRecords
import Synchronization
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct CheckCatalogTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog
    let photo: String

    init() async throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        photo = folder.path("bird.jpg")
        try FileManager.default.copyItem(
            atPath: Checkout.fixtures.path + "/photos/bird.jpg", toPath: photo)
        _ = try await CatalogPhotos([photo], in: catalog).run()
    }

    @Test func `a sound catalog with all its files has no findings`() throws {
        #expect(try CheckCatalog(catalog, .init(verifying: false)).findings().isEmpty)
    }

    @Test func `a file that is gone is found`() throws {
        try FileManager.default.removeItem(atPath: photo)
        let findings = try CheckCatalog(catalog, .init(verifying: false)).findings()
        #expect(findings.map(\.code.rawValue) == ["file-gone"])
        #expect(findings.first?.place == photo)
    }

    @Test func `bytes that rotted are found by verifying`() throws {
        let steps = SoFar(0)
        let sound = try CheckCatalog(catalog, .init(verifying: true)).findings { told in
            steps.update { $0 = told.done }
        }
        #expect(sound.isEmpty && steps.value == 1)
        // The same size and inode, nearly the same time, and three bytes that rotted.
        let handle = try #require(FileHandle(forUpdatingAtPath: photo))
        let before = try FileManager.default.attributesOfItem(atPath: photo)
        try handle.seek(toOffset: 60_000)
        try handle.write(contentsOf: Data([0x55, 0xAA, 0x55]))
        try handle.close()
        let modified = try #require(before[.modificationDate] as? Date)
        try FileManager.default.setAttributes(
            [.modificationDate: modified], ofItemAtPath: photo)
        let findings = try CheckCatalog(catalog, .init(verifying: true)).findings()
        #expect(findings.count == 1)
        #expect(findings.first?.place == photo)
        #expect(findings.first.map { $0.severity > .note } == true)
    }

    @Test func `a check copies, repairs and counts as it is told`() async throws {
        var options = CheckCatalog.Options(verifying: true, repairing: true)
        options.backup = folder.path("copy.sqlite")
        let stages = Mutex<Set<WorkProgress.Stage>>([])
        let report = try await CheckCatalog(catalog, options).run { progress in
            stages.withLock { _ = $0.insert(progress.stage) }
        }
        #expect(report.findings.isEmpty && !report.isWrong && report.files == report.checkedFiles)
        #expect(stages.withLock { $0 } == [.copying, .repairing, .checking])
        #expect(FileManager.default.fileExists(atPath: folder.path("copy.sqlite")))
        options.backup = folder.path("none/copy.sqlite")
        await #expect(throws: WitError(.notFound, "")) {
            try await CheckCatalog(catalog, options).run()
        }
    }

    @Test func `a check that is cancelled ends within a second, also within one large file`()
        async throws
    {
        let large = folder.path("large.jpg")
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/cat.jpg"), to: URL(filePath: large))
        // A hole, which takes no room on the disk and yet is read through.
        try #require(truncate(large, 40 << 30) == 0)
        _ = try await CatalogPhotos([large], in: catalog).run()
        let check = CheckCatalog(catalog, .init(verifying: true))
        let (report, time) = try await onOwnThreads {
            let task = Task(executorPreference: BlockingThreads.shared) { try await check.run() }
            try await Task.sleep(for: .milliseconds(300))
            let start = ContinuousClock.now
            task.cancel()
            return (try await task.value, ContinuousClock.now - start)
        }
        #expect(time < .seconds(1))
        #expect(report.wasInterrupted)
        #expect(try catalog.check(files: .none) == [])
    }
}
