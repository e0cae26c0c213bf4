import MIMEMessage
import TestSupport
import Testing

/// What it costs to read a reply that is made to cost much.
@Suite(.serialized) struct ReplyCostTests {
    static let units = [
        "> ", "x\n", "> x\n\n", "On 5 May 2024\n", "On 1 2 a@b\n", "wrote:\n", "To: x\n",
        "From: x\n\n",
        "-- \n", "____\nx\n\n", "---- x ----\n\n", "Sent from my iPhone\n\n", "x:\n\n",
        "Ö1 <a@b.c>:\n",
        "confidential intended recipient and some more words, and yet some more of them\n\n",
        "----\n",
        "> a line that was wrapped by a program since it was a bit too long\nto stay\n> ok\n",
    ]

    static let markup = [
        "<", "<a ", "<a href=\"", "<div>", "</div>", "<blockquote>", "<blockquote>x</blockquote>",
        "&",
        "<!--", "<script>", "<span>", "<b><i></span>", "<br>", "<div class='gmail_signature'>x",
        "<p style=\"display:none\">", "<pre>\n", "x<td>", "<a b=c d='e' f>",
    ]

    @Test(arguments: units)
    func `reading plain text costs linear time`(unit: String) {
        #expect(
            Growth.isLinear(from: 1 << 14) { size in
                let text = String(repeating: unit, count: size / unit.utf8.count)
                let reply = ReplyText(plain: text)
                _ = reply.fields(labelled: ["x", "To"]).count + reply.labelledLines.count
            })
    }

    @Test(arguments: markup)
    func `reading HTML costs linear time`(unit: String) {
        #expect(
            Growth.isLinear(from: 1 << 14) { size in
                _ = ReplyText(html: String(repeating: unit, count: size / unit.utf8.count)).text
            })
    }

    @Test func `a thousand levels of quotation are read, plain and in HTML`() {
        let plain = (1...1_000).map { String(repeating: ">", count: $0) + " What?\n" }.joined()
        #expect(ReplyText(plain: "A red kite!\n\nAnna wrote:\n" + plain).text == "A red kite!")
        let html =
            "<p>A red kite!</p>" + String(repeating: "<blockquote>What?", count: 1_000)
            + String(repeating: "</blockquote>", count: 1_000) + "<p>Sure.</p>"
        #expect(ReplyText(html: html).newText == "A red kite!\n\nSure.")
    }

    @Test func `of a reply of fifty megabytes the first part is read`() {
        let body = "A red kite!\n\nAnna wrote:\n" + String(repeating: "> What?\n", count: 6_250_000)
        let mail = Array("Content-Type: text/plain\n\n".utf8) + Array(body.utf8)
        let reply = MailMessage(parsing: mail).replyText()
        #expect(reply?.text == "A red kite!")
        #expect(reply?.isCut == true)
    }
}
