import CatalogDatabase
import Foundation
import JSON
import OutputText
import PhotoMetadata
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

/// Undo finds files by their photos, wherever they are.
@Suite struct UndoMovedFileTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog
    let photo: RecordID
    let original: Data
    let change: Int64

    init() async throws {
        folder = try TemporaryFolder()
        for name in ["a", "b"] {
            try FileManager.default.createDirectory(
                atPath: folder.path("photos/\(name)"), withIntermediateDirectories: true)
        }
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        let path = folder.path("photos/a/bird.jpg")
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/bird.jpg"), to: URL(filePath: path))
        original = try Data(contentsOf: URL(filePath: path))
        _ = try await CatalogPhotos([path], in: catalog).run()
        photo = try catalog.resolve(path)
        var edits = PhotoEdits()
        edits.name = "N1"
        let made = try #require(try edits.apply(to: [photo], in: catalog))
        change = made.number
        let report = try WritePhotos(catalog: catalog, targets: [.metadata, .sidecar])
            .run([photo], named: [], change: change)
        #expect(report.failures.isEmpty && report.files == 1 && report.sidecars == 1)
    }

    private func move(_ from: String, _ to: String) throws {
        try FileManager.default.moveItem(
            atPath: folder.path("photos/" + from), toPath: folder.path("photos/" + to))
    }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: folder.path("photos/" + name)))
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.path("photos/" + name))
    }

    private func scan() async throws -> CatalogPhotos.Report {
        try await CatalogPhotos([folder.path("photos")], in: catalog).run()
    }

    @Test func `undo after a move puts the file's former bytes back, and redo the new ones`()
        async throws
    {
        let written = try bytes("a/bird.jpg")
        try move("a/bird.jpg", "b/kite.jpg")
        try move("a/bird.jpg.xmp", "b/kite.jpg.xmp")
        #expect(try await scan().moved == 1)
        let undone = try UndoChange(change, in: catalog).perform()
        #expect(undone.failures.isEmpty)
        #expect(undone.restored == 2)
        #expect(try bytes("b/kite.jpg") == original)
        #expect(!exists("b/kite.jpg.xmp"))
        #expect(try catalog.record(photo)?.name == "Red kite")
        #expect(try await scan().unchanged == 1)
        #expect(try catalog.proposals().isEmpty)
        try move("b/kite.jpg", "a/again.jpg")
        #expect(try await scan().moved == 1)
        let redone = try UndoChange(undone.change.number, in: catalog).perform()
        #expect(redone.failures.isEmpty)
        #expect(try bytes("a/again.jpg") == written)
        #expect(exists("a/again.jpg.xmp"))
        #expect(try catalog.record(photo)?.name == "N1")
        #expect(try CheckCatalog(catalog, .init(verifying: true)).findings().isEmpty)
    }

    @Test func `what cannot be put back is named, and undone once more when it is there again`()
        async throws
    {
        try FileManager.default.moveItem(
            atPath: folder.path("photos/a"), toPath: folder.path("hidden"))
        _ = try await scan()
        let undone = try UndoChange(change, in: catalog).perform()
        #expect(undone.restored == 0)
        #expect(
            undone.failures.map(\.item).sorted() == [
                folder.path("photos/a/bird.jpg"), folder.path("photos/a/bird.jpg.xmp"),
            ])
        #expect(try catalog.record(photo)?.name == "Red kite")
        #expect(try catalog.change(change)?.unrestored == 2)
        try FileManager.default.moveItem(
            atPath: folder.path("hidden"), toPath: folder.path("photos/a"))
        _ = try await scan()
        // The file says N1 still, which is up for a decision meanwhile.
        #expect(try catalog.proposals().map(\.proposed) == ["N1"])
        let again = try UndoChange(change, in: catalog).perform()
        #expect(again.failures.isEmpty)
        #expect(again.restored == 2)
        #expect(try bytes("a/bird.jpg") == original)
        #expect(try catalog.change(change)?.unrestored == 0)
        #expect(try catalog.proposals().isEmpty)
        #expect(throws: WitError(.notUndoable, "")) {
            try UndoChange(change, in: catalog).perform()
        }
    }

    @Test func `an undo that was killed after its files is completed, and can be undone`()
        async throws
    {
        let written = try bytes("a/bird.jpg")
        let sidecar = try bytes("a/bird.jpg.xmp")
        // Killed: the catalog does not hear of what was put back.
        #expect(try UndoChange(in: catalog).restore(change).count == 2)
        #expect(try bytes("a/bird.jpg") == original)
        #expect(!exists("a/bird.jpg.xmp"))
        // A scan comes in between.
        _ = try await scan()
        #expect(try catalog.record(photo)?.name == "N1")
        let undone = try UndoChange(change, in: catalog).perform()
        #expect(undone.failures.isEmpty && undone.restored == 2)
        #expect(try catalog.restorations(of: change) == [])
        let redone = try UndoChange(undone.change.number, in: catalog).perform()
        #expect(redone.failures.isEmpty && redone.restored == 2)
        #expect(try bytes("a/bird.jpg") == written)
        #expect(try bytes("a/bird.jpg.xmp") == sidecar)
        #expect(try catalog.record(photo)?.name == "N1")
        // And so on: killed in the middle of the redo's undo.
        _ = try UndoChange(in: catalog).restore(redone.change.number)
        let third = try UndoChange(redone.change.number, in: catalog).perform()
        #expect(third.failures.isEmpty && third.restored == 2)
        #expect(try bytes("a/bird.jpg") == original)
        #expect(try CheckCatalog(catalog, .init(verifying: true)).findings().isEmpty)
    }

    @Test func `a change by another program leaves a proposal after an undo`() async throws {
        let path = folder.path("photos/a/bird.jpg")
        var record = try PhotoReader().readAlone(path: path).record
        record.people = ["Me"]
        let edit = try MetadataEditor().edit(fileAt: path, to: record)
        let rest = try bytes("a/bird.jpg").dropFirst(edit.formerHead.count)
        try (Data(edit.head) + rest).write(to: URL(filePath: path))
        let undone = try UndoChange(in: catalog).perform()
        #expect(undone.failures.map(\.item) == [path])
        #expect(try catalog.record(photo)?.name == "Red kite")
        _ = try await scan()
        #expect(try PhotoReader().read(path: path).record.name == "N1")
        #expect(try catalog.proposals().map(\.proposed).contains("N1"))
        #expect(
            try CheckCatalog(catalog, .init(verifying: true)).findings().filter {
                $0.severity > .note
            } == [])
    }
}
