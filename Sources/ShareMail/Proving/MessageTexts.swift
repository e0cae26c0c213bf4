import Foundation
import JSON
import MIMEMessage
import PhotoRecords
import Privacy

/// Everything of a finished message that is text, decoded by the message's own reader, and the text
/// in its pictures; each with a word for where it stands.
struct MessageTexts {
    private(set) var texts: [LeavingText] = []

    // Random or counted by us, and full of digits.
    private static let ownFields: Set<HeaderName> = [
        .messageID, .contentID, .contentType, .date, .mimeVersion, .contentTransferEncoding,
    ]

    init(_ message: MailMessage, _ extracted: ExtractedContent) {
        for part in message.allParts {
            for field in part.headers where !Self.ownFields.contains(field.name) {
                texts.append(LeavingText(place: "header “\(field.name)”", text: field.value))
            }
            // The old parameter (RFC 2046 §4.1) stands beside the name in Content-Disposition.
            let names = [part.fileName, part.contentType.parameters["name"]].compactMap(\.self)
            for name in Set(names) { texts.append(LeavingText(place: "file name", text: name)) }
            guard part.children.isEmpty, part.contentType.isText else { continue }
            let place = "\(part.contentType.subtype) text"
            let text = part.decodedText()
            let isMarkup = part.contentType.subtype == "html"
            texts.append(LeavingText(place: place, text: text, hasWords: !isMarkup))
            guard isMarkup else { continue }
            let shown = LinkedDataScript.removed(from: text)
            let alternatives = shown.matches(of: #/(?i)\b(?:alt|title)\s*=\s*"([^"]*)"/#)
                .map { String($0.output.1) }.joined(separator: "\n")
            texts.append(
                LeavingText(place: place, text: HTMLText.text(of: shown + "\n" + alternatives)))
        }
        for payload in extracted.payloads { add("payload", Self.withoutOutlines(payload.json)) }
        for photo in extracted.codes.codes.flatMap(\.photos) {
            add("import code", JSONValue.object(photo.json))
        }
        for photo in extracted.linked { add("JSON-LD", LinkedDataPhoto.json([photo])) }
        for picture in extracted.pictures { add(picture) }
        for index in texts.indices where texts[index].text.contains("[[wit:") {
            // The import code, which is searched as what it says, holds short words by chance.
            let code = #/\[\[wit:[0-9]+:[A-Za-z0-9_\-\s]*:wit\]\]/#
            texts[index].words = texts[index].text.replacing(code, with: "")
        }
    }

    private mutating func add(_ place: String, _ json: JSONValue) {
        texts.append(LeavingText(place: place, text: json.text, hasWords: false))
        texts.append(LeavingText(place: place, text: Self.strings(json).joined(separator: "\n")))
    }

    private mutating func add(_ picture: MailPicture) {
        let place = picture.fileName ?? picture.path
        // Words that stand anywhere in the file, as the program “strings” finds them.
        texts.append(
            LeavingText(
                place: place, text: Self.printable(picture.bytes), hasWords: false,
                hasOutlines: true, isPicture: true))
        guard picture.mediaType == "image/jpeg" else { return }
        for segment in JPEGParts(picture.bytes).descriptions {
            // Windows' fields and the texts of profiles have two bytes to a letter.
            let bytes = segment.body.filter { $0 != 0 }
            texts.append(
                LeavingText(
                    place: place, text: Self.contents(bytes), hasWords: true, hasOutlines: true,
                    isPicture: true))
        }
    }

    /// The runs of printable ASCII of at least six bytes that have a digit.
    private static func printable(_ bytes: [UInt8]) -> String {
        var found: [UInt8] = []
        bytes.withUnsafeBufferPointer { bytes in
            var (start, hasDigit) = (0, false)
            for index in 0...bytes.count {
                let byte = index < bytes.count ? bytes[index] : 0
                if byte >= 0x20 && byte < 0x7F {
                    if byte &- 0x30 < 10 { hasDigit = true }
                    continue
                }
                if index - start >= 6, hasDigit {
                    found += bytes[start..<index]
                    found.append(0x0A)
                }
                (start, hasDigit) = (index + 1, false)
            }
        }
        return String(decoding: found, as: UTF8.self)
    }

    /// A text without its tags.
    private static func contents(_ bytes: [UInt8]) -> String {
        var isInside = false
        var kept: [UInt8] = []
        for byte in bytes {
            if byte == UInt8(ascii: "<") { isInside = true }
            if !isInside { kept.append(byte) }
            if byte == UInt8(ascii: ">") {
                isInside = false
                kept.append(UInt8(ascii: "\n"))
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    private static func strings(_ json: JSONValue) -> [String] {
        switch json {
        case .string(let text): [text]
        case .array(let values): values.flatMap(strings)
        case .object(let members): members.values.flatMap(strings)
        default: []
        }
    }

    // Numbers in a payload that are neither words nor a place: they look like coordinates.
    private static func withoutOutlines(_ json: JSONValue) -> JSONValue {
        switch json {
        case .array(let values): .array(values.map(withoutOutlines))
        case .object(let members):
            .object(members.filter { $0.key != "shape" }.mapValues(withoutOutlines))
        default: json
        }
    }
}
