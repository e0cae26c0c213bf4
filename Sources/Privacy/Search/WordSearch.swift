import PhotoRecords

/// Many names looked for in long texts at once: as whole words, whatever their case, accents, width,
/// the punctuation between their parts and characters that show nothing (``Folding``). Names in
/// scripts that put no blanks between words are found anywhere.
///
/// The index is built once, in time that grows with the names; a search takes time that grows with
/// the text.
struct WordSearch<Value> {
    private var names: [(value: Value, length: Int)] = []
    /// The words of all names, by numbers.
    private let vocabulary: [String: UInt32]
    private let words: SequenceSearch
    private let pieces: SequenceSearch

    /// Looks for names, but for those of a single letter, or of digits alone that are fewer than four.
    init(_ all: some Sequence<(name: String, value: Value)>) {
        var words: [(symbols: [UInt32], number: Int32)] = []
        var pieces: [(symbols: [UInt32], number: Int32)] = []
        var vocabulary: [String: UInt32] = [:]
        func symbol(of word: String) -> UInt32 {
            let symbol = vocabulary[word] ?? UInt32(vocabulary.count)
            vocabulary[word] = symbol
            return symbol
        }
        for (name, value) in all {
            let folded = Folding.visibleKey(name)
            let parts = folded.split(separator: " ")
            let length = parts.reduce(0) { $0 + $1.count }
            let hasLetters = parts.contains { $0.contains { !$0.isNumber } }
            let runsOn = folded.unicodeScalars.contains(where: Folding.runsOn)
            guard length >= (hasLetters ? runsOn ? 1 : 2 : 4) else { continue }
            let number = Int32(names.count)
            names.append((value, length))
            if runsOn, length >= 2 {
                pieces.append((folded.unicodeScalars.map(\.value), number))
            } else {
                words.append((parts.map { symbol(of: String($0)) }, number))
            }
        }
        self.vocabulary = vocabulary
        self.words = SequenceSearch(words)
        self.pieces = SequenceSearch(pieces)
    }

    /// Whether nothing is looked for.
    var isEmpty: Bool { names.isEmpty }

    /// The value of the first name that a text holds.
    ///
    /// - Parameters:
    ///   - least: the fewest letters of a name that counts, as bytes that are no text hold every
    ///     short one.
    ///   - isKnown: whether a name does not count, by its number (``numbers(in:)``).
    func first(
        in text: String, least: Int = 1, unless isKnown: (Int) -> Bool = { _ in false }
    ) -> Value? {
        var first: Value?
        search(text) { number, isWhole in
            let name = names[number]
            guard !isWhole || name.length >= least, !isKnown(number) else { return false }
            first = name.value
            return true
        }
        return first
    }

    /// The numbers of all names that a text holds.
    func numbers(in text: String) -> Set<Int> {
        var numbers: Set<Int> = []
        search(text) { number, _ in
            numbers.insert(number)
            return false
        }
        return numbers
    }

    /// Tells the number of each name that a text holds, and whether as a whole word, until `isEnough`
    /// says so.
    private func search(_ text: String, until isEnough: (Int, Bool) -> Bool) {
        guard !isEmpty else { return }
        let folded = Folding.visibleKey(text)
        var isDone = false
        words.search(folded.split(separator: " ").lazy.map { vocabulary[String($0)] }) { number in
            isDone = isEnough(Int(number), true)
            return isDone
        }
        if isDone { return }
        pieces.search(folded.unicodeScalars.lazy.map(\.value)) { isEnough(Int($0), false) }
    }
}

extension WordSearch: Sendable where Value: Sendable {}

extension Folding {
    /// Letters that stand without blanks between words, or, as those of Hangul, with endings.
    static func runsOn(_ scalar: Unicode.Scalar) -> Bool {
        isUnspaced(scalar) || (0xAC00...0xD7AF).contains(scalar.value)
    }
}
