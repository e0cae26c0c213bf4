import CatalogDatabase
import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

/// What becomes of a value when the last file goes that says it.
@Suite struct LastWordTests {
    private let scene: ScannedFolder

    init() throws { scene = try ScannedFolder(with: ["disk"]) }

    private var catalog: PhotoCatalog { scene.catalog }

    private func write(
        _ name: String, picture: Int = 1, _ change: (inout PhotoRecord) -> Void = { _ in }
    ) throws {
        var record = PhotoRecord()
        change(&record)
        try scene.write(TinyPhoto.bytes(FollowedFolder.jpeg(picture), saying: record), name)
    }

    private func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: scene.path(name))
    }

    private func removals() throws -> [RecordField] {
        try catalog.proposals(kind: .removal).map(\.field)
    }

    private func photo(_ name: String) throws -> PhotoRecord {
        try #require(try catalog.record(scene.id(name)))
    }

    @Test func `what only a deleted file said is proposed for removal`() async throws {
        try write("a.jpg") { $0.name = "Red kite" }
        try write("b.jpg")
        try await scene.scan()
        #expect(try removals() == [])
        try remove("a.jpg")
        #expect(try await scene.scan().missing == 1)
        #expect(try removals() == [.name])
        #expect(try photo("b.jpg").name == "Red kite")
        #expect(try photo("b.jpg").provenance[.name]?.until != nil)
        // It is found again elsewhere.
        try write("disk/c.jpg") { $0.name = "Red kite" }
        try await scene.scan()
        #expect(try removals() == [])
        #expect(try photo("b.jpg").provenance[.name]?.until == nil)
    }

    @Test func `what only a file said whose place another picture took is proposed for removal`()
        async throws
    {
        try write("a.jpg") { $0.name = "Red kite" }
        try write("b.jpg")
        try await scene.scan()
        try write("a.jpg", picture: 2)
        try await scene.scan()
        #expect(try removals() == [.name])
    }

    @Test func `a file on a disk that is not plugged in says still what it said`() async throws {
        try write("disk/a.jpg") { $0.name = "Red kite" }
        try write("b.jpg")
        try await scene.scan()
        try FileManager.default.moveItem(
            atPath: scene.path("disk"), toPath: scene.folder.path("away"))
        #expect(try await scene.scan().missing == 1)
        #expect(try removals() == [])
    }

    @Test func `a value that no file says is proposed for removal beside what another one says`()
        async throws
    {
        try write("a.jpg") { $0.name = "One" }
        try await scene.scan()
        try write("a.jpg") { $0.name = "Two" }
        try await scene.scan()
        // The scan is taken back: the file says Two still.
        _ = try UndoChange(in: catalog).perform()
        #expect(try photo("a.jpg").name == "One")
        #expect(try catalog.proposals().map(\.proposed) == ["Two"])
        try write("b.jpg")
        try await scene.scan()
        #expect(try catalog.proposals().map(\.kind) == [.value, .removal])
        try write("a.jpg") { $0.name = "Three" }
        try await scene.scan()
        #expect(try catalog.proposals().map(\.proposed) == [nil, "Three"])
        #expect(try photo("b.jpg").name == "One")
    }

    @Test func `once the file is gone that spoke last, those that are left are heard again`()
        async throws
    {
        for name in ["a.jpg", "b.jpg", "c.jpg"] {
            try write(name) { record in
                record.name = "One"
                record.keywords = ["bird"]
            }
        }
        try await scene.scan()
        try write("a.jpg") { record in
            record.name = "Two"
            record.keywords = ["bird", "kite"]
        }
        try await scene.scan()
        #expect(try photo("b.jpg").name == "Two")
        #expect(try catalog.proposals() == [])
        try remove("a.jpg")
        let report = try await scene.scan()
        #expect(report.proposals == 1 && report.removals == 1)
        let proposals = try catalog.proposals()
        #expect(proposals.map(\.field) == [.name, .keywords])
        #expect(proposals.map(\.kind) == [.value, .removal])
        #expect(proposals.map(\.proposed) == ["One", ["bird"]])
        #expect(
            try CheckCatalog(catalog, .init(verifying: true)).findings().filter {
                $0.severity > .note
            } == [])
        // Heard once: the next scan reads nothing.
        #expect(try catalog.filesToCompare() == [])
        #expect(try await scene.scan().unchanged == 2)
    }
}
