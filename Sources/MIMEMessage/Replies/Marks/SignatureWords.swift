/// What mail programs and phones add below a text by themselves: “Sent from my iPhone”.
enum SignatureWords {
    /// What such a line begins with.
    static let beginnings = Phrases([
        "sent from", "sent via", "sent with", "sent using", "sent by", "get outlook for",
        "gesendet von", "gesendet mit", "gesendet über", "gesendet via", "von meinem",
        "von unterwegs gesendet", "von iphone gesendet", "von ipad gesendet",
        "diese nachricht wurde von", "diese nachricht wurde mit", "diese e-mail wurde von",
        "holen sie sich outlook für", "hol dir outlook für", "outlook für ios herunterladen",
        "envoyé de", "envoyé depuis", "envoyé à partir de", "envoyé via", "envoyé avec",
        "envoyé par", "provenance :", "télécharger outlook pour", "téléchargez outlook pour",
        "obtenir outlook pour", "cet e-mail a été envoyé depuis",
        "enviado desde", "enviado con", "enviado por", "enviado de", "enviado do", "enviado pelo",
        "enviado via", "enviado a partir do", "obtener outlook para", "obtenga outlook para",
        "descargar outlook para", "obter o outlook para",
        "inviato da", "inviato dal", "inviato con", "inviato tramite", "scarica outlook per",
        "ottieni outlook per", "verzonden vanaf", "verzonden met", "verzonden via",
        "verstuurd vanaf",
        "verstuurd met", "outlook voor ios downloaden", "skickat från", "skickades från",
        "hämta outlook för", "sendt fra", "sendt via", "hent outlook til", "hent outlook for",
        "skaff deg outlook for", "lähetetty", "hanki outlook", "wysłane z", "wysłano z",
        "pobierz aplikację outlook", "pobierz program outlook", "odesláno z", "odoslané z",
        "získejte outlook", "küldve", "elküldve", "trimis de pe", "trimis din",
        "στάλθηκε από", "отправлено с", "отправлено из", "надіслано з", "надіслано від",
        "发自我的", "发自", "從我的", "傳送自", "发送自", "из мобильной",
    ])

    /// What such a line ends with, where it begins with anything.
    static let endings = Phrases([
        "gönderildi", "から送信", "에서 보냄", "에서 나의 iphone에서 보냄",
    ])

    /// Names of phones and programs, and possessives; a line without any of them is an ordinary sentence.
    static let makes: [[UInt8]] = [
        "my ", "iphone", "ipad", "ipod", "ios", "android", "samsung", "galaxy", "huawei", "xiaomi",
        "redmi", "oneplus", "pixel", "nokia", "motorola", "sony", "xperia", "htc", "fairphone",
        "blackberry", "windows", "outlook", "yahoo", "gmail", "gmx", "web.de", "aol", "hotmail",
        "proton", "tutanota", "tuta", "thunderbird", "k-9", "k9", "fairemail", "mail", "spark",
        "airmail", "mobile", "mobil", "móvil", "movil", "celular", "telefon", "teléfono",
        "téléphone", "telefono", "cellulare", "handy", "smartphone", "tablet", "tablette",
        "gerät", "device", "appareil", "dispositivo", "phone", "puhelin", "telefonu", "телефон",
        "typeapp", "app", "mac", "laptop", "computer", "watch", "nine", "zoho", "sparrow", "mutt",
        "meinem ", "mon ", "mi ", "mijn ", "min ", "mio ", "meu ", "mého", "我的",
    ].map { Array($0.utf8) }

    /// Phrases of legal disclaimers; a longer paragraph with two of them is one.
    static let disclaimers: [[UInt8]] = [
        "confidential", "intended recipient", "privileged", "unauthorized", "unauthorised",
        "received this message in error", "received this email in error",
        "received this e-mail in error", "received it in error", "delete this message",
        "permanently delete", "any attachments", "before printing", "disclosure", "dissemination",
        "vertraulich", "rechtlich geschützt", "richtige adressat", "irrtümlich erhalten",
        "unbefugte", "vernichten sie", "nicht gestattet", "diese e-mail enthält",
        "confidentiel", "destinataire", "par erreur", "pièces jointes", "strictement interdit",
        "toute diffusion", "veuillez le détruire", "avant d'imprimer",
        "confidencial", "destinatario", "por error", "prohibida", "adjuntos", "divulgación",
        "antes de imprimir", "destinatário", "por engano", "anexos",
        "riservat", "destinatario", "per errore", "allegati", "vietat", "cancellar",
        "vertrouwelijk", "geadresseerde", "ten onrechte", "bijlagen", "poufn", "konfidentiell",
        "poufne", "adresat", "конфиденциальн", "адресат",
    ].map { Array($0.utf8) }

    /// Beginnings of lines that mailing lists and virus scanners put below a mail.
    static let footers = Phrases([
        "to unsubscribe", "unsubscribe:", "you received this message because you are subscribed",
        "virus-free.", "virenfrei.", "garanti sans virus.", "libre de virus.", "senza virus.",
        "this email has been checked for viruses", "diese e-mail wurde von avast",
        "cet e-mail a été vérifié", "este mensaje no contiene virus",
    ])
}
