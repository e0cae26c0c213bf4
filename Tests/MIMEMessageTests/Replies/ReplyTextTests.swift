import MIMEMessage
import Testing

/// What is new in a plain-text reply.
@Suite struct ReplyTextTests {
    static let question = "> What is that, above the barn?\n>\n> What is it: …\n> Where: …\n"

    /// The lines with which programs introduce the original.
    static let attributions = [
        "On Sun, May 5, 2024 at 10:00 AM Anna Example <anna@a.example> wrote:",
        "On 5 May 2024, at 10:00, Anna Example <anna@a.example> wrote:",
        "On Sunday, May 5, 2024 at 10:00:00 AM GMT+2, Anna <anna@a.example> wrote:",
        "On 5/5/24 10:00 AM, Anna Example wrote:",
        "On Sun, May 05, 2024 at 10:00:00AM +0200, Anna Example wrote:",
        "* Anna Example <anna@a.example> [2024-05-05 10:00] wrote:",
        "Am So., 5. Mai 2024 um 10:00 Uhr schrieb Anna Example <\nanna@a.example>:",
        "Am 05.05.24 um 10:00 schrieb Anna Example:",
        "Am Sonntag, 5. Mai 2024 um 10:00:00 MESZ hat Anna <anna@a.example>\nFolgendes geschrieben:",
        "Anna Example <anna@a.example> schrieb am So., 5. Mai 2024,\n10:00:",
        "Le dim. 5 mai 2024 à 10:00, Anna Example <anna@a.example> a écrit :",
        "Le 05/05/2024 à 10:00, Anna Example a écrit :",
        "El dom, 5 may 2024 a las 10:00, Anna Example (<anna@a.example>)\nescribió:",
        "El 5/5/24 a las 10:00, Anna Example escribió:",
        "Il giorno dom 5 mag 2024 alle ore 10:00 Anna <anna@a.example> ha scritto:",
        "Em dom., 5 de mai. de 2024 às 10:00, Anna <anna@a.example> escreveu:",
        "Op zo 5 mei 2024 om 10:00 schreef Anna Example <anna@a.example>:",
        "Den sön 5 maj 2024 kl 10:00 skrev Anna Example <anna@a.example>:",
        "søn. 5. mai 2024 kl. 10:00 skrev Anna Example <anna@a.example\n>:",
        "su 5. toukok. 2024 klo 10.00 Anna Example (anna@a.example) kirjoitti:",
        "niedz., 5 maj 2024 o 10:00 Anna Example <anna@a.example> napisał(a):",
        "ne 5. 5. 2024 v 10:00 odesílatel Anna <anna@a.example> napsal:",
        "Anna Example <anna@a.example> ezt írta (időpont: 2024. máj. 5., V, 10:00):",
        "Anna <anna@a.example>, 5 May 2024 Paz, 10:00 tarihinde şunu yazdı:",
        "вс, 5 мая 2024 г. в 10:00, Anna Example <anna@a.example>:",
        "05.05.2024, 10:00, \"Anna Example\" <anna@a.example>:",
        "2024年5月5日(日) 10:00 Anna Example <anna@a.example>:",
        "在 2024年5月5日，10:00，Anna Example <anna@a.example> 写道：",
        "Am Sonntag, dem 05.05.2024 um 10:00 +0200 schrieb Anna Example:",
        "Le dimanche 5 mai 2024, 10:00:00 CEST Anna Example a écrit :",
        "El domingo, 5 de mayo de 2024 10:00:00 (CEST) Anna Example escribió:",
        "Anna Example schrieb am So, Mai 05, 2024 um 10:00:00 +0200:",
        "5 May 2024, 10:00 by anna@a.example:",
        "Quoting Anna Example <anna@a.example>:",
        "Anna Example wrote:",
    ]

    @Test(arguments: attributions)
    func `an answer above the quotation is all that is read`(attribution: String) {
        let reply = ReplyText(plain: "A red kite!\n\n\(attribution)\n\n\(Self.question)")
        #expect(reply.text == "A red kite!")
    }

    @Test(arguments: attributions)
    func `an answer below the whole quotation is all that is read`(attribution: String) {
        let reply = ReplyText(plain: "\(attribution)\n\(Self.question)\nA red kite!\n")
        #expect(reply.text == "A red kite!")
    }

    @Test(arguments: attributions.prefix(14))
    func `a quotation that begins with its introduction is left out above an answer`(
        attribution: String
    ) {
        let quoted = attribution.replacing("\n", with: "\n> ")
        let reply = ReplyText(plain: "> \(quoted)\n>\n\(Self.question)\nA red kite!\n")
        #expect(reply.text == "A red kite!")
    }

    @Test(arguments: attributions.dropLast(3))
    func `an original without quote marks is left out`(attribution: String) {
        let reply = ReplyText(plain: "A red kite!\n\n\(attribution)\n\nWhat is that?\n\nAnna\n")
        #expect(reply.text == "A red kite!")
    }

    @Test(arguments: attributions.prefix(6))
    func `a greeting above the quotation stays with the answer below it`(attribution: String) {
        let reply = ReplyText(plain: "Hi Anna,\n\n\(attribution)\n\(Self.question)\nA red kite!\n")
        #expect(reply.text == "Hi Anna,\n\nA red kite!")
    }

    @Test func `answers between the lines come with the lines they answer`() {
        let reply = ReplyText(
            plain:
                "On 5 May 2024, Anna wrote:\n> What is it?\n\nA red kite.\n\n> Where?\nHere.\n> Bye\n"
        )
        #expect(reply.text == "> What is it?\n\nA red kite.\n\n> Where?\n\nHere.")
        #expect(reply.newText == "A red kite.\n\nHere.")
        #expect(reply.passages.map(\.origin) == [.quoted, .written, .quoted, .written])
    }

    @Test(arguments: [
        "-- \nBert Example\n+49 89 123456", "--\nBert", "—\nBert", "______\nBert Example\nMunich",
        "Sent from my iPhone", "Sent from my Galaxy", "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "Sent from Yahoo Mail for iPhone", "Sent from Mail for Windows 10",
        "Von meinem iPhone gesendet", "Von meinem Samsung Galaxy Smartphone gesendet.",
        "Gesendet mit der GMX Mail App", "Gesendet von Outlook für Android",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Envoyé de mon iPhone", "Envoyé depuis mon téléphone Orange",
        "Télécharger Outlook pour iOS", "Enviado desde mi iPhone",
        "Obtener Outlook para Android<https://aka.ms/x>", "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone", "Skickat från min iPhone", "Sendt fra min iPhone",
        "Lähetetty iPhonesta", "Wysłane z iPhone'a", "Отправлено с iPhone",
        "iPhone'umdan gönderildi",
        "发自我的 iPhone", "iPhoneから送信", "Enviado do meu iPhone",
        "This message is confidential. If you are not the intended recipient of it, delete it.",
        "Diese Nachricht ist vertraulich. Sind Sie nicht der richtige Adressat, vernichten Sie sie.",
        "Ce message est confidentiel. Si vous n'en êtes pas le destinataire, détruisez-le, s'il vous"
            + " plaît.",
        "Este mensaje es confidencial. Si usted no es el destinatario, le rogamos que lo borre ya.",
        "Virus-free. www.avast.com", "-----\n====",
    ])
    func `what stands below the text by itself is left out`(ending: String) {
        #expect(ReplyText(plain: "A red kite!\n\n\(ending)\n").text == "A red kite!")
        let quoted = "A red kite!\n\n\(ending)\n\nOn 5 May 2024, at 10:00, Anna wrote:\n> What?\n"
        #expect(ReplyText(plain: quoted).text == "A red kite!")
    }

    @Test(arguments: [
        "-----Original Message-----\nFrom: Anna", "-----Ursprüngliche Nachricht-----\nVon: Anna",
        "________________________________\nDe : Anna <anna@a.example>\nEnvoyé : lundi\nÀ : Bert",
        "De: Anna\nEnviado el: lunes\nPara: Bert\nAsunto: What is that?",
        "---------- Forwarded message ---------\nFrom: Anna\nDate: now",
        "-------- Weitergeleitete Nachricht --------\nBetreff: What\nVon: Anna",
        "Begin forwarded message:\n\nFrom: Anna\nDate: now\nTo: Bert",
        "Anfang der weitergeleiteten Nachricht:\n\nVon: Anna",
        "---- Unknown words ----\nFrom: A\nTo: B",
        "От: Anna\nДата: 5 мая\nКому: Bert\nТема: What",
        "差出人: Anna\n日時: 2024\n宛先: Bert\n件名: What",
    ])
    func `an original under its header is left out`(header: String) {
        let reply = ReplyText(plain: "A red kite!\n\n\(header)\n\nWhat is that?\n")
        #expect(reply.text == "A red kite!")
    }

    @Test(arguments: [
        "On the barn: a red kite.", "It was 10:30 on 5 May 2024:\n\na red kite",
        "As Anna said, on 5 May:", "From: the barn, I think", "---\nA red kite\n---\nAnd a barn",
        "* a kite\n* a barn", "Sent by mail: see there", "I wrote to 3 people:\n\nnobody knew",
        "Tel. 089 123456 knows", "a > b, and\nx -> y", "To: be honest\nDate: unknown", "--- is it?",
        "A red kite — I'm sure",
    ])
    func `what only looks like a mark stays`(text: String) {
        #expect(ReplyText(plain: text).text == text)
    }

    @Test(arguments: [
        ("", ""), ("\n\n \n", ""), ("> What?\n> That?\n", ""), ("Sent from my iPhone\n", ""),
        ("---------- Forwarded message ---------\nFrom: A\nTo: B\n\nA kite.\n", "A kite."),
        ("A kite.\r\n\r\n-- \r\nBert\r\n", "A kite."),
        (
            "> a line that was wrapped by a program since it was a bit too long\nto stay\n> ok\n\nYes.\n",
            "> a line that was wrapped by a program since it was a bit too long\nto stay\n> ok\n\nYes."
        ),
    ])
    func `odd replies have their text`(mail: String, text: String) {
        #expect(ReplyText(plain: mail).text == text)
    }

    @Test func `of two versions the one that programs show is read`() {
        let mail = """
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=m

            --m
            Content-Type: multipart/alternative; boundary=a

            --a
            Content-Type: text/plain

            plain
            --a
            Content-Type: multipart/related; boundary=r

            --r
            Content-Type: text/html

            <p>shown</p>
            --r--
            --a--
            --m
            Content-Type: image/jpeg

            x
            --m
            Content-Type: text/plain

            below the picture
            --m
            Content-Type: text/plain
            Content-Disposition: attachment; filename=notes.txt

            attached
            --m
            Content-Type: message/rfc822

            Subject: inner

            inside
            --m--
            """
        let reply = MailMessage(parsing: Array(mail.utf8)).replyText()
        #expect(reply?.text == "shown\n\nbelow the picture")
    }

    @Test func `a mail without a text has no reply`() {
        let mail = "Content-Type: image/jpeg\n\nx"
        #expect(MailMessage(parsing: Array(mail.utf8)).replyText() == nil)
    }
}
