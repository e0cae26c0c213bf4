import CatalogDatabase
import Foundation
import JSON
import MIMEMessage
import PhotoMetadata
import PhotoRecords
import Pictures
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

/// Photos are known by evidence: pictures that look alike are kept, claims are held against what
/// came with them.
@Suite struct ImportEvidenceTests {
    let folder: TemporaryFolder
    let sender: PhotoCatalog
    let receiver: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        sender = try PhotoCatalog(path: folder.path("sender.sqlite"), access: .readWrite)
        receiver = try PhotoCatalog(path: folder.path("receiver.sqlite"), access: .readWrite)
        try FileManager.default.createDirectory(
            atPath: folder.path("photos"), withIntermediateDirectories: true)
    }

    private static func fixture(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Checkout.fixtures.appending(path: "photos/\(name).jpg")))
    }

    /// Pictures of one boat that hardly differ, as those of a burst, and say nothing of themselves.
    private func burst() throws -> [[UInt8]] {
        let boat = try Self.fixture("boat")
        let renderer = PictureRenderer()
        return try (0..<4).map {
            try renderer.jpeg(from: boat, longestSide: 900, quality: 90 - $0).bytes
        }
    }

    /// Catalogs pictures as the sender's, and names them.
    private func catalog(_ pictures: [[UInt8]]) async throws -> [RecordID] {
        for (index, picture) in pictures.enumerated() {
            try Data(picture).write(to: folder.url.appending(path: "photos/boat\(index).jpg"))
        }
        _ = try await CatalogPhotos([folder.path("photos")], in: sender).run()
        return try pictures.indices.map { index in
            let id = try sender.resolve(folder.path("photos/boat\(index).jpg"))
            try sender.edit([.name("Boat \(index)", of: id)], summary: "name")
            return id
        }
    }

    private func share(
        _ photos: [RecordID], _ size: PhotoSize, from catalog: PhotoCatalog? = nil
    ) throws -> MailMessage {
        var options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
        options.size = size
        return MailMessage(
            parsing: try #require(
                ShareMessages(of: catalog ?? sender, options: options).messages(of: photos).first
            ).bytes)
    }

    private func plainMail(_ pictures: [[UInt8]], payload: [UInt8]? = nil) throws -> MailMessage {
        var parts: [MIMEBody] = [.plainText("Look")]
        for (index, picture) in pictures.enumerated() {
            parts.append(
                .attachment(
                    picture, type: MediaType("image", "jpeg"), fileName: "IMG_\(index).jpg"))
        }
        if let payload {
            parts.append(
                .attachment(
                    payload, type: MediaType("application", "vnd.whatisthat.share+json"),
                    fileName: SharePayload.fileName))
        }
        var builder = MIMEBuilder(body: .mixed(parts))
        builder.from = [try Mailbox(validating: "ben@example.org")]
        return MailMessage(parsing: try builder.build())
    }

    private func take(
        _ message: MailMessage, into catalog: PhotoCatalog? = nil
    ) throws -> ImportMail.Report {
        try ImportMail(into: catalog ?? receiver, pictures: folder.path("received"))
            .take(message, name: "mail.eml")
    }

    private var received: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path("received"))) ?? []
    }

    @Test(arguments: [PhotoSize.small, .original])
    func `four alike pictures shared in one mail are four photos with four pictures`(
        size: PhotoSize
    ) async throws {
        let ids = try await catalog(try burst())
        #expect(Set(ids).count == 4)
        let message = try share(ids, size)
        let report = try take(message)
        #expect(report.photos.compactMap(\.merged?.photo) == ids)
        #expect(report.photos.allSatisfy { $0.storedPath != nil && $0.merged?.match == nil })
        #expect(received.count == 4)
        for (index, id) in ids.enumerated() {
            #expect(try receiver.record(id)?.name == "Boat \(index)")
            #expect(try receiver.files(of: id).count == 1)
        }
        #expect(try receiver.proposals().isEmpty && receiver.importProposals().isEmpty)
        #expect(try take(message).change == nil)
        // Home again each is known by itself, though all look alike.
        let home = try take(message, into: sender)
        #expect(home.photos.compactMap(\.merged?.match?.photo) == ids)
        #expect(home.photos.allSatisfy { $0.storedPath == nil } && home.change == nil)
        #expect(received.count == 4)
    }

    @Test func `pictures of a plain mail that look alike are all stored`() throws {
        let message = try plainMail(try burst())
        let report = try take(message)
        #expect(report.photos.count == 4 && received.count == 4)
        #expect(try receiver.counts.photos == 4)
        #expect(try receiver.importProposals().isEmpty)
        #expect(try take(message).change == nil)
        // What looks like them in another mail is stored as well, and to join it is proposed.
        let other = try PictureRenderer().jpeg(
            from: try Self.fixture("boat"), longestSide: 500, quality: 70
        ).bytes
        let later = try #require(try take(try plainMail([other])).photos.first)
        #expect(later.storedPath != nil)
        #expect(later.merged?.alike.count == 3)
        #expect(received.count == 5)
        #expect(try receiver.importProposals().count == 3)
    }

    @Test(arguments: [[PhotoSize.small, .original], [.original, .small]])
    func `the larger copy is kept, whichever comes first`(sizes: [PhotoSize]) async throws {
        let id = try #require(try await catalog([try Self.fixture("bird")]).first)
        let original = try #require(try sender.record(id)?.image)
        let first = try take(try share([id], sizes[0]))
        #expect(first.photos.first?.storedPath != nil)
        let mails = try sizes.map { try share([id], $0) }
        let report = try take(mails[1])
        let second = try #require(report.photos.first)
        let isLarger = sizes[1] == .original
        #expect(second.merged?.match?.kind == .recordID)
        #expect(second.merged?.isLarger == isLarger)
        #expect((second.storedPath != nil) == isLarger)
        #expect(second.merged?.unused == (isLarger ? nil : .smaller))
        let record = try #require(try receiver.record(id))
        #expect(record.image?.width == original.width && record.image?.height == original.height)
        #expect(record.image?.fingerprint == original.fingerprint)
        #expect(record.name == "Boat 0")
        let file = try #require(record.file)
        let facts = try PhotoReader().read(bytes: Array(try Data(contentsOf: URL(filePath: file))))
        #expect(facts.record.image?.width == original.width)
        #expect(received.count == (isLarger ? 2 : 1))
        for mail in mails { #expect(try take(mail).change == nil) }
        // A scan of the folder changes nothing of it.
        _ = try await CatalogPhotos([folder.path("received")], in: receiver).run()
        #expect(try receiver.counts.photos == 1)
        #expect(try receiver.record(id) == record)
    }

    @Test func `a copy that a mail program made smaller again is still known`() async throws {
        let id = try #require(try await catalog([try Self.fixture("bird")]).first)
        let message = try share([id], .medium)
        let payload = try #require(
            message.leafParts.first { $0.fileName == SharePayload.fileName }
        ).decodedBody()
        let small = try PictureRenderer().jpeg(
            from: try Self.fixture("bird"), longestSide: 400, quality: 60
        ).bytes
        let back = try take(try plainMail([small], payload: payload), into: sender)
        #expect(back.photos.first?.merged?.match?.photo == id)
        #expect(back.photos.first?.merged?.unused == .smaller)
        #expect(received.isEmpty && back.change == nil)
    }

    @Test func `who claims a photo and shows another one brings a photo of its own`() async throws {
        let cat = folder.path("photos/boat0.jpg")
        let id = try #require(try await catalog([try Self.fixture("cat")]).first)
        let image = try #require(try sender.record(id)?.image)
        let sum = try CheckCatalog.sha256(ofFile: cat)
        try sender.setHashes(id, sha256: sum)
        let before = try sender.record(id)
        let claims: [String] = [
            "\"id\": \"\(id.text)\"",
            "\"image\": {\"fingerprint\": \"\(image.fingerprint ?? "")\"}",
            "\"image\": {\"sha256\": \"\(sum)\"}",
        ]
        for (index, claim) in claims.enumerated() {
            let payload = """
                {"format": "whatisthat.share", "version": 1, "photos": [{\(claim), \
                "name": "Balloon \(index)", "people": ["Mallory"], \
                "attachment": {"fileName": "IMG_0.jpg"}}]}
                """
            let balloon = try PictureRenderer().jpeg(
                from: try Self.fixture("balloon"), longestSide: 700, quality: 80 - index
            ).bytes
            let message = try plainMail([balloon], payload: Array(payload.utf8))
            let report = try take(message, into: sender)
            let photo = try #require(report.photos.first)
            #expect(photo.storedPath != nil && photo.merged?.photo != id, "\(claim)")
            #expect(photo.merged?.refuted == id)
            #expect(report.contents.findings.map(\.code).contains(.pictureNotAsClaimed))
            let new = try #require(photo.merged?.photo)
            #expect(try sender.record(new)?.people == ["Mallory"])
            #expect(try take(message, into: sender).change == nil)
        }
        #expect(received.count == 3)
        var after = try sender.record(id)
        // Looking at it is what it was held against.
        after?.image?.perceptualHash = nil
        #expect(after == before)
        #expect(try sender.proposals().isEmpty)
    }

    @Test func `a payload without a picture fills nothing, and what it brings is withheld`()
        async throws
    {
        let id = try #require(try await catalog([try Self.fixture("bird")]).first)
        let payload = """
            {"format": "whatisthat.share", "version": 1, "photos": [{"id": "\(id.text)", \
            "people": ["Mallory"], "x-tracker": "7f3a"}]}
            """
        let report = try take(try plainMail([], payload: Array(payload.utf8)), into: sender)
        let item = try #require(report.photos.first?.merged)
        #expect(item.onlyProposes && item.filled.isEmpty && item.proposed == [.people])
        #expect(try sender.record(id)?.people.isEmpty == true)
        func sent() throws -> String {
            let mail = try share([id], .small)
            let part = try #require(mail.leafParts.first { $0.fileName == SharePayload.fileName })
            return part.decodedText()
        }
        #expect(try !sent().contains("x-tracker"))
        let fields = try #require(try sender.importProposals().first)
        #expect(fields.kind == .fields(["record": ["x-tracker": "7f3a"]]))
        try sender.acceptImports([fields.number])
        #expect(try sent().contains("x-tracker"))
    }

    @Test func `what a mail brought with its picture is kept and shown, and held back with a word`()
        async throws
    {
        let id = try #require(try await catalog([try Self.fixture("bird")]).first)
        let text = try share([id], .original).leafParts
            .first { $0.fileName == SharePayload.fileName }?.decodedText()
        let payload = try #require(text).replacing(
            "\"name\" : \"Boat 0\"", with: "\"name\" : \"Boat 0\", \"x-tracker\" : \"7f3a\"")
        try #require(payload.contains("x-tracker"), "\(payload)")
        let picture = try Self.fixture("bird")
        let report = try take(try plainMail([picture], payload: Array(payload.utf8)))
        #expect(report.failures.isEmpty)
        #expect(try receiver.record(id)?.unknown == ["x-tracker": "7f3a"])
        var options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
        options.size = .small
        let share = try #require(
            ShareMessages(of: receiver, options: options).messages(of: [id]).first)
        #expect(share.findings.map(\.code).contains(.foreignFieldsHeldBack))
        #expect(try !String(decoding: share.bytes, as: UTF8.self).contains("x-tracker"))
    }
}
