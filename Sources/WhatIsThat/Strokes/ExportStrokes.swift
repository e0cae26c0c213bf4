import JSON
import LearnedStrokes
import OutputText

/// Gives learned strokes away, in the form of their file.
public struct ExportStrokes: Sendable {
    /// The strokes.
    public struct Report: JSONReport, Equatable {
        /// The lines of a file of learned strokes, with the first one that says what it is.
        public var lines: [JSONValue]
        /// What could not be exported: words that were not learned, lines of the file that are none.
        public var failures: [WitError]

        /// `lines`, `failures`.
        public var json: JSONValue {
            ["lines": .array(lines), "failures": .array(failures.map(\.json))]
        }
    }

    private let chosen: [String]
    private let words: StrokeFile

    /// Gets ready to export.
    ///
    /// - Parameters:
    ///   - chosen: the words; none for all.
    ///   - words: where they are kept.
    public init(_ chosen: [String] = [], of words: StrokeFile) {
        self.chosen = chosen
        self.words = words
    }

    /// Exports them.
    ///
    /// - Throws: `WitError` where the file can't be read.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { _ in
            let contents = try words.contents()
            var failures = contents.failures(in: words)
            var lines = [StrokeDictionary.header]
            guard !chosen.isEmpty else {
                return Report(lines: lines + contents.dictionary.lines, failures: failures)
            }
            for word in chosen {
                let entry = StrokeDictionary.cleaned(word).flatMap { contents.dictionary[$0] }
                if let entry {
                    lines += entry.strokes.map(\.json)
                } else {
                    failures.append(.noSuchWord(word))
                }
            }
            return Report(lines: lines, failures: failures)
        }
    }
}

extension WitError {
    /// A word that was not learned.
    static func noSuchWord(_ word: String) -> Self {
        WitError(item: word, code: .noSuchWord, reason: "no stroke was learned for this word")
    }
}
