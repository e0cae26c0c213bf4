import Foundation
import PhotoCatalog
import PhotoRecord
import TestSupport
import Testing
import WhatIsThat

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
        #expect(try CheckCatalog(catalog).run(verifying: false).isEmpty)
    }

    @Test func `a file that is gone is found`() throws {
        try FileManager.default.removeItem(atPath: photo)
        let findings = try CheckCatalog(catalog).run(verifying: false)
        #expect(findings.map(\.code.rawValue) == ["file-gone"])
        #expect(findings.first?.place == photo)
    }

    @Test func `bytes that rotted are found by verifying`() throws {
        var steps = 0
        #expect(try CheckCatalog(catalog).run(verifying: true) { steps = $0 }.isEmpty)
        #expect(steps == 1)
        // The same size and inode, nearly the same time, and three bytes that rotted.
        let handle = try #require(FileHandle(forUpdatingAtPath: photo))
        let before = try FileManager.default.attributesOfItem(atPath: photo)
        try handle.seek(toOffset: 60_000)
        try handle.write(contentsOf: Data([0x55, 0xAA, 0x55]))
        try handle.close()
        let modified = try #require(before[.modificationDate] as? Date)
        try FileManager.default.setAttributes(
            [.modificationDate: modified], ofItemAtPath: photo)
        let findings = try CheckCatalog(catalog).run(verifying: true)
        #expect(findings.count == 1)
        #expect(findings.first?.place == photo)
        #expect(findings.first.map { $0.severity > .note } == true)
    }
}
