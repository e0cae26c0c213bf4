import TextCleaning

/// The text of an RTF document, without its looks (Rich Text Format 1.9.1).
///
/// What encapsulates HTML ([MS-OXRTFEX]) gives the text that an RTF reader would show.
struct RTFText {
    private struct Group {
        var isSkipped = false
        /// How many characters stand in for one of Unicode behind it (`\uc`).
        var standIns = 1
    }

    private let bytes: [UInt8]
    private var index = 0
    private var groups = [Group()]
    private var charset = Charset(label: "windows-1252")
    private var units: [UInt16] = []
    private var coded: [UInt8] = []
    private var standInsLeft = 0

    /// Groups that hold no text of the document.
    private static let hidden: Set<String> = [
        "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "footer",
        "headerl", "headerr", "headerf", "footerl", "footerr", "footerf", "fldinst",
        "listtable", "listoverridetable", "themedata", "generator",
    ]
    /// Words that are characters.
    private static let characters: [String: UInt16] = [
        "par": 0x0A, "line": 0x0A, "sect": 0x0A, "page": 0x0A, "row": 0x0A, "tab": 0x09,
        "cell": 0x09, "emdash": 0x2014, "endash": 0x2013, "bullet": 0x2022, "lquote": 0x2018,
        "rquote": 0x2019, "ldblquote": 0x201C, "rdblquote": 0x201D, "emspace": 0x2003,
        "enspace": 0x2002,
    ]

    /// Reads a document; nil where it does not begin as RTF.
    static func text(of rtf: [UInt8]) -> String? {
        guard rtf.hasText("{\\rtf", at: 0) else { return nil }
        var reader = RTFText(bytes: rtf)
        reader.read()
        return ForeignText.cleaned(String(decoding: reader.units, as: UTF16.self))
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var isSkipped: Bool { groups.last?.isSkipped ?? false }

    private mutating func read() {
        while index < bytes.count {
            let octet = bytes[index]
            index += 1
            switch octet {
            case 0x7B: groups.append(groups.last ?? Group())
            case 0x7D: if groups.count > 1 { groups.removeLast() }
            case .backslash: readControl()
            case .cr, .lf: break
            default: put(coded: octet)
            }
        }
        flush()
    }

    private mutating func readControl() {
        guard index < bytes.count else { return }
        let first = bytes[index]
        guard first.isLetter else {
            index += 1
            readSymbol(first)
            return
        }
        let start = index
        while index < bytes.count, bytes[index].isLetter, index - start < 32 { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        let number = readNumber()
        if index < bytes.count, bytes[index] == .space { index += 1 }
        apply(word, number)
    }

    private mutating func readNumber() -> Int? {
        let start = index
        if index < bytes.count, bytes[index] == .hyphen { index += 1 }
        while index < bytes.count, bytes[index].isDigit, index - start < 11 { index += 1 }
        return Int(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func readSymbol(_ symbol: UInt8) {
        switch symbol {
        case .apostrophe:
            guard index + 1 < bytes.count, let high = bytes[index].hexValue,
                let low = bytes[index + 1].hexValue
            else { return }
            index += 2
            put(coded: high << 4 | low)
        // A group that a reader may pass over if it does not know it.
        case .asterisk: groups[groups.count - 1].isSkipped = true
        case 0x7E: put(unit: 0xA0)
        case .underscore: put(unit: 0x2011)
        case .cr, .lf: put(unit: 0x0A)
        case .backslash, 0x7B, 0x7D: put(coded: symbol)
        default: break
        }
    }

    private mutating func apply(_ word: String, _ number: Int?) {
        if let unit = Self.characters[word] {
            put(unit: unit)
        } else if Self.hidden.contains(word) {
            groups[groups.count - 1].isSkipped = true
        } else if word == "u", let number {
            put(unit: UInt16(truncatingIfNeeded: number))
            standInsLeft = groups.last?.standIns ?? 1
        } else if word == "uc", let number {
            groups[groups.count - 1].standIns = min(max(number, 0), 8)
        } else if word == "ansicpg", let number, let page = UInt32(exactly: number) {
            flush()
            charset = Charset(label: CodePage.label(page))
        } else if word == "bin", let number {
            index = min(index + max(number, 0), bytes.count)
        }
    }

    private mutating func put(coded octet: UInt8) {
        guard !isSkipped else { return }
        if standInsLeft > 0 {
            standInsLeft -= 1
            return
        }
        coded.append(octet)
    }

    private mutating func put(unit: UInt16) {
        guard !isSkipped else { return }
        standInsLeft = 0
        flush()
        units.append(unit)
    }

    /// Decodes what stands in the document's charset.
    private mutating func flush() {
        guard !coded.isEmpty else { return }
        units += Array(charset.decode(coded).text.utf16)
        coded = []
    }
}
