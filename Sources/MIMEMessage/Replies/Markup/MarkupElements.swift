/// The elements that are open, and what each of them said about its text.
struct MarkupElements {
    private struct Element {
        var name: String
        var meaning: MarkupMeaning
        /// The zone around it.
        var outer: ReplyLine.Zone
        var isInline: Bool
    }

    private var open: [Element] = []
    private var counts: [String: Int] = [:]
    private var isOriginal = false
    /// Whether the paragraph that is open has no margin.
    var isParagraphTight = false

    /// The most elements that are held; what is deeper says nothing.
    private static let deepest = 20_000
    /// How far an inline element is looked for that ends.
    private static let farthest = 64

    private static let blocks: Set<String> = [
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "li", "td", "th", "blockquote",
        "div", "tr", "table", "section", "article", "pre", "center", "address", "dt", "dd", "body",
        "main", "header", "footer", "aside", "figure", "form",
    ]

    /// Opens or closes an element.
    mutating func take(_ tag: MarkupTag, _ text: inout MarkupText) {
        if tag.isClosing { close(tag.name, &text) } else { begin(tag, &text) }
    }

    /// Opens or closes an element that means nothing but for its attributes: held only where they say
    /// something, or where one of its name is held.
    mutating func takeUnknown(_ tag: MarkupTag, _ text: inout MarkupText) {
        if counts[tag.name] ?? 0 > 0 || (!tag.isClosing && MarkupMeaning(tag) != MarkupMeaning()) {
            take(tag, &text)
        }
    }

    /// Closes the innermost block if it is one of those that need no end tag before what begins now
    /// (HTML, “optional tags”).
    mutating func endImplied(_ names: Set<String>, _ text: inout MarkupText) {
        var index = open.count - 1
        while index >= 0, open[index].isInline, open.count - index < Self.farthest { index -= 1 }
        guard index >= 0, names.contains(open[index].name) else { return }
        close(open[index].name, &text)
    }

    /// The original begins, and goes on to the end.
    mutating func beginOriginal(_ text: inout MarkupText) {
        guard !isOriginal else { return }
        isOriginal = true
        text.quotes += 1
        text.zone = .none
    }

    /// A signature begins, and goes on to the next quotation.
    mutating func beginSignature(_ text: inout MarkupText) { text.zone = .signature }

    private mutating func begin(_ tag: MarkupTag, _ text: inout MarkupText) {
        guard open.count < Self.deepest else { return }
        let meaning = MarkupMeaning(tag)
        open.append(
            Element(
                name: tag.name, meaning: meaning, outer: text.zone,
                isInline: !Self.blocks.contains(tag.name)))
        counts[tag.name, default: 0] += 1
        text.quotes += meaning.quotes
        text.hidden += meaning.isHidden ? 1 : 0
        text.preformatted += meaning.isPreformatted ? 1 : 0
        if meaning.zone != .none || meaning.quotes > 0 { text.zone = meaning.zone }
        if meaning.beginsOriginal { beginOriginal(&text) }
        if meaning.beginsSignature { beginSignature(&text) }
    }

    private mutating func close(_ name: String, _ text: inout MarkupText) {
        guard counts[name] ?? 0 > 0 else { return }
        if !Self.blocks.contains(name) {
            // An inline element ends no block that is open in it.
            var index = open.count - 1
            while index >= 0, open[index].isInline, open[index].name != name,
                open.count - index < Self.farthest
            {
                index -= 1
            }
            guard index >= 0, open[index].name == name else { return }
        }
        while let element = open.popLast() {
            counts[element.name, default: 1] -= 1
            text.quotes -= element.meaning.quotes
            text.hidden -= element.meaning.isHidden ? 1 : 0
            text.preformatted -= element.meaning.isPreformatted ? 1 : 0
            if element.meaning.zone != .none || element.meaning.quotes > 0 {
                text.zone = element.outer
            }
            if element.name == name { break }
        }
    }
}
