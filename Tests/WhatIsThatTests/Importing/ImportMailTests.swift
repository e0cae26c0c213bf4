import CatalogDatabase
import Foundation
import MIMEMessage
import PhotoRecords
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct ImportMailTests {
    let folder: TemporaryFolder
    let sender: PhotoCatalog
    let receiver: PhotoCatalog

    init() async throws {
        folder = try TemporaryFolder()
        sender = try PhotoCatalog(path: folder.path("sender.sqlite"), access: .readWrite)
        receiver = try PhotoCatalog(path: folder.path("receiver.sqlite"), access: .readWrite)
        _ = try await CatalogPhotos([Checkout.fixtures.path + "/photos/bird.jpg"], in: sender).run()
    }

    private var bird: RecordID {
        get throws { try sender.resolve(Checkout.fixtures.path + "/photos/bird.jpg") }
    }

    private func mail() throws -> MailMessage {
        var options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
        options.size = .small
        let share = try #require(
            ShareMessages(of: sender, options: options).messages(of: [try bird]).first)
        return MailMessage(parsing: try share.bytes)
    }

    private func take(
        _ message: MailMessage, dryRun: Bool = false
    ) throws -> ImportMail.Report {
        try ImportMail(into: receiver, pictures: folder.path("received"), dryRun: dryRun)
            .take(message, name: "mail.eml")
    }

    private var received: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path("received"))) ?? []
    }

    @Test func `a mail's photo comes in with its whole story and its picture`() throws {
        let report = try take(mail())
        #expect(report.photos.count == 1)
        #expect(report.failures.isEmpty)
        #expect(received == ["Red-kite.jpg"])
        let sent = try #require(try sender.record(bird))
        let got = try #require(try receiver.record(bird))
        for field in RecordField.allCases {
            #expect(got[field: field] == sent[field: field], "\(field.rawValue)")
        }
    }

    @Test func `importing a mail twice changes nothing`() throws {
        let message = try mail()
        _ = try take(message)
        let before = try receiver.find(PhotoQuery())
        let again = try take(message)
        #expect(again.change == nil)
        #expect(again.photos.allSatisfy { $0.storedPath == nil })
        #expect(try receiver.find(PhotoQuery()) == before)
        #expect(received.count == 1)
    }

    @Test func `what a person wrote stays, and the mail's word is proposed once`() throws {
        let message = try mail()
        _ = try take(message)
        var edits = PhotoEdits()
        edits.name = "My own name"
        _ = try edits.apply(to: [try bird], in: receiver)
        edits = PhotoEdits()
        edits.name = "Milan royal"
        _ = try edits.apply(to: [try bird], in: sender)
        let later = try mail()
        let report = try take(later)
        #expect(report.photos.first?.merged?.proposed == [.name])
        #expect(try receiver.record(bird)?.name == "My own name")
        #expect(try receiver.proposals().count == 1)
        _ = try take(later)
        #expect(try receiver.proposals().count == 1)
        try receiver.accept(receiver.proposals().map(\.number))
        #expect(try receiver.record(bird)?.name == "Milan royal")
    }

    @Test func `a mail comes back into its sender's own catalog without a trace`() throws {
        let before = try sender.find(PhotoQuery()).map { $0[field: .name] }
        let report = try ImportMail(into: sender, pictures: folder.path("received"))
            .take(mail(), name: "mail.eml")
        #expect(report.photos.first?.merged?.match?.kind == .recordID)
        #expect(received.isEmpty)
        #expect(try sender.find(PhotoQuery()).map { $0[field: .name] } == before)
        #expect(try sender.proposals().isEmpty)
    }

    @Test func `a dry run tells and changes nothing`() throws {
        let report = try take(mail(), dryRun: true)
        #expect(report.photos.count == 1)
        #expect(report.photos.first?.storedPath == folder.path("received/Red-kite.jpg"))
        #expect(received.isEmpty)
        #expect(try receiver.counts.photos == 0)
    }

    @Test func `undo removes a mail's photos and keeps the files`() throws {
        _ = try take(mail())
        let undone = try receiver.undo(nil)
        #expect(undone.leftFiles == [folder.path("received/Red-kite.jpg")])
        #expect(try receiver.counts.photos == 0)
        #expect(received.count == 1)
    }

    @Test func `a mail imported again after an undo uses the file that stayed`() throws {
        let message = try mail()
        _ = try take(message)
        _ = try receiver.undo(nil)
        let report = try take(message)
        #expect(report.photos.first?.storedPath == folder.path("received/Red-kite.jpg"))
        #expect(received == ["Red-kite.jpg"])
        #expect(try receiver.files(of: bird).map(\.path) == [folder.path("received/Red-kite.jpg")])
    }

    @Test func `a preview gives each picture a path of its own`() throws {
        let picture = { (name: String) in
            Array(try Data(contentsOf: Checkout.fixtures.appending(path: "photos/\(name).jpg")))
        }
        var builder = MIMEBuilder(
            body: .mixed([
                .plainText("Two pictures"),
                .attachment(
                    try picture("bird"), type: MediaType("image", "jpeg"), fileName: "a.jpg"),
                .attachment(
                    try picture("cat"), type: MediaType("image", "jpeg"), fileName: "a.jpg"),
            ]))
        builder.from = [try Mailbox(validating: "ben@example.org")]
        let message = MailMessage(parsing: try builder.build())
        let planned = try take(message, dryRun: true).photos.map(\.storedPath)
        #expect(planned == [folder.path("received/a.jpg"), folder.path("received/a-2.jpg")])
        #expect(try take(message).photos.map(\.storedPath) == planned)
    }

    @Test(arguments: [
        "../../etc/passwd.jpg", "/etc/passwd", "..", ".hidden.jpg", "a\u{202E}gpj.exe",
        "con.jpg", "ümläut ☂.JPG", "", String(repeating: "long", count: 200) + ".jpg",
    ])
    func `a foreign file name is never a path`(name: String) throws {
        let picture = Array(
            try Data(contentsOf: Checkout.fixtures.appending(path: "photos/bird.jpg")))
        var builder = MIMEBuilder(
            body: .mixed([
                .plainText("A picture"),
                .attachment(picture, type: MediaType("image", "jpeg"), fileName: name),
            ]))
        builder.from = [try Mailbox(validating: "mallory@example.org")]
        let report = try take(MailMessage(parsing: try builder.build()))
        let path = try #require(report.photos.first?.storedPath)
        let place = folder.path("received") + "/"
        #expect(path.hasPrefix(place))
        let stored = path.dropFirst(place.count)
        #expect(stored.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9_-]{0,62}\.jpg/) != nil, "\(stored)")
    }

    @Test func `a stored picture never replaces a file that is there`() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("received"), withIntermediateDirectories: true)
        let there = folder.url.appending(path: "received/Red-kite.jpg")
        try Data("mine".utf8).write(to: there)
        let report = try take(mail())
        #expect(report.photos.first?.storedPath == folder.path("received/Red-kite-2.jpg"))
        #expect(try Data(contentsOf: there) == Data("mine".utf8))
    }

    @Test func `an ordinary photo comes in as its own metadata tells it`() throws {
        let picture = Array(
            try Data(contentsOf: Checkout.fixtures.appending(path: "photos/bird.jpg")))
        var builder = MIMEBuilder(
            body: .mixed([
                .plainText("Hello"),
                .attachment(picture, type: MediaType("image", "jpeg"), fileName: "IMG_1.jpg"),
            ]))
        builder.from = [try Mailbox(validating: "ben@example.org")]
        builder.subject = "A bird"
        let report = try take(MailMessage(parsing: try builder.build()))
        let id = try #require(report.photos.first?.merged?.photo)
        let record = try #require(try receiver.record(id))
        #expect(record.name == "Red kite")
        #expect(record.provenance[.name]?.source == "xmp:dc:title")
        let origin = try receiver.messages(of: id).first
        #expect(origin?.sender == "ben@example.org")
        #expect(origin?.subject == "A bird")
    }
}
