/// A mail program, as it writes an answer in HTML: our own templates, after what they send.
enum MailClient: String, CaseIterable {
    case gmail, outlookDesktop, outlookWeb, appleMail, iPhone, thunderbird, yahoo

    /// The languages that the programs are set to.
    enum Language: String, CaseIterable { case english, german, french, spanish }

    /// Those that answers can be written in between the lines of the original with.
    static let quoting: [MailClient] = [.gmail, .appleMail, .thunderbird]

    /// An answer above the original.
    ///
    /// - Parameters:
    ///   - answer: Lines of the answer; an empty one parts paragraphs.
    ///   - original: Lines of the mail that is answered.
    func topPosted(_ answer: [String], _ original: [String], _ language: Language) -> String {
        let (new, old) = (paragraphs(answer), paragraphs(original))
        let words = Words(language, self)
        switch self {
        case .gmail:
            return "<div dir=\"ltr\">\(new)</div><br><div class=\"gmail_quote\">"
                + "<div dir=\"ltr\" class=\"gmail_attr\">\(words.attribution)<br></div>"
                + "<blockquote class=\"gmail_quote\" style=\"margin:0px 0px 0px 0.8ex;"
                + "border-left:1px solid rgb(204,204,204);padding-left:1ex\">\(old)</blockquote></div>"
        case .outlookDesktop:
            return "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><head><style><!-- "
                + "p.MsoNormal {margin:0cm;} --></style></head><body lang=DE link=\"#0563C1\">"
                + "<div class=WordSection1>\(new)<p class=MsoNormal><o:p>&nbsp;</o:p></p><div>"
                + "<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>"
                + "<p class=MsoNormal>\(words.header)<o:p></o:p></p></div></div>"
                + "<p class=MsoNormal><o:p>&nbsp;</o:p></p>\(old)</div></body></html>"
        case .outlookWeb:
            return "<html><body dir=\"ltr\"><div class=\"elementToProof\">\(new)</div>"
                + "<div id=\"appendonsend\"></div><hr style=\"display:inline-block;width:98%\""
                + " tabindex=\"-1\"><div id=\"divRplyFwdMsg\" dir=\"ltr\"><font face=\"Calibri\">"
                + "\(words.header)</font><div>&nbsp;</div></div><div>\(old)</div></body></html>"
        case .appleMail:
            return "<html><head><meta http-equiv=\"content-type\"></head>"
                + "<body style=\"overflow-wrap: break-word;\">\(new)<br><div><br>"
                + "<blockquote type=\"cite\"><div>\(words.attribution)</div>"
                + "<br class=\"Apple-interchange-newline\"><div>\(old)</div></blockquote></div></body></html>"
        case .iPhone:
            return
                "<html><body dir=\"auto\"><div dir=\"ltr\">\(new)</div><div dir=\"ltr\"><br></div>"
                + "<div dir=\"ltr\">\(words.telephone)</div><div dir=\"ltr\"><br>"
                + "<blockquote type=\"cite\">\(words.attribution)<br><br></blockquote></div>"
                + "<blockquote type=\"cite\"><div dir=\"ltr\">\u{FEFF}\(old)</div></blockquote></body></html>"
        case .thunderbird:
            return "<!DOCTYPE html><html><head><title>Re</title></head><body>\(new)"
                + "<div class=\"moz-cite-prefix\">\(words.attribution)<br></div>"
                + "<blockquote type=\"cite\" cite=\"mid:q1@a.example\">\(old)</blockquote>"
                + "<pre class=\"moz-signature\" cols=\"72\">-- \nBert Example\n+49 89 123456</pre></body></html>"
        case .yahoo:
            return "<html><head></head><body><div class=\"ydp1a2bc3yahoo-style-wrap\">\(new)</div>"
                + "<div id=\"yahoo_quoted_4711\" class=\"yahoo_quoted\"><div style=\"color:#26282a;\">"
                + "<div>\(words.attribution)</div><div><br></div><div><br></div><div>\(old)</div>"
                + "</div></div></body></html>"
        }
    }

    /// Answers between pieces of the original, of one that quotes in pieces.
    func between(_ pieces: [(original: [String], answer: [String])], _ language: Language) -> String
    {
        let words = Words(language, self)
        let isGmail = self == .gmail
        let open =
            isGmail
            ? "<blockquote class=\"gmail_quote\" style=\"margin:0px 0px 0px 0.8ex\">"
            : "<blockquote type=\"cite\">"
        let body = pieces.map { piece in
            "\(open)\(paragraphs(piece.original))</blockquote>\(paragraphs(piece.answer))"
        }.joined()
        switch self {
        case .gmail:
            return
                "<div dir=\"ltr\"><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">"
                + "\(words.attribution)<br></div>\(body)</div></div>"
        case .thunderbird:
            return
                "<html><body><div class=\"moz-cite-prefix\">\(words.attribution)<br></div>\(body)"
                + "</body></html>"
        default:
            return
                "<html><body><blockquote type=\"cite\"><div>\(words.attribution)</div></blockquote>"
                + "\(body)</body></html>"
        }
    }

    /// An answer below the original.
    func bottomPosted(_ answer: [String], _ original: [String], _ language: Language) -> String {
        between([(original, answer)], language)
    }

    private func paragraphs(_ lines: [String]) -> String {
        lines.map { line in
            let text = Self.escaped(line)
            switch self {
            case .outlookDesktop:
                return "<p class=MsoNormal>\(text.isEmpty ? "&nbsp;" : text)<o:p></o:p></p>"
            case .thunderbird: return text.isEmpty ? "<br>" : "\(text)<br>\n"
            default: return "<div>\(text.isEmpty ? "<br>" : text)</div>"
            }
        }.joined()
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

extension MailClient {
    /// What a program says in a language around the original.
    private struct Words {
        var attribution: String
        var header: String
        var telephone: String

        init(_ language: Language, _ client: MailClient) {
            let anna = "Anna Example &lt;<a href=\"mailto:anna@a.example\">anna@a.example</a>&gt;"
            let fields: [String]
            switch language {
            case .english:
                telephone = "Sent from my iPhone"
                fields = ["From:", "Sent:", "To:", "Subject:"]
                attribution =
                    switch client {
                    case .gmail: "On Sun, May 5, 2024 at 10:00 AM \(anna) wrote:"
                    case .yahoo: "On Sunday, May 5, 2024 at 10:00:00 AM GMT+2, \(anna) wrote: "
                    case .thunderbird: "On 5/5/24 10:00 AM, Anna Example wrote:"
                    default: "On 5 May 2024, at 10:00, \(anna) wrote:"
                    }
            case .german:
                telephone = "Von meinem iPhone gesendet"
                fields = ["Von:", "Gesendet:", "An:", "Betreff:"]
                attribution =
                    switch client {
                    case .gmail: "Am So., 5. Mai 2024 um 10:00&nbsp;Uhr schrieb \(anna):"
                    case .yahoo:
                        "Am Sonntag, 5. Mai 2024 um 10:00:00 MESZ hat \(anna) Folgendes geschrieben: "
                    case .thunderbird: "Am 05.05.24 um 10:00 schrieb Anna Example:"
                    default: "Am 05.05.2024 um 10:00 schrieb \(anna):"
                    }
            case .french:
                telephone = "Envoyé de mon iPhone"
                fields = ["De :", "Envoyé :", "À :", "Objet :"]
                attribution =
                    switch client {
                    case .gmail: "Le&nbsp;dim. 5 mai 2024 à&nbsp;10:00, \(anna) a écrit&nbsp;:"
                    case .yahoo: "Le dimanche 5 mai 2024 à 10:00:00 UTC+2, \(anna) a écrit : "
                    case .thunderbird: "Le 05/05/2024 à 10:00, Anna Example a écrit :"
                    default: "Le 5 mai 2024 à 10:00, \(anna) a écrit :"
                    }
            case .spanish:
                telephone = "Enviado desde mi iPhone"
                fields = ["De:", "Enviado el:", "Para:", "Asunto:"]
                attribution =
                    switch client {
                    case .gmail:
                        "El dom, 5 may 2024 a las 10:00, Anna Example (&lt;anna@a.example&gt;) escribió:"
                    case .yahoo: "El domingo, 5 de mayo de 2024, 10:00:00 CEST, \(anna) escribió: "
                    case .thunderbird: "El 5/5/24 a las 10:00, Anna Example escribió:"
                    default: "El 5 may 2024, a las 10:00, \(anna) escribió:"
                    }
            }
            let values = ["\(anna)", "5.5.2024 10:00", "Bert Example", "What is that?"]
            header = zip(fields, values).map { "<b>\($0)</b> \($1)" }.joined(separator: "<br>\n")
        }
    }
}
