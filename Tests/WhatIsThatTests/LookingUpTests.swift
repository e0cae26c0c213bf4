import CatalogDatabase
import ExchangeFormats
import Foundation
import JSON
import OutputText
import PhotoRecords
import Synchronization
import TestSupport
import Testing
import WhatIsThat

/// The use cases that change nothing: find, show, read, export and the list of changes.
@Suite struct LookingUpTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog
    private let photos = Checkout.fixtures.path + "/photos"

    init() async throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        _ = try await CatalogPhotos([photos], in: catalog).run()
    }

    /// The items that a run tells of.
    private func items<Report>(
        _ run: (@escaping ProgressHandler) async throws -> Report
    ) async throws -> (items: [JSONValue], report: Report) {
        let told = Mutex<[JSONValue]>([])
        let report = try await run { progress in
            if case .item(let item) = progress.event { told.withLock { $0.append(item.json) } }
        }
        return (told.withLock { $0 }, report)
    }

    @Test func `found photos are told of as they are found`() async throws {
        var query = PhotoQuery()
        query.words = ["kite"]
        let find = FindPhotos(query, in: catalog)
        let found = try await items { try await find.run(progress: $0) }
        #expect(found.items.map { $0["name"]?.string } == ["Red kite"])
        #expect(found.report.count == 1 && !found.report.wasInterrupted)
    }

    @Test func `a search that is cancelled ends with what was found`() async throws {
        let find = FindPhotos(PhotoQuery(), in: catalog)
        let task = Task {
            try await find.run { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        let report = try await task.value
        #expect(report.wasInterrupted && report.count == 1)
    }

    @Test func `photos are shown with their files, and what names none is a failure`() async throws
    {
        let show = ShowPhotos(PhotoSelection(["bird.jpg", "x"], from: photos), in: catalog)
        let shown = try await items { try await show.run(progress: $0) }
        #expect(shown.items.map { $0["name"]?.string } == ["Red kite"])
        #expect(shown.report.count == 1)
        #expect(shown.report.failures.map(\.code) == [.noSuchPhoto])
        #expect(
            shown.report.failures.first?.json == [
                "item": "x", "code": "no-such-photo",
                "reason": "no photo in the catalog has this path or id",
            ])
    }

    @Test func `what is named instead of a photo has a code of its own`() async throws {
        try Data().write(to: folder.url.appending(path: "new.jpg"))
        let show = ShowPhotos(
            PhotoSelection([photos, "new.jpg"], from: folder.url.path), in: catalog)
        let report = try await show.run()
        #expect(report.failures.map(\.code) == [.photoIsFolder, .photoNotCataloged])
    }

    @Test func `files are read without a catalog, and failures come in their turn`() async throws {
        let read = ReadPhotos([photos + "/bird.jpg", "/nowhere.jpg", photos + "/cat.jpg"])
        let done = try await items { try await read.run(progress: $0) }
        #expect(done.items.map { $0["name"]?.string } == ["Red kite", "Minka"])
        #expect(done.report.count == 2 && done.report.failures.map(\.item) == ["/nowhere.jpg"])
    }

    @Test func `records are exported as a text, and as sidecars`() async throws {
        let text = Mutex("")
        let table = ExportPhotos(
            PhotoSelection(["bird.jpg"], from: photos),
            as: .text(CSVExport(), to: { piece in text.withLock { $0 += piece } }), from: catalog)
        #expect(try await table.run().written == 1)
        #expect(text.withLock { $0 }.split(separator: "\r\n").count == 2)
        let sidecars = ExportPhotos(
            nil, as: .sidecars(into: folder.path("out"), replacing: false), from: catalog)
        let first = try await items { try await sidecars.run(progress: $0) }
        #expect(first.items.count == first.report.written && first.report.failures.isEmpty)
        let second = try await sidecars.run()
        #expect(second.written == 0)
        #expect(Set(second.failures.map(\.code)) == [.outputExists])
    }

    @Test func `the last changes are listed`() async throws {
        let report = try await ListChanges(in: catalog).run()
        #expect(report.changes.count == 1)
        #expect(report.json.array?.first?["kind"]?.string == "scan")
    }
}
