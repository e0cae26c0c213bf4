import MIMEMessage
import Testing

/// The signs that a program wrote a mail.
@Suite struct AutomaticMailTests {
    static func mail(_ header: String) -> MailMessage {
        let from = header.contains("From:") ? "" : "From: Bert <bert@b.example>\n"
        return MailMessage(parsing: Array("\(from)\(header)\n\nhello\n".utf8))
    }

    @Test(arguments: [
        ("Auto-Submitted: auto-replied", AutomaticMail.Kind.reply),
        ("Auto-Submitted: auto-generated; owner-email=\"a@b\"", .notification),
        ("AUTO-SUBMITTED: Auto-Notified", .notification),
        ("Auto-Submitted: auto-replied\nFrom: MAILER-DAEMON@b.example", .report),
        ("Return-Path: <>", .notification),
        ("Return-Path: <>\nFrom: Mail Delivery System <x@b.example>", .report),
        ("From: MAILER-DAEMON@b.example (Mail Delivery System)", .report),
        ("From: postmaster@b.example", .report),
        ("From: Postmaster <post_master@b.example>", .report),
        (
            "Content-Type: multipart/report; report-type=disposition-notification; boundary=x",
            .report
        ),
        ("Content-Type: message/delivery-status", .report),
        ("X-Failed-Recipients: a@b.example", .report),
        ("Subject: Re: Undelivered Mail Returned to Sender", .report),
        ("X-Autoreply: yes", .reply), ("X-Autorespond: Re: hello", .reply),
        ("Precedence: auto_reply", .reply), ("Precedence: junk", .notification),
        ("Precedence: bulk", .notification), ("X-Auto-Response-Suppress: All", .notification),
        ("From: Shop <no-reply@shop.example>", .notification),
        ("From: donotreply@shop.example", .notification),
        ("Subject: Automatic reply: What is that?", .reply),
        ("Subject: Out of Office: What is that?", .reply),
        ("Subject: Automatische Antwort: What is that?", .reply),
        ("Subject: Abwesenheitsnotiz: What is that?", .reply),
        ("Subject: =?utf-8?Q?R=C3=A9ponse_automatique_:_What?=", .reply),
        ("Subject: Respuesta automática: What is that?", .reply),
        ("List-Id: <l.example>\nAuto-Submitted: auto-replied", .reply),
    ])
    func `a program's mail is recognized, with the sign`(header: String, kind: AutomaticMail.Kind)
        throws
    {
        let automatic = try #require(AutomaticMail(of: Self.mail(header)))
        #expect(automatic.kind == kind)
        #expect(automatic.sign.contains(": "))
    }

    @Test(arguments: [
        "Subject: Re: What is that?", "Auto-Submitted: no", "Return-Path: <bert@b.example>",
        "Precedence: list", "Precedence: first-class", "Precedence: bulk\nList-Id: <l.example>",
        "Precedence: bulk\nSender: owner-birds@l.example", "Precedence: bulk\nMailing-List: x",
        "Precedence: list\nX-Auto-Response-Suppress: All\nList-Post: <mailto:l@l.example>",
        "From: Bob <postmaster@tiny.example>", "X-Autoreply: no", "List-Unsubscribe: <mailto:x@y>",
        "Subject: My vacation reply to you", "X-Auto-Response-Suppress: None",
    ])
    func `a person's mail is not automatic, not even through a mailing list`(header: String) {
        #expect(AutomaticMail(of: Self.mail(header)) == nil)
    }
}
