import PhotoRecords

/// Many names looked for in long texts at once: as whole words, whatever their case, accents, width,
/// the punctuation between their parts and characters that show nothing (``Folding``). Names in
/// scripts that put no blanks between words are found anywhere.
struct WordSearch<Value> {
    /// A text made ready to be searched.
    struct Text {
        fileprivate let parts: [Substring]
        fileprivate let folded: String

        init(_ text: String) {
            folded = Folding.visibleKey(text)
            parts = folded.split(separator: " ")
        }
    }

    private var byFirst: [Substring: [(parts: [Substring], value: Value)]] = [:]
    private var anywhere: [(name: String, value: Value)] = []

    /// Whether nothing is looked for.
    var isEmpty: Bool { byFirst.isEmpty && anywhere.isEmpty }

    /// Looks for a name too; not for one of a single letter, or of digits alone that are fewer than
    /// four, nor for one that a text holds already.
    mutating func add(_ name: String, _ value: Value, unless known: Text) {
        let text = Text(name)
        guard let first = text.parts.first else { return }
        let length = text.parts.reduce(0) { $0 + $1.count }
        let hasLetters = text.parts.joined().contains { !$0.isNumber }
        if text.folded.unicodeScalars.contains(where: Folding.runsOn), length >= 2 {
            if !known.folded.contains(text.folded) { anywhere.append((text.folded, value)) }
            return
        }
        let isIdeograph = text.folded.unicodeScalars.contains(where: Folding.runsOn)
        guard length >= (hasLetters ? isIdeograph ? 1 : 2 : 4) else { return }
        guard !Self.holds(known, text.parts) else { return }
        byFirst[first, default: []].append((text.parts, value))
    }

    /// The value of the first name that a text holds.
    ///
    /// - Parameter least: the fewest letters of a name that counts, as bytes that are no text hold
    ///   every short one.
    func first(in text: String, least: Int = 1) -> Value? {
        guard !isEmpty else { return nil }
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
}

extension Folding {
    /// Letters that stand without blanks between words, or, as those of Hangul, with endings.
    static func runsOn(_ scalar: Unicode.Scalar) -> Bool {
        isUnspaced(scalar) || (0xAC00...0xD7AF).contains(scalar.value)
    }
}
