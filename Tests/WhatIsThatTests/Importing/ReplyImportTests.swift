import CatalogDatabase
import Foundation
import JSON
import MIMEMessage
import PhotoRecords
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

/// Replies in which somebody changed the readable text, and one photo from two senders.
@Suite struct ReplyImportTests {
    let folder: TemporaryFolder
    let anna: PhotoCatalog
    let ben: PhotoCatalog

    init() async throws {
        folder = try TemporaryFolder()
        anna = try PhotoCatalog(path: folder.path("anna.sqlite"), access: .readWrite)
        ben = try PhotoCatalog(path: folder.path("ben.sqlite"), access: .readWrite)
        _ = try await CatalogPhotos(
            ["bird.jpg", "boat.jpg"].map { Checkout.fixtures.path + "/photos/" + $0 }, in: anna
        ).run()
    }

    private var bird: RecordID {
        get throws { try anna.resolve(Checkout.fixtures.path + "/photos/bird.jpg") }
    }

    private func share(language: String = "en", of photos: [RecordID]) throws -> MailMessage {
        var options = ShareOptions(to: [try Mailbox(validating: "ben@example.org")])
        options.size = .small
        options.language = language
        return MailMessage(
            parsing: try #require(
                ShareMessages(of: anna, options: options).messages(of: photos).first
            ).bytes)
    }

    /// Ben's plain answer, which quotes the text of a share and changes it.
    private func answer(
        to message: MailMessage, id: String = "answer@example.org", code: Bool = true,
        _ change: (String) -> String
    ) throws -> MailMessage {
        let text = try #require(message.leafParts.first).decodedText()
        var quoted = change(text).split(separator: "\n", omittingEmptySubsequences: false)
            .map { "> " + $0 }.joined(separator: "\n")
        if !code { quoted = quoted.replacing("[[wit", with: "[wit") }
        return MailMessage(
            parsing: Array(
                """
                From: Ben <ben@example.org>
                Subject: Re: photos
                Message-ID: <\(id)>
                Content-Type: text/plain; charset=utf-8

                No kite!

                \(quoted)

                """.utf8))
    }

    private func take(_ message: MailMessage, into catalog: PhotoCatalog) throws
        -> ImportMail.Report
    {
        try ImportMail(into: catalog, pictures: folder.path("received"))
            .take(message, name: "mail.eml")
    }

    @Test(arguments: ["en", "de", "fr", "es"])
    func `a changed text in a reply is proposed once, with the reply as its source`(
        language: String
    ) throws {
        let share = try share(language: language, of: [bird])
        let reply = try answer(to: share) {
            $0.replacing("Red kite\n", with: "Black kite\n", maxReplacements: 1)
        }
        let before = try anna.record(bird)
        let report = try take(reply, into: anna)
        #expect(report.photos.map(\.merged?.proposed) == [[.name]])
        #expect(try anna.record(bird)?.name == before?.name)
        let proposal = try #require(try anna.proposals().first)
        #expect(proposal.proposed == "Black kite" && proposal.field == .name)
        #expect(proposal.source == "mail:answer@example.org")
        _ = try take(reply, into: anna)
        #expect(try anna.proposals().count == 1)
        try anna.accept([proposal.number])
        #expect(try anna.record(bird)?.name == "Black kite")
        #expect(try anna.record(bird)?.provenance[.name]?.source == "mail:answer@example.org")
        #expect(try take(reply, into: anna).change == nil)
    }

    @Test(arguments: ["Auto-Submitted: auto-replied", "X-Failed-Recipients: ben@example.org"])
    func `what a program answers or sends back changes nothing`(header: String) throws {
        let share = try share(of: [bird])
        let changed = try answer(to: share) {
            $0.replacing("Red kite\n", with: "Black kite\n", maxReplacements: 1)
        }
        let mail = MailMessage(parsing: Array("\(header)\n".utf8) + changed.root.rawBytes)
        let report = try take(mail, into: anna)
        #expect(report.contents.findings.map(\.code) == [.automaticMail])
        #expect(report.photos.isEmpty && report.change == nil)
        #expect(try anna.proposals().isEmpty)
    }

    @Test func `a share that a mail server returns is not imported`() throws {
        let share = String(decoding: try share(of: [bird]).root.rawBytes, as: UTF8.self)
        let bounce = """
            Content-Type: multipart/report; report-type=delivery-status; boundary=bounce

            --bounce
            Content-Type: message/delivery-status

            Final-Recipient: rfc822; ben@example.org
            Action: failed
            --bounce
            Content-Type: message/rfc822

            """
        let mail = MailMessage(parsing: Array("\(bounce)\n\(share)\n--bounce--\n".utf8))
        #expect(mail.leafParts.count > 3)
        let report = try take(mail, into: ben)
        #expect(report.contents.findings.map(\.code) == [.automaticMail])
        #expect(report.photos.isEmpty && report.change == nil)
    }

    @Test func `words that belong to no known photo are reported and not imported`() throws {
        let share = try share(of: [bird])
        _ = try take(share, into: ben)
        let reply = try answer(to: share, code: false) {
            $0.replacing("Above the barn", with: "Above the church")
        }
        let report = try take(reply, into: ben)
        #expect(report.photos.isEmpty && report.change == nil)
        #expect(try ben.find(PhotoQuery()).count == 1)
        #expect(report.contents.channels == [.labelledBlock])
        #expect(report.contents.photos.map(\.record.caption) == ["Above the church"])
    }

    @Test func `in a catalog that has not the photo the shown words fill, the data are proposed`()
        throws
    {
        let reply = try answer(to: try share(of: [bird])) {
            $0.replacing("Red kite\n", with: "Black kite\n", maxReplacements: 1)
        }
        _ = try take(reply, into: ben)
        #expect(try ben.record(bird)?.name == "Black kite")
        let proposals = try ben.proposals()
        #expect(proposals.map(\.proposed) == ["Red kite"])
        #expect(proposals.map(\.channel) == ["import-code"])
        #expect(try take(reply, into: ben).change == nil)
        #expect(try ben.find(PhotoQuery()).count == 1)
    }

    @Test func `of several photos only the changed one has a proposal`() throws {
        let boat = try anna.resolve(Checkout.fixtures.path + "/photos/boat.jpg")
        let name = try #require(try anna.record(boat)?.name)
        let reply = try answer(to: try share(of: [bird, boat])) {
            $0.replacing(name + "\n", with: "Grandfather's boat\n", maxReplacements: 1)
        }
        let report = try take(reply, into: anna)
        #expect(report.photos.map(\.merged?.proposed) == [[], [.name]])
        #expect(try anna.proposals().map(\.photo) == [boat])
    }

    @Test func `the same photo from two senders is one photo, with both as its messages`()
        async throws
    {
        let first = try share(of: [bird])
        _ = try take(first, into: ben)
        // Carla has the picture under an identity of her own, and other words for it.
        let carla = try PhotoCatalog(path: folder.path("carla.sqlite"), access: .readWrite)
        _ = try await CatalogPhotos([Checkout.fixtures.path + "/photos/bird.jpg"], in: carla).run()
        let own = try #require(try carla.find(PhotoQuery()).first?.id)
        var edits = PhotoEdits()
        edits.name = "Milan royal"
        _ = try edits.apply(to: [own], in: carla)
        var options = ShareOptions(to: [try Mailbox(validating: "ben@example.org")])
        options.size = .medium
        options.language = "fr"
        let second = MailMessage(
            parsing: try #require(
                ShareMessages(of: carla, options: options).messages(of: [own]).first
            ).bytes)
        let report = try take(second, into: ben)
        #expect(own != (try bird))
        #expect(report.photos.first?.merged?.photo == (try bird))
        #expect(report.photos.first?.merged?.proposed == [.name])
        #expect(try ben.find(PhotoQuery()).count == 1)
        #expect(try ben.messages(of: bird).count == 2)
        let source = try #require(second.messageID).rawValue
        #expect(try ben.proposals().map(\.source) == ["mail:" + source])
        #expect(try take(second, into: ben).change == nil)
    }
}
