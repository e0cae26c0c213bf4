import JSON
import LearnedStrokes
import OutputText

/// Forgets words with all their strokes. The file is written wholly or not at all.
public struct ForgetStrokes: Sendable {
    /// What was forgotten.
    public struct Report: JSONReport, Equatable {
        /// How many words.
        public var words = 0
        /// How many strokes.
        public var strokes = 0
        /// Words that were not learned.
        public var failures: [WitError] = []

        /// `words`, `strokes`, `failures`.
        public var json: JSONValue {
            [
                "words": .integer(Int64(words)), "strokes": .integer(Int64(strokes)),
                "failures": .array(failures.map(\.json)),
            ]
        }
    }

    private let forgotten: [String]
    private let words: StrokeFile

    /// Gets ready to forget.
    ///
    /// - Parameters:
    ///   - forgotten: the words.
    ///   - words: where they are kept.
    public init(_ forgotten: [String], of words: StrokeFile) {
        self.forgotten = forgotten
        self.words = words
    }

    /// Forgets them.
    ///
    /// - Throws: `WitError` where the file can't be read or written.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            // Nothing is written where nothing is there to be forgotten.
            let known = try words.contents().dictionary
            var report = Report()
            for word in forgotten where StrokeDictionary.cleaned(word).flatMap({ known[$0] }) == nil
            {
                report.failures.append(.noSuchWord(word))
            }
            guard report.failures.count < forgotten.count else { return report }
            let gone = try words.change(isStopped: { stop.isRequested }) {
                (contents) throws(WitError) -> [Int] in
                forgotten.compactMap { word in
                    StrokeDictionary.cleaned(word).flatMap { contents.dictionary.forget($0) }
                }
            }
            report.words = gone.count
            report.strokes = gone.reduce(0, +)
            return report
        }
    }
}
