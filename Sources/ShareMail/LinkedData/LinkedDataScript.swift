import Foundation
import JSON
import OutputText
import PhotoRecords

/// JSON-LD in HTML: how it is written, and how it is found and read whatever a mail program did
/// to it.
enum LinkedDataScript {
    /// The most bytes of the scripts of one HTML part.
    static let maximumBytes = 4 * 1024 * 1024
    /// The most scripts of one HTML part that are looked at.
    static let maximumScripts = 50
    /// The most values of one script.
    static let maximumValues = 200_000
    /// The most nodes of one script.
    static let maximumNodes = 10_000

    // MARK: Writing

    /// The script's element. Nothing in it can end it or begin another: `<`, `>` and `&` are
    /// written as escapes of JSON (RFC 8259 §7), and so is what would do harm where it is shown.
    static func element(_ photos: [LinkedDataPhoto]) -> String {
        let text = JSONEscaping.escaped(LinkedDataPhoto.json(photos).text, and: ["<", ">", "&"])
        // Each photo on a line of its own; a line break in a text is an escape already.
        let lines = text.replacing("},{\"@id\"", with: "},\n{\"@id\"")
            .replacing("},{\"@type\":\"Photograph\"", with: "},\n{\"@type\":\"Photograph\"")
        return "<script type=\"application/ld+json\">\n\(lines)\n</script>\n"
    }

    /// The document with the element at the end of its head.
    static func inserted(_ photos: [LinkedDataPhoto], into html: String) -> String {
        let element = element(photos)
        for tag in ["</head>", "</body>", "</html>"] {
            guard let place = html.range(of: tag, options: .caseInsensitive) else { continue }
            return html[..<place.lowerBound] + element + html[place.lowerBound...]
        }
        return html + element
    }

    // MARK: Reading

    /// The pictures that an HTML text's JSON-LD tells of.
    static func photos(in html: String) -> [LinkedDataPhoto] {
        guard html.utf8.count > 20 else { return [] }
        var photos: [LinkedDataPhoto] = []
        for content in contents(Array(html.utf8)) {
            guard let json = parsed(content) else { continue }
            var budget = maximumNodes
            collect(json, depth: 0, &budget, &photos)
        }
        return photos
    }

    /// The document without its scripts: what they name is not shown.
    static func removed(from html: String) -> String {
        let bytes = Array(html.utf8)
        var kept: [UInt8] = []
        var index = 0
        while let start = find("<script", bytes[...], index) {
            kept += bytes[index..<start]
            index = find("</script", bytes[...], start) ?? bytes.count
        }
        return index == 0 ? html : String(decoding: kept + bytes[index...], as: UTF8.self)
    }

    /// The contents of the scripts that hold data: by their type, or by what they say where a
    /// program changed the type.
    private static func contents(_ html: [UInt8]) -> [ArraySlice<UInt8>] {
        var contents: [ArraySlice<UInt8>] = []
        var index = 0
        var room = maximumBytes
        while contents.count < maximumScripts, let start = find("<script", html[...], index) {
            guard let open = html[start...].firstIndex(of: UInt8(ascii: ">")) else { break }
            let end = find("</script", html[...], open) ?? html.count
            let content = html[(open + 1)..<end]
            index = end
            room -= content.count
            guard room >= 0 else { break }
            let tag = html[start..<open]
            let isData =
                find("ld+json", tag, start) != nil
                || find("schema.org", content, open + 1) != nil
            if isData { contents.append(content) }
        }
        return contents
    }

    /// The JSON of a script as it stands, else with the damage of mail programs undone.
    private static func parsed(_ content: ArraySlice<UInt8>) -> JSONValue? {
        let text = String(decoding: content, as: UTF8.self)
        let repairs: [(String) -> String] = [
            { $0 }, joined, { joined(HTMLText.text(of: $0)) },
            { joined(unquoted($0)) }, { joined(HTMLText.text(of: unquoted($0))) },
        ]
        for repair in repairs {
            let repaired = inner(repair(text))
            guard !repaired.isEmpty, repaired.utf8.count <= 2 * maximumBytes,
                values(repaired) <= maximumValues
            else { continue }
            if let json = try? JSONValue(parsingForeign: repaired.utf8) { return json }
        }
        return nil
    }

    /// From the first bracket to the last: without comments, CDATA marks and the like around.
    private static func inner(_ text: String) -> String {
        guard let start = text.firstIndex(where: { $0 == "{" || $0 == "[" }),
            let end = text.lastIndex(where: { $0 == "}" || $0 == "]" }), start < end
        else { return "" }
        let whole = text[start...end]
        // `[CDATA[` begins with a bracket too.
        guard whole.hasPrefix("[CDATA["), let object = whole.firstIndex(of: "{"),
            let last = whole.lastIndex(of: "}"), object < last
        else { return String(whole) }
        return String(whole[object...last])
    }

    /// The text with line breaks, which stand in no string of JSON, as blanks: a program that
    /// wraps lines breaks strings too.
    private static func joined(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline)
            .map { LabelledValue.trimmed($0) }.joined(separator: " ")
    }

    /// The text without what is left of quoted-printable that was never decoded (RFC 2045 §6.7).
    private static func unquoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        let source = Array(text.utf8)
        var index = 0
        while index < source.count {
            guard source[index] == UInt8(ascii: "="), index + 1 < source.count else {
                bytes.append(source[index])
                index += 1
                continue
            }
            let hex = source[(index + 1)...].prefix(2)
            if source[index + 1] == 0x0A {
                index += 2
            } else if hex.elementsEqual([0x0D, 0x0A]) {
                index += 3
            } else if hex.count == 2,
                let value = UInt8(String(decoding: hex, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                index += 3
            } else {
                bytes.append(source[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func values(_ text: String) -> Int {
        text.utf8.reduce(1) {
            $0
                + ($1 == UInt8(ascii: ",") || $1 == UInt8(ascii: "{") || $1 == UInt8(ascii: "[")
                    ? 1 : 0)
        }
    }

    /// The nodes of pictures, in `@graph`, lists and below other nodes.
    private static func collect(
        _ value: JSONValue, depth: Int, _ budget: inout Int, _ photos: inout [LinkedDataPhoto]
    ) {
        guard budget > 0, depth < 8 else { return }
        budget -= 1
        switch value {
        case .array(let values):
            for value in values.prefix(maximumNodes) {
                collect(value, depth: depth + 1, &budget, &photos)
            }
        case .object(let object):
            if let photo = LinkedDataPhoto(json: object) { return photos.append(photo) }
            for (_, value) in object.sorted(by: { $0.key < $1.key }) {
                collect(value, depth: depth + 1, &budget, &photos)
            }
        default: return
        }
    }

    /// The offset of the first `needle`, which is in lower case, whatever the case of the text.
    private static func find(
        _ needle: String, _ bytes: ArraySlice<UInt8>, _ start: Int
    ) -> Int? {
        let needle = Array(needle.utf8)
        var index = start
        while index + needle.count <= bytes.endIndex {
            var matched = 0
            while matched < needle.count {
                let byte = bytes[index + matched]
                guard ((65...90).contains(byte) ? byte + 32 : byte) == needle[matched] else {
                    break
                }
                matched += 1
            }
            if matched == needle.count { return index }
            index += 1
        }
        return nil
    }
}
