import Foundation
import RegionGeometry
import TestSupport

/// Strokes that a script of another language drew, and what it says that they mean:
/// `Fixtures/geometry/strokes.json`.
struct StrokeFixture: Decodable {
    struct Case: Decodable, Sendable {
        struct Ellipse: Decodable {
            var center: [Double]
            var major, minor, rotation, rms: Double
        }
        var name: String
        var points: [[Double?]]
        var milliseconds: [Double]
        var gap, length: Double
        var cells, kind: String
        var direction: String?
        var resampled, simplified: [[Double]]
        var smoothed, outline: [[Double]]?
        var ellipse: Ellipse?
    }
    struct Pair: Decodable {
        var one, other: String
        var similarity: Double
        var edits: Int
    }

    var strokes: [Case]
    var pairs: [Pair]

    static let all = Result {
        let file = Checkout.fixtures.appending(path: "geometry/strokes.json")
        return try JSONDecoder().decode(StrokeFixture.self, from: Data(contentsOf: file))
    }
}

extension StrokeFixture.Case {
    /// The stroke that was drawn.
    var stroke: Stroke {
        get throws {
            try Stroke(
                points.map {
                    StrokePoint(
                        x: $0[0] ?? .nan, y: $0[1] ?? .nan,
                        milliseconds: $0.count > 2 ? $0[2] : nil)
                })
        }
    }
}

extension Stroke {
    /// A stroke through corners.
    static func through(_ corners: (Double, Double)...) throws -> Stroke {
        try Stroke(points: corners.map { Point(x: $0.0, y: $0.1) })
    }

    /// Part of a circle, drawn clockwise from the right.
    static func arc(
        _ degrees: Double, radius: Double = 60, count: Int = 50, scaledBy inward: Double = 0
    ) throws -> Stroke {
        try Stroke(
            points: (0..<count).map { index in
                let part = Double(index) / Double(count - 1)
                let angle = degrees * part * .pi / 180
                let reach = radius * (1 - inward * part)
                return Point(x: 100 + reach * cos(angle), y: 100 + reach * sin(angle))
            })
    }
}

/// How far lists of points lie apart at most; infinite where they are not as many.
func distance(_ points: [Point], _ pairs: [[Double]]) -> Double {
    guard points.count == pairs.count else { return .infinity }
    return zip(points, pairs).reduce(0) { farthest, pair in
        max(farthest, pair.0.distance(to: Point(x: pair.1[0], y: pair.1[1])))
    }
}
