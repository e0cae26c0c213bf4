import TextCleaning

/// The text of an HTML part, for finding what stands in it: never shown, never trusted.
///
/// Tags, comments, scripts and styles are left out, line-breaking tags become line breaks,
/// character references are resolved. One pass, whatever the markup is worth.
enum HTMLText {
    /// The text of an HTML document or a piece of one, with the line breaks of its source.
    static func text(of html: String) -> String { read(html, Text(isShown: false)) }

    /// The lines as a program shows them: broken by the markup alone, those of a quotation with
    /// `> ` in front.
    static func lines(of html: String) -> String { read(html, Text(isShown: true)) }

    /// The text that is being made.
    private struct Text {
        /// Whether line breaks come from the markup alone.
        let isShown: Bool
        var bytes: [UInt8] = []
        private var quotes = 0
        private var preformatted = 0
        private var isAtStart = true

        init(isShown: Bool) { self.isShown = isShown }

        /// Adds a character's octets as they stand in the source or behind a reference.
        mutating func add(_ byte: UInt8, isSource: Bool) {
            guard isShown else { return bytes.append(byte) }
            let isBreak = byte == 0x0A || byte == 0x0D
            if isBreak && isSource && preformatted > 0 { return breakLine(always: byte == 0x0A) }
            let byte = isBreak || byte == 0x09 ? 0x20 : byte
            if isAtStart {
                if byte == 0x20 { return }
                // A quotation of many levels gives no more marks than are counted.
                for _ in 0..<min(quotes, QuotedLine.maximumDepth) { bytes += [0x3E, 0x20] }
                isAtStart = false
            }
            bytes.append(byte)
        }

        mutating func breakLine(always: Bool) {
            if isShown && isAtStart && !always { return }
            bytes.append(0x0A)
            isAtStart = true
        }

        mutating func tag(_ name: String, closes: Bool) {
            guard HTMLText.breaking.contains(name) else { return }
            breakLine(always: name == "br" || !isShown)
            let change = closes ? -1 : 1
            if name == "blockquote" { quotes = max(0, quotes + change) }
            if name == "pre" { preformatted = max(0, preformatted + change) }
        }
    }

    private static func read(_ html: String, _ empty: Text) -> String {
        let bytes = Array(html.utf8)
        var text = empty
        text.bytes.reserveCapacity(bytes.count)
        var index = 0
        // Where a comment or raw element has no end, the rest is searched no second time.
        var unclosed: Set<String> = []
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<"), let next = tag(bytes, index, &text, &unclosed) {
                index = next
            } else if byte == UInt8(ascii: "&"), let (value, next) = reference(bytes, index) {
                for octet in value { text.add(octet, isSource: false) }
                index = next
            } else {
                text.add(byte, isSource: true)
                index += 1
            }
        }
        // References and tags that are left out may have made a run of marks longer.
        return ForeignText.cleaned(String(decoding: text.bytes, as: UTF8.self))
    }

    private static func tag(
        _ bytes: [UInt8], _ start: Int, _ text: inout Text, _ unclosed: inout Set<String>
    ) -> Int? {
        let rest = bytes[(start + 1)...]
        if rest.starts(with: Array("!--".utf8)) {
            return find("-->", bytes, start + 4, &unclosed)
        }
        guard let first = rest.first,
            isLetter(first) || first == UInt8(ascii: "/")
                || first == UInt8(ascii: "!") || first == UInt8(ascii: "?")
        else { return nil }
        // No name that matters is longer than 10 letters: it fits into a small string.
        let name = String(
            decoding: rest.prefix(12).drop { $0 == UInt8(ascii: "/") }.prefix(while: isLetter)
                .map(lower),
            as: UTF8.self)
        text.tag(name, closes: first == UInt8(ascii: "/"))
        guard let close = endOfTag(bytes, start + 1, &unclosed) else { return nil }
        if first != UInt8(ascii: "/"), name == "script" || name == "style" || name == "title" {
            return find("</" + name, bytes, close, &unclosed) ?? close
        }
        return close
    }

    /// The offset after the tag's `>`; one inside a quoted attribute does not end it.
    private static func endOfTag(
        _ bytes: [UInt8], _ start: Int, _ unclosed: inout Set<String>
    ) -> Int? {
        guard !unclosed.contains(">") else { return nil }
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: ">") { return index }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
                bytes[index - 2] == UInt8(ascii: "=")
            {
                let quote = byte == UInt8(ascii: "'") ? "'" : "\""
                index = find(quote, bytes, index, &unclosed) ?? index
            }
        }
        unclosed.insert(">")
        return nil
    }

    private static let breaking: Set<String> = [
        "br", "p", "div", "tr", "li", "pre", "blockquote", "h", "table", "td",
        "th", "dt", "dd", "hr",
    ]

    /// The offset after the first `needle` at or after `start`, in either case of letters.
    private static func find(
        _ needle: String, _ bytes: [UInt8], _ start: Int, _ unclosed: inout Set<String>
    ) -> Int? {
        guard !unclosed.contains(needle) else { return nil }
        let needle = (text: needle, bytes: Array(needle.utf8))
        var index = start
        while index + needle.bytes.count <= bytes.count {
            var matched = 0
            while matched < needle.bytes.count,
                lower(bytes[index + matched]) == needle.bytes[matched]
            { matched += 1 }
            if matched == needle.bytes.count { return index + matched }
            index += 1
        }
        unclosed.insert(needle.text)
        return nil
    }

    private static let names: [String: String] = {
        // U+00A0 to U+00FF in order (HTML 4.01 §24.2.1).
        let latin = """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg \
            plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 \
            iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml \
            Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
            Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring \
            aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve \
            oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
            """
        var names = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "zwnj": "\u{200C}",
            "zwj": "\u{200D}", "ndash": "–", "mdash": "—", "minus": "−", "lsquo": "‘",
            "rsquo": "’", "ldquo": "“", "rdquo": "”", "bdquo": "„", "sbquo": "‚", "hellip": "…",
            "OElig": "Œ", "oelig": "œ", "euro": "€", "bull": "•", "lrm": "\u{200E}",
            "rlm": "\u{200F}",
        ]
        for (place, name) in latin.split(separator: " ").enumerated() {
            names[String(name)] = Unicode.Scalar(UInt32(0xA0 + place)).map { String($0) }
        }
        return names
    }()

    private static func reference(_ bytes: [UInt8], _ start: Int) -> ([UInt8], Int)? {
        let window = bytes[(start + 1)..<min(start + 12, bytes.count)]
        guard let end = window.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        if let value = names[name] { return (Array(value.utf8), end + 1) }
        guard name.hasPrefix("#") else { return nil }
        let isHex = name.dropFirst().lowercased().hasPrefix("x")
        let digits = name.dropFirst(isHex ? 2 : 1)
        guard let scalar = UInt32(digits, radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init)
        else { return nil }
        return (Array(String(Character(scalar)).utf8), end + 1)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (97...122).contains(lower(byte))
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (65...90).contains(byte) ? byte + 32 : byte
    }
}
