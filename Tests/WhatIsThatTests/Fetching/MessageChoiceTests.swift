import Foundation
import MIMEMessage
import TestSupport
import Testing

@testable import MailTransport
@testable import WhatIsThat

/// Which mails come over whole.
@Suite struct MessageChoiceTests {
    let scene: FetchScene

    init() async throws { scene = try await FetchScene() }

    private static let both =
        "((\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 900 9)"
        + "(\"TEXT\" \"HTML\" NIL NIL NIL \"7BIT\" 900 9) \"ALTERNATIVE\")"
    private static let twice =
        "((\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 900 9)"
        + "(\"TEXT\" \"PLAIN\" NIL NIL NIL \"QUOTED-PRINTABLE\" 900 9) \"MIXED\")"

    @Test(arguments: [true, false])
    func `a story in another text than the first brings the mail`(isHTML: Bool) throws {
        let message = MailMessage(parsing: scene.mail)
        let type = isHTML ? "text/html" : "text/plain"
        let part = try #require(
            message.leafParts.first { $0.contentType.essence == type })
        let body = String(decoding: part.rawBody, as: UTF8.self)
        let encoding = part.transferEncoding.description.uppercased()
        let structure = (isHTML ? Self.both : Self.twice)
            .replacing(
                "\"HTML\" NIL NIL NIL \"7BIT\"",
                with: "\"HTML\" NIL NIL NIL \"\(encoding)\"")
        let wrong = FetchScene.Wrong()
        let server = try scene.server(1, wrong, structure: structure)
        wrong.set { tag, command in
            let bodies = ["1": "Hello\r\n", "2": body]
            for (section, text) in bodies where command.contains("BODY.PEEK[\(section)]<0.") {
                let size = text.utf8.count
                return [
                    .say("* 1 FETCH (UID 1 BODY[\(section)]<0> {\(size)}\r\n\(text))\r\n"),
                    .say("\(tag) OK\r\n"),
                ]
            }
            return nil
        }
        #expect(try scene.fetch(server).names == ["home:INBOX#1"])
    }

    @Test func `texts that are too many or too long bring the mail whole`() {
        func part(_ type: String, _ bytes: Int) -> MessageSummary.Part {
            MessageSummary.Part(
                section: "1", mediaType: type, name: nil, charset: nil, encoding: "7bit",
                bytes: bytes)
        }
        func choice(_ parts: [MessageSummary.Part]) -> MessageChoice {
            MessageChoice(MessageSummary(uid: 1, bytes: nil, parts: parts))
        }
        let (plain, html) = (part("text/plain", 9), part("text/html", 9))
        let calendar = part("text/calendar", 9)
        #expect(choice([html, calendar, plain]) == .texts([plain, html]))
        #expect(choice([calendar]) == .texts([calendar]))
        #expect(choice([plain, plain, html, html]) == .texts([plain, plain, html, html]))
        #expect(choice([plain, plain, plain, html, html]) == .whole)
        #expect(choice([part("text/plain", 200 << 10), part("text/html", 100 << 10)]) == .whole)
        #expect(choice([part("text/plain", .max), part("text/html", .max)]) == .whole)
    }
}
