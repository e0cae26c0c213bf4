@testable import MIMEMessage

extension FuzzTarget {
    static let replies: [FuzzTarget] = [
        FuzzTarget(
            name: "reply", longest: 8_192, dictionary: "mail",
            seeds: .made([
                "Hi,\n\nOn 5 May 2024 at 10:00, Anna <a@b.c>\nwrote:\n> What is it: \nkite\n> x\n\n-- \nB",
                "A kite\n\n-----Original Message-----\nFrom: A\nSent: B\nTo: C\nSubject: D\n\nWhat?",
            ])
        ) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            check(ReplyText(plain: text), of: text, growth: 1)
        },
        FuzzTarget(
            name: "reply-html", longest: 16_384, dictionary: "html",
            seeds: .pieces { mail in
                MailMessage(parsing: mail).leafParts.filter { $0.contentType.subtype == "html" }
                    .map { Array($0.decodedText().utf8) }
            }
        ) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            // Each line may have a hundred octets of quote marks before it.
            check(ReplyText(html: text), of: text, growth: 101)
        },
        FuzzTarget(name: "automatic", longest: 32_768, dictionary: "mail", seeds: .mails) { bytes in
            let message = MailMessage(parsing: bytes)
            if let automatic = AutomaticMail(of: message) {
                hold(!automatic.sign.isEmpty, "an automatic mail has no sign")
            }
            let report = DeliveryReport(of: message)
            hold(
                report?.recipients.count ?? 0 <= DeliveryReport.maximumRecipients,
                "a report has too many recipients")
            _ = message.replyText()?.text
        },
    ]

    private static func check(_ reply: ReplyText, of text: String, growth: Int) {
        let most = growth * (text.utf8.count + 16)
        hold(reply.text.utf8.count <= most + 2 * reply.passages.count, "a reply grew")
        hold(reply.newText.utf8.count <= reply.text.utf8.count, "new words are more than all")
        let fields = reply.fields(labelled: ["What is it", "Where"]) + reply.labelledLines
        hold(fields.allSatisfy { !$0.value.isEmpty }, "a field has no value")
    }
}
