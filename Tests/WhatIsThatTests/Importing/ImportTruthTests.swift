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

/// Mails that claim what is not so: no photo of one's own is taken for another one, and no value is
/// taken in that nobody saw.
@Suite struct ImportTruthTests {
    private static let anna = "0192f3c4-5a6b-7c8d-9e0f-112233445566"
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        try FileManager.default.createDirectory(
            atPath: folder.path("photos"), withIntermediateDirectories: true)
    }

    private func small(_ name: String, _ side: Int = 400) throws -> [UInt8] {
        let path = Checkout.fixtures.appending(path: "photos/\(name).jpg")
        return try PictureRenderer().jpeg(
            from: [UInt8](Data(contentsOf: path)), longestSide: side, quality: 80
        ).bytes
    }

    /// Catalogs a picture as one's own.
    private func own(_ bytes: [UInt8], _ name: String) async throws -> RecordID {
        try Data(bytes).write(to: folder.url.appending(path: "photos/" + name))
        _ = try await CatalogPhotos([folder.path("photos")], in: catalog).run()
        return try catalog.resolve(folder.path("photos/" + name))
    }

    private func take(_ mail: ForgedMail) throws -> ImportMail.Report {
        try ImportMail(into: catalog, pictures: folder.path("received"))
            .take(MailMessage(parsing: mail.bytes), name: "mail.eml")
    }

    private func record(_ id: String, _ members: String) -> String {
        #"{"id":"\#(id)",\#(members),"attachment":{"fileName":"a.jpg"}}"#
    }

    private func share(_ members: String, _ picture: [UInt8]?, text: String = "Look") -> ForgedMail
    {
        var parts = [ForgedMail.Part.text(text)]
        if let picture { parts.append(.picture(picture, "a.jpg")) }
        parts.append(.payload(record(Self.anna, members)))
        var mail = ForgedMail()
        mail.root = .multipart("mixed", parts)
        return mail
    }

    // MARK: What is shown

    @Test func `the name in the text is imported, the payload's is proposed with its channel`()
        throws
    {
        let text = "Name: Balloon\nDate: 1 May 2024, 10:22:33\nFile: a.jpg\n"
        let mail = share(#""name":"Evil""#, try small("balloon"), text: text)
        let report = try take(mail)
        let id = try #require(report.photos.first?.merged?.photo)
        #expect(try catalog.record(id)?.name == "Balloon")
        #expect(report.photos.first?.merged?.proposed == [.name])
        let proposal = try #require(try catalog.proposals().first)
        #expect(proposal.proposed == "Evil" && proposal.channel == "payload")
        #expect(try take(mail).change == nil)
        // A later share by the text's own words changes nothing either.
        try catalog.accept([proposal.number])
        #expect(try catalog.record(id)?.name == "Evil")
        #expect(try take(mail).change == nil)
    }

    @Test func `of two texts that differ none is imported, nor what the picture says of itself`()
        throws
    {
        let path = Checkout.fixtures.appending(path: "photos/bird.jpg")
        var mail = ForgedMail()
        mail.root = .multipart(
            "mixed",
            [
                .multipart(
                    "alternative",
                    [
                        .text("Name: Evil\nDate: 1 May 2024, 10:22:33\nFile: a.jpg\n"),
                        .html("<p>Name: Good<br>Date: 1 May 2024, 10:22:33<br>File: a.jpg</p>"),
                    ]), .picture([UInt8](try Data(contentsOf: path)), "a.jpg"),
            ])
        let id = try #require(try take(mail).photos.first?.merged?.photo)
        #expect(try catalog.record(id)?.name == nil)
        let proposals = try catalog.proposals()
        #expect(proposals.map(\.proposed) == ["Red kite", "Evil", "Good"])
        #expect(proposals.map(\.channel) == ["metadata", "labelled-block", "labelled-block"])
        #expect(try take(mail).change == nil)
        // What a person takes stays.
        try catalog.accept([try #require(proposals.last).number])
        #expect(try catalog.record(id)?.name == "Good")
        #expect(try take(mail).change == nil)
    }

    // MARK: Pictures

    @Test(arguments: [LookAlike.Kind.jpeg, .png, .webP, .heic])
    func `a picture with the ends of one of mine and another middle is a photo of its own`(
        kind: LookAlike.Kind
    ) async throws {
        let (mine, forged) = (LookAlike(kind, seed: 1).bytes, LookAlike(kind, seed: 2).bytes)
        let id = try await own(mine, "mine")
        let report = try take(ForgedMail(.text("Look"), .picture(forged, "a.jpg")))
        let photo = try #require(report.photos.first)
        #expect(photo.merged?.photo != id && photo.storedPath != nil)
        #expect(try catalog.files(of: id).count == 1)
        #expect(try take(ForgedMail(.text("Look"), .picture(forged, "a.jpg"))).change == nil)
        let same = try take(ForgedMail(.text("Look"), .picture(mine, "a.jpg")))
        #expect(same.photos.first?.merged?.photo == id)
        #expect(same.photos.first?.storedPath == nil)
    }

    @Test func `a picture made to have the perceptual hash of mine is no copy of it`() async throws
    {
        let id = try await own(try small("cat", 300), "cat.jpg")
        let bits = try PictureRenderer().perceptualHash(of: try small("cat", 300)).bits
        let forged = CollidingPicture.png(hash: bits)
        var mail = ForgedMail(
            .text("Look"), .picture(forged, "a.png", type: "image/png"),
            .payload(
                #"{"id":"\#(id.text)","people":["Mallory"],"attachment":{"fileName":"a.png"}}"#)
        )
        mail.messageID = "forged@example.org"
        let report = try take(mail)
        let photo = try #require(report.photos.first)
        #expect(photo.merged?.photo != id && photo.storedPath != nil)
        #expect(photo.merged?.refuted == id)
        #expect(report.contents.findings.map(\.code).contains(.pictureNotAsClaimed))
        #expect(try catalog.record(id)?.people.isEmpty == true)
        #expect(try catalog.files(of: id).count == 1)
        #expect(try take(mail).change == nil)
        // A true copy is known by the same claim.
        var copy = share(#""people":["Ben"]"#, try small("cat", 200))
        copy.root = .multipart(
            "mixed",
            [
                .text("Look"), .picture(try small("cat", 200), "a.jpg"),
                .payload(record(id.text, #""people":["Ben"]"#)),
            ])
        #expect(try take(copy).photos.first?.merged?.photo == id)
        #expect(try catalog.record(id)?.people == ["Ben"])
    }

    // MARK: Words that come before their picture

    @Test func `words that came without the picture yield to those that come with it`() throws {
        _ = try take(share(#""name":"Evil","caption":"Only here""#, nil).with(id: "m@x"))
        let id = try #require(RecordID(Self.anna))
        #expect(try catalog.record(id)?.name == "Evil")
        let mail = share(#""name":"Red kite""#, try small("bird"))
            .with(from: "Anna <anna@example.org>", id: "a@x")
        let item = try #require(try take(mail).photos.first?.merged)
        #expect(item.photo == id && item.filled == [.name])
        #expect(try catalog.record(id)?.name == "Red kite")
        #expect(try catalog.record(id)?.provenance[.name]?.source == "mail:a@x")
        #expect(try catalog.record(id)?.caption == "Only here")
        let proposal = try #require(try catalog.proposals().first)
        #expect(proposal.proposed == "Evil" && proposal.source == "mail:m@x")
        #expect(try take(mail).change == nil)
    }

    @Test func `a photo of mine does not join a stranger's record by the hash that he states`()
        async throws
    {
        let bytes = try small("cat", 300)
        let own = try #require(try PhotoReader().read(bytes: bytes).record.image?.fingerprint)
        let report = try take(
            share(#""name":"Evil","image":{"fingerprint":"\#(own)"}"#, nil))
        let phantom = try #require(report.photos.first?.merged?.photo)
        let id = try await self.own(bytes, "cat.jpg")
        #expect(id != phantom)
        #expect(try catalog.record(id)?.name == nil)
    }

    @Test func `who can only propose a value does not keep it from who brings the picture`()
        async throws
    {
        let id = try await own(try small("bird", 300), "bird.jpg")
        let claim = record(id.text, #""people":["Anna"]"#)
        var mail = ForgedMail(.text("Look"), .payload(claim))
        let first = try take(mail.with(id: "m@x"))
        #expect(first.photos.first?.merged?.onlyProposes == true)
        mail.root = .multipart(
            "mixed",
            [.text("Look"), .picture(try small("bird", 200), "a.jpg"), .payload(claim)])
        let second = try take(mail.with(from: "Anna <anna@example.org>", id: "a@x"))
        #expect(second.photos.first?.merged?.filled == [.people])
        #expect(try catalog.record(id)?.provenance[.people]?.source == "mail:a@x")
        #expect(try catalog.proposals().isEmpty)
    }

    @Test func `a value that a person rejected is not filled by another mail`() async throws {
        let id = try await own(try small("bird", 300), "bird.jpg")
        let claim = record(id.text, #""people":["Mallory"]"#)
        var mail = ForgedMail(.text("Look"), .payload(claim))
        _ = try take(mail.with(id: "m@x"))
        try catalog.reject(try catalog.proposals().map(\.number))
        mail.root = .multipart(
            "mixed",
            [.text("Look"), .picture(try small("bird", 200), "a.jpg"), .payload(claim)])
        _ = try take(mail.with(id: "n@x"))
        #expect(try catalog.record(id)?.people.isEmpty == true)
        #expect(try catalog.proposals().isEmpty)
    }

    // MARK: Who said it

    @Test func `a second mail of one Message-ID is another mail, of its own sender`() throws {
        let first = share(#""name":"Red kite""#, try small("bird"))
            .with(from: "Anna <anna@example.org>", id: "a@x", subject: "Kites")
        let id = try #require(try take(first).photos.first?.merged?.photo)
        let forged = share(#""name":"Evil""#, try small("bird"))
            .with(from: "\"Anna <anna@example.org>\" <mallory@example.net>", id: "a@x")
        let item = try #require(try take(forged).photos.first?.merged)
        #expect(item.photo == id && item.proposed == [.name])
        let proposal = try #require(try catalog.proposals().first)
        #expect(proposal.source == "mail:a@x#2")
        let message = try #require(try catalog.message(ofSource: proposal.source))
        #expect(message.address == "mallory@example.net" && message.sharesID)
        #expect(message.messageID == "a@x")
        #expect(try catalog.message(ofSource: "mail:a@x")?.address == "anna@example.org")
        #expect(try catalog.messages(of: id).map(\.source) == ["mail:a@x", "mail:a@x#2"])
        for mail in [first, forged] { #expect(try take(mail).change == nil) }
        // One whose id is just the other one's name.
        let third = share(#""name":"Other""#, try small("bird")).with(id: "a@x#2")
        _ = try take(third)
        #expect(try catalog.proposals().last?.source == "mail:a@x#2#2")
        #expect(try catalog.message(ofSource: "mail:a@x#2#2")?.sharesID == false)
    }

    @Test func `a mail is the same mail whichever way it came`() throws {
        let mail = share(#""name":"Red kite""#, try small("bird")).with(id: "a@x")
        let id = try #require(try take(mail).photos.first?.merged?.photo)
        let received = Array("Received: from a by b; Sat, 21 Nov 2026 10:00:00 +0000\n".utf8)
        let other = MailMessage(parsing: received + mail.bytes.filter { $0 != 13 } + [10, 10])
        let report = try ImportMail(into: catalog, pictures: folder.path("received"))
            .take(other, name: "mail.eml")
        #expect(report.change == nil)
        #expect(try catalog.messages(of: id).map(\.sharesID) == [false])
    }

    @Test func `a mail that another sender gave an identity of a series is not the missing one`()
        throws
    {
        func mail(_ number: Int, from: String, _ picture: String) throws -> ForgedMail {
            var mail = share(#""name":"Photo \#(number)""#, try small(picture))
            let photo = #"{"id":"\#(RecordID().text)","attachment":{"fileName":"a.jpg"}}"#
            let series = #"{"id":"s","number":\#(number),"total":2}"#
            let json =
                #"{"format":"whatisthat.share","version":1,"minor":1,"series":\#(series),"photos":[\#(photo)]}"#
            mail.root = .multipart(
                "mixed",
                [
                    .text("Look"), .picture(try small(picture), "a.jpg"),
                    .text(json, "application/vnd.whatisthat.share+json"),
                ])
            return mail.with(from: from, id: "s-\(number)@example.org")
        }
        _ = try take(mail(2, from: "Mallory <mallory@example.net>", "cat"))
        var series = ImportedSeries(catalog)
        series.note(try take(mail(1, from: "Anna <anna@example.org>", "bird")))
        #expect(try series.incomplete().map(\.missing) == [[2]])
        _ = try take(mail(2, from: "Anna <Anna@example.org>", "boat"))
        #expect(try series.incomplete().isEmpty)
    }
}
