/// Finds where a signature begins: the separator `-- ` (RFC 3676 §4.3) and its variants, or the
/// line that a telephone puts below a text.
enum SignatureMark {
    /// Whether a signature begins at a line.
    static func begins(at index: Int, in text: ReplyLines) -> Bool {
        let line = text.content(index)
        if isSeparator(line) { return true }
        if let rule = Rule(line) { return isAboveSignature(index, rule, text) }
        return isDeviceLine(line) && standsAlone(index, text)
    }

    /// Whether a line is the first of a paragraph, or the last before a quotation or the end.
    private static func standsAlone(_ index: Int, _ text: ReplyLines) -> Bool {
        if index == 0 || text.lines[index - 1].isBlank { return true }
        guard let next = text.nextFilled(from: index + 1) else { return true }
        return text.lines[next].isQuoted || AttributionMark.length(at: next, in: text) != nil
    }

    /// Whether a line is made of nothing but the signs that part sections.
    static func isDelimiter(_ line: ArraySlice<UInt8>) -> Bool {
        Rule(line) != nil || isSeparator(line) || line.elementsEqual("ᐧ".utf8)
    }

    /// `--`, or a few long dashes.
    ///
    /// QUIRK: RFC 3676 §4.3: many programs take the blank at its end away.
    private static func isSeparator(_ line: ArraySlice<UInt8>) -> Bool {
        if line.elementsEqual("--".utf8) { return true }
        guard line.count >= 3, line.count <= 60, line.count % 3 == 0 else { return false }
        // U+2013, U+2014, U+2015.
        return stride(from: line.startIndex, to: line.endIndex, by: 3).allSatisfy {
            line[$0] == 0xE2 && line[$0 + 1] == 0x80 && (0x93...0x95).contains(line[$0 + 2])
        }
    }

    /// A row of one sign.
    private struct Rule {
        var sign: UInt8
        var count: Int

        init?(_ line: ArraySlice<UInt8>) {
            guard line.count > 1, line.count <= 200, let sign = line.first,
                "-_=*#~+".utf8.contains(sign), line.allSatisfy({ $0 == sign })
            else { return nil }
            (self.sign, count) = (sign, line.count)
        }
    }

    /// The most lines of a signature below a row of signs.
    private static let mostLines = 12

    /// Whether nothing but a few lines stand below a row of signs: under a row of underscores any, under
    /// other rows, which also part sections, those with an address or a telephone number.
    private static func isAboveSignature(_ index: Int, _ rule: Rule, _ text: ReplyLines) -> Bool {
        var (filled, contacts, last) = (0, 0, index)
        for next in (index + 1)..<max(index + 1, min(text.lines.count, index + 60)) {
            let line = text.lines[next]
            if line.isBlank { continue }
            if line.isQuoted || line.zone != .none { break }
            last = next
            if isDelimiter(text.content(next)) { continue }
            filled += 1
            if isContact(text.content(next)) { contacts += 1 }
            if filled > mostLines { return false }
        }
        let isLast = text.nextFilled(from: last + 1).map { text.lines[$0].isQuoted } ?? true
        if filled == 0 { return isLast }
        guard isLast else { return false }
        return rule.sign == .underscore || (rule.count > 2 && filled <= 8 && contacts > 0)
    }

    private static func isContact(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count < 200 else { return false }
        let folded = FoldedText.fold(line)
        if folded.contains(.at) || folded.starts(with: Array("www.".utf8))
            || folded.starts(with: Array("http".utf8))
        {
            return true
        }
        // A telephone number, with a word or two before it.
        return folded.count(where: \.isDigit) >= 6 && folded.count(where: \.isLetter) <= 12
    }

    /// The longest such line, links apart, in octets.
    private static let longestDeviceLine = 110

    private static func isDeviceLine(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count <= 400 else { return false }
        var folded = FoldedText.fold(line)[...]
        let isLinked = folded.last == .greater
        if isLinked, let open = folded.firstIndex(of: .less) { folded = folded[..<open].trimmed }
        guard folded.count <= longestDeviceLine else { return false }
        let beginning = SignatureWords.beginnings.beginning(of: folded)
        guard beginning != nil || SignatureWords.endings.ending(of: folded) != nil,
            !folded.dropFirst(beginning ?? 0).contains(.colon)
        else { return false }
        let isSentence =
            folded.contains(.comma) && (folded.last == .dot || folded.last == .exclamation)
        return !isSentence && (isLinked || SignatureWords.makes.contains { folded.holds($0) })
    }
}

extension ArraySlice<UInt8> {
    /// Whether these octets contain others.
    func holds(_ needle: [UInt8]) -> Bool {
        guard let first = needle.first, count >= needle.count else { return false }
        var index = startIndex
        while index + needle.count <= endIndex {
            if self[index] == first, self[index...].starts(with: needle) { return true }
            index += 1
        }
        return false
    }
}

extension UInt8 {
    static let exclamation: UInt8 = 0x21
}
