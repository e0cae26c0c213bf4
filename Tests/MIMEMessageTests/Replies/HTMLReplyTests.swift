import Foundation
import MIMEMessage
import TestSupport
import Testing

/// Answers in HTML as mail programs write them, in four languages.
@Suite struct HTMLReplyTests {
    static let original = [
        "What is that, above the barn?", "", "What is it:", "Where:", "", "Just answer this mail.",
        "Best wishes, Anna",
    ]

    static let answers: [MailClient.Language: [String]] = [
        .english: ["It's a red kite, I'm sure!", "", "See its tail: < forked >."],
        .german: ["Das ist ein Rotmilan, ganz sicher.", "", "Schöne Grüße", "Bert"],
        .french: ["C'est un milan royal, j'en suis sûr : la queue est fourchue."],
        .spanish: ["Es un milano real.", "", "¡Qué foto tan bonita!"],
    ]

    @Test(arguments: MailClient.allCases, MailClient.Language.allCases)
    func `an answer above the original is all that is read`(
        client: MailClient, language: MailClient.Language
    ) throws {
        let answer = try #require(Self.answers[language])
        let reply = ReplyText(html: client.topPosted(answer, Self.original, language))
        #expect(reply.text.squeezed == answer.joined(separator: " ").squeezed)
        #expect(reply.newText == reply.text)
    }

    @Test(arguments: MailClient.quoting, MailClient.Language.allCases)
    func `an answer below the original is all that is read`(
        client: MailClient, language: MailClient.Language
    ) throws {
        let answer = try #require(Self.answers[language])
        let reply = ReplyText(html: client.bottomPosted(answer, Self.original, language))
        #expect(reply.newText.squeezed == answer.joined(separator: " ").squeezed)
        #expect(reply.text == reply.newText)
    }

    @Test(arguments: MailClient.quoting, MailClient.Language.allCases)
    func `answers between the lines come with the lines they answer`(
        client: MailClient, language: MailClient.Language
    ) {
        let reply = ReplyText(
            html: client.between(
                [(["What is that?"], ["A red kite."]), (["And where?"], ["At the barn."])], language
            ))
        #expect(reply.newText.squeezed == "A red kite. At the barn.")
        #expect(
            reply.passages.suffix(3).map(\.text.squeezed)
                == ["A red kite.", "> And where?", "At the barn."])
    }

    @Test(.needs(.replyCorpus), arguments: MailClient.allCases, MailClient.Language.allCases)
    func `real answers come out of each program's HTML as they were written`(
        client: MailClient, language: MailClient.Language
    ) throws {
        let pairs = try ReplyPair.all()
        // Quotations that stay, and lines that are no text by themselves, are the plain texts' matter.
        let plain = pairs.filter { !$0.trimmed.contains(">") && !$0.trimmed.squeezed.isEmpty }
        #expect(plain.count == 28)
        for pair in plain {
            let lines = pair.trimmed.split(separator: "\n", omittingEmptySubsequences: false)
            let html = client.topPosted(lines.map(String.init), Self.original, language)
            #expect(
                ReplyText(html: html).text.squeezed == pair.trimmed.squeezed, "\(pair.name)")
        }
    }

    @Test(arguments: [
        ("<p>A red kite.</p><blockquote><p>What is that?</p></blockquote>", "A red kite."),
        ("A red kite.<hr id=\"zwchr\"><b>From: </b>Anna<br>What is that?", "A red kite."),
        ("<div>A red kite.</div><div name=\"quote\"><div>What is that?</div></div>", "A red kite."),
        (
            "A red kite.<script>x = '<p>No</p>'</script><style>p {}</style><!-- no -->",
            "A red kite."
        ),
        ("A red<span style=\"display: none\"> hidden</span> kite.", "A red kite."),
        ("<div>A red kite.</div><div class=\"gmail_signature\">Bert<br>+49</div>", "A red kite."),
        ("<div>A red kite.</div><div id=\"x_Signature\">Bert</div>", "A red kite."),
        (
            "<div>A red kite.</div><br id=\"lineBreakAtBeginningOfSignature\"><div>Bert</div>",
            "A red kite."
        ),
        ("<pre>A red\n  kite.</pre>", "A red\n  kite."),
        ("A&nbsp;red&#32;kite&#x2E; &auml;&notareference;", "A red kite. ä&notareference;"),
        (
            "<blockquote style=\"margin: 0 0 0 40px; border: none; padding: 0px;\">A red kite."
                + "</blockquote>",
            "A red kite."
        ),
        ("<ul><li>A red kite.<li>A barn.</ul>", "- A red kite.\n- A barn."),
        ("A red kite.<blockquote>What <a href=\"x>y\">is</a> that", "A red kite."),
        ("</blockquote></div>A red kite.", "A red kite."),
        ("<p style=\"display:none\">It is a kite.</p>A buzzard.", "A buzzard."),
        ("<p hidden>No.<p>A buzzard.", "A buzzard."),
        ("<h1 hidden>No</h1><ul hidden><li>no</ul><ul><li hidden>no<li>A barn.</ul>", "- A barn."),
        ("<label hidden>What is it: x</label>A <u><small>red</small></u> kite.", "A red kite."),
        ("<u style='display:none'>a <u>b</u> c</u>A red kite.", "A red kite."),
        ("it&#146;s &#128;5&#0;", "it’s €5\u{FFFD}"),
        ("e&#769;", "\u{E9}"),
    ])
    func `markup reads as programs show it`(html: String, text: String) {
        #expect(ReplyText(html: html).text == text)
    }

    @Test func `a run of marks that references make is cut like any other`() {
        let html = "a" + String(repeating: "&#769;", count: 10_000)
        let text = ReplyText(html: html).text
        #expect(text.unicodeScalars.count <= 32 && text.unicodeScalars.first == "\u{E1}")
        let short = "What: a" + String(repeating: "&#769;", count: 500)
        let field = ReplyText(html: short).labelledLines.first
        #expect(field?.value.unicodeScalars.count ?? 99 <= 32)
    }

    @Test func `a document of more lines than are read says that it was cut`() {
        #expect(ReplyText(html: String(repeating: "x<br>", count: 200_001)).isCut)
        #expect(!ReplyText(html: String(repeating: "x<br>", count: 1_000)).isCut)
    }

    /// What other programs put below an answer.
    static let others = [
        "GMX":
            "<div name=\"quote\" style=\"border-left:2px solid #C3D9E5;\"><div><b>Gesendet:</b> Sonntag<br/>"
            + "<b>Von:</b> Anna<br/><b>Betreff:</b> What</div><div name=\"quoted-content\">What?</div></div>",
        "Proton":
            "<div class=\"protonmail_signature_block\">Sent with Proton Mail secure email.</div><br>"
            + "<div class=\"protonmail_quote\">On Sunday, Anna &lt;a@b&gt; wrote:<br><br>"
            + "<blockquote class=\"protonmail_quote\" type=\"cite\">What?</blockquote><br></div>",
        "Tuta":
            "<div>5 May 2024, 10:00 by anna@a.example:<br></div>"
            + "<blockquote class=\"tutanota_quote\">What?</blockquote>",
        "Samsung":
            "<div>-------- Ursprüngliche Nachricht --------</div><div>Von: Anna &lt;a@b&gt; </div>"
            + "<div>Datum: 05.05.24  10:00  (GMT+01:00) </div><div>An: Bert</div><div>What?</div>",
        "Yandex":
            "<div>05.05.2024, 10:00, \"Anna\" &lt;a@b&gt;:</div><blockquote><p>What?</p></blockquote>",
        "Fastmail":
            "<div>On Sun, 5 May 2024, at 10:00 AM, Anna Example wrote:<br></div>"
            + "<blockquote type=\"cite\" id=\"qt\"><div>What?</div></blockquote>",
        "Roundcube":
            "<p id=\"reply-intro\">Am 2024-05-05 10:00, schrieb Anna Example:</p>"
            + "<blockquote type=\"cite\" style=\"padding: 0 0.4em\">What?</blockquote>",
        "Zimbra":
            "<hr id=\"zwchr\" data-marker=\"__DIVIDER__\"><div data-marker=\"__HEADERS__\">"
            + "<b>Kimden: </b>Anna<br></div><div>What?</div>",
        "K-9":
            "<div class=\"gmail_quote\">On 5 May 2024 10:00:00 CEST, Anna &lt;a@b&gt; wrote:"
            + "<blockquote class=\"gmail_quote\">What?</blockquote></div>",
        "New Outlook":
            "<div id=\"ms-outlook-mobile-signature\">Hol dir Outlook</div>"
            + "<div id=\"mail-editor-reference-message-container\"><div>Unknown: Anna</div>What?</div>",
        "Outlook for Mac":
            "<span id=\"OLK_SRC_BODY_SECTION\"><div>Unknown: Anna</div><div>What?</div></span>",
        "Outlook in an unknown language":
            "<div><div style='border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm'>"
            + "<p class=MsoNormal><b>Nordatori:</b> Anna</p></div></div><p>What?</p>",
        "Gmail in an unknown language":
            "<div class=\"gmail_quote\"><div class=\"gmail_attr\">Anna idatzi zuen<br></div>"
            + "<blockquote class=\"gmail_quote\">What?</blockquote></div>",
        "Mail.ru":
            "<blockquote style=\"border-left:1px solid #0857A6;\">Anna:<br>What?</blockquote>",
        "Evolution":
            "<div><span><pre>-- <br></pre><div>Bert</div></span></div><div>On Sun, 2024-05-05 at 10:00"
            + " +0200, Anna wrote:</div><blockquote type=\"cite\">What?</blockquote>",
    ]

    @Test(arguments: others.keys.sorted())
    func `other programs' originals are left out too`(program: String) throws {
        let original = try #require(Self.others[program])
        let html = "<html><body><div>A red kite.</div><div><br></div>\(original)</body></html>"
        #expect(ReplyText(html: html).text == "A red kite.")
    }

    @Test func `words typed into Thunderbird's introduction stay`() {
        let html =
            "<html><body><div class=\"moz-cite-prefix\">A red kite.<br><br>Bert<br><br>"
            + "On 5/5/24 10:00 AM, Anna wrote:<br></div><blockquote>What?</blockquote></body></html>"
        #expect(ReplyText(html: html).text == "A red kite.\n\nBert")
    }
}

extension String {
    /// The words with single blanks between them.
    var squeezed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
