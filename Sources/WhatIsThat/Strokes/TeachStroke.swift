import JSON
import LearnedStrokes
import OutputText
import RegionGeometry

/// Teaches a word by strokes that say it.
///
/// ``StrokeDictionary/strokeLimit`` strokes are kept for a word: of more, those that came last. The file is
/// written wholly or not at all.
public struct TeachStroke: Sendable {
    /// What was learned.
    public struct Report: JSONReport, Equatable {
        /// The word, as it is kept.
        public var word: String
        /// How many strokes were learned.
        public var learned = 0
        /// How many strokes there are for the word now.
        public var kept = 0
        /// The lines that say nothing, and why.
        public var failures: [WitError] = []

        /// `word`, `learned`, `kept`, `failures`.
        public var json: JSONValue {
            [
                "word": .string(word), "learned": .integer(Int64(learned)),
                "kept": .integer(Int64(kept)), "failures": .array(failures.map(\.json)),
            ]
        }
    }

    private let word: String
    private let use: WordUse?
    private let input: StrokeInput
    private let words: StrokeFile

    /// Gets ready to teach.
    ///
    /// - Parameters:
    ///   - word: what the strokes say.
    ///   - use: what the word is; nil where nobody says, or said before.
    ///   - input: the strokes.
    ///   - words: where they are kept.
    public init(_ word: String, use: WordUse?, by input: StrokeInput, words: StrokeFile) {
        self.word = word
        self.use = use
        self.input = input
        self.words = words
    }

    /// Teaches it; where the task is cancelled, nothing is learned.
    ///
    /// - Throws: `WitError`: `bad-word` for a word that is none, `too-many-words`, `interrupted`; what
    ///   reading the input or writing the file meets.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            guard let word = StrokeDictionary.cleaned(word) else {
                throw WitError(
                    .badWord, about: .item(word),
                    "“\(word)”: a word is one line of 1 to \(StrokeDictionary.wordLength) characters"
                )
            }
            var report = Report(word: word)
            var strokes: [LearnedStroke] = []
            try input.forEachLine(stop) { (line, result) throws(WitError) in
                switch Self.stroke(result) {
                case .success(let stroke):
                    report.learned += 1
                    strokes.append(LearnedStroke(word, use: use, stroke: stroke))
                    // Of very many those that count are held.
                    if strokes.count > 2 * StrokeDictionary.strokeLimit {
                        strokes.removeFirst(StrokeDictionary.strokeLimit)
                    }
                case .failure(let fault): report.failures.append(input.failure(line, fault))
                }
            }
            if stop.isRequested { throw WitError.stopped }
            if strokes.isEmpty { return report }
            report.kept = try words.change(isStopped: { stop.isRequested }) {
                (contents) throws(WitError) in
                for stroke in strokes where !contents.dictionary.learn(stroke) {
                    throw WitError(
                        .tooManyWords, about: .file(words.path),
                        "\(words.path): there are \(StrokeDictionary.wordLimit) words already")
                }
                return contents.dictionary[word]?.strokes.count ?? 0
            }
            return report
        }
    }

    /// The stroke of a line; a tap or a swipe says no word, whatever it is called.
    private static func stroke(
        _ line: Result<StrokeLine, WitError>
    ) -> Result<Stroke, WitError> {
        line.flatMap { line in
            let meaning = line.stroke.meaning
            return meaning.maySayWord
                ? .success(line.stroke)
                : .failure(StrokeLine.fault("a \(meaning.kind), which cannot be a word"))
        }
    }
}

extension WitError.Code {
    /// A word that strokes cannot say.
    public static let badWord: Self = "bad-word"
    /// There is no room for another word.
    public static let tooManyWords: Self = "too-many-words"
    /// No stroke for the word was learned.
    public static let noSuchWord: Self = "no-such-word"
}
