/// Finds the line that parts the writer's words from a message below that is not quoted with marks:
/// “-----Original Message-----”, “Begin forwarded message:”.
enum OriginalMark {
    /// Whether a line is such a mark.
    static func isMark(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count <= 160, let first = line.first else { return false }
        let mayBegin =
            first == .hyphen || first == .asterisk || first == .underscore || first == .equals
        let folded = FoldedText.fold(line)
        if whole.contains(folded[...]) { return true }
        guard mayBegin else { return false }
        let isDecoration: (UInt8) -> Bool = {
            [.hyphen, .asterisk, .underscore, .equals, .space].contains($0)
        }
        let head = folded.prefix(while: isDecoration)
        guard head.count(where: { $0 == .hyphen || $0 == .underscore || $0 == .equals }) > 1 else {
            return false
        }
        var words = folded.dropFirst(head.count)
        while let last = words.last, isDecoration(last) || last == .colon || last == .greater {
            words = words.dropLast()
        }
        return between.contains(words)
    }

    /// Whether a line is some words between dashes, as such a mark of an unknown language is.
    static func isFramed(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count <= 160 else { return false }
        let isRule: (UInt8) -> Bool = { $0 == .hyphen || $0 == .asterisk || $0 == .underscore }
        let head = line.prefix(while: isRule).count
        let tail = line.reversed().prefix(while: isRule).count
        return head > 2 && tail > 2 && head + tail <= line.count
    }

    /// Lines that need no dashes.
    private static let whole = Phrases([
        "begin forwarded message:", "begin forwarded message", "start forwarded message:",
        "anfang der weitergeleiteten nachricht:", "anfang der weitergeleiteten e-mail:",
        "weitergeleitete nachricht:", "début du message réexpédié :",
        "début du message transféré :", "début du message réexpédié:", "message transféré :",
        "inicio del mensaje reenviado:", "comienzo del mensaje reenviado:",
        "mensaje reenviado:", "inizio messaggio inoltrato:", "início da mensagem reencaminhada:",
        "início da mensagem encaminhada:", "begin doorgestuurd bericht:",
        "vidarebefordrat brev:", "videresendt melding:", "videresendt meddelelse:",
        "start på videresendt besked:", "välitetty viesti alkaa:",
        "początek przekazywanej wiadomości:", "начало переадресованного сообщения:",
        "iletilen ileti başlangıcı:", "转发的邮件：", "下面是被转发的邮件：", "転送されたメッセージ：",
    ])

    /// The words between the dashes.
    private static let between = Phrases([
        "original message", "original appointment", "original mail", "original-nachricht",
        "originalnachricht", "ursprüngliche nachricht", "originalmail", "original e-mail",
        "message d'origine", "message original", "message initial", "mensaje original",
        "mensagem original", "messaggio originale", "messaggio originario",
        "oorspronkelijk bericht", "origineel bericht", "originalmeddelande",
        "ursprungligt meddelande", "ursprungligt e-postmeddelande", "oprindelig meddelelse",
        "oprindelig besked", "original besked", "opprinnelig melding", "original melding",
        "alkuperäinen viesti", "wiadomość oryginalna", "oryginalna wiadomość",
        "wiadomość pierwotna", "původní zpráva", "pôvodná správa", "eredeti üzenet",
        "mesaj original", "orijinal mesaj", "özgün ileti", "αρχικό μήνυμα",
        "исходное сообщение", "пересылаемое сообщение", "оригінальне повідомлення",
        "原始邮件", "邮件原件", "原始信件", "元のメッセージ", "원본 메시지", "원본 메일",
        "forwarded message", "forwarded by", "forwarded mail", "weitergeleitete nachricht",
        "weitergeleitete e-mail", "message transféré", "message transmis", "mensaje reenviado",
        "mensagem encaminhada", "messaggio inoltrato", "doorgestuurd bericht",
        "vidarebefordrat meddelande", "videresendt melding", "videresendt meddelelse",
        "videresendt besked", "välitetty viesti", "wiadomość przekazana",
        "przekazana wiadomość", "přeposlaná zpráva", "preposlaná správa", "továbbított üzenet",
        "mesaj redirecționat", "iletilmiş mesaj", "προωθημένο μήνυμα",
        "пересланное сообщение", "перенаправленное сообщение", "переслане повідомлення",
        "转发邮件信息", "转发的邮件", "轉寄郵件", "転送メッセージ", "전달된 메시지", "reply message",
    ])
}
