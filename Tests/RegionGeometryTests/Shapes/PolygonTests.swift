import Foundation
import RegionGeometry
import TestSupport
import Testing

@Suite
struct PolygonTests {
    private static let square = [
        Point(x: 0, y: 0), Point(x: 4, y: 0), Point(x: 4, y: 4), Point(x: 0, y: 4),
    ]

    @Test func `a polygon covers what it winds round, whichever way and wherever it starts`() {
        for ring in [Self.square, Self.square.reversed(), Self.square + [Point(x: 0, y: 0)]] {
            let polygon = Polygon(outline: ring)
            #expect(polygon.contains(Point(x: 2, y: 2)))
            #expect(!polygon.contains(Point(x: 5, y: 2)))
            #expect(!polygon.contains(Point(x: 2, y: -1)))
        }
        #expect(Polygon(outline: Self.square).winding(around: Point(x: 1, y: 1)) == 1)
        #expect(Polygon(outline: Self.square.reversed()).winding(around: Point(x: 1, y: 1)) == -1)
    }

    @Test func `a polygon owns its top and left edges, as a box does`() {
        let polygon = Shape.polygon(Polygon(outline: Self.square))
        let box = Shape.rectangle(Box(left: 0, top: 0, right: 4, bottom: 4))
        for x in [(0.0).nextDown, 0, (0.0).nextUp, 2, (4.0).nextDown, 4] {
            for y in [(0.0).nextDown, 0, (0.0).nextUp, 2, (4.0).nextDown, 4] {
                let point = Point(x: x, y: y)
                #expect(polygon.contains(point) == box.contains(point), "\(point)")
            }
        }
    }

    @Test
    func `a polygon leaves its holes out, whichever way they are drawn, but not an island in one`()
    {
        let hole = [Point(x: 1, y: 1), Point(x: 3, y: 1), Point(x: 3, y: 3), Point(x: 1, y: 3)]
        for hole in [hole, hole.reversed()] {
            let polygon = Polygon(outline: Self.square, holes: [hole])
            #expect(!polygon.contains(Point(x: 2, y: 2)))
            #expect(polygon.contains(Point(x: 0.5, y: 2)))
            #expect(polygon.contains(Point(x: 3, y: 2)), "The hole does not own its right edge.")
        }
        let rings = Polygon(rings: [Self.square, hole])
        #expect(rings.winding(around: Point(x: 2, y: 2)) == 2)
        let island = [Point(x: 1.5, y: 1.5), Point(x: 2.5, y: 1.5), Point(x: 2, y: 2.5)]
        let nested = Polygon(rings: [Self.square, hole.reversed(), island])
        #expect(nested.contains(Point(x: 2, y: 2)))
        #expect(!nested.contains(Point(x: 1.2, y: 2)))
    }

    @Test func `a polygon that crosses itself covers each part that it winds round`() {
        // A five-pointed star drawn in one line winds round its middle twice.
        let star = (0..<5).map { index in
            let angle = 4 * Double.pi * Double(index) / 5 - Double.pi / 2
            return Point(x: cos(angle), y: sin(angle))
        }
        let polygon = Polygon(outline: star)
        #expect(polygon.winding(around: .zero) == 2)
        #expect(polygon.contains(.zero))
        // A figure of eight winds round its two halves in opposite ways.
        let eight = Polygon(outline: [
            Point(x: 0, y: 0), Point(x: 2, y: 2), Point(x: 2, y: 0), Point(x: 0, y: 2),
        ])
        #expect(eight.winding(around: Point(x: 0.2, y: 1)) == 1)
        #expect(eight.winding(around: Point(x: 1.8, y: 1)) == -1)
    }

    @Test func `a polygon shares no spot of an edge with its neighbour, and leaves none out`() {
        var draw = Draw(seed: 17)
        for _ in 0..<300 {
            // Triangles round one point: they fill the outline between them.
            let center = draw.point()
            let ring = draw.outline(round: center, radius: draw.number(0.01...1), points: 7)
            let pieces = ring.indices.map { index in
                Polygon(
                    outline: [center, ring[index], ring[(index + 1) % ring.count]].shuffled(
                        using: &draw))
            }
            let whole = Polygon(outline: ring)
            var spots = [center] + ring
            for corner in ring {
                for share in [0.5, 0.25, draw.number()] {
                    let spot = center + (corner - center) * share
                    spots += [spot, Point(x: spot.x.nextUp, y: spot.y)]
                    spots.append(Point(x: spot.x, y: spot.y.nextDown))
                }
            }
            for spot in spots {
                let owners = pieces.count { $0.contains(spot) }
                #expect(owners == (whole.contains(spot) ? 1 : 0), "\(spot) of \(ring)")
            }
        }
    }

    @Test func `a polygon of many edges answers as one that looks at each edge`() {
        var draw = Draw(seed: 5)
        for count in [3, 8, 9, 64, 65, 513, 3000] {
            let ring = (0..<count).map { _ in draw.point() }
            let other = draw.outline(round: Point(x: 0.5, y: 0.5), radius: 0.4, points: count)
            let third = [draw.point()]
            let polygon = Polygon(rings: [ring, other, third])
            for _ in 0..<200 {
                let spot = draw.one(of: [draw.point(), draw.one(of: ring), draw.one(of: other)])
                let expected = plainWinding([ring, other, third], spot)
                #expect(polygon.winding(around: spot) == expected)
            }
        }
    }

    @Test func `a polygon is measured to its line as one that looks at each edge`() throws {
        var draw = Draw(seed: 6)
        let view = try View(
            picture: Size(width: 300, height: 200), viewport: Size(width: 900, height: 700),
            content: .stretch, zoom: 1.5, rotation: 31)
        for count in [1, 2, 3, 9, 70, 700] {
            let rings = [
                draw.outline(round: Point(x: 0.3, y: 0.3), radius: 0.2, points: count),
                draw.outline(round: Point(x: 0.7, y: 0.6), radius: 0.2, points: count),
            ]
            let shape = Shape.polygon(Polygon(rings: rings))
            for _ in 0..<100 {
                let touch = draw.point(-100...1000)
                let expected = plainDistance(rings, touch, view)
                let found = shape.distance(
                    from: view.fraction(at: touch), scale: view.scale, within: 200)
                #expect((found ?? 201) <= 200 || expected > 200)
                if let found { #expect(abs(found - expected) < 1e-9) }
            }
        }
    }

    @Test func `a polygon of fewer than three points, or flat, covers nothing but is near`() {
        let line = [Point(x: 0, y: 0), Point(x: 1, y: 0)]
        for ring in [line, [Point(x: 0, y: 0)], line + [Point(x: 0.5, y: 0)]] {
            let shape = Shape.polygon(Polygon(outline: ring))
            #expect(!shape.contains(.zero))
            #expect(
                shape.distance(from: Point(x: 0, y: 2), scale: Size(width: 1, height: 1), within: 3)
                    == 2)
        }
        #expect(Shape.polygon(Polygon(rings: [])).bounds == nil)
        #expect(Shape.polygon(Polygon(rings: [[]])).bounds == nil)
    }

    @Test func `a polygon with NaN in it covers nothing and is near nothing`() {
        for odd in [Double.nan, .infinity, -.infinity, 1e300] {
            let ring = Self.square + [Point(x: odd, y: 0)]
            let shape = Shape.polygon(Polygon(outline: ring, holes: [ring]))
            #expect(shape.bounds == nil)
            #expect(!shape.contains(Point(x: 1, y: 1)))
            #expect(shape.distance(from: .zero, scale: Size(width: 1, height: 1), within: 3) == nil)
        }
        #expect(!Polygon(outline: Self.square).contains(Point(x: .nan, y: 1)))
    }

    @Test func `a polygon of a million points is answered in steps, not by all points`() throws {
        func polygon(_ points: Int) -> Polygon {
            Polygon(
                outline: (0..<points).map { index in
                    let angle = 2 * Double.pi * Double(index) / Double(points)
                    let radius = 0.4 + 0.05 * cos(500 * angle)
                    return Point(x: 0.5 + radius * cos(angle), y: 0.5 + radius * sin(angle))
                })
        }
        let polygons = [10_000, 40_000, 1_000_000].map { ($0, polygon($0)) }
        // Twenty-five times the points; by all of them it were as many times the steps.
        let isLinear = try Growth.isLinear(from: 40_000, to: 1_000_000, below: 10) { points in
            let polygon = try #require(polygons.first { $0.0 == points }).1
            var draw = Draw(seed: 9)
            var covered = 0
            for _ in 0..<20_000 { covered += polygon.contains(draw.point()) ? 1 : 0 }
            let share = Double(covered) / 20_000
            #expect(abs(share - Double.pi * (0.16 + 0.00125)) < 0.015)
        }
        #expect(isLinear)
    }

    /// The winding number by every edge, in exact steps of its own: fractions with whole numbers.
    private func plainWinding(_ rings: [[Point]], _ spot: Point) -> Int {
        var winding = 0
        for ring in rings {
            for (index, start) in ring.enumerated() {
                let end = ring[(index + 1) % ring.count]
                let down = start.y <= spot.y && spot.y < end.y
                let up = end.y <= spot.y && spot.y < start.y
                guard down || up else { continue }
                // Where a spot is a corner, both differences are exact.
                let side = (end - start).cross(spot - start)
                let onCorner = spot == start || spot == end
                if onCorner { continue }
                if down && side > 0 { winding += 1 }
                if up && side < 0 { winding -= 1 }
            }
        }
        return winding
    }

    private func plainDistance(_ rings: [[Point]], _ touch: Point, _ view: View) -> Double {
        var nearest = Double.infinity
        for ring in rings {
            let shown = ring.map { view.screen($0) }
            for (index, start) in shown.enumerated() {
                let way = shown[(index + 1) % shown.count] - start
                let square = way.dot(way)
                let share =
                    square > 0 ? min(max((touch - start).dot(way) / square, 0), 1) : 0
                nearest = min(nearest, touch.distance(to: start + way * share))
            }
        }
        return nearest
    }
}
