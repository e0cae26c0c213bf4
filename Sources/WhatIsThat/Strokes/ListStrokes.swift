import JSON
import LearnedStrokes
import OutputText
import RegionGeometry

/// Lists the words that strokes were learned for.
public struct ListStrokes: Sendable {
    /// A word.
    public struct Word: JSONReport, Equatable {
        /// The word.
        public var word: String
        /// What it is; nil where nobody said.
        public var use: WordUse?
        /// How many strokes there are for it.
        public var strokes: Int
        /// The ways over the cells that they take, each once.
        public var cells: [String]

        /// `word`, `use`, `strokes`, `cells`.
        public var json: JSONValue {
            var object: JSONObject = [
                "word": .string(word), "strokes": .integer(Int64(strokes)),
                "cells": .strings(cells),
            ]
            object["use"] = use.map { .string($0.rawValue) }
            return .object(object)
        }
    }

    /// The words.
    public struct Report: JSONReport, Equatable {
        /// The words, in the order in which they were learned.
        public var words: [Word]
        /// What is wrong with lines of the file, which are passed over.
        public var failures: [WitError]

        /// `words`, `failures`.
        public var json: JSONValue {
            [
                "words": .array(words.map(\.json)), "failures": .array(failures.map(\.json)),
            ]
        }
    }

    private let words: StrokeFile

    /// Gets ready to list the words of a file.
    public init(_ words: StrokeFile) { self.words = words }

    /// Lists them.
    ///
    /// - Throws: `WitError` where the file can't be read.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { _ in
            let contents = try words.contents()
            return Report(
                words: contents.dictionary.entries.map(Self.word),
                failures: contents.failures(in: words))
        }
    }

    private static func word(_ entry: StrokeDictionary.Entry) -> Word {
        var cells: [String] = []
        for stroke in entry.strokes {
            let way = StrokeCells(stroke.stroke).digits
            if !cells.contains(way) { cells.append(way) }
        }
        return Word(word: entry.word, use: entry.use, strokes: entry.strokes.count, cells: cells)
    }
}

extension StrokeFile.Contents {
    /// What is wrong with lines of the file.
    func failures(in file: StrokeFile) -> [WitError] {
        faults.map { fault in
            WitError(
                item: "\(file.path), line \(fault.line)", code: .notUnderstood,
                reason: fault.reason)
        }
    }
}
