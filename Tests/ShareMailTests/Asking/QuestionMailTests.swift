import Foundation
import JSON
import MIMEMessage
import MailTemplates
import OutputText
import PhotoRecords
import Pictures
import Privacy
import TestSupport
import Testing

@testable import ShareMail

/// Mails that ask about a marked spot.
@Suite struct QuestionMailTests {
    private static let spot = Region(
        id: "01890000-0000-7000-8000-000000000001", name: "Secret name", kind: .thing,
        shape: .ellipse(RegionBox(x: 0.55, y: 0.2, width: 0.2, height: 0.2)))

    private func options(_ language: String = "en") throws -> ShareOptions {
        var options = try SampleShares.options()
        options.message = nil
        options.language = language
        options.template = ShareQuestion.template
        options.question = ShareQuestion(
            token: "token2345678", region: Self.spot, due: "2026-12-01")
        return options
    }

    private func mail(_ options: ShareOptions) throws -> MailMessage {
        var record = try #require(SampleShares.record(named: "bird.jpg"))
        var region = Self.spot
        region.name = nil
        record.regions.append(region)
        return MailMessage(parsing: try ShareComposer().compose([record], options).bytes)
    }

    @Test(arguments: ["en", "de", "fr", "es"])
    func `a question reads well in each language, and its lines are known again`(
        language: String
    ) throws {
        let mail = try mail(options(language))
        #expect(mail.defects.isEmpty)
        #expect(mail.subject?.hasSuffix("[wit-token2345678]") == true)
        #expect(ShareQuestion.tokens(inSubject: mail.subject ?? "") == ["token2345678"])
        let text = try #require(mail.leafParts.first).decodedText()
        let words = try #require(TemplateLibrary().words[language])
        #expect(text.hasPrefix(try #require(words.phrases["askWhat"])))
        for line in QuestionLabels.Line.allCases {
            let label = try #require(words.phrases[line.phrase])
            #expect(QuestionLabels.line(label) == line, "\(label)")
            #expect(text.contains(label + words.colon))
        }
        // Nothing is filled in yet; filled in, each line is read.
        let quoted = text.split(separator: "\n", omittingEmptySubsequences: false)
        let empty = ReplyText(plain: "Hm.\n\n" + quoted.map { "> " + $0 }.joined(separator: "\n"))
        #expect(empty.fields(labelled: QuestionLabels.all).isEmpty)
        let filled = quoted.map { line in
            line.hasSuffix("…") && line.contains(words.colon) ? "> \(line) A kite" : "> \(line)"
        }
        let fields = ReplyText(plain: filled.joined(separator: "\n"))
            .fields(labelled: QuestionLabels.all)
        #expect(fields.compactMap { QuestionLabels.line($0.label) }.count == 4)
        #expect(fields.allSatisfy { $0.value == "A kite" })
        #expect(text.contains("2026"))
        #expect(!text.contains("Secret name"))
    }

    @Test func `the spot is decoded within the memory that is said`() throws {
        var options = try options()
        let record = try #require(SampleShares.record(named: "bird.jpg"))
        let composer = ShareComposer()
        let photo = try #require(
            try composer.preparation(of: [record], options, limit: 1).photos.first)
        let question = try #require(options.question)
        _ = try composer.marked(photo, question, options)
        options.decoderMemory = 1 << 20
        #expect(throws: WitError.self) { _ = try composer.marked(photo, question, options) }
    }

    @Test func `it shows the whole picture with the spot outlined, and the spot enlarged`() throws {
        let mail = try mail(options())
        #expect(
            mail.tree
                == "multipart/mixed(multipart/alternative(text/plain,multipart/related(text/html,"
                + "image/jpeg,image/jpeg,image/png)),image/jpeg,"
                + "application/vnd.whatisthat.share+json)")
        let inline = mail.leafParts.filter {
            $0.contentID?.rawValue.hasPrefix("wit-preview-") ?? false
        }
        try #require(inline.count == 2)
        let photo = try #require(mail.leafParts.first { $0.fileName == "Red-kite.jpg" })
        let renderer = PictureRenderer()
        let whole = try renderer.plane(of: inline[0].decodedBody(), longestSide: 640)
        let plain = try renderer.plane(of: photo.decodedBody(), longestSide: 640)
        try #require(whole.width == plain.width)
        func difference(_ x: Double, _ y: Double) -> Int {
            let place =
                3 * (Int(y * Double(whole.height)) * whole.width + Int(x * Double(whole.width)))
            return (0..<3).map { abs(Int(whole.bytes[place + $0]) - Int(plain.bytes[place + $0])) }
                .reduce(0, +)
        }
        // On the line it is another colour; within and far from it the picture is the same.
        #expect(difference(0.75, 0.3) > 150 && difference(0.65, 0.2) > 150)
        #expect(difference(0.65, 0.3) < 90 && difference(0.1, 0.9) < 90)
        let html = try #require(mail.leafParts.first { $0.contentType.subtype == "html" })
            .decodedText()
        #expect(html.contains("cid:\(try #require(inline[1].contentID).rawValue)"))
        #expect(html.contains("mailto:anna@example.org?subject=Re%3A%20What%20is%20that%3F"))
        #expect(
            html.contains("In-Reply-To=%3C0192f3c4-5a6b-7c8d-9e0f-aabbccddeeff%40example.org%3E"))
        #expect(html.contains("body=What%20is%20it%3A%20%0D%0AWho%20is%20it%3A%20%0D%0A"))
    }

    @Test func `the payload has the question, and no reader takes the spot for a photo`() throws {
        let contents = ShareReader().read(try mail(options()))
        #expect(contents.photos.count == 1)
        let payload = try #require(contents.payloads.first)
        #expect(payload.minor == 2 && payload.message == "What is that?")
        let question = try #require(payload.question)
        #expect(question.token == "token2345678" && question.due == "2026-12-01")
        #expect(question.region.id == Self.spot.id && question.region.name == nil)
        let again = try SharePayload(parsing: payload.bytes)
        #expect(again == payload && again.unknown.isEmpty)
    }

    @Test func `stripped regions leave with the question alone, and no location leaks`() throws {
        var options = try options()
        options.stripped = [.regions]
        options.location = .none
        let payload = try #require(ShareReader().read(try mail(options)).payloads.first)
        #expect(payload.photos.first?.record.regions.isEmpty == true)
        #expect(payload.photos.first?.record.location == nil)
        #expect(payload.question?.region.shape == Self.spot.shape)
    }

    @Test func `a spot outside of the picture and an unknown shape are refused`() throws {
        for shape in [
            RegionShape.rectangle(RegionBox(x: 2, y: 2, width: 1, height: 1)),
            .unknown(["type": "star"]),
        ] {
            var options = try options()
            options.question?.region.shape = shape
            let record = try #require(SampleShares.record(named: "bird.jpg"))
            let error = #expect(throws: WitError.self) {
                try ShareComposer().compose([record], options)
            }
            #expect(error?.code == .unknownShape)
        }
    }

    @Test func `a reminder stands in the thread, and answers go where they shall`() throws {
        var options = try options()
        options.references = [MessageID(rawValue: "1@example.org"), MessageID(rawValue: "2@x.org")]
        options.replyTo = [
            ShareQuestion.tagged(try #require(options.from), token: "token2345678")
        ]
        let mail = try mail(options)
        #expect(mail.inReplyTo.map(\.rawValue) == ["2@x.org"])
        #expect(mail.references.map(\.rawValue) == ["1@example.org", "2@x.org"])
        #expect(mail.replyTo.map(\.address) == ["anna+wit.token2345678@example.org"])
        #expect(
            ShareQuestion.token(inAddress: "Anna+WIT.token2345678@example.org") == "token2345678")
        #expect(ShareQuestion.token(inAddress: "anna@example.org") == nil)
        #expect(Set((0..<100).map { _ in ShareQuestion.newToken() }).count == 100)
    }
}
