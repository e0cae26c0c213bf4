/// The text of an HTML part, for finding what stands in it: never shown, never trusted.
///
/// Tags, comments, scripts and styles are left out, line-breaking tags become line breaks,
/// character references are resolved. One pass, whatever the markup is worth.
enum HTMLText {
    /// The text of an HTML document or a piece of one.
    static func text(of html: String) -> String {
        let bytes = Array(html.utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        // Where a comment or raw element has no end, the rest is searched no second time.
        var unclosed: Set<String> = []
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<"), let next = tag(bytes, index, &text, &unclosed) {
                index = next
            } else if byte == UInt8(ascii: "&"), let (value, next) = reference(bytes, index) {
                text += value
                index = next
            } else {
                text.append(byte)
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func tag(
        _ bytes: [UInt8], _ start: Int, _ text: inout [UInt8], _ unclosed: inout Set<String>
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
        if breaking.contains(name) { text.append(UInt8(ascii: "\n")) }
        guard let close = endOfTag(bytes, start + 1, &unclosed) else { return nil }
        if first != UInt8(ascii: "/"), name == "script" || name == "style" {
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

    private static let names: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
        "shy": "\u{AD}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "ndash": "–", "minus": "−",
    ]

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
