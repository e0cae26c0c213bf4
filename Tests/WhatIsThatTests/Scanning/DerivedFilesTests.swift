import CatalogDatabase
import Folders
import Foundation
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct DerivedFilesTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
    }

    private func put(_ name: String, _ seed: UInt64) throws {
        let url = folder.url.appending(path: "photos/" + name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(LookAlike(.jpeg, seed: seed).bytes).write(to: url)
    }

    private func path(_ name: String) -> String { folder.path("photos/" + name) }

    private func scan(
        _ names: DerivedNames = DerivedNames(), _ target: String? = nil
    ) async throws -> CatalogPhotos.Report {
        var options = CatalogPhotos.Options()
        options.derived = names
        return try await CatalogPhotos(
            [target ?? folder.path("photos")], in: catalog, options: options
        ).run()
    }

    private static let everything = DerivedNames(takingIn: ["*"])

    @Test func `patterns take any bytes for a star, and the settings add and remove some`() throws {
        let settings = try Settings(
            toml: """
                [catalog]
                leave-out = ["*-small.*", "Exports/", "a*b*c.jpg"]
                take-in = ["lost+found/"]
                """, path: "settings.toml")
        func isLeftOut(_ name: String) -> Bool {
            settings.derivedNames.rule(ofPath: "/p/" + name, below: "/p") != nil
        }
        #expect(isLeftOut("x-small.jpg"))
        #expect(isLeftOut("x-small-small.png"))
        #expect(isLeftOut("EXPORTS/x.jpg"))
        #expect(isLeftOut("axxbyybzzc.jpg"))
        #expect(!isLeftOut("axxbyybzzc.jpeg"))
        #expect(!isLeftOut("lost+found/x.jpg"))
        #expect(isLeftOut("@eaDir/x.jpg"))
        for wrong in [
            "leave = []", "leave-out = \"x\"", "take-in = [\"nothing\"]", "leave-out = [1]",
            "leave-out = [\"Exports/*.jpg\"]",
        ] {
            #expect(throws: WitError.self) {
                try Settings(toml: "[catalog]\n" + wrong, path: "settings.toml")
            }
        }
    }

    @Test func `backups are counted, named and no photos`() async throws {
        try put("cat.jpg", 1)
        try put("cat.jpg_original", 2)
        try put("@eaDir/cat.jpg/thumb.jpg", 3)
        try put("@eaDir/dog.jpg/thumb.jpg", 4)
        let report = try await scan()
        #expect(report.added == 1)
        #expect(report.leftOut.count == 2)
        #expect(
            report.leftOut.items.map(\.path) == [path("@eaDir") + "/", path("cat.jpg_original")])
        #expect(try await scan().missing == 0)
        #expect(try await scan(Self.everything).added == 3)
    }

    @Test func `what an earlier version took in leaves, unless somebody said something of it`()
        async throws
    {
        try put("cat.jpg", 1)
        try put("cat.jpg_original", 1)
        try put("dog.jpg_original", 2)
        try put("@eaDir/cow.jpg", 3)
        _ = try await scan(Self.everything)
        #expect(try catalog.counts.photos == 3)
        let cow = try catalog.resolve(path("@eaDir/cow.jpg"))
        var edits = PhotoEdits()
        edits.name = "Mine"
        _ = try edits.apply(to: [cow], in: catalog)
        for _ in 0..<2 {
            let report = try await scan()
            #expect(report.missing == 0)
            #expect(report.leftOut.count == 3)
            #expect(try catalog.counts.photos == 2)
            #expect(try catalog.counts.files == 2)
            #expect(try catalog.record(cow)?.name == "Mine")
            #expect(try catalog.record(cow)?.file == path("@eaDir/cow.jpg"))
        }
        try FileManager.default.removeItem(atPath: path("@eaDir/cow.jpg"))
        #expect(try await scan().missing == 1)
    }

    @Test func `a file that a person names is taken, and followed from then on`() async throws {
        try put("cat.jpg_original", 1)
        #expect(try await scan().added == 0)
        #expect(try await scan(DerivedNames(), path("cat.jpg_original")).added == 1)
        #expect(try await scan().unchanged == 1)
        try put("cat.jpg_original", 2)
        _ = try await scan()
        #expect(try await scan().unchanged == 1)
        #expect(try catalog.counts.files == 1)
        try FileManager.default.removeItem(atPath: path("cat.jpg_original"))
        #expect(try await scan().missing == 1)
    }

    @Test(.needs(.tool("exiftool")))
    func `exiftool's own backup proposes nothing`() async throws {
        try put("cat.jpg", 1)
        let exiftool = try #require(Program.installed("exiftool"))
        for title in ["Before", "After"] {
            let run = try exiftool(["-Title=" + title, path("cat.jpg")])
            #expect(run.status == 0)
            _ = try await scan()
        }
        #expect(FileManager.default.fileExists(atPath: path("cat.jpg_original")))
        #expect(try catalog.counts.photos == 1)
        #expect(try catalog.counts.files == 1)
        #expect(try catalog.record(catalog.resolve(path("cat.jpg")))?.name == "After")
        #expect(try catalog.proposals(.pending).isEmpty)
    }
}
