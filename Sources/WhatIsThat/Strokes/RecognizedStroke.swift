import JSON
import LearnedStrokes
import RegionGeometry

/// What a stroke of an input means.
public struct RecognizedStroke: Sendable {
    /// The number of its line, from 1.
    public let line: Int
    /// What it means by its shape.
    public let meaning: StrokeMeaning
    /// The cells of its box that it goes through.
    public let cells: StrokeCells
    /// The word that it says; nil where it is like none that was learned.
    public let match: WordMatch?
    /// What that word is; nil where nobody said.
    public let use: WordUse?
    /// Other words that it is like, the most alike first: three at most.
    public let alternatives: [WordMatch]

    /// So much like a stroke a word must be to be named as another one that it may be.
    static let faintest = 0.5

    init(_ stroke: Stroke, line: Int, words: StrokeRecognizer, uses: [String: WordUse]) {
        self.line = line
        meaning = stroke.meaning
        let features = StrokeFeatures(stroke)
        cells = features.cells
        guard meaning.maySayWord else {
            (match, use, alternatives) = (nil, nil, [])
            return
        }
        let matches = words.matches(for: features, count: 4)
        match = matches.first.flatMap { $0.isKnown ? $0 : nil }
        use = match.flatMap { uses[$0.word] }
        alternatives = Array(
            matches.dropFirst(match == nil ? 0 : 1).filter { $0.score >= Self.faintest }.prefix(3))
    }
}

extension RecognizedStroke: JSONReport {
    /// `line`, `kind`, `shape` where it has one, `cells`, `word` with its `score` and `use` where it says
    /// one, `alternatives` with theirs.
    public var json: JSONValue {
        var object: JSONObject = [
            "line": .integer(Int64(line)), "kind": .string(meaning.kind),
            "cells": .string(cells.digits),
            "alternatives": .array(
                alternatives.map { ["word": .string($0.word), "score": .rounded($0.score)] }),
        ]
        object["shape"] = meaning.json
        object["word"] = (match?.word).map(JSONValue.string)
        object["score"] = (match?.score).map(JSONValue.rounded)
        object["use"] = use.map { .string($0.rawValue) }
        return .object(object)
    }
}

extension StrokeMeaning {
    /// The shape as a region's is written, in screen pixels; the spot of a tap, the direction of a swipe;
    /// nil for a word.
    var json: JSONValue? {
        switch self {
        case .tap(let point): ["type": "point", "x": .rounded(point.x), "y": .rounded(point.y)]
        case .swipe(let direction):
            ["type": "swipe", "direction": .string(direction.rawValue)]
        case .ellipse(let fit):
            [
                "type": "ellipse", "x": .rounded(fit.box.left), "y": .rounded(fit.box.top),
                "width": .rounded(fit.box.width), "height": .rounded(fit.box.height),
                "rotation": .rounded(fit.rotation),
            ]
        case .outline(let corners):
            [
                "type": "polygon",
                "points": .array(corners.map { [.rounded($0.x), .rounded($0.y)] }),
            ]
        case .word: nil
        }
    }
}

extension JSONValue {
    /// A number to three digits behind its point.
    fileprivate static func rounded(_ number: Double) -> JSONValue {
        .number((number * 1_000).rounded() / 1_000)
    }
}
