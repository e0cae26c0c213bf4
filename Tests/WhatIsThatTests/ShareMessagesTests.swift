import CatalogDatabase
import Foundation
import MIMEMessage
import OutputText
import PhotoRecords
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct ShareMessagesTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    init() async throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        for name in ["bird", "cat"] {
            try FileManager.default.copyItem(
                atPath: Checkout.fixtures.path + "/photos/\(name).jpg",
                toPath: folder.path("\(name).jpg"))
        }
        _ = try await CatalogPhotos([folder.url.path], in: catalog).run()
    }

    private func share(_ names: String...) throws -> ComposedShare {
        var options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
        options.size = .small
        let ids = try names.map { try catalog.resolve(folder.path("\($0).jpg")) }
        return try #require(
            ShareMessages(of: catalog, options: options).messages(of: ids).first)
    }

    @Test func `the photos come in the order they are named`() throws {
        #expect(try share("cat", "bird").photos.map(\.record.name) == ["Minka", "Red kite"])
        #expect(try share("bird", "cat").photos.map(\.record.name) == ["Red kite", "Minka"])
    }

    @Test func `the catalog learns what the photo looks like and its hash`() throws {
        let id = try catalog.resolve(folder.path("bird.jpg"))
        #expect(try catalog.record(id)?.image?.sha256 == nil)
        _ = try share("bird")
        let image = try catalog.record(id)?.image
        #expect(image?.sha256?.count == 64)
        #expect(image?.perceptualHash != nil)
    }

    @Test func `a photo whose file is gone is named, and nothing is made`() throws {
        try FileManager.default.removeItem(atPath: folder.path("bird.jpg"))
        let failure = #expect(throws: WitError.self) { try share("cat", "bird") }
        #expect(failure?.place == folder.path("bird.jpg"))
        #expect(failure?.message.contains("does not exist") == true)
    }

    @Test func `a duplicate stands in for a file that is gone`() async throws {
        try FileManager.default.copyItem(
            atPath: folder.path("bird.jpg"), toPath: folder.path("copy.jpg"))
        _ = try await CatalogPhotos([folder.url.path], in: catalog).run()
        let id = try catalog.resolve(folder.path("bird.jpg"))
        try FileManager.default.removeItem(atPath: folder.path("bird.jpg"))
        let options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
        let message = try #require(
            ShareMessages(of: catalog, options: options).messages(of: [id]).first)
        #expect(message.photos.first?.file == folder.path("copy.jpg"))
    }
}
