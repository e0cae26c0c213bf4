import JSON
import MIMEMessage
import PhotoRecords
import Testing

@testable import WhatIsThat

/// What inspecting a mail says of answers, of programs' mail and of reports of delivery.
@Suite struct InspectReplyTests {
    private func inspected(_ mail: String) throws -> JSONValue {
        let place = MailMessages.Locator(file: "a.eml", number: nil, pieces: nil)
        let inspection = InspectMail().inspect(MailMessage(parsing: Array(mail.utf8)), at: place)
        return inspection.json
    }

    @Test func `an answer has its new words and what was filled in`() throws {
        let json = try inspected(
            """
            From: Bert <bert@b.example>
            In-Reply-To: <q1@a.example>

            Beautiful!
            Kind: bird

            Am 05.05.24 um 10:00 schrieb Anna:
            > Was ist das?: …
            Ein Rotmilan.
            > Where is it: Wies
            > Thank you!

            -- 
            Bert
            """)
        let reply = try #require(json["reply"])
        #expect(
            reply["text"]?.string
                == "Beautiful!\nKind: bird\n\n> Was ist das?: …\n\nEin Rotmilan.")
        #expect(reply["newText"]?.string == "Beautiful!\nKind: bird\n\nEin Rotmilan.")
        #expect(
            reply["fields"] == [
                "Was ist das": "Ein Rotmilan.", "Where is it": "Wies", "Kind": "bird",
            ])
        #expect(json["automatic"] == nil)
        #expect(json["delivery"] == [])
    }

    @Test func `an automatic answer says why it is one, and has no reply`() throws {
        let json = try inspected("Auto-Submitted: auto-replied\n\nI am away until Monday.\n")
        #expect(json["automatic"] == "Auto-Submitted: auto-replied")
        #expect(json["reply"] == nil)
        #expect(json["delivery"] == [])
    }

    @Test func `a report has its recipients and the mail that it is about`() throws {
        let json = try inspected(
            """
            Content-Type: multipart/report; report-type=delivery-status; boundary=r

            --r

            Sorry!
            --r
            Content-Type: message/delivery-status

            Reporting-MTA: dns; mx.b.example

            Final-Recipient: rfc822; bert@b.example
            Action: failed
            Status: 5.1.1
            Diagnostic-Code: smtp; 550 no such user
            --r
            Content-Type: message/rfc822

            Message-ID: <q1@a.example>

            What is that?
            --r--
            """)
        #expect(
            json["delivery"] == [
                [
                    "recipient": "bert@b.example", "action": "failed", "status": "5.1.1",
                    "diagnostic": "550 no such user", "messageID": "q1@a.example",
                ]
            ])
        #expect(
            json["automatic"] == "Content-Type: multipart/report; report-type=delivery-status")
        #expect(json["reply"] == nil)
    }
}
