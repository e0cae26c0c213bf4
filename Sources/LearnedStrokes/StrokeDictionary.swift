import JSON
import RegionGeometry

/// The strokes that were learned, word by word, in the order in which the words came.
public struct StrokeDictionary: Sendable {
    /// A word with all that is kept of it.
    public struct Entry: Sendable {
        /// The word.
        public let word: String
        /// What it is, as was said last; nil where nobody said.
        public internal(set) var use: WordUse?
        /// The strokes by which it was learned, the oldest first.
        public internal(set) var strokes: [LearnedStroke]
    }

    /// The words.
    public private(set) var entries: [Entry] = []
    /// Where each word stands.
    private var positions: [String: Int] = [:]

    /// The most strokes that are kept for a word: another one takes the place of the oldest.
    public static let strokeLimit = 16
    /// The most words.
    public static let wordLimit = 2_000
    /// The most characters of a word.
    public static let wordLength = 200

    /// An empty dictionary.
    public init() {}

    /// A word's entry.
    public subscript(word: String) -> Entry? { positions[word].map { entries[$0] } }

    /// Learns a stroke.
    ///
    /// - Returns: Whether there was room: false for a new word where there are ``wordLimit`` already.
    public mutating func learn(_ stroke: LearnedStroke) -> Bool {
        guard let position = positions[stroke.word] else {
            guard entries.count < Self.wordLimit else { return false }
            positions[stroke.word] = entries.count
            entries.append(Entry(word: stroke.word, use: stroke.use, strokes: [stroke]))
            return true
        }
        entries[position].strokes.append(stroke)
        entries[position].use = stroke.use ?? entries[position].use
        let excess = entries[position].strokes.count - Self.strokeLimit
        if excess > 0 { entries[position].strokes.removeFirst(excess) }
        return true
    }

    /// Forgets a word with its strokes.
    ///
    /// - Returns: How many strokes it had; nil where it was not known.
    public mutating func forget(_ word: String) -> Int? {
        guard let position = positions[word] else { return nil }
        let gone = entries.remove(at: position)
        positions = Dictionary(
            entries.enumerated().map { ($1.word, $0) }, uniquingKeysWith: { first, _ in first })
        return gone.strokes.count
    }

    /// What each word is, of those where somebody said.
    public var uses: [String: WordUse] {
        entries.reduce(into: [:]) { $0[$1.word] = $1.use }
    }

    /// What recognises the words.
    public var recognizer: StrokeRecognizer {
        StrokeRecognizer(
            entries.map { LearnedWord($0.word, strokes: $0.strokes.map(\.stroke)) })
    }
}
