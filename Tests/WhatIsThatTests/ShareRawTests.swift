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

/// Sharing raw files: the preview leaves, with the raw file's story.
@Suite struct ShareRawTests {
    @Test(arguments: RawFileBuilder.Kind.allCases)
    func `a raw file of each kind leaves as an upright JPEG with its story`(
        _ kind: RawFileBuilder.Kind
    ) async throws {
        let folder = try TemporaryFolder()
        // The camera stores what it sees unturned, wider than high.
        let drawn = [UInt8](
            try Data(contentsOf: Checkout.fixtures.appending(path: "photos/lighthouse.jpg")))
        let jpeg = try JPEGMetadataWriter().rewrite(
            try PictureRenderer().jpeg(from: drawn, longestSide: 900).bytes, with: PhotoRecord(),
            orientation: 1)
        let header = try PictureRenderer().header(of: jpeg)
        var builder = RawFileBuilder(kind, jpeg: jpeg)
        builder.size = (header.width * 4, header.height * 4)
        let path = folder.path("kite.\(kind.rawValue)")
        try Data(builder.bytes).write(to: URL(filePath: path))
        let catalog = try PhotoCatalog(path: folder.path("a.sqlite"), access: .readWrite)
        _ = try await CatalogPhotos([path], in: catalog).run()
        let id = try catalog.resolve(path)
        for size in [PhotoSize.small, .original] {
            var options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
            options.size = size
            let share = try #require(
                ShareMessages(of: catalog, options: options).messages(of: [id]).first)
            let contents = ShareReader().read(MailMessage(parsing: try share.bytes))
            let photo = try #require(contents.photos.first)
            #expect(photo.record.name == "Red kite")
            #expect(photo.record.taken?.offset?.description == "+02:00")
            #expect(photo.record.image?.mediaType?.hasPrefix("image/x-") == true)
            let picture = try #require(photo.picture)
            let own = try PhotoReader().read(bytes: picture.bytes).record
            #expect(own.name == "Red kite")
            #expect(own.location?.coordinate?.latitude == 48.5)
            // Orientation 6: the sides change places once.
            let shown = try PictureRenderer().header(of: picture.bytes).displayedSize
            #expect((shown.width < shown.height) == (header.width > header.height))
            #expect(max(shown.width, shown.height) > 300)
        }
    }
}
