extension MailMessage {
    /// What the writer of this message newly wrote; nil where it has no text of its own.
    ///
    /// Of an HTML and a plain version the HTML one is read, which programs show; where it says nothing,
    /// the plain one. Messages inside of this one, and texts that are attached, are not read.
    ///
    /// ```swift
    /// if let reply = message.replyText() { print(reply.text) }
    /// ```
    public func replyText() -> ReplyText? {
        var budget = ReplyText.longest
        var gathered = GatheredText()
        gathered.add(root, &budget)
        return gathered.reply
    }
}

/// The texts of a message that a person sees one below the other.
private struct GatheredText {
    private var lines: ReplyLines?
    private var isCut = false

    var reply: ReplyText? { lines.map { ReplyText($0, isCut: isCut) } }

    mutating func add(_ part: MIMEPart, _ budget: inout Int) {
        if part.isMultipart {
            switch part.contentType.subtype {
            case "alternative": addAlternative(part, &budget)
            case "related": if let root = part.relatedRoot { add(root, &budget) }
            case "signed", "report", "encrypted":
                if let first = part.children.first { add(first, &budget) }
            default: for child in part.children { add(child, &budget) }
            }
        } else if part.contentType.isText, !part.isAttachment,
            ["plain", "html", "enriched"].contains(part.contentType.subtype)
        {
            append(Self.lines(of: part, &budget, &isCut))
        }
    }

    private mutating func addAlternative(_ part: MIMEPart, _ budget: inout Int) {
        // The last one is the richest (RFC 2046 §5.1.4).
        for choice in part.children.reversed() {
            var gathered = GatheredText()
            var rest = budget
            gathered.add(choice, &rest)
            guard let lines = gathered.lines, lines.nextFilled(from: 0) != nil else { continue }
            budget = rest
            isCut = isCut || gathered.isCut
            append(lines)
            return
        }
    }

    private mutating func append(_ more: ReplyLines) {
        guard let known = lines else {
            lines = more
            return
        }
        let shift = known.bytes.count
        let room = max(0, ReplyLines.mostLines - known.lines.count)
        isCut = isCut || more.isCut || more.lines.count > room
        lines?.bytes += more.bytes
        lines?.lines += more.lines.prefix(room).lazy.map { $0.moved(by: shift) }
    }

    private static func lines(
        of part: MIMEPart, _ budget: inout Int, _ isCut: inout Bool
    ) -> ReplyLines {
        let text = part.text(upTo: budget).text
        if text.utf8.count >= budget { isCut = true }
        budget = max(0, budget - text.utf8.count)
        guard part.contentType.subtype == "html" else {
            return ReplyLines(plain: part.flowed(text))
        }
        return MarkupReader.lines(of: text)
    }
}

extension ReplyLine {
    /// The line in a text that has so many octets more before it.
    fileprivate func moved(by shift: Int) -> ReplyLine {
        var line = self
        line.range = range.lowerBound + shift..<range.upperBound + shift
        line.content = content.lowerBound + shift..<content.upperBound + shift
        return line
    }
}
