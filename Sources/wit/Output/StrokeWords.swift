import Foundation
import RegionGeometry
import WhatIsThat

/// What a stroke means, for people.
struct StrokeWords {
    private let stroke: RecognizedStroke

    init(_ stroke: RecognizedStroke) { self.stroke = stroke }

    /// `“accept” (0.97) · cells 478563`.
    var line: ShownLine {
        var line = kind
        if stroke.meaning.kind != "word", let match = stroke.match {
            line += " · like " + Self.words(match)
        }
        return line + " · cells \(stroke.cells.digits)"
    }

    private var kind: ShownLine {
        switch stroke.meaning {
        case .tap(let point): "a tap at \(Self.spot(point))"
        case .swipe(.left): "a swipe to the left"
        case .swipe(.right): "a swipe to the right"
        case .swipe(.up): "a swipe upwards"
        case .swipe(.down): "a swipe downwards"
        case .ellipse(let fit):
            "an ellipse of \(Self.pixels(2 * fit.majorRadius)) × \(Self.pixels(2 * fit.minorRadius)) pixels "
                + "at \(Self.spot(fit.center)), rotated by \(Self.pixels(fit.rotation))°"
        case .outline(let corners): "an outline with \(corners.count) corners"
        case .word: word
        }
    }

    private var word: ShownLine {
        if let match = stroke.match { return Self.words(match) }
        guard let nearest = stroke.alternatives.first else { return "an unknown word" }
        return "an unknown word, most like " + Self.words(nearest)
    }

    private static func words(_ match: WordMatch) -> ShownLine {
        let score = match.score.formatted(
            .number.precision(.fractionLength(2)).locale(Locale(identifier: "en_US_POSIX")))
        return "“\(match.word)” (\(score))"
    }

    private static func spot(_ point: Point) -> ShownLine {
        "\(pixels(point.x)),\(pixels(point.y))"
    }

    private static func pixels(_ number: Double) -> Int { Int(number.rounded()) }
}
