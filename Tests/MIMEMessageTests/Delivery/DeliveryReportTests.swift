import MIMEMessage
import Testing

/// Reports of delivery, as servers write them.
@Suite struct DeliveryReportTests {
    static func report(_ status: String, type: String = "message/delivery-status") -> MailMessage {
        let mail = """
            Content-Type: multipart/report; report-type=delivery-status; boundary=r

            --r

            It could not be delivered.
            --r
            Content-Type: \(type)

            \(status)
            --r
            Content-Type: text/rfc822-headers

            Subject: What is that?
            Message-ID: <q1@a.example>

            --r--
            """
        return MailMessage(parsing: Array(mail.utf8))
    }

    @Test func `a report has its recipients, its server and the message it is about`() throws {
        let status = """
            Reporting-MTA: dns; mx.b.example

            Original-Recipient: rfc822;bert@b.example
            Final-Recipient: RFC822; <Bert@mail.b.example>
            Action: Failed (permanently)
            Status: 5.1.1 (no such user)
            Diagnostic-Code: smtp; 550 no such
              user

            Final-Recipient: rfc822; carl@b.example
            Action: delayed
            Status: 4.4.1
            """
        let report = try #require(DeliveryReport(of: Self.report(status)))
        #expect(report.reportingServer == "mx.b.example")
        #expect(report.originalMessageID == MessageID(rawValue: "q1@a.example"))
        #expect(report.recipients.map(\.address) == ["Bert@mail.b.example", "carl@b.example"])
        #expect(report.recipients.map(\.action) == ["failed", "delayed"])
        #expect(report.recipients.map(\.status) == ["5.1.1", "4.4.1"])
        #expect(report.recipients.map(\.hasFailed) == [true, false])
        #expect(report.recipients[0].originalAddress == "bert@b.example")
        #expect(report.recipients[0].diagnostic == "550 no such user")
    }

    @Test(arguments: [
        // No empty line between the blocks.
        "Reporting-MTA: dns; x\nFinal-Recipient: rfc822; a@b\nAction: failed\nStatus: 5.0.0\n"
            + "Final-Recipient: rfc822; c@d\nAction: failed\nStatus: 5.0.0",
        "Action: failed\nFinal-Recipient: rfc822;a@b\nStatus: 5.0.0\n\n\nStatus: 5.0.0\n"
            + "Original-Recipient: <c@d>\nAction: FAILED",
        "Final-Recipient: a@b>\nStatus: 5.0.0\nAction: failed\n \nFinal-Recipient: LOCAL;c@d\n"
            + "Action:failed\nStatus:5.0.0",
    ])
    func `blocks that servers write otherwise are read`(status: String) throws {
        let report = try #require(DeliveryReport(of: Self.report(status)))
        #expect(report.recipients.map(\.address) == ["a@b", "c@d"])
        #expect(report.recipients.map(\.action) == ["failed", "failed"])
        #expect(report.recipients.map(\.status) == ["5.0.0", "5.0.0"])
    }

    @Test func `addresses beyond ASCII are read`() throws {
        let status =
            "Final-Recipient: utf-8; b\\x{E9}rt\\x{zz}@b.example\nAction: failed\nStatus: none"
        let mail = Self.report(status, type: "message/global-delivery-status")
        let recipient = try #require(DeliveryReport(of: mail)?.recipients.first)
        #expect(recipient.address == "bért\\x{zz}@b.example")
        #expect(recipient.status == nil)
    }

    @Test func `a report that a person forwards is not read`() {
        let inner = "From: a@b\n\nhello"
        let mail = """
            From: Bert <bert@b.example>
            Content-Type: multipart/mixed; boundary=o

            --o

            Look what came.
            --o
            Content-Type: message/rfc822

            Content-Type: multipart/report; boundary=r

            --r
            Content-Type: message/delivery-status

            Final-Recipient: rfc822; a@b
            Action: failed
            --r--
            --o--
            """
        let message = MailMessage(parsing: Array(mail.utf8))
        #expect(DeliveryReport(of: message) == nil)
        #expect(AutomaticMail(of: message) == nil)
        #expect(DeliveryReport(of: MailMessage(parsing: Array(inner.utf8))) == nil)
    }

    @Test func `a report of very many recipients is read in part`() throws {
        let block = "Final-Recipient: rfc822; a@b\nAction: failed\n\n"
        let mail = Self.report(String(repeating: block, count: 5_000))
        let report = try #require(DeliveryReport(of: mail))
        #expect(report.recipients.count == DeliveryReport.maximumRecipients)
    }
}
