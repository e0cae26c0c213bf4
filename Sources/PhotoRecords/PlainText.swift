import Foundation
import OutputText

/// Text as it may be after mail programs laid hands on it: what differs only in blanks, invisible
/// marks or the like is one text.
package enum PlainText {
    /// Whether a scalar shows nothing and joins nothing: soft hyphens, marks of the direction of
    /// writing, zero-width blanks. The joiners of emoji and of scripts are none of them.
    package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x200B, 0x200E, 0x200F, 0x2060...0x2065, 0xFEFF: true
        default:
            switch scalar.hazard {
            case .direction, .annotation, .tag: true
            default: false
            }
        }
    }

    /// Each line without blanks at its ends and with one blank for several; without invisible
    /// marks; no empty lines at the ends.
    package static func normal(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let words = line.unicodeScalars.filter { !isInvisible($0) }
                .split { $0.properties.isWhitespace }
            lines.append(words.map { String($0) }.joined(separator: " "))
        }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// Letters and digits alone, folded (``Folding``); `?` and U+FFFD, which stand for letters that a
    /// mail program lost, stay.
    package static func essence(_ text: String) -> [Unicode.Scalar] {
        Folding.folded(text).unicodeScalars.filter { scalar in
            switch scalar {
            case "?", "\u{FFFD}": true
            default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            }
        }
    }

    /// Whether `told` is `known` but for what mail programs do to text: blanks, line breaks,
    /// punctuation, lost letters, an end that was cut off with `…`.
    package static func isSame(_ told: String, as known: String) -> Bool {
        if told == known { return true }
        return isSame(told, essence(told), as: known, essence(known))
    }

    /// As ``isSame(_:as:)`` of texts whose essences are known: for one that is held against many.
    package static func isSame(
        _ told: String, _ toldEssence: [Unicode.Scalar], as known: String,
        _ knownEssence: [Unicode.Scalar]
    ) -> Bool {
        if told == known { return true }
        let isCut = told.hasSuffix("…") || told.hasSuffix("...")
        return matches(toldEssence, knownEssence, cut: isCut)
    }

    /// Whether the scalars are the same where neither was lost. A letter that was lost may have
    /// left several marks, of its octets, or none.
    private static func matches(
        _ told: [Unicode.Scalar], _ known: [Unicode.Scalar], cut: Bool
    ) -> Bool {
        var (i, j) = (0, 0)
        while i < told.count, j < known.count {
            if told[i] == known[j] {
                (i, j) = (i + 1, j + 1)
            } else if isLost(told[i]) {
                while i < told.count, isLost(told[i]) { i += 1 }
                // What was lost is found again at the next letter that is there.
                guard i < told.count else { return true }
                while j < known.count, known[j] != told[i] { j += 1 }
            } else if isLost(known[j]) {
                j += 1
            } else {
                return false
            }
        }
        while i < told.count, isLost(told[i]) { i += 1 }
        while j < known.count, isLost(known[j]) { j += 1 }
        return i == told.count && (j == known.count || cut)
    }

    private static func isLost(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "?" || scalar == "\u{FFFD}"
    }
}
