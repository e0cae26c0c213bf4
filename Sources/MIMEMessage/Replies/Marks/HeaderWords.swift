/// The names of header fields as mail programs write them above a message that they quote or forward.
enum HeaderWords {
    /// What a field holds.
    enum Field: Sendable { case from, to, date, subject, other }

    /// The field of a name, folded and without its colon.
    static func field(_ name: [UInt8]) -> Field? { fields[name] }

    /// The longest name, in octets.
    static let longest = fields.keys.map(\.count).max() ?? 0

    private static let fields: [[UInt8]: Field] = {
        var fields: [[UInt8]: Field] = [:]
        for (field, names) in words {
            for name in names { fields[Array(name.utf8)] = field }
        }
        return fields
    }()

    private static let words: [(Field, [String])] = [
        (
            .from,
            [
                "from", "von", "de", "da", "van", "från", "fra", "lähettäjä", "od", "nadawca",
                "feladó", "de la", "expéditeur", "expediteur", "mittente", "remitente", "remetente",
                "kimden", "gönderen", "από", "от", "от кого", "від", "saatja", "šalje", "nuo", "no",
                "发件人", "寄件者", "差出人", "보낸 사람", "보낸사람", "מאת", "من", "afzender",
            ]
        ),
        (
            .to,
            [
                "to", "an", "à", "a", "para", "per", "destinataire", "destinatario", "aan", "till",
                "til", "vastaanottaja", "do", "komu", "pro", "címzett", "către", "catre", "kime",
                "alıcı", "προς", "кому", "куда", "до", "saaja", "za", "prima", "kam", "收件人", "收件者",
                "宛先", "받는 사람", "받는사람", "אל", "إلى",
            ]
        ),
        (
            .date,
            [
                "date", "sent", "datum", "gesendet", "gesendet am", "envoyé", "envoyé le", "envoye",
                "message du", "fecha", "enviado", "enviado el", "enviado em", "enviada em", "data",
                "inviato", "data invio", "verzonden", "verstuurd", "skickat", "skickat den", "dato",
                "sendt", "lähetetty", "päivämäärä", "päiväys", "wysłano", "data wysłania",
                "odesláno",
                "odoslané", "dátum", "elküldve", "trimis", "dată", "tarih", "gönderildi",
                "gönderme tarihi", "ημερομηνία", "στάλθηκε", "дата", "отправлено", "надіслано",
                "kuupäev", "saadetud", "poslano", "发送时间", "日期", "寄件日期", "日時", "送信日時",
                "보낸 날짜", "날짜", "תאריך", "نشّر", "التاريخ",
            ]
        ),
        (
            .subject,
            [
                "subject", "betreff", "objet", "sujet", "asunto", "oggetto", "assunto", "onderwerp",
                "ämne", "emne", "aihe", "temat", "předmět", "predmet", "tárgy", "subiect", "konu",
                "θέμα", "тема", "teema", "主题", "主旨", "件名", "제목", "נושא", "الموضوع",
            ]
        ),
        (
            .other,
            [
                "cc", "bcc", "kopie", "copie", "copie à", "copia", "kopia", "kopi", "kopio", "dw",
                "másolat", "bilgi", "копия", "копія", "抄送", "副本", "참조", "reply-to", "reply to",
                "antwort an", "antworten an", "répondre à", "repondre a", "responder a",
                "rispondi a", "importance", "wichtigkeit", "importancia", "priorità", "priority",
                "attachments", "anlagen", "anhänge", "pièces jointes", "archivos adjuntos",
                "allegati", "organization", "organisation",
            ]
        ),
    ]
}
