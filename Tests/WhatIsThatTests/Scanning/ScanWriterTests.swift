import CatalogDatabase
import Files
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct ScanWriterTests {
    private let folder: TemporaryFolder
    private let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
    }

    private func files(_ numbers: Range<Int>) -> [ScannedFile] {
        numbers.map { number in
            var record = PhotoRecord()
            record.image = ImageFacts()
            record.image?.fingerprint = String(100_000 + number)
            return ScannedFile(
                path: "/p/\(number)", stamp: FileStamp(size: 1, modified: 1, inode: 1),
                record: record)
        }
    }

    @Test func `what is handed over piece by piece is all written`() async throws {
        let writer = ScanWriter(catalog)
        for start in stride(from: 0, to: 12_000, by: 100) {
            try writer.write(files(start..<start + 100))
            await writer.waitForRoom()
        }
        writer.close()
        #expect(try await writer.finish().added == 12_000)
        #expect(try catalog.counts.photos == 12_000)
        #expect(try catalog.check(files: .none) == [])
        #expect(writer.backlog == 0)
    }

    @Test func `a few files are written though no more come`() async throws {
        let writer = ScanWriter(catalog)
        try writer.write(files(0..<3))
        writer.close()
        #expect(try await writer.finish().added == 3)
    }

    @Test func `nothing to write is no change`() async throws {
        let writer = ScanWriter(catalog)
        writer.close()
        #expect(try await writer.finish() == ScanTally())
        #expect(try catalog.counts.photos == 0)
    }

    @Test func `what cannot be written is said to who hands over and who waits`() async throws {
        let closed = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readOnly)
        let writer = ScanWriter(closed)
        try writer.write(files(0..<ScanWriter.room))
        await writer.waitForRoom()
        await #expect(throws: WitError(.readOnly, "")) { _ = try await writer.finish() }
        #expect(throws: WitError(.readOnly, "")) { try writer.write(files(0..<1)) }
    }
}
