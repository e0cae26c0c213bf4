import Foundation
import MIMEMessage
import PhotoRecords
import Pictures
import TestSupport
import Testing

@testable import ShareMail

/// Channels that say different things of a photo: what is shown is taken in, or nothing, and both
/// are told.
@Suite struct ChannelDisagreementTests {
    private static let identity = "0192f3c4-5a6b-7c8d-9e0f-112233445566"
    private let picture: ForgedMail.Part

    init() throws {
        let path = Checkout.fixtures.appending(path: "photos/balloon.jpg")
        let bytes = try PictureRenderer().jpeg(
            from: [UInt8](Data(contentsOf: path)), longestSide: 200, quality: 60
        ).bytes
        picture = .picture(bytes, "a.jpg", id: "a@x")
    }

    private static func photo(_ members: String) -> String {
        #"{"id":"\#(identity)",\#(members),"attachment":{"fileName":"a.jpg"}}"#
    }

    private static func block(_ name: String, _ more: String = "") -> String {
        "Name: \(name)\n\(more)Date: 1 May 2024, 10:22:33\nFile: a.jpg\n"
    }

    private static func lines(_ text: String) -> String {
        text.split(separator: "\n").map { "\($0)<br>" }.joined(separator: "\n")
    }

    private func read(_ mail: ForgedMail) throws -> (ReceivedPhoto, ShareContents) {
        let contents = ShareReader().read(MailMessage(parsing: mail.bytes))
        #expect(contents.photos.count == 1)
        return (try #require(contents.photos.first), contents)
    }

    @Test func `where the text shows another name than the payload, the text's is imported`() throws
    {
        let (photo, contents) = try read(
            ForgedMail(
                .text(Self.block("Red kite")), picture, .payload(Self.photo(#""name":"Evil""#))))
        #expect(photo.recordToImport.name == "Red kite")
        #expect(photo.importedChannels[.name] == .labelledBlock)
        let found = try #require(photo.disagreements.first)
        #expect(photo.disagreements.count == 1 && found.field == .name)
        #expect(found.statements.map(\.channel) == [.payload, .labelledBlock])
        #expect(found.others.map(\.record.name) == ["Evil"])
        let finding = try #require(contents.findings.first { $0.code == .channelsDisagree })
        #expect(finding.message.contains("“Evil”") && finding.message.contains("“Red kite”"))
        #expect(finding.severity == .warning)
    }

    @Test func `where two texts of a mail differ, neither is imported, nor the payload`() throws {
        let evil = Self.block("Evil")
        let good = Self.lines(Self.block("Red kite"))
        let mails = [
            // A text that programs show instead of the other one.
            ForgedMail(
                .multipart("alternative", [.text(evil), .html("<p>\(good)</p>")]), picture,
                .payload(Self.photo(#""name":"Evil""#))),
            // Words that are hidden, before those that are shown, and behind them.
            ForgedMail(
                .html("<p hidden style=\"display:none\">\(Self.lines(evil))</p><p>\(good)</p>"),
                picture, .payload(Self.photo(#""name":"Evil""#))),
            ForgedMail(
                .html("<p>\(good)</p><p style=\"display:none\">\(Self.lines(evil))</p>"), picture,
                .payload(Self.photo(#""name":"Evil""#))),
            // Without any data.
            ForgedMail(.html("<p hidden>\(Self.lines(evil))</p><p>\(good)</p>"), picture),
        ]
        for (number, mail) in mails.enumerated() {
            let (photo, _) = try read(mail)
            let found = try #require(photo.disagreements.first, "\(number)")
            #expect(found.taken == nil && photo.recordToImport.name == nil, "\(number)")
            #expect(Set(found.others.map(\.record.name)) == ["Evil", "Red kite"], "\(number)")
            #expect(photo.recordToImport.taken != nil)
        }
    }

    @Test func `a list that shows less than the payload has is imported as it is shown`() throws {
        let payload = Self.photo(#""name":"Red kite","people":["Anna","Mallory"]"#)
        let (photo, _) = try read(
            ForgedMail(
                .text(Self.block("Red kite", "People: Anna\n")), picture, .payload(payload)))
        #expect(photo.recordToImport.people == ["Anna"])
        #expect(photo.disagreements.map(\.field) == [.people])
        // A field that no text tells is what the data say.
        let (other, _) = try read(
            ForgedMail(.text(Self.block("Red kite")), picture, .payload(payload)))
        #expect(other.recordToImport.people == ["Anna", "Mallory"] && other.disagreements.isEmpty)
    }

    @Test func `the picture's own metadata are held against the payload`() throws {
        let path = Checkout.fixtures.appending(path: "photos/bird.jpg")
        let bird = [UInt8](try Data(contentsOf: path))
        let (photo, _) = try read(
            ForgedMail(
                .text("Look"), .picture(bird, "a.jpg"), .payload(Self.photo(#""name":"Evil""#))))
        let found = try #require(photo.disagreements.first)
        #expect(found.field == .name && found.taken?.channel == .payload)
        #expect(found.statements.map(\.channel) == [.payload, .metadata])
        #expect(found.others.map(\.record.name) == ["Red kite"])
    }

    @Test func `a forwarded mail's payload is held against that of the mail around it`() throws {
        let inner = ForgedMail(
            .text("Look"), picture, .payload(Self.photo(#""name":"Red kite""#)))
        let (photo, _) = try read(
            ForgedMail(
                .text("see below"), .payload(Self.photo(#""name":"Evil""#)), .message(inner)))
        let found = try #require(photo.disagreements.first)
        #expect(found.statements.map(\.record.name) == ["Evil", "Red kite"])
    }

    @Test func `what is quoted deeper is older, and only told`() throws {
        let text =
            Self.block("Black kite") + "\n> " + Self.block("Red kite").replacing("\n", with: "\n> ")
        let (photo, _) = try read(
            ForgedMail(.text(text), picture, .payload(Self.photo(#""name":"Red kite""#))))
        #expect(photo.recordToImport.name == "Black kite")
        #expect(photo.disagreements.first?.taken?.channel == .labelledBlock)
    }

    @Test func `what mail programs do to a text is no disagreement`() throws {
        let payload = Self.photo(
            #""name":"Straße – “Nord”","keywords":["a, b","c"],"taken":{"local":"2024-05-01T10:22:33.12","offset":"+02:00"}"#
        )
        let (photo, _) = try read(
            ForgedMail(
                .text(Self.block("Stra?e - \"Nord\"", "Keywords: \"a, b\", c\n")), picture,
                .payload(payload)))
        #expect(photo.disagreements.isEmpty)
        #expect(photo.recordToImport.name == "Straße – “Nord”")
    }
}
