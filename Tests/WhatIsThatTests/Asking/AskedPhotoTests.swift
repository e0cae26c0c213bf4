import CatalogDatabase
import Foundation
import JSON
import MIMEMessage
import OutputText
import PhotoMetadata
import PhotoRecords
import RegionGeometry
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

/// What of a photo leaves with a question about it.
@Suite struct AskedPhotoTests {
    private let scene: AskingScene

    init() throws { scene = try AskingScene() }

    private func edit(_ change: (inout PhotoRecord) -> Void) throws {
        let id = try scene.anna.resolve(AskingScene.photo)
        var record = try #require(try scene.anna.record(id))
        change(&record)
        try scene.anna.edit(
            [
                PhotoEdit(id, .set(.regions, .array(record.regions.map(\.json)))),
                PhotoEdit(id, .set(.people, .strings(record.people))),
            ], summary: "edit")
    }

    @Test(arguments: [RegionKind.face, .thing])
    func `the guess stays at home, in every part of the mail`(kind: RegionKind) async throws {
        _ = try await scene.ask()
        try edit { record in
            record.regions[record.regions.count - 1].name = "SecretGuess"
            record.regions[record.regions.count - 1].kind = kind
            if kind == .face { record.people.append("SecretGuess") }
        }
        let (question, mail) = try await scene.ask(at: .region(RegionReference("SecretGuess")))
        #expect(question.region.name == "SecretGuess")
        for part in mail.leafParts {
            let bytes = Data(part.decodedBody())
            #expect(
                bytes.range(of: Data("SecretGuess".utf8)) == nil,
                "\(part.contentID?.rawValue ?? "")")
        }
        let contents = ShareReader().read(mail)
        let payload = try #require(contents.payloads.first)
        let region = payload.photos.first?.record.regions.first { $0.id == question.region.id }
        #expect(region != nil && region?.name == nil)
    }

    @Test func `a reminder shows the shape that the region has by now`() async throws {
        let (question, _) = try await scene.ask()
        let shape = RegionShape.rectangle(RegionBox(x: 0.1, y: 0.1, width: 0.2, height: 0.3))
        try edit { record in
            guard let index = record.regions.firstIndex(where: { $0.id == question.region.id })
            else { return }
            record.regions[index].shape = shape
        }
        let (_, mail) = try await scene.remind(question, to: "ben@example.org")
        let payload = try #require(ShareReader().read(mail).payloads.first)
        #expect(payload.question?.region.shape == shape)
    }

    @Test func `where the mail cannot be written, nothing is kept of the question`() async throws {
        _ = try await scene.ask()
        let before = try #require(try scene.record).regions
        var options = ShareOptions(
            from: try Mailbox(validating: "anna@example.org"),
            to: [try Mailbox(validating: "ben@example.org")])
        options.template = ShareQuestion.template
        options.size = .small
        var delivery = ShareDelivery()
        let path = scene.folder.path("taken.eml")
        delivery.output = .file(path, replacing: false)
        let anna = scene.anna
        let ask = AskPhoto(
            PhotoSelection([AskingScene.photo], from: "/"),
            at: .point(Spot(x: .plain(0.2), y: .plain(0.2))), options, delivery, in: anna)
        await #expect(throws: WitError.self) {
            try await ask.run { progress in
                // Somebody else writes there meanwhile.
                guard progress.stage == .writing else { return }
                _ = FileManager.default.createFile(atPath: path, contents: Data("mine".utf8))
            }
        }
        #expect(try scene.anna.questions().map(\.number) == [1])
        #expect(try scene.record?.regions == before)
    }
}
