/// What stands around the root element of an XMP packet: wrapper, XML declaration, comments and
/// padding, kept as bytes.
struct XMPPacketParts {
    /// What stands before the root element.
    private(set) var prefix: [UInt8] = []
    /// The root element, as a document of its own in UTF-8.
    private(set) var root: [UInt8] = []
    /// How many blanks stand behind the root element.
    private(set) var padding = 0
    /// What follows the padding.
    private(set) var suffix: [UInt8] = []

    /// Takes a packet apart; nil if it has no root element or declares a document type.
    init?(_ packet: [UInt8]) {
        let text = Self.utf8(packet)
        var start = 0
        while true {
            while start < text.count, text[start] <= 0x20 || text[start] >= 0x80 { start += 1 }
            guard start + 1 < text.count, text[start] == 0x3C else { return nil }  // <
            if text[start + 1] == 0x3F {  // <? … ?>
                guard let end = Self.end(of: "?>", in: text, from: start + 2) else { return nil }
                start = end
            } else if text[start...].starts(with: Array("<!--".utf8)) {
                guard let end = Self.end(of: "-->", in: text, from: start + 4) else { return nil }
                start = end
            } else if text[start + 1] == 0x21 {  // <!
                return nil
            } else {
                break
            }
        }
        let name = text[(start + 1)...].prefix { $0 > 0x20 && $0 != 0x2F && $0 != 0x3E }
        guard let end = Self.lastEnd(of: name, in: text) else { return nil }
        prefix = Array(text[..<start])
        root = Array(text[start..<end])
        var rest = end
        while rest < text.count, text[rest] <= 0x20 { rest += 1 }
        padding = rest - end
        suffix = Array(text[rest...])
        if suffix.isEmpty, padding < 4 {
            // A line's end at the end of a file is no padding.
            suffix = Array(text[end...])
            padding = 0
        }
    }

    /// The packet in UTF-8, whatever Unicode it came in (ISO 16684-1 §7.1); a declaration of
    /// another encoding is changed.
    private static func utf8(_ packet: [UInt8]) -> [UInt8] {
        let mark = packet.prefix(4)
        var text = packet
        if mark.starts(with: [0xFF, 0xFE]) || mark.starts(with: [0x3C, 0]) {
            text = units(packet, littleEndian: true)
        } else if mark.starts(with: [0xFE, 0xFF]) || mark.starts(with: [0, 0x3C]) {
            text = units(packet, littleEndian: false)
        } else if String(validating: packet, as: UTF8.self) == nil {
            // QUIRK: ISO 16684-1 §7.1; the reader takes such text for Windows-1252 too.
            text = Array(Charset.windows1252.decode(packet).utf8)
        }
        if text.starts(with: [0xEF, 0xBB, 0xBF]), text != packet { text.removeFirst(3) }
        while text.last == 0 { text.removeLast() }
        return text
    }

    private static func units(_ bytes: [UInt8], littleEndian: Bool) -> [UInt8] {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index -> UInt16 in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return littleEndian ? second << 8 | first : first << 8 | second
        }
        return Array(
            String(decoding: units, as: UTF16.self)
                .replacing("encoding=\"UTF-16\"", with: "encoding=\"UTF-8\"")
                .replacing("encoding='UTF-16'", with: "encoding='UTF-8'").utf8)
    }

    private static func end(of mark: StaticString, in text: [UInt8], from start: Int) -> Int? {
        mark.withUTF8Buffer { mark in
            var index = start
            while index + mark.count <= text.count {
                if text[index] == mark[0],
                    text[index..<index + mark.count].elementsEqual(mark)
                {
                    return index + mark.count
                }
                index += 1
            }
            return nil
        }
    }

    /// Behind the last end tag of a name.
    private static func lastEnd(of name: ArraySlice<UInt8>, in text: [UInt8]) -> Int? {
        let tag = [0x3C, 0x2F] + Array(name)
        var index = text.count - tag.count
        while index >= 0 {
            if text[index] == 0x3C, text[index..<index + tag.count].elementsEqual(tag) {
                return text[(index + tag.count)...].firstIndex(of: 0x3E).map { $0 + 1 }
            }
            index -= 1
        }
        return nil
    }
}
