import Foundation
import MIMEMessage
import PhotoRecords
import TestSupport
import Testing

@testable import ShareMail

/// What reading a stranger's mail costs: it grows with the mail and no faster, and it has an end.
@Suite struct MessageCostTests {
    /// Marks of two classes by turns: to put them in order takes quadratic time.
    private static let marks = "a" + String(repeating: "\u{301}\u{323}", count: 15_000)
    private static let escaped = "a" + String(repeating: "\\u0301\\u0323", count: 15_000)
    private static let references = "a" + String(repeating: "&#769;&#803;", count: 15_000)
    private static let identity = "0192f3c4-5a6b-7c8d-9e0f-112233445566"

    private static func part(_ type: String, _ body: String, fields: String = "") -> String {
        "--b\r\nContent-Type: \(type)\r\n\(fields)\r\n\(body)\r\n"
    }

    private static let photo: String = {
        let path = Checkout.fixtures.appending(path: "photos/shapes.jpg")
        return ((try? Data(contentsOf: path)) ?? Data()).base64EncodedString()
    }()

    private static func picture(_ name: String = "a.jpg", fields: String = "") -> String {
        part(
            "image/jpeg; name=\"\(name)\"", photo,
            fields: "Content-Transfer-Encoding: base64\r\n" + fields)
    }

    private static func mail(_ parts: String..., fields: String = "Subject: x\r\n") -> String {
        "\(fields)Content-Type: multipart/mixed; boundary=b\r\n\r\n\(parts.joined())--b--\r\n"
    }

    private static func payload(_ photos: String) -> String {
        part(
            SharePayload.mediaType,
            #"{"format":"whatisthat.share","version":1,"photos":[\#(photos)]}"#)
    }

    private func read(_ mail: String, _ limits: ShareLimits = ShareLimits()) -> ShareContents {
        ShareReader(limits: limits).read(MailMessage(parsing: Array(mail.utf8)))
    }

    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let mail: String
    }

    static let attacks = [
        Attack(
            testDescription: "a name",
            mail: mail(payload(#"{"id":"\#(identity)","name":"\#(marks)"}"#))),
        Attack(
            testDescription: "a name of escapes",
            mail: mail(payload(#"{"id":"\#(identity)","name":"\#(escaped)"}"#))),
        Attack(
            testDescription: "keywords",
            mail: mail(payload(#"{"name":"x","keywords":["\#(marks)","\#(marks)b"]}"#))),
        Attack(testDescription: "a file name", mail: mail(picture(marks + ".jpg"))),
        Attack(
            testDescription: "a Content-ID",
            mail: mail(picture(fields: "Content-ID: <\(marks)@x>\r\n"))),
        Attack(
            testDescription: "a line of text",
            mail: mail(part("text/plain; charset=utf-8", "Name: \(marks)\r\nFile: a.png"))),
        Attack(
            testDescription: "references in HTML",
            mail: mail(
                part("text/html; charset=utf-8", "<p>Name: \(references)<br>File: a.png</p>"))),
        Attack(
            testDescription: "JSON-LD",
            mail: mail(
                part(
                    "text/html; charset=utf-8",
                    #"<script type="application/ld+json">{"@type":"Photograph","name":"\#(marks)","#
                        + #""wit:x":1,"associatedMedia":{"@type":"ImageObject","name":"a.png"}}"#
                        + "</script>"))),
        Attack(
            testDescription: "marks with blanks of no width between, which are taken out",
            mail: mail(
                part(
                    "text/plain; charset=utf-8",
                    "Name: a" + String(repeating: "\u{301}\u{200B}\u{323}\u{200B}", count: 15_000)
                        + "\r\nFile: a.png"))),
        Attack(
            testDescription: "halfwidth voicing marks, which compatibility makes marks of",
            mail: mail(
                payload(#"{"id":"\#(identity)","name":"x"}"#),
                part(
                    "text/plain; charset=utf-8",
                    "Name: a" + String(repeating: "\u{FF9E}\u{323}", count: 15_000)
                        + "\r\nFile: a.png"))),
    ]

    @Test(arguments: attacks)
    func `combining marks without end cost no time, are cut, and that is said`(
        attack: Attack
    ) throws {
        var contents = ShareContents()
        let seconds = Growth.seconds { contents = read(attack.mail) }
        #expect(seconds < 1.5)
        #expect(contents.findings.map(\.code).contains(.combiningMarks))
        let photo = try #require(contents.photos.first)
        let texts = [photo.record.name, photo.picture?.fileName, photo.picture?.contentID]
        for text in texts + photo.record.keywords {
            #expect((text?.unicodeScalars.count ?? 0) < 60)
        }
    }

    @Test func `names of members and parameters of marks without end cost no time`() {
        let member = "\"\(Self.marks)\":1,\"\(Self.marks)b\":2"
        let mail = Self.mail(
            Self.payload("{\"name\":\"x\",\(member)}"),
            Self.part("text/plain; \(Self.marks)*0=x; \(Self.marks)*1=y", "Hello"))
        var contents = ShareContents()
        let seconds = Growth.seconds { contents = read(mail) }
        #expect(contents.photos.count == 1)
        #expect(seconds < 1.5)
    }

    // MARK: Growth

    @Test func `a thousand blocks of one photo cost in proportion to their length`() {
        let caption = String(repeating: "So long ago. ", count: 20_000)
        let isLinear = Growth.isLinear(from: 25) { count in
            let blocks = (0..<count).map {
                "\(String(repeating: ">", count: $0 % 40)) Name: n\($0)\r\nFile: a.png\r\n\r\n"
            }
            _ = read(
                Self.mail(
                    Self.payload(
                        #"{"name":"x","caption":"\#(caption)","attachment":{"fileName":"a.png"}}"#),
                    Self.part("text/plain", blocks.joined())))
        }
        #expect(isLinear)
    }

    @Test func `blocks that name no file are held against long names at no great cost`() {
        let name = String(repeating: "Kite ", count: 10_000)
        let photos = (0..<50).map { #"{"name":"\#(name)\#($0)"}"# }.joined(separator: ",")
        let blocks = (0..<100).map { "Name: n\($0)\r\nCoordinates: 1.0, 2.0\r\n\r\n" }.joined()
        let mail = Self.mail(Self.payload(photos), Self.part("text/plain", blocks))
        let seconds = Growth.seconds { _ = read(mail) }
        #expect(seconds < 3)
    }

    // MARK: The budget

    @Test func `past the number of records the others are left out, and the number is said`() {
        var limits = ShareLimits()
        limits.budget.records = 3
        let photos = (0..<5).map { #"{"name":"Photo \#($0)"}"# }.joined(separator: ",")
        let contents = read(Self.mail(Self.payload(photos)), limits)
        #expect(contents.photos.map(\.record.name) == ["Photo 0", "Photo 1", "Photo 2"])
        let finding = contents.findings.filter { $0.code == .messageRecords }
        #expect(finding.count == 1)
        #expect(finding.first?.message.contains("records is 3") == true)
    }

    @Test func `past the processor time what was read stays, and the budget is said`() {
        let meter = MessageMeter(MessageBudget(), octets: 1_000)
        #expect(!meter.isOver)
        #expect(meter.findings.isEmpty)
        meter.took(seconds: 29)
        #expect(!meter.isOver)
        meter.took(seconds: 2)
        #expect(meter.isOver)
        #expect(meter.isOver)
        #expect(meter.findings.map(\.code) == [.messageTime])
        #expect(meter.findings.first?.message.contains("processor-seconds is 30") == true)
        // A large mail may take longer: a thousand photos of a megabyte.
        let large = MessageMeter(MessageBudget(), octets: 1_000_000_000)
        large.took(seconds: 2_000)
        #expect(!large.isOver)
        var limits = ShareLimits()
        limits.budget.seconds = -1_000
        let contents = read(Self.mail(Self.payload(#"{"name":"x"}"#), Self.picture()), limits)
        #expect(contents.findings.map(\.code).contains(.messageTime))
    }

    @Test func `the time of work counts, that of a break does not`() {
        let meter = MessageMeter()
        let before = meter.secondsLeft
        meter.work {
            var sum = 0.0
            for number in 0..<300_000 { sum += Double(number).squareRoot() }
            #expect(sum > 0)
            meter.work {}
            #expect(meter.secondsLeft < before)
        }
        let after = meter.secondsLeft
        #expect(after < before)
        #expect(meter.secondsLeft == after)
    }

    @Test func `a picture is decoded once, however often its look is asked for`() throws {
        let mail = MailMessage(parsing: Array(Self.mail(Self.picture()).utf8))
        let picture = try #require(
            ExtractedContent(mail, limits: ShareLimits()).pictures.first)
        let looks = ThumbnailCache()
        let look = try looks.look(of: picture, .unlimited).get()
        // This one allows no decoding at all.
        var budget = MessageBudget()
        budget.seconds = -1
        #expect(try looks.look(of: picture, MessageMeter(budget)).get() == look)
        #expect(throws: (any Error).self) {
            try ThumbnailCache().look(of: picture, MessageMeter(budget)).get()
        }
    }

    @Test func `a person's wish to stop ends the reading`() {
        let contents = ShareReader(shouldStop: { true }).read(
            MailMessage(parsing: Array(Self.mail(Self.payload(#"{"name":"x"}"#)).utf8)))
        #expect(contents.photos.isEmpty)
        #expect(contents.meter.isStopped)
    }
}
