import RegionGeometry

/// Two edges of a polygon's outlines that meet where they should not.
struct OutlineCrossing {
    /// In words, with the numbers of the points from 1.
    let reason: String

    /// The first crossing of closed outlines, each by itself or with another; nil where there is none.
    ///
    /// Edges are found by their boxes, so that thousands that do not cross take little time.
    init?(_ rings: [[Point]]) {
        var edges: [Edge] = []
        for (ring, points) in rings.enumerated() {
            for (index, point) in points.enumerated() {
                let next = (index + 1) % points.count
                edges.append(
                    Edge(ring: ring, index: index, next: next, from: point, to: points[next]))
            }
        }
        let index = BoxIndex(edges.map { Box(around: [$0.from, $0.to]) })
        for (number, edge) in edges.enumerated() {
            guard let box = Box(around: [edge.from, edge.to]) else { continue }
            for other in index.numbers(near: box) where other > number {
                guard edge.crosses(edges[other]) else { continue }
                reason = Self.words(edge, edges[other])
                return
            }
        }
        return nil
    }

    private static func words(_ first: Edge, _ second: Edge) -> String {
        let name = { (edge: Edge) in "\(edge.index + 1) to \(edge.next + 1)" }
        if first.ring == second.ring {
            let outline = first.ring == 0 ? "the outline" : "hole \(first.ring)"
            return "\(outline) crosses itself: the line from point \(name(first)) meets that from "
                + "point \(name(second))"
        }
        return first.ring == 0
            ? "hole \(second.ring) crosses the outline"
            : "hole \(second.ring) crosses hole \(first.ring)"
    }
}

/// A line between two points of an outline that follow each other.
private struct Edge {
    let ring: Int
    let index: Int
    let next: Int
    let from: Point
    let to: Point

    /// Whether it meets another one elsewhere than in the point that neighbours share, or runs back
    /// over its neighbour.
    func crosses(_ other: Edge) -> Bool {
        if ring == other.ring, next == other.index || index == other.next {
            let shared = next == other.index ? to : from
            let (own, foreign) = (
                next == other.index ? from : to, next == other.index ? other.to : other.from
            )
            let (first, second) = (own - shared, foreign - shared)
            return first.cross(second) == 0 && first.dot(second) > 0
        }
        let (a, b) = (side(other.from), side(other.to))
        let (c, d) = (other.side(from), other.side(to))
        if a * b < 0, c * d < 0 { return true }
        return a == 0 && holds(other.from) || b == 0 && holds(other.to)
            || c == 0 && other.holds(from) || d == 0 && other.holds(to)
    }

    /// Above 0 on one side of the line, below 0 on the other.
    private func side(_ point: Point) -> Double {
        let cross = (to - from).cross(point - from)
        return cross > 0 ? 1 : cross < 0 ? -1 : 0
    }

    /// Whether a point of the line lies between the ends.
    private func holds(_ point: Point) -> Bool {
        min(from.x, to.x) <= point.x && point.x <= max(from.x, to.x)
            && min(from.y, to.y) <= point.y && point.y <= max(from.y, to.y)
    }
}
