import CatalogDatabase
import Foundation
import PhotoMetadata
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

/// Another program strips half of the photos, and nothing is forgotten.
@Suite struct StrippedFilesTests {
    @Test(.needs(.tool("exiftool")))
    func `a thousand stripped photos of two thousand keep all, and one decision settles them`()
        async throws
    {
        let exiftool = try #require(Program.installed("exiftool"))
        let folder = try TemporaryFolder()
        let catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        for half in ["kept", "stripped"] {
            try FileManager.default.createDirectory(
                atPath: folder.path(half), withIntermediateDirectories: true)
        }
        for index in 0..<2000 {
            let path = folder.path("\(index < 1000 ? "stripped" : "kept")/\(index).jpg")
            try Self.photo(index).write(to: URL(filePath: path))
        }
        func scan() async throws -> CatalogPhotos.Report {
            try await CatalogPhotos(
                [
                    folder.path("kept"), folder.path("stripped"),
                ], in: catalog
            ).run()
        }
        #expect(try await scan().added == 2000)
        let before = try catalog.find(PhotoQuery())
        #expect(before.allSatisfy { $0.name != nil })

        let run = try exiftool(["-q", "-overwrite_original", "-all=", folder.path("stripped")])
        #expect(run.status == 0, "\(run.errors.prefix(300))")
        let second = try await scan()
        #expect(second.refreshed == 1000)
        #expect(second.removals == 1000)
        func stories() throws -> [RecordID: String] {
            try catalog.find(PhotoQuery()).reduce(into: [:]) { stories, record in
                if let id = record.id, let name = record.name { stories[id] = name }
            }
        }
        let all = try stories()
        #expect(all.count == 2000)
        let removals = try catalog.pendingProposals(.removal)
        #expect(removals.count == 1000)

        try catalog.accept(removals)
        #expect(try stories().count == 1000)
        #expect(try catalog.pendingProposals().isEmpty)
        _ = try UndoChange(in: catalog).perform()
        #expect(try stories() == all)
        #expect(try catalog.pendingProposals(.removal).count == 1000)
        #expect(try CheckCatalog(catalog, .init(verifying: false)).findings().isEmpty)
        print("stripped: 1000 of 2000 photos, every value kept, one decision, undone")
    }

    private static func photo(_ index: Int) throws -> Data {
        var record = PhotoRecord()
        record.name = "Photo \(index)"
        return Data(try TinyPhoto.bytes(FollowedFolder.jpeg(index), saying: record))
    }
}
