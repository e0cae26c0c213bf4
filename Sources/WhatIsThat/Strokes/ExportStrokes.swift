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
    private let output: String?
    private let replacing: Bool

    /// Gets ready to export.
    ///
    /// - Parameters:
    ///   - chosen: the words; none for all.
    ///   - words: where they are kept.
    ///   - output: the file that the lines are written into; nil for none.
    ///   - replacing: whether one that is there may be replaced.
    public init(
        _ chosen: [String] = [], of words: StrokeFile, into output: String? = nil,
        replacing: Bool = false
    ) {
        self.chosen = chosen
        self.words = words
        self.output = output
        self.replacing = replacing
    }

    /// Exports them.
    ///
    /// - Throws: `WitError` where the file can't be read; `output-exists`, and where the lines can't be
    ///   written.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { _ in
            let file = try output.map { path throws(WitError) in
                try OutputFile(path, replacing: replacing)
            }
            let report = try report()
            try file?.write(Array(report.lines.map { $0.text + "\n" }.joined().utf8))
            return report
        }
    }

    private func report() throws(WitError) -> Report {
        let contents = try words.contents()
        var report = Report(
            lines: [StrokeDictionary.header], failures: contents.failures(in: words))
        if chosen.isEmpty { report.lines += contents.dictionary.lines }
        for word in chosen {
            let entry = StrokeDictionary.cleaned(word).flatMap { contents.dictionary[$0] }
            if let entry {
                report.lines += entry.strokes.map(\.json)
            } else {
                report.failures.append(.noSuchWord(word))
            }
        }
        return report
    }
}

extension WitError {
    /// A word that was not learned.
    static func noSuchWord(_ word: String) -> Self {
        WitError(item: word, code: .noSuchWord, reason: "no stroke was learned for this word")
    }
}
