import CatalogDatabase
import Foundation
import MIMEMessage
import PhotoMetadata
import PhotoRecords
import Pictures
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

/// Photos that were only scanned are recognised by what they look like.
@Suite struct PerceptualHashingTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    init() async throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("photos.sqlite"), access: .readWrite)
        _ = try await CatalogPhotos([Checkout.fixtures.path + "/photos"], in: catalog).run()
    }

    private static let bird = Checkout.fixtures.path + "/photos/bird.jpg"

    /// A mail of a program that makes pictures smaller and compresses them again.
    private func mail(keepingDate: Bool) throws -> MailMessage {
        let original = [UInt8](try Data(contentsOf: URL(filePath: Self.bird)))
        var small = try PictureRenderer().jpeg(from: original, longestSide: 320, quality: 60).bytes
        if keepingDate {
            var record = PhotoRecord()
            record.taken = try PhotoReader().read(bytes: original).record.taken
            small = try JPEGMetadataWriter().rewrite(small, with: record, orientation: 1)
        }
        let text = """
            From: Anna <anna@example.org>
            To: ben@example.org
            Subject: The bird
            Message-ID: <bird-\(keepingDate)@example.org>
            MIME-Version: 1.0
            Content-Type: image/jpeg; name="IMG-20240501-WA0001.jpg"
            Content-Disposition: attachment; filename="IMG-20240501-WA0001.jpg"
            Content-Transfer-Encoding: base64

            \(Data(small).base64EncodedString(options: [.lineLength76Characters]))
            """
        return MailMessage(parsing: Array(text.utf8))
    }

    @Test(arguments: [true, false])
    func `a smaller copy is stored, and to join it is proposed although nothing was ever computed`(
        keepingDate: Bool
    ) throws {
        let photos = try catalog.counts.photos
        #expect(try catalog.unhashedCount == photos)
        let importer = ImportMail(into: catalog, pictures: folder.path("received"))
        let report = try importer.take(mail(keepingDate: keepingDate), name: "mail.eml")
        let item = try #require(report.photos.first?.merged)
        let bird = try catalog.resolve(Self.bird)
        #expect(item.match == nil)
        #expect(item.alike.map(\.photo) == [bird])
        #expect(report.photos.first?.storedPath != nil)
        #expect(try catalog.counts.photos == photos + 1)
        // What was learned is kept: only of those that were taken at the same second, if the
        // copy says when.
        let learned = photos - (try catalog.unhashedCount)
        #expect(keepingDate ? learned == 1 : learned > 1)
        #expect(try catalog.record(bird)?.image?.perceptualHash != nil)
        let number = try #require(try catalog.importProposals().first).number
        try catalog.acceptImports([number])
        #expect(try catalog.counts.photos == photos)
        #expect(try catalog.record(bird)?.file == Self.bird)
        #expect(try catalog.files(of: bird).count == 2)
    }

    @Test
    func `a rehearsal finds the same and keeps nothing`() throws {
        let before = try catalog.unhashedCount
        let importer = ImportMail(into: catalog, pictures: folder.path("received"), dryRun: true)
        let report = try importer.take(mail(keepingDate: true), name: "mail.eml")
        #expect(report.photos.first?.merged?.alike.count == 1)
        #expect(try catalog.unhashedCount == before)
    }

    @Test
    func `all that is missing is computed once`() async throws {
        let photos = try catalog.counts.photos
        let shown = SoFar(0)
        let first = try await PerceptualHashing(catalog).complete { told in
            shown.update { $0 = told.done }
        }
        #expect(first.computed == photos)
        #expect(first.undecodable.isEmpty)
        #expect(shown.value == photos)
        #expect(try catalog.unhashedCount == 0)
        #expect(try await PerceptualHashing(catalog).complete().computed == 0)
    }

    @Test
    func `a raw file looks as its preview does`() async throws {
        let jpeg = [UInt8](try Data(contentsOf: URL(filePath: Self.bird)))
        let raws = folder.path("raws")
        try FileManager.default.createDirectory(atPath: raws, withIntermediateDirectories: true)
        for kind in RawFileBuilder.Kind.allCases {
            var builder = RawFileBuilder(kind, jpeg: jpeg)
            builder.orientation = 1
            try Data(builder.bytes).write(to: URL(filePath: raws + "/bird.\(kind.rawValue)"))
        }
        _ = try await CatalogPhotos([raws], in: catalog).run()
        _ = try await PerceptualHashing(catalog).complete()
        let wanted = try PictureRenderer().perceptualHash(of: jpeg)
        for kind in RawFileBuilder.Kind.allCases {
            let id = try catalog.resolve(raws + "/bird.\(kind.rawValue)")
            let look = try #require(try catalog.record(id)?.image?.perceptualHash)
            let hash = try #require(PerceptualHash(look))
            #expect(hash.distance(to: wanted) <= 2, "\(kind)")
        }
    }

    @Test
    func `a photo that cannot be decoded is tried by one mail, not by every one`() async throws {
        let broken = folder.path("broken.jpg")
        let bird = [UInt8](try Data(contentsOf: URL(filePath: Self.bird)))
        let head = try JPEGMetadataWriter().rewrite(bird, with: PhotoRecord(), orientation: 1)
        // A frame of the same size whose data is none.
        let scan = try #require(head.indices.first { head[$0] == 0xFF && head[$0 + 1] == 0xDA })
        try Data(head[..<scan]).write(to: URL(filePath: broken))
        _ = try await CatalogPhotos([broken], in: catalog).run()
        let id = try catalog.resolve(broken)
        let shape = 4.0 / 3
        #expect(try !catalog.isUndecodable(id))
        #expect(
            try catalog.unhashedPhotos(taken: nil, shape: shape, limit: 100).contains {
                $0.id == id
            })
        _ = try await PerceptualHashing(catalog).complete()
        #expect(try catalog.isUndecodable(id))
        #expect(
            try !catalog.unhashedPhotos(taken: nil, shape: shape, limit: 100).contains {
                $0.id == id
            }
        )
        // Who asks for all of them has it tried again.
        #expect(try await PerceptualHashing(catalog).complete().undecodable.count == 1)
        try catalog.setHashes(id, perceptualHash: "00ff00ff00ff00ff")
        #expect(try !catalog.isUndecodable(id))
    }

    @Test func `an import decodes with no more memory than its limits leave`() throws {
        var limits = MailLimits()
        limits.decoderBytes = 10 << 20
        let importer = ImportMail(
            into: catalog, pictures: folder.path("received"), limits: limits)
        let report = try importer.take(mail(keepingDate: true), name: "mail.eml")
        // It is not even seen that it is like the bird.
        #expect(report.photos.first?.merged?.alike.isEmpty == true)
        #expect(report.photos.first?.received.picture != nil)
    }
}
