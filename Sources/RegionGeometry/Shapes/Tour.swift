/// All outlines of a polygon as one closed way, with a tree of boxes over its stretches.
///
/// From one outline to the next the way takes a bridge, and takes all bridges back at the end, so
/// what they add to a winding number cancels. Bridges are no part of the polygon's line.
struct Tour: Sendable {
    /// Edges in a stretch of the lowest level, and stretches in one of the next.
    private static let fan = 8

    /// The points of the way, the first one again at the end: edge i goes from i to i + 1.
    private let points: [Point]
    /// Where each outline starts among the points, each being followed by its first point again.
    private let starts: [Int]
    /// Behind the last outline: what follows are bridges back.
    private let end: Int
    /// The boxes round stretches of 8 edges, of 64, of 512 and so on, up to one round all; none
    /// where the edges are so few that looking at each is faster.
    private let levels: [[Box]]
    /// The box round everything; nil where there is no point.
    let bounds: Box?
    /// The points of the way, the first one again at the end; nil where there are many.
    var fewPoints: [Point]? { levels.isEmpty ? points : nil }

    init(rings: [[Point]]) {
        var points: [Point] = []
        points.reserveCapacity(rings.reduce(0) { $0 + $1.count + 2 })
        var starts: [Int] = []
        for ring in rings {
            starts.append(points.count)
            points += ring
            points += ring.prefix(1)
        }
        end = points.count
        for start in starts.dropLast().reversed() { points.append(points[start]) }
        self.points = points
        self.starts = starts
        levels = points.count > 4 * Self.fan ? Self.levels(points) : []
        bounds = levels.last?.first ?? Box(around: points)
    }

    private static func levels(_ points: [Point]) -> [[Box]] {
        var boxes = stride(from: 0, to: points.count - 1, by: fan).map { start in
            Box(around: points[start...min(start + fan, points.count - 1)]) ?? .nothing
        }
        var levels = [boxes]
        while boxes.count > 1 {
            boxes = stride(from: 0, to: boxes.count, by: fan).map { start in
                boxes[start..<min(start + fan, boxes.count)].reduce(.nothing) { $0.union($1) }
            }
            levels.append(boxes)
        }
        return levels
    }

    // MARK: Winding

    /// How often the way goes round a point: the edges that a ray to the right crosses, those
    /// downwards less those upwards (D. Sunday, “Inclusion of a Point in a Polygon”, 2001, whose
    /// rule for edges is W. R. Franklin's).
    func winding(around point: Point) -> Int {
        if levels.isEmpty { return winding(around: point, edges: 0..<max(points.count - 1, 0)) }
        return winding(around: point, level: levels.count - 1, index: 0)
    }

    private func winding(around point: Point, level: Int, index: Int) -> Int {
        let box = levels[level][index]
        // No edge of it is crossed: it is above, below or to the left, or the point is on its
        // rightmost line.
        if point.y < box.top || point.y >= box.bottom || point.x >= box.right { return 0 }
        let first = edges(of: level, index)
        if point.x < box.left { return crossing(first.lowerBound, first.upperBound, point.y) }
        if level == 0 { return winding(around: point, edges: first) }
        var winding = 0
        let start = index * Self.fan
        for child in start..<min(start + Self.fan, levels[level - 1].count) {
            winding += self.winding(around: point, level: level - 1, index: child)
        }
        return winding
    }

    /// The edges of a stretch; its last point is that of its upper bound.
    private func edges(of level: Int, _ index: Int) -> Range<Int> {
        var (start, count) = (index * Self.fan, Self.fan)
        for _ in 0..<level { (start, count) = (start * Self.fan, count * Self.fan) }
        return start..<min(start + count, points.count - 1)
    }

    /// 1 where the way from one point to another, whatever lies between, goes down past a height,
    /// −1 where it goes up past it.
    private func crossing(_ start: Int, _ end: Int, _ height: Double) -> Int {
        (points[end].y > height ? 1 : 0) - (points[start].y > height ? 1 : 0)
    }

    private func winding(around point: Point, edges: Range<Int>) -> Int {
        var winding = 0
        for edge in edges {
            let (start, end) = (points[edge], points[edge + 1])
            let (isBelow, endsBelow) = (start.y > point.y, end.y > point.y)
            guard isBelow != endsBelow else { continue }
            let crossing = endsBelow ? 1 : -1
            if point.x < min(start.x, end.x) {
                winding += crossing
            } else if point.x < max(start.x, end.x) {
                let side = Exactness.side(of: point, from: start, to: end)
                if endsBelow ? side > 0 : side < 0 { winding += crossing }
            }
        }
        return winding
    }

    // MARK: Distance

    /// The distance on the screen to the line; nil where that is more than the limit.
    func distance(by ruler: Ruler, within limit: Double) -> Double? {
        var (best, isFound) = (limit * limit, false)
        if levels.isEmpty {
            look(ruler, &best, &isFound, edges: 0..<max(points.count - 1, 0))
        } else {
            look(ruler, &best, &isFound, level: levels.count - 1, index: 0)
        }
        return isFound ? best.squareRoot() : nil
    }

    private func look(
        _ ruler: Ruler, _ best: inout Double, _ isFound: inout Bool, level: Int, index: Int
    ) {
        guard ruler.square(to: levels[level][index]) <= best else { return }
        guard level == 0 else {
            let start = index * Self.fan
            for child in start..<min(start + Self.fan, levels[level - 1].count) {
                look(ruler, &best, &isFound, level: level - 1, index: child)
            }
            return
        }
        look(ruler, &best, &isFound, edges: edges(of: 0, index))
    }

    private func look(
        _ ruler: Ruler, _ best: inout Double, _ isFound: inout Bool, edges: Range<Int>
    ) {
        guard !edges.isEmpty else { return }
        var start = ruler.step(to: points[edges.lowerBound])
        for edge in edges {
            let end = ruler.step(to: points[edge + 1])
            let square = Ruler.square(toSegment: start, end)
            if square <= best, !isBridge(edge) { (best, isFound) = (square, true) }
            start = end
        }
    }

    private func isBridge(_ edge: Int) -> Bool {
        guard edge + 1 < end else { return true }
        guard starts.count > 1 else { return false }
        // A bridge ends where an outline starts.
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < edge + 1 { low = middle + 1 } else { high = middle }
        }
        return low < starts.count && starts[low] == edge + 1
    }
}
