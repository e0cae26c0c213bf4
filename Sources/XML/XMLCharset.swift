/// What the octets of an XML document are (XML 1.0 §4.3.3 and appendix F).
///
/// What is counted before libxml2 sees a document (``XMLCensus``) is octets of ASCII, so a document
/// whose `<` is another octet is not given to it: in EBCDIC, UTF-7 or UCS-4 nothing would be counted.
enum XMLCharset: Equatable {
    /// UTF-8, whatever the declaration says.
    case utf8
    /// A charset that extends ASCII, as the declaration says.
    case declared
    /// UTF-16.
    case utf16(littleEndian: Bool)
    /// Any other, which is not read.
    case other

    /// No declaration is longer; blanks may pad one.
    private static let longestDeclaration = 1_024
    private static let extendingASCII = [
        "us-ascii", "ascii", "iso-8859-", "iso8859-", "windows-125", "cp125", "koi8-",
    ]

    init(of document: UnsafeRawBufferPointer) {
        let head = Array(document.prefix(4))
        switch true {
        case head.starts(with: [0xFF, 0xFE, 0, 0]), head.starts(with: [0x4C, 0x6F, 0xA7, 0x94]):
            self = .other
        case head.starts(with: [0xFF, 0xFE]), head.starts(with: [0x3C, 0, 0x3F, 0]):
            self = .utf16(littleEndian: true)
        case head.starts(with: [0xFE, 0xFF]), head.starts(with: [0, 0x3C, 0, 0x3F]):
            self = .utf16(littleEndian: false)
        case head.starts(with: [0xEF, 0xBB, 0xBF]): self = .utf8
        default: self.init(declaredAt: document.prefix(Self.longestDeclaration))
        }
    }

    private init(declaredAt start: Slice<UnsafeRawBufferPointer>) {
        let text = String(decoding: start, as: Unicode.ASCII.self)
        guard start.starts(with: "<?xml".utf8), let end = text.utf8.firstRange(of: "?>".utf8) else {
            // Without a declaration a document is UTF-8; one that does not end is none.
            self = start.starts(with: "<?xml".utf8) ? .other : .utf8
            return
        }
        let declaration = text[..<end.lowerBound].lowercased()
        guard let name = declaration.firstRange(of: "encoding") else {
            self = .utf8
            return
        }
        let charset = declaration[name.upperBound...]
            .drop { $0 == "=" || $0 == "\"" || $0 == "'" || $0.isWhitespace }
        if charset.hasPrefix("utf-8") || charset.hasPrefix("utf8") || charset.hasPrefix("utf-16") {
            self = .utf8
        } else {
            self = Self.extendingASCII.contains { charset.hasPrefix($0) } ? .declared : .other
        }
    }

    /// A document of UTF-16 in UTF-8, without its byte order mark; units that are no characters
    /// become U+FFFD.
    static func utf8(
        fromUTF16 document: UnsafeRawBufferPointer, littleEndian: Bool
    ) -> [UInt8] {
        let units = stride(from: 0, to: document.count - 1, by: 2).lazy.map { index in
            let (first, second) = (UInt16(document[index]), UInt16(document[index + 1]))
            return littleEndian ? second << 8 | first : first << 8 | second
        }
        var result: [UInt8] = []
        result.reserveCapacity(document.count)
        _ = transcode(
            units.drop { $0 == 0xFEFF }.makeIterator(), from: UTF16.self, to: UTF8.self,
            stoppingOnError: false
        ) { result.append($0) }
        return result
    }
}
