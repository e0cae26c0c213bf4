import Foundation
import TestSupport
import Testing

@testable import RegionGeometry

@Suite
struct SimplificationTests {
    @Test func `a simplified line lies within the tolerance of every point that was left out`() {
        var draw = SystemRandomNumberGenerator()
        for count in [3, 10, 500, 3_000] {
            let points = (0..<count).map { index in
                Point(x: Double(index) * 3, y: .random(in: 0...40, using: &draw))
            }
            let line = Simplification.line(points, tolerance: 5)
            #expect(line.count < points.count || count < 20)
            #expect(line.first == points.first && line.last == points.last)
            #expect(farthest(points, from: line) <= 5 + 1e-9)
        }
    }

    /// How far a point lies from its line at most, looked for along the line.
    private func farthest(_ points: [Point], from line: [Point]) -> Double {
        var side = 0
        var farthest = 0.0
        for point in points {
            while side + 2 < line.count, point.x > line[side + 1].x { side += 1 }
            farthest = max(farthest, point.distance(toSegment: line[side], line[side + 1]))
        }
        return farthest
    }

    @Test func `a line that doubles back keeps where it turns`() {
        let points = [0.0, 50, 100, 50, 0].map { Point(x: $0, y: 0) }
        #expect(Simplification.line(points, tolerance: 2).map(\.x) == [0, 100, 0])
    }

    @Test func `a line of one or two points is simplified to itself`() {
        let points = [Point(x: 1, y: 2), Point(x: 1, y: 2)]
        #expect(Simplification.line([], tolerance: 1).isEmpty)
        #expect(Simplification.line([points[0]], tolerance: 1) == [points[0]])
        #expect(Simplification.line(points, tolerance: 1) == points)
    }

    @Test
    func `to simplify a line takes time that grows with its points alone`() {
        // Each division takes but one point off: quadratic time without a bound.
        func comb(_ count: Int) -> [Point] {
            (0..<count).map { index in
                Point(
                    x: Double(index), y: (index.isMultiple(of: 2) ? 1 : -1) * Double(count - index))
            }
        }
        #expect(
            Growth.isLinear(from: 20_000) { _ = Simplification.line(comb($0), tolerance: 0.1) })
    }

    @Test func `a scribble is simplified to a bounded number of corners`() throws {
        let points = (0..<40_000).map { index in
            Point(x: Double(index % 997), y: Double(index * 7919 % 1009))
        }
        let outline = try #require(try Stroke(points: points + [points[0]]).outline)
        #expect(outline.count <= Stroke.mostCorners && outline.count >= 3)
    }
}
