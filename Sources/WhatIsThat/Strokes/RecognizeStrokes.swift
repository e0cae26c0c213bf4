import JSON
import LearnedStrokes
import OutputText
import RegionGeometry

/// Tells what drawn strokes mean: an ellipse, an outline, a learned word, a tap or a swipe.
///
/// Strokes are read one after the other, so that memory holds no more than the longest. What is no stroke
/// is told by its line, and the rest goes on.
///
/// ```swift
/// let report = try await RecognizeStrokes(.file("strokes.jsonl"), words: file).run { progress in
///     if case .item(let stroke) = progress.event { print(stroke.json.text) }
/// }
/// ```
public struct RecognizeStrokes: Sendable {
    /// What was done; each stroke is told as it is recognised.
    public struct Report: JSONReport, Equatable {
        /// How many strokes there were.
        public var strokes = 0
        /// How many lines were no stroke.
        public var failed = 0
        /// Whether it was stopped before its end.
        public var wasInterrupted = false

        /// The counts, and whether it was stopped.
        public var json: JSONValue {
            [
                "strokes": .integer(Int64(strokes)), "failed": .integer(Int64(failed)),
                "interrupted": .bool(wasInterrupted),
            ]
        }
    }

    private let input: StrokeInput
    private let words: StrokeFile

    /// Gets ready to recognise.
    ///
    /// - Parameters:
    ///   - input: the strokes.
    ///   - words: the words that were learned.
    public init(_ input: StrokeInput, words: StrokeFile) {
        self.input = input
        self.words = words
    }

    /// Recognises them; where the task is cancelled, ends with the stroke that it is at.
    ///
    /// - Parameter progress: told of each stroke (``RecognizedStroke``) and of each line that is none.
    /// - Throws: `WitError` where the input or the words can't be read.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            let contents = try words.contents()
            for fault in contents.faults {
                let notice = "\(words.path), line \(fault.line) is skipped: \(fault.reason)"
                progress(WorkProgress(.recognizing, event: .notice(notice)))
            }
            let recognizer = contents.dictionary.recognizer
            let uses = contents.dictionary.uses
            var report = Report()
            try input.forEachLine(stop) { (line, result) throws(WitError) in
                let event: WorkProgress.Event
                switch result {
                case .success(let drawn):
                    report.strokes += 1
                    let stroke = RecognizedStroke(
                        drawn.stroke, line: line, words: recognizer, uses: uses)
                    event = .item(stroke)
                case .failure(let fault):
                    report.failed += 1
                    event = .failed(input.failure(line, fault))
                }
                progress(WorkProgress(.recognizing, done: report.strokes, event: event))
            }
            report.wasInterrupted = stop.isRequested
            return report
        }
    }
}

extension WorkProgress.Stage {
    /// Strokes are recognised.
    public static let recognizing: Self = "recognizing"
}
