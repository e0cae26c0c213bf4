/// What the markup of mail programs says about an element's text.
struct MarkupMeaning: Equatable {
    /// How many quote marks the element adds.
    var quotes = 0
    /// What its lines are.
    var zone = ReplyLine.Zone.none
    /// Whether it is not shown.
    var isHidden = false
    /// Whether white space is preserved.
    var isPreformatted = false
    /// Whether the original begins here and goes on to the end of the document.
    var beginsOriginal = false
    /// Whether a signature begins here and goes on to the next quotation.
    var beginsSignature = false

    /// Nothing.
    init() {}

    /// Reads it off a tag.
    init(_ tag: MarkupTag) {
        isHidden = tag.isHidden
        isPreformatted = tag.name == "pre"
        if tag.name == "blockquote", !Self.isIndent(tag) { quotes = 1 }
        if !tag.style.isEmpty { read(style: tag.style) }
        for token in tag.tokens { read(token) }
    }

    private mutating func read(style: String) {
        isHidden =
            isHidden || style.holds("display:none") || style.holds("mso-hide:all")
            || style.holds("visibility:hidden")
        isPreformatted = isPreformatted || style.holds("white-space:pre")
        // Outlook for Windows draws a line above the header of the original.
        if style.holds("border-top:solid#e1e1e1") || style.holds("border-top:solid#b5c4df") {
            beginsOriginal = true
        }
    }

    private mutating func read(_ token: Substring) {
        switch token {
        case "gmail_attr", "moz-cite-prefix": zone = .attribution
        case "gmail_quote", "gmail_extra", "gmail_quote_container": break
        case "divrplyfwdmsg", "appendonsend", "outlookmessageheader", "zwchr",
            "ms-outlook-mobile-reference-message":
            beginsOriginal = true
        case "linebreakatbeginningofsignature": beginsSignature = true
        default:
            if Self.originals.contains(token) || token.hasPrefix("yahoo_quoted")
                || token.hasSuffix("yahoo_quoted") || token.hasPrefix("aolmsgpart")
            {
                quotes = max(quotes, 1)
            } else if token.hasSuffix("signature") || token.hasSuffix("signature_block")
                || token == "gmail_signature_prefix"
            {
                zone = .signature
            }
        }
    }

    /// The names of elements that hold an original: Yahoo, Proton, Zoho, GMX, NetEase, Outlook for Mac,
    /// the new Outlook, and others.
    private static let originals: Set<Substring> = [
        "yahoo_quoted", "yqtdbase", "protonmail_quote", "zmail_extra", "quote",
        "olk_src_body_section", "mail-editor-reference-message-container", "isreplycontent",
        "isforwardcontent", "tutanota_quote", "replyfwdquote", "mailquote", "mailru-blockquote",
        "mail_quote", "gmail_quote_original", "front-blockquote", "spark_quote",
        "messagereplysection",
    ]

    /// Whether a blockquote is somebody's indentation, not a quotation.
    ///
    /// QUIRK: WebKit indents so: `<blockquote style="margin: 0 0 0 40px; border: none; …">`.
    private static func isIndent(_ tag: MarkupTag) -> Bool {
        tag.tokens.contains("webkit-indent-blockquote")
            || (tag.type != "cite" && tag.tokens.isEmpty && tag.style.holds("border:none")
                && tag.style.holds("40px"))
    }
}

extension String {
    /// Whether an ASCII text stands in it, octet by octet: each tag of a document is asked.
    fileprivate func holds(_ part: StaticString) -> Bool {
        var text = self
        return text.withUTF8 { text in
            part.withUTF8Buffer { part in
                guard let first = part.first, text.count >= part.count else { return false }
                return (0...text.count - part.count).contains { start in
                    text[start] == first
                        && text[start..<start + part.count].elementsEqual(part)
                }
            }
        }
    }
}
