import CatalogDatabase
import Foundation
import JSON
import OutputText
import PhotoRecords
import Synchronization
import TestSupport
import Testing
import WhatIsThat

@Suite struct EditPhotosTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        for name in ["bird", "cat"] {
            try FileManager.default.copyItem(
                atPath: Checkout.fixtures.path + "/photos/\(name).jpg",
                toPath: folder.path("\(name).jpg"))
        }
    }

    private func edit(
        _ names: [String], writing targets: WritePhotos.Targets = []
    ) -> EditPhotos {
        var options = EditPhotos.Options()
        options.edits.name = "Mine"
        options.targets = targets
        options.reportsRecords = true
        let catalog = catalog
        return EditPhotos(PhotoSelection(names, from: folder.url.path), options, in: catalog)
    }

    @Test func `what is named is cataloged, edited, written and told`() async throws {
        let told = Mutex<[String]>([])
        let report = try await edit(["bird.jpg", "nowhere.jpg"], writing: .metadata).run {
            progress in
            if case .item(let record as PhotoRecord) = progress.event {
                told.withLock { $0.append(record.name ?? "") }
            }
        }
        #expect(report.photos == 1 && report.written?.files == 1)
        #expect(report.failures.map(\.code) == [.noSuchPhoto])
        #expect(told.withLock { $0 } == ["Mine"])
        #expect(report.json["change"]?["number"]?.int == report.change.map { Int($0.number) })
        let undone = try await UndoChange(in: catalog).run()
        #expect(undone.restored == 1 && undone.change.undoes == report.change?.number)
    }

    @Test func `a file that was changed since it was cataloged is read before it is written`()
        async throws
    {
        _ = try await CatalogPhotos([folder.url.path], in: catalog).run()
        let other = try PhotoCatalog(path: folder.path("other.sqlite"), access: .readWrite)
        var options = EditPhotos.Options()
        options.edits.caption = "Of another program"
        options.targets = .metadata
        let photos = PhotoSelection(["bird.jpg"], from: folder.url.path)
        _ = try await EditPhotos(photos, options, in: other).run()
        let report = try await edit(["bird.jpg"], writing: .metadata).run()
        #expect(report.failures.isEmpty)
        let id = try catalog.resolve(folder.path("bird.jpg"))
        #expect(try catalog.record(id)?.caption == "Of another program")
    }

    @Test func `an edit that is cancelled before it began changes nothing`() async throws {
        let edit = edit(["bird.jpg", "cat.jpg"], writing: .metadata)
        let before = try Data(contentsOf: folder.url.appending(path: "bird.jpg"))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await edit.run()
        }
        task.cancel()
        let report = try await task.value
        #expect(report.wasInterrupted && report.change == nil && report.written == nil)
        #expect(try Data(contentsOf: folder.url.appending(path: "bird.jpg")) == before)
    }

    @Test func `an edit that is cancelled while its records are told has been made, and says so`()
        async throws
    {
        let told = Mutex(0)
        let run = try await CancelledTask { cancel in
            try await edit(["bird.jpg", "cat.jpg"]).run { progress in
                guard case .item = progress.event else { return }
                told.withLock { $0 += 1 }
                cancel()
                while !Task.isCancelled { Thread.sleep(forTimeInterval: 0.001) }
            }
        }
        #expect(run.result.wasInterrupted && run.result.change != nil)
        #expect(told.withLock { $0 } == 1)
    }

    @Test func `an undo that is cancelled before it began leaves the change as it is`() async throws
    {
        let made = try #require(try await edit(["bird.jpg"]).run().change)
        let undo = UndoChange(in: catalog)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await undo.run()
        }
        task.cancel()
        let error = await #expect(throws: WitError.self) { try await task.value }
        #expect(error?.code == .interrupted)
        #expect(try catalog.change(made.number)?.undoneBy == nil)
    }
}
