import CatalogDatabase
import Foundation
import GRDB
import JSON
import PhotoMetadata
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

/// Catalogs in which earlier versions took several pictures for one photo.
@Suite struct WronglyJoinedTests {
    private let scene: ScannedFolder

    init() throws { scene = try ScannedFolder() }

    private var catalog: PhotoCatalog { scene.catalog }

    private func path(_ name: String) -> String { scene.path(name) }

    private func write(_ kind: LookAlike.Kind, _ seed: UInt64, _ name: String) throws {
        try scene.write(LookAlike(kind, seed: seed).bytes, name)
    }

    /// Joins files into one photo as an earlier version did, with the fingerprint it gave.
    private func join(_ names: [String], isOld: Bool) throws {
        let former = try PhotoReader().read(path: path(names[0])).formerFingerprint
        let queue = try DatabaseQueue(path: catalog.path)
        try queue.write { db in
            let photo = try Int64.fetchOne(
                db, sql: "SELECT photo FROM file WHERE path = ?", arguments: [path(names[0])])
            for name in names.dropFirst() {
                let other = try Int64.fetchOne(
                    db, sql: "SELECT photo FROM file WHERE path = ?", arguments: [path(name)])
                try db.execute(
                    sql: "UPDATE file SET photo = ? WHERE path = ?",
                    arguments: [photo, path(name)])
                if other != photo {
                    try db.execute(sql: "DELETE FROM photo WHERE id = ?", arguments: [other])
                }
            }
            guard isOld else { return }
            try db.execute(
                sql: "UPDATE file SET reread = 1 WHERE photo = ?", arguments: [photo])
            if let former {
                try db.execute(
                    sql: "UPDATE photo SET fingerprint = ? WHERE id = ?",
                    arguments: [Data([0, 0xFF, 0x74]) + Data(former.utf8), photo])
            }
        }
        try queue.close()
    }

    private func proposals(_ id: RecordID) throws -> [JSONValue?] {
        try catalog.proposals(.pending, of: id).map(\.proposed)
    }

    @Test(arguments: [LookAlike.Kind.tiffStrips, .pngStored, .raf, .jpeg, .tiffPages])
    func `what was joined wrongly comes apart at the next scan, and nothing said is lost`(
        _ kind: LookAlike.Kind
    ) async throws {
        for (seed, name) in ["a", "b", "c"].enumerated() { try write(kind, UInt64(seed + 1), name) }
        try write(kind, 2, "copy of b")
        _ = try await scene.scan()
        try join(["a", "b", "c", "copy of b"], isOld: true)
        #expect(try catalog.counts.photos == 1)
        let id = try catalog.resolve(path("b"))
        try scene.name(id, "Mine")

        let report = try await scene.scan()
        #expect(report.failures.isEmpty)
        #expect(report.missing == 0)
        let ids = try ["a", "b", "c", "copy of b"].map { try catalog.resolve(path($0)) }
        #expect(Set(ids).count == 3)
        #expect(ids[1] == ids[3])
        #expect(ids.contains(id))
        #expect(try catalog.counts.photos == 3)
        for other in Set(ids) {
            let record = try catalog.record(other)
            if other == id {
                #expect(record?.name == "Mine")
            } else {
                #expect(record?.name == nil)
                #expect(try proposals(other) == [.string("Mine")])
            }
        }
        let again = try await scene.scan()
        #expect(again.unchanged == 4)
        #expect(try CheckCatalog(catalog, .init(verifying: true)).findings().isEmpty)
    }

    @Test func `what was joined rightly stays one photo, and moved meanwhile keeps its words`()
        async throws
    {
        for name in ["a", "b"] { try write(.tiffTiles, 1, name) }
        try write(.dng, 5, "raw")
        _ = try await scene.scan()
        let ids = try [catalog.resolve(path("a")), catalog.resolve(path("raw"))]
        try scene.name(ids[0], "Copies")
        try scene.name(ids[1], "Raw")
        try join(["a", "b"], isOld: true)
        try join(["raw"], isOld: true)
        try FileManager.default.moveItem(atPath: path("raw"), toPath: path("moved"))
        let report = try await scene.scan()
        #expect(report.added == 0)
        #expect(report.moved == 1)
        #expect(try catalog.counts.photos == 2)
        #expect(try catalog.resolve(path("b")) == ids[0])
        #expect(try catalog.resolve(path("moved")) == ids[1])
        #expect(try catalog.record(ids[0])?.name == "Copies")
        #expect(try catalog.record(ids[1])?.name == "Raw")
        #expect(try catalog.proposals(.pending).isEmpty)
        let fingerprint = try catalog.record(ids[1])?.image?.fingerprint
        #expect(fingerprint?.hasPrefix("ta:") == true)
    }

    @Test(arguments: [LookAlike.Kind.jpeg, .tiffStrips, .heic])
    func `check finds a photo of several pictures, repairs it, and undo reverts that`(
        _ kind: LookAlike.Kind
    ) async throws {
        try write(kind, 1, "a")
        try write(kind, 2, "b")
        _ = try await scene.scan()
        try join(["a", "b"], isOld: false)
        let id = try catalog.resolve(path("a"))
        try scene.name(id, "Mine")
        let found = try CheckCatalog(catalog, .init(verifying: true)).findings()
        #expect(
            found == [
                Finding(
                    .error, .photoMixed, where: "photo \(id.text)",
                    "Its files show 2 different pictures: \(path("a")), \(path("b")).")
            ])
        let repaired = try CheckCatalog(catalog, .init(verifying: true, repairing: true)).findings()
        #expect(repaired.map(\.code) == [.photoParted])
        #expect(repaired.map(\.severity) == [.note])
        #expect(try CheckCatalog(catalog, .init(verifying: true)).findings().isEmpty)
        let other = try catalog.resolve(path("b"))
        #expect(try catalog.resolve(path("a")) == id)
        #expect(other != id)
        #expect(try catalog.record(id)?.name == "Mine")
        #expect(try proposals(other) == [.string("Mine")])

        _ = try catalog.undo()
        #expect(try catalog.counts.photos == 1)
        #expect(try catalog.resolve(path("b")) == id)
        _ = try catalog.undo(try catalog.changes(limit: 1).first?.number)
        #expect(try catalog.resolve(path("b")) == other)
        #expect(try catalog.counts.photos == 2)
    }
}
