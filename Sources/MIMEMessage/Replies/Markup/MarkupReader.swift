/// Reads an HTML document as the lines of a reply: for finding what was written, never to be shown.
///
/// One pass; what is damaged is passed over as browsers do. What is not shown is not read: comments,
/// scripts, styles, elements with `display: none`.
struct MarkupReader {
    private let bytes: [UInt8]
    private var text = MarkupText()
    private var elements = MarkupElements()
    /// What has no end in the rest of the document, so that it is searched for once.
    private var unclosed: Set<String> = []

    /// The lines of a document.
    static func lines(of html: String) -> ReplyLines {
        var reader = MarkupReader(html)
        reader.read()
        return reader.text.lines
    }

    private init(_ html: String) { bytes = Array(html.utf8) }

    private mutating func read() {
        var index = 0
        while index < bytes.count, !text.isFull {
            let octet = bytes[index]
            if octet == .less, let next = markup(at: index) {
                index = next
            } else if octet == 0x26, let (octets, next) = CharacterReference.read(bytes, index) {
                text.add(reference: octets)
                index = next
            } else {
                text.add(octet)
                index += 1
            }
        }
        if index < bytes.count { text.cut() }
        text.endLine()
    }

    /// Reads what a `<` begins, and says where the text goes on; nil where it is a sign of the text.
    private mutating func markup(at start: Int) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        let first = bytes[start + 1]
        if first == 0x21 || first == .question {
            return bytes.hasText("<!--", at: start)
                ? find("-->", from: start + 4) ?? bytes.count
                : find(">", from: start + 1) ?? bytes.count
        }
        guard first.isLetter || first == .slash else { return nil }
        guard let end = endOfTag(from: start + 1) else { return bytes.count }
        guard let tag = MarkupTag(bytes[(start + 1)..<(end - 1)]) else { return end }
        if !tag.isClosing, Self.raw.contains(tag.name) {
            // Its end tag is read as one.
            return find("</" + tag.name, from: end).map { $0 - tag.name.utf8.count - 2 } ?? end
        }
        take(tag)
        return end
    }

    /// Elements whose text is not shown.
    private static let raw: Set<String> = ["script", "style", "title", "textarea", "template"]

    private mutating func take(_ tag: MarkupTag) {
        switch tag.name {
        case "br":
            let meaning = MarkupMeaning(tag)
            text.breakLine()
            if meaning.beginsSignature { elements.beginSignature(&text) }
        case "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl":
            if !tag.isClosing { elements.endImplied(["p"], &text) }
            let isTight = tag.style.contains("margin:0") || tag.tokens.contains("msonormal")
            elements.isParagraphTight = tag.isClosing ? elements.isParagraphTight : isTight
            if elements.isParagraphTight { text.endLine() } else { text.endParagraph() }
            elements.take(tag, &text)
        case "hr":
            elements.endImplied(["p"], &text)
            text.endParagraph()
            if MarkupMeaning(tag).beginsOriginal { elements.beginOriginal(&text) }
        case "td", "th":
            text.partCells()
            elements.take(tag, &text)
        case "li":
            text.endLine()
            if !tag.isClosing { elements.endImplied(["p", "li"], &text) }
            elements.take(tag, &text)
            if !tag.isClosing { for octet in "- ".utf8 { text.add(octet) } }
        case "blockquote":
            // The empty line around a quotation does not belong to it.
            if tag.isClosing { text.endLine() } else { text.endParagraph() }
            if !tag.isClosing { elements.endImplied(["p"], &text) }
            elements.take(tag, &text)
            if tag.isClosing { text.endParagraph() }
        case "div", "tr", "table", "section", "article", "pre", "center", "address", "dt", "dd",
            "body", "main", "header", "footer", "aside", "figure", "form":
            text.endLine()
            if !tag.isClosing { elements.endImplied(["p"], &text) }
            elements.take(tag, &text)
        case "span", "font", "a", "b", "i", "em", "strong": elements.take(tag, &text)
        case "img", "input", "meta", "link", "base", "wbr", "col", "source", "area", "embed":
            break
        default: elements.takeUnknown(tag, &text)
        }
    }

    /// The place behind the `>` of a tag; one inside a quoted attribute does not end it.
    private mutating func endOfTag(from start: Int) -> Int? {
        guard !unclosed.contains(">") else { return nil }
        var index = start
        while index < bytes.count {
            let octet = bytes[index]
            index += 1
            if octet == .greater { return index }
            if octet == .quote || octet == .apostrophe, bytes[index - 2] == .equals {
                index = find(octet == .quote ? "\"" : "'", from: index) ?? index
            }
        }
        unclosed.insert(">")
        return nil
    }

    /// The place behind the first text of its kind, whatever its case.
    private mutating func find(_ needle: String, from start: Int) -> Int? {
        guard !unclosed.contains(needle) else { return nil }
        let letters = Array(needle.utf8)
        var index = start
        while index + letters.count <= bytes.count {
            if bytes[index].lowercased == letters[0],
                bytes[index..<(index + letters.count)].elementsEqual(
                    letters, by: { $0.lowercased == $1 })
            {
                return index + letters.count
            }
            index += 1
        }
        unclosed.insert(needle)
        return nil
    }
}
