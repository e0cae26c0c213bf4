/// A word that strokes can say, and the strokes by which it was learned.
public struct LearnedWord: Hashable, Sendable {
    /// The word.
    public let word: String
    /// What strokes for it look like: at least one.
    public let examples: [StrokeFeatures]

    /// A word by its examples.
    public init(_ word: String, examples: [StrokeFeatures]) {
        self.word = word
        self.examples = examples
    }

    /// A word by strokes that say it.
    public init(_ word: String, strokes: some Sequence<Stroke>) {
        self.init(word, examples: strokes.map { StrokeFeatures($0) })
    }

    /// How much alike a stroke must be to the best of the examples to be this word. Several examples
    /// show how much a hand varies: then less is left to chance.
    public var threshold: Double {
        switch examples.count {
        case ...1: 0.83
        case 2: 0.88
        default: 0.91
        }
    }
}
