import CatalogDatabase
import Foundation
import MIMEMessage
import PhotoRecords
import Privacy
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

/// What no file says any more stays at home until somebody decides.
@Suite struct HeldBackTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog
    let id: RecordID

    init() async throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        let path = folder.path("bird.jpg")
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/bird.jpg"), to: URL(filePath: path))
        _ = try await CatalogPhotos([path], in: catalog).run()
        id = try catalog.resolve(path)
        // The same picture, without a word, in the place of the file.
        let stripped = try JPEGStripping.stripped(Array(Data(contentsOf: URL(filePath: path))))
        try Data(stripped).write(to: URL(filePath: path))
        _ = try await CatalogPhotos([path], in: catalog).run()
    }

    private func share(_ size: PhotoSize) throws -> ComposedShare {
        var options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
        options.size = size
        return try #require(
            ShareMessages(of: catalog, options: options).messages(of: [id]).first)
    }

    @Test(arguments: [PhotoSize.small, .original])
    func `a value whose removal is undecided leaves in no part of a mail`(
        size: PhotoSize
    ) throws {
        let record = try #require(try catalog.record(id))
        let name = try #require(record.name)
        #expect(record.location?.coordinate != nil)
        let share = try share(size)
        let photo = try #require(share.photos.first)
        #expect(photo.heldBack.contains(.name) && photo.heldBack.contains(.location))
        #expect(photo.record.name == nil && photo.record.location == nil)
        #expect(share.findings.contains { $0.code == .heldBack })
        let received = ShareReader().read(MailMessage(parsing: try share.bytes))
        for photo in received.photos {
            #expect(photo.record.name != name)
            #expect(photo.record.location == nil)
            #expect(photo.record.keywords.isEmpty)
            #expect(photo.record.taken == nil)
        }
        #expect(!String(decoding: try share.bytes, as: UTF8.self).contains(name))
    }

    @Test func `such a value is sent once its removal is rejected, and gone once it is accepted`()
        throws
    {
        try catalog.reject(try catalog.pendingProposals(.removal))
        #expect(try share(.small).photos.first?.record.name != nil)
        #expect(try share(.small).photos.first?.heldBack == [])
        try catalog.undo()
        #expect(try share(.small).photos.first?.record.name == nil)
        try catalog.accept(try catalog.pendingProposals(.removal))
        #expect(try share(.small).photos.first?.record.name == nil)
        #expect(try share(.small).photos.first?.heldBack == [])
    }
}

/// A JPEG without any metadata, as a program leaves it that strips all.
enum JPEGStripping {
    static func stripped(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0xFF, 0xD8]
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] != 0xDA {
            let end = offset + 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
            let isMetadata = (0xE1...0xEF).contains(bytes[offset + 1])
            if !isMetadata { result += bytes[offset..<min(end, bytes.count)] }
            offset = end
        }
        return result + bytes[min(offset, bytes.count)...]
    }
}
