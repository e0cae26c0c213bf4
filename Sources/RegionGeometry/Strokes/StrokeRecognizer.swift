/// Finds the words that strokes say, among those that were learned.
///
/// The ways over the cells rank the words; of the nearest 24, Protractor decides. So the work for a stroke
/// is bounded, however many words there are, but for one comparison of cells for each example. Any number of
/// threads may use one recogniser.
///
/// ```swift
/// let recognizer = StrokeRecognizer([LearnedWord("delete", strokes: examples)])
/// recognizer.match(for: stroke)?.word  // "delete"
/// ```
public struct StrokeRecognizer: Sendable {
    /// The words, as they were given.
    public let words: [LearnedWord]

    /// So many words go on from the cells to Protractor.
    public static let shortlist = 24

    /// A recogniser of words; those without examples are never found.
    public init(_ words: some Sequence<LearnedWord>) {
        self.words = words.filter { !$0.examples.isEmpty }
    }

    /// The word that a stroke says; nil where it is like none that was learned.
    public func match(for stroke: StrokeFeatures) -> WordMatch? {
        matches(for: stroke, count: 1).first.flatMap { $0.isKnown ? $0 : nil }
    }

    /// The word that a stroke says; nil where it is like none that was learned.
    public func match(for stroke: Stroke) -> WordMatch? { match(for: StrokeFeatures(stroke)) }

    /// The words that a stroke is most like, best first, known or not.
    ///
    /// - Parameter count: how many at most.
    public func matches(for stroke: StrokeFeatures, count: Int) -> [WordMatch] {
        var scored: [(score: Double, index: Int)] = []
        scored.reserveCapacity(Self.shortlist)
        for index in nearest(stroke.cells) {
            let score = words[index].examples.reduce(-1.0) { best, example in
                max(best, example.vector.similarity(to: stroke.vector))
            }
            scored.append((score, index))
        }
        // Of words that are alike to the last digit the one that was learned first counts.
        scored.sort { ($0.score, $1.index) > ($1.score, $0.index) }
        return scored.prefix(max(count, 0)).map { score, index in
            WordMatch(
                word: words[index].word, score: max(score, 0),
                isKnown: score >= words[index].threshold)
        }
    }

    /// The positions of the words whose examples take ways most like this one, nearest first.
    private func nearest(_ cells: StrokeCells) -> [Int] {
        guard words.count > Self.shortlist else { return Array(words.indices) }
        let pattern = CellPattern(cells)
        let length = cells.cells.count
        let ranked = words.indices.map { index in
            let distance = words[index].examples.reduce(Double.infinity) { least, example in
                let other = example.cells
                let edits = Double(pattern.edits(to: other))
                return min(least, edits / Double(max(length, other.cells.count)))
            }
            return (distance: distance, index: index)
        }
        return ranked.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
            .prefix(Self.shortlist).map(\.index)
    }
}
