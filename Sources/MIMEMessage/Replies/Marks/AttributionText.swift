/// The features of an attribution: a verb, a date, a mail address, a colon at the end.
struct AttributionText {
    private let text: ArraySlice<UInt8>
    private let octets: [UInt8]
    private let hasColon: Bool
    private let isDecorated: Bool
    /// The number of numbers in it, mail addresses not counted.
    let numbers: Int
    /// Whether there is a number among its first four words.
    let isDated: Bool
    private let hasTime: Bool

    /// Whether it begins with a word that attributions begin with.
    var hasBeginning: Bool { AttributionWords.beginnings.beginning(of: text) != nil }

    /// Takes a text of one line.
    init(_ line: ArraySlice<UInt8>) {
        octets = FoldedText.fold(line)
        var text = octets[...]
        let isDecoration: (UInt8) -> Bool = { [.hyphen, .asterisk, .underscore].contains($0) }
        let head = text.prefix(while: isDecoration).count
        text = text.dropFirst(head).trimmed
        var tail = 0
        while let last = text.last, isDecoration(last) {
            text = text.dropLast()
            tail += 1
        }
        isDecorated = head > 1 && tail > 1
        text = text.trimmed
        var colon = false
        if text.last == .colon {
            text = text.dropLast().trimmed
            colon = true
        } else if text.suffix(3).elementsEqual("：".utf8) {
            text = text.dropLast(3).trimmed
            colon = true
        }
        hasColon = colon
        self.text = text
        let numbers = Self.numbers(text)
        self.numbers = numbers.count
        hasTime = numbers.hasTime
        isDated = Self.isDated(text)
    }

    /// Whether it is an attribution.
    ///
    /// - Parameter beforeQuote: Whether quoted lines follow; then less is asked of it.
    func isAttribution(beforeQuote: Bool) -> Bool {
        guard !text.isEmpty else { return false }
        let address = addressRange
        if AttributionWords.verbs.ending(of: text) != nil {
            if beforeQuote, hasColon, text.count <= 200 { return true }
            if address != nil, hasColon || isDecorated || isDated && numbers > 1 { return true }
            let hasDate = isDated && (hasBeginning || hasTime || beginsWithNumber || isBeyondASCII)
            return hasDate && numbers > 1 && (hasColon || isDecorated)
        }
        if hasColon, address != nil, AttributionWords.quoting.beginning(of: text) != nil {
            return true
        }
        if hasColon, numbers > 1, let verb = middleVerb {
            let isAddressed = address.map { $0.lowerBound < verb } ?? false
            let hasDate = isDated && (hasBeginning || hasTime || beginsWithNumber)
            if hasDate || isAddressed || (hasTime && numbers > 2 && text.count <= 150) {
                return true
            }
        }
        if let address, hasColon, numbers > 2, address.upperBound == text.endIndex { return true }
        // QUIRK: Tutanota has neither a verb nor brackets: `5 May 2024, 10:00 by anna@a.example:`.
        if beforeQuote, hasColon, numbers > 2, text.contains(.at), text.count <= 200 { return true }
        return isGmailDate
    }

    private var beginsWithNumber: Bool { text.first?.isDigit ?? false }

    private var isBeyondASCII: Bool { (text.first ?? 0) >= 0x80 }

    /// The mail address in angle brackets or parentheses, brackets included.
    private var addressRange: Range<Int>? {
        guard let at = text.lastIndex(of: .at) else { return nil }
        guard
            let open = text[..<at].lastIndex(where: { $0 == .less || $0 == .openParenthesis }),
            at - open < 130
        else { return isBareAddress(at) ? at..<text.endIndex : nil }
        var end = text[at...].firstIndex { $0 == .greater || $0 == .closeParenthesis } ?? at
        while end < text.endIndex, [.greater, .closeParenthesis].contains(text[end]) { end += 1 }
        return open..<end
    }

    /// Whether a mail address without brackets ends the text, a verb apart.
    private func isBareAddress(_ at: Int) -> Bool {
        isDecorated && !text[at...].dropFirst().isEmpty
    }

    private var middleVerb: Int? {
        var found: Int?
        for verb in AttributionWords.middleVerbs where found == nil {
            var index = text.startIndex
            while index + verb.count <= text.endIndex {
                if text[index] == .space, text[index...].starts(with: verb) {
                    found = index
                    break
                }
                index += 1
            }
        }
        return found
    }

    /// QUIRK: Gmail names somebody without an address so: `2016-03-03 17:21 GMT+01:00 Some One`.
    private var isGmailDate: Bool {
        let words = text.split(separator: .space, maxSplits: 3)
        guard words.count == 4, text.count < 120, words[0].count == 10,
            words[0].prefix(4).allSatisfy(\.isDigit),
            words[0].dropFirst(4).first == .hyphen, words[1].contains(.colon)
        else { return false }
        return words[2].starts(with: Array("gmt+".utf8))
            || words[2].starts(with: Array("gmt-".utf8))
    }

    /// The numbers outside angle brackets, and whether two of them are a time: `10:05`, `10.05`,
    /// `10h05`.
    private static func numbers(_ text: ArraySlice<UInt8>) -> (count: Int, hasTime: Bool) {
        var (count, hasTime, isInside, length, between) = (0, false, false, 0, UInt8.space)
        var last = 0
        for octet in text {
            if octet == .less { isInside = true }
            if octet == .greater { isInside = false }
            if isInside { continue }
            if octet.isDigit {
                if length == 0 { count += 1 }
                length += 1
                if length == 2, (1...2).contains(last), between == .colon { hasTime = true }
            } else if length > 0 {
                (last, between, length) = (length, octet, 0)
            } else {
                last = 0
            }
        }
        return (count, hasTime)
    }

    private static func isDated(_ text: ArraySlice<UInt8>) -> Bool {
        var words = 0
        var isInWord = false
        for octet in text {
            if octet.isDigit { return true }
            if octet == .less || octet == .at { return false }
            if octet == .space {
                isInWord = false
            } else if !isInWord {
                words += 1
                isInWord = true
                if words > 4 { return false }
            }
        }
        return false
    }
}
