import PhotoRecords

/// Finds import codes in text that has been quoted, re-wrapped, forwarded and mangled.
///
/// The text is read with everything left out that mail programs put in: blanks and line breaks
/// of every kind, quote marks, invisible characters. What then stands between the markers must
/// pass its checksum; if it does not, the text is read once more with each line's start up to
/// its last quote mark left out (`AB> `), and if that fails too, a finding says so. The work
/// grows with the text's length alone.
struct ImportCodeScanner {
    private(set) var codes: [ImportCode] = []
    private(set) var findings: [Finding] = []
    private var bodies: Set<[UInt8]> = []
    private var failures: Set<String> = []
    private let limit: Int

    /// - Parameter limit: The most bytes of one code after decompression.
    init(limit: Int = ImportCode.maximumBytes) { self.limit = limit }

    /// Reads one text; a code that an earlier text held too counts once.
    mutating func scan(_ text: String, at place: String) {
        guard text.utf8.contains(UInt8(ascii: "[")) else { return }
        let plain = sections(of: Self.essence(of: text))
        guard !plain.isEmpty else { return }
        let bad = read(plain)
        guard !bad.isEmpty else { return }
        // QUIRK: super-cite quoting puts the writer's initials before the quote mark.
        let lines = text.split(whereSeparator: \.isNewline).map { line -> Substring in
            line.lastIndex(of: ">").map { line[line.index(after: $0)...] } ?? line
        }
        let unread = read(sections(of: Self.essence(of: lines.joined(separator: "\n"))))
        // The second reading sees the same codes in the same order, the good ones again.
        for problem in unread where failures.insert(place + problem.rawValue).inserted {
            findings.append(
                Finding(.warning, Self.code(problem), where: place, problem.rawValue))
        }
    }

    private enum Problem: String {
        case version = "An import code is of a later version; a newer program can read it."
        case damaged =
            "An import code is damaged: its checksum is wrong. It is ignored."
        case tooLong =
            "An import code is longer than the limit after decompression; it is ignored."
        case cut = "An import code begins but does not end; it is ignored."
        case tooMany = "The message contains more import codes than are read."
    }

    private static func code(_ problem: Problem) -> FindingCode {
        switch problem {
        case .version: .importCodeVersion
        case .damaged: .importCodeDamaged
        case .cut: .importCodeCut
        case .tooLong: .importCodeTooLong
        case .tooMany: .importCodeCount
        }
    }

    private struct Section {
        var version: Int?
        var body: ArraySlice<UInt8>
        var isWhole: Bool
    }

    private mutating func read(_ sections: [Section]) -> [Problem] {
        var problems: [Problem] = []
        for section in sections {
            if bodies.contains(Array(section.body)) { continue }
            if codes.count >= ImportCode.maximumCodes {
                problems.append(.tooMany)
                break
            } else if !section.isWhole {
                problems.append(.cut)
            } else if let version = section.version, version > ImportCode.version {
                problems.append(.version)
            } else if section.version == ImportCode.version,
                let code = ImportCode(body: section.body, limit: limit)
            {
                bodies.insert(Array(section.body))
                codes.append(code)
            } else if ImportCode.isTooLong(section.body, limit: limit) {
                problems.append(.tooLong)
            } else {
                problems.append(.damaged)
            }
        }
        return problems
    }

    // Base64 of the largest allowed content, were it not to compress at all.
    private var maximumBody: Int { (limit + 1024) / 3 * 4 }

    private func sections(of text: [UInt8]) -> [Section] {
        let begin = Array(ImportCode.begin.utf8)
        let end = Array(ImportCode.end.utf8)
        var sections: [Section] = []
        var start: Int?
        var index = 0
        func close(_ start: Int, _ stop: Int, whole: Bool) {
            guard sections.count <= 2 * ImportCode.maximumCodes else { return }
            let content = text[start..<stop]
            let colon = content.prefix(6).firstIndex(of: UInt8(ascii: ":"))
            let digits = content[..<(colon ?? start)]
            let body = content[(colon.map { $0 + 1 } ?? start)...]
            sections.append(
                Section(
                    version: Int(String(decoding: digits, as: UTF8.self)),
                    body: body, isWhole: whole && body.count <= maximumBody))
        }
        while index < text.count {
            if text[index] == begin[0], text[index...].starts(with: begin) {
                if let start { close(start, index, whole: false) }
                index += begin.count
                start = index
            } else if let from = start, text[index] == end[0], text[index...].starts(with: end) {
                close(from, index, whole: true)
                index += end.count
                start = nil
            } else {
                index += 1
            }
        }
        if let start { close(start, text.count, whole: false) }
        return sections
    }

    /// The ASCII text without what mail programs put between the characters of a code.
    private static func essence(of text: String) -> [UInt8] {
        var essence: [UInt8] = []
        essence.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            // QUIRK: blanks, quote marks, emphasis marks, soft line breaks of quoted-printable.
            case " ", "\t", "\r", "\n", ">", "|", "*", "=", "\u{B}", "\u{C}": continue
            // QUIRK: typographic hyphens that a mail program made of “-”.
            case "\u{2010}"..."\u{2013}", "\u{2212}": essence.append(UInt8(ascii: "-"))
            default:
                // NBSP, zero-width characters, soft hyphens and other marks never belong here.
                if scalar.isASCII {
                    essence.append(UInt8(truncatingIfNeeded: scalar.value))
                } else if !scalar.properties.isWhitespace,
                    scalar.properties.generalCategory != .format
                {
                    essence.append(UInt8(ascii: "?"))
                }
            }
        }
        return essence
    }
}

extension FindingCode {
    /// An import code whose checksum does not hold.
    public static let importCodeDamaged: FindingCode = "import-code-damaged"
    /// An import code that is longer than the limit after decompression.
    public static let importCodeTooLong: FindingCode = "import-code-too-long"
    /// An import code without its end.
    public static let importCodeCut: FindingCode = "import-code-cut"
    /// An import code of a later version.
    public static let importCodeVersion: FindingCode = "import-code-version"
    /// More import codes than are read from one message.
    public static let importCodeCount: FindingCode = "import-code-count"
}
