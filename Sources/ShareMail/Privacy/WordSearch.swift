import Foundation

/// Many names looked for in long texts at once: as whole words, whatever their case, accents, width
/// and the punctuation between their parts. Names in scripts that put no blanks between words are
/// found anywhere.
struct WordSearch<Value> {
    /// A text made ready to be searched.
    struct Text {
        fileprivate let parts: [Substring]
        fileprivate let folded: String

        init(_ text: String) {
            folded = text.folding(
                options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            parts = folded.unicodeScalars.split { scalar in
                !(scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            }.map { Substring($0) }
        }
    }

    private var byFirst: [Substring: [(parts: [Substring], value: Value)]] = [:]
    private var anywhere: [(name: String, value: Value)] = []

    /// Looks for a name too; not for one of a single letter, or of digits alone that are fewer than
    /// four, nor for one that a text holds already.
    mutating func add(_ name: String, _ value: Value, unless known: Text) {
        let text = Text(name)
        guard let first = text.parts.first else { return }
        let length = text.parts.reduce(0) { $0 + $1.count }
        let hasLetters = text.parts.joined().contains { !$0.isNumber }
        if text.folded.unicodeScalars.contains(where: Self.isUnspaced), length >= 2 {
            let name = text.folded.trimmingCharacters(in: .whitespacesAndNewlines)
            if !known.folded.contains(name) { anywhere.append((name, value)) }
            return
        }
        let isIdeograph = text.folded.unicodeScalars.contains(where: Self.isUnspaced)
        guard length >= (hasLetters ? isIdeograph ? 1 : 2 : 4) else { return }
        guard !Self.holds(known, text.parts) else { return }
        byFirst[first, default: []].append((text.parts, value))
    }

    /// The value of the first name that a text holds.
    ///
    /// - Parameter least: the fewest letters of a name that counts, as bytes that are no text hold
    ///   every short one.
    func first(in text: String, least: Int = 1) -> Value? {
        guard !byFirst.isEmpty || !anywhere.isEmpty else { return nil }
        let text = Text(text)
        for index in text.parts.indices {
            for candidate in byFirst[text.parts[index]] ?? []
            where text.parts[index...].starts(with: candidate.parts) {
                if candidate.parts.reduce(0, { $0 + $1.count }) >= least { return candidate.value }
            }
        }
        return anywhere.first { text.folded.contains($0.name) }?.value
    }

    private static func holds(_ text: Text, _ parts: [Substring]) -> Bool {
        text.parts.indices.contains { text.parts[$0...].starts(with: parts) }
    }

    /// Kana, Han, Hangul, Thai, Lao, Khmer and Burmese: letters that stand without blanks, or with
    /// endings.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x323AF:
            true
        default: false
        }
    }
}
