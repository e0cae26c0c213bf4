import CatalogDatabase
import Foundation
import JSON
import MIMEMessage
import PhotoRecords
import RegionGeometry
import ShareMail
import TestSupport

@testable import WhatIsThat

/// Anna, who asks about a spot of a photo, and the mails that come.
struct AskingScene {
    let folder: TemporaryFolder
    let anna: PhotoCatalog
    static let photo = Checkout.fixtures.path + "/photos/bird.jpg"

    init() throws {
        folder = try TemporaryFolder()
        anna = try PhotoCatalog(path: folder.path("anna.sqlite"), access: .readWrite)
    }

    /// Asks, and gives the question and its mail.
    func ask(
        to: String = "Ben <ben@example.org>", _ words: String? = nil, due: String? = nil,
        language: String = "en", tagsAddress: Bool = false,
        at spot: QuestionSpot = .point(Spot(x: .plain(0.6), y: .plain(0.3))),
        _ change: (inout ShareOptions) -> Void = { _ in }
    ) async throws -> (question: Question, mail: MailMessage) {
        var options = ShareOptions(
            from: try Mailbox(validating: "Anna <anna@example.org>"),
            to: [try Mailbox(validating: to)], message: words)
        options.template = ShareQuestion.template
        options.size = .small
        options.language = language
        options.mapPicture = false
        change(&options)
        var delivery = ShareDelivery()
        let path = folder.path(UUID().uuidString + ".eml")
        delivery.output = .file(path, replacing: false)
        let anna = anna
        let report = try await AskPhoto(
            PhotoSelection([Self.photo], from: "/"), at: spot, due: due,
            tagsAddress: tagsAddress, options, delivery, in: anna
        ).run()
        guard let question = report.question else { throw Missing() }
        return (question, MailMessage(parsing: try MailOctets(contentsOfFile: path)))
    }

    /// Mails a question again, and gives it and its mail.
    func remind(
        _ question: Question, to: String, from: String? = "anna@example.org"
    ) async throws -> (question: Question, mail: MailMessage) {
        var options = ShareOptions(
            from: try from.map { try Mailbox(validating: $0) },
            to: [try Mailbox(validating: to)])
        options.template = ShareQuestion.template
        options.size = .small
        var delivery = ShareDelivery()
        let path = folder.path(UUID().uuidString + ".eml")
        delivery.output = .file(path, replacing: false)
        let anna = anna
        let report = try await RemindOfQuestion(
            question.number, keepsLanguage: false, options, delivery, in: anna
        ).run()
        guard let question = report.question else { throw Missing() }
        return (question, MailMessage(parsing: try MailOctets(contentsOfFile: path)))
    }

    /// The photo's record in the catalog.
    var record: PhotoRecord? {
        get throws { try anna.record(try anna.resolve(Self.photo)) }
    }

    struct Missing: Error {}

    /// A reply by its header and text.
    func reply(
        to mail: MailMessage?, from: String = "Ben <ben@example.org>",
        subject: String? = nil, id: String = UUID().uuidString + "@example.org",
        fields: [String] = [], type: String = "text/plain; charset=utf-8", _ text: String
    ) -> MailMessage {
        let thread = mail?.messageID.map { ["In-Reply-To: \($0)", "References: \($0)"] } ?? []
        let header =
            [
                "From: \(from)", "To: anna@example.org", "Message-ID: <\(id)>",
                "Date: Fri, 20 Nov 2026 10:00:00 +0100",
                "Subject: \(subject ?? "Re: " + (mail?.subject ?? "photos"))",
            ] + thread + fields + ["MIME-Version: 1.0", "Content-Type: \(type)"]
        return MailMessage(
            parsing: Array((header.joined(separator: "\n") + "\n\n" + text).utf8))
    }

    /// The plain text of a mail with quote marks.
    func quoted(_ mail: MailMessage) -> String {
        (mail.leafParts.first?.decodedText() ?? "")
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? ">" : "> " + $0 }.joined(separator: "\n")
    }

    /// Takes a mail in.
    @discardableResult
    func take(
        _ mail: MailMessage, into catalog: PhotoCatalog? = nil, own: [String] = []
    ) throws -> ImportMail.Report {
        try ImportMail(into: catalog ?? anna, pictures: folder.path("received"), own: own)
            .take(mail, name: "mail.eml")
    }

    /// The names that wait to be accepted for the photo's regions.
    var proposedNames: [String] {
        get throws {
            let record = try anna.record(try anna.resolve(Self.photo))
            let known = Set(record?.regions.compactMap(\.name) ?? [])
            return try anna.proposals().filter { $0.field == .regions }.flatMap { proposal in
                PhotoRecord(json: ["regions": proposal.proposed ?? []]).regions
                    .compactMap(\.name).filter { !known.contains($0) }
            }
        }
    }
}
