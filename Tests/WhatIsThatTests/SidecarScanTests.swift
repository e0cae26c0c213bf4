import CatalogDatabase
import Foundation
import PhotoRecords
import TestSupport
import Testing
import WhatIsThat

/// Sidecars in a scan: no photos of their own, and a reason to read a photo again.
@Suite struct SidecarScanTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        try FileManager.default.createDirectory(
            atPath: folder.path("photos"), withIntermediateDirectories: false)
        for name in ["formats/bird.heic", "photos/cat.jpg"] {
            let url = Checkout.fixtures.appending(path: name)
            try FileManager.default.copyItem(
                at: url, to: folder.url.appending(path: "photos/\(url.lastPathComponent)"))
        }
    }

    private func scan(_ name: String = "photos") async throws -> CatalogPhotos.Report {
        try await CatalogPhotos([folder.path(name)], in: catalog).run()
    }

    private func write(title: String) throws {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
            xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>\(title)</dc:title>\
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        try Data(packet.utf8).write(to: folder.url.appending(path: "photos/bird.heic.xmp"))
    }

    private func name() throws -> String? {
        let id = try catalog.resolve(folder.path("photos/bird.heic"))
        return try catalog.record(id)?.name
    }

    @Test func `a sidecar that comes, changes and goes refreshes its photo alone`() async throws {
        #expect(try await scan().added == 2)
        #expect(try name() == "Red kite")
        try write(title: "Milan royal")
        let came = try await scan()
        #expect((came.refreshed, came.unchanged, came.others, came.added) == (1, 1, 0, 0))
        #expect(try name() == "Milan royal")
        #expect(try await scan().unchanged == 2)
        try write(title: "Rotmilan, Milvus milvus")
        #expect(try await scan("photos/bird.heic").refreshed == 1)
        #expect(try name() == "Rotmilan, Milvus milvus")
        #expect(try await scan().unchanged == 2)
        try FileManager.default.removeItem(atPath: folder.path("photos/bird.heic.xmp"))
        #expect(try await scan().refreshed == 1)
        #expect(try name() == "Red kite")
    }

    @Test func `a sidecar that is named is refused, not cataloged`() async throws {
        try write(title: "Milan royal")
        let report = try await scan("photos/bird.heic.xmp")
        #expect(report.added == 0)
        #expect(report.failures.count == 1)
    }
}
