import CatalogDatabase
import Foundation
import MIMEMessage
import PhotoRecords
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

/// What the lines say that somebody filled in.
@Suite struct AnsweredLinesTests {
    private let scene: AskingScene

    init() throws { scene = try AskingScene() }

    @Test func `a date that can be read is proposed, and another one is kept in its words`()
        async throws
    {
        let (_, mail) = try await scene.ask()
        try scene.take(
            scene.reply(to: mail, "What is it: A kite\nWhen was it: 1998-05-01 10:22\n"))
        let proposal = try #require(try scene.anna.proposals().first { $0.field == .taken })
        // The photo's file has a date, which is given up by the proposal's number alone.
        #expect(proposal.channel == "words")
        try scene.anna.accept([proposal.number])
        #expect(try scene.record?.taken?.local == LocalDateTime(iso: "1998-05-01T10:22"))
        try scene.take(scene.reply(to: mail, "When was it: the summer of 1998\n"))
        #expect(try scene.anna.proposals().contains { $0.field == .taken } == false)
        let event = try #require(try scene.anna.question(1).answers.last)
        #expect(event.fields.map(\.value) == ["the summer of 1998"] && event.name == nil)
    }

    @Test func `a place is one that is known for certain, or none`() async throws {
        let (question, mail) = try await scene.ask()
        let id = try scene.anna.resolve(AskingScene.photo)
        var location = Location()
        location.coordinate = Coordinate(latitude: 48.1, longitude: 7.85)
        try scene.anna.edit([PhotoEdit(id, .set(.location, location.json))], summary: "at")
        var named = location
        named.place = Place(name: "Grandma's garden")
        try scene.anna.edit([PhotoEdit(id, .set(.location, named.json))], summary: "place")
        #expect(try scene.anna.ownPlaces.map(\.name) == ["Grandma's garden"])
        let reply = scene.reply(to: mail, "Where is it: grandma's Garden\n")
        let found = try AnsweredLines(reply.replyText(), of: question).location(in: scene.anna)
        #expect(found?.place?.name == "Grandma's garden" && found?.precision == .place)
        // The photo says so itself.
        try scene.take(reply)
        #expect(try scene.anna.proposals().contains { $0.field == .location } == false)
        try scene.take(scene.reply(to: mail, "Where is it: Nobody knows this place at all\n"))
        #expect(try scene.anna.proposals().contains { $0.field == .location } == false)
        #expect(try scene.proposedNames.isEmpty)
    }

    @Test func `the lines of a person's own templates are understood`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("en"), withIntermediateDirectories: true)
        let ours = Checkout.root.appending(path: "Templates/en/words.json")
        try String(contentsOf: ours, encoding: .utf8)
            .replacing("\"What is it\"", with: "\"Che cos'è\"")
            .write(toFile: folder.path("en/words.json"), atomically: true, encoding: .utf8)
        let (question, mail) = try await scene.ask { $0.templateFolder = folder.url.path }
        #expect(question.labels.map(\.label) == ["Che cos'è"])
        try scene.take(scene.reply(to: mail, "Che cos'è: nibbio\n"))
        #expect(try scene.proposedNames == ["nibbio"])
        #expect(try scene.anna.proposals().first?.channel == "answer")
    }
}
