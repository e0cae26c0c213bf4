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
    /// The boxes round stretches of 8 edges, of 64, of 512 and so on, up to one round all.
    private let levels: [[Box]]

    /// The box round everything; nil where there is no point.
    var bounds: Box? { levels.last?.first }

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
        levels = Self.levels(points)
    }

    private static func levels(_ points: [Point]) -> [[Box]] {
        guard points.count > 1 else { return [] }
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
        guard !levels.isEmpty else { return 0 }
        return winding(around: point, level: levels.count - 1, index: 0)
    }

    private func winding(around point: Point, level: Int, index: Int) -> Int {
        let box = levels[level][index]
        // No edge of it is crossed: it is above, below or to the left, or the point is on its
        // rightmost line.
        if point.y < box.top || point.y >= box.bottom || point.x >= box.right { return 0 }
        let first = edges(of: level, index)
        if point.x < box.left { return crossing(first.lowerBound, first.upperBound, point.y) }
        if level == 0 {
            var winding = 0
            for edge in first { winding += self.winding(around: point, edge: edge) }
            return winding
        }
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

    private func winding(around point: Point, edge: Int) -> Int {
        let crossing = crossing(edge, edge + 1, point.y)
        guard crossing != 0 else { return 0 }
        let (start, end) = (points[edge], points[edge + 1])
        if point.x < min(start.x, end.x) { return crossing }
        if point.x >= max(start.x, end.x) { return 0 }
        let side = Exactness.side(of: point, from: start, to: end)
        return crossing > 0 ? (side > 0 ? 1 : 0) : (side < 0 ? -1 : 0)
    }

    // MARK: Distance

    /// The distance from a point of the screen to the line as the screen shows it; nil where that
    /// is more than the limit.
    func distance(from point: Point, under transform: Transform, within limit: Double) -> Double? {
        guard !levels.isEmpty else { return nil }
        var search = LineSearch(point: point, transform: transform, best: limit)
        look(&search, level: levels.count - 1, index: 0)
        return search.isFound ? search.best : nil
    }

    private func look(_ search: inout LineSearch, level: Int, index: Int) {
        let box = search.transform.box(around: levels[level][index])
        guard search.point.distance(to: box) <= search.best else { return }
        guard level == 0 else {
            let start = index * Self.fan
            for child in start..<min(start + Self.fan, levels[level - 1].count) {
                look(&search, level: level - 1, index: child)
            }
            return
        }
        for edge in edges(of: 0, index) where !isBridge(edge) {
            search.look(at: points[edge], points[edge + 1])
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

/// The nearest segment so far.
private struct LineSearch {
    let point: Point
    let transform: Transform
    var best: Double
    var isFound = false

    mutating func look(at start: Point, _ end: Point) {
        let distance = point.distance(toSegment: transform(start), transform(end))
        guard distance <= best else { return }
        (best, isFound) = (distance, true)
    }
}
