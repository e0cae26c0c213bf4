/// A plane of alpha stretched over a box: it covers a spot where the pixel there is at least as
/// opaque as the cut-off.
///
/// Pixels are cells of the box by its half-open rule, not smoothed: the cell in column 3 of 10
/// holds 0.3 ≤ x < 0.4 of the box's width.
public struct Mask: Hashable, Sendable {
    /// From which alpha on a pixel covers, unless something else is said: a third of 255.
    public static let cutOff: UInt8 = 85

    /// Where it lies.
    public let box: Box
    /// What lies there.
    public let plane: AlphaPlane

    /// A mask over a box. It covers nothing where the box has no area or a number of it is NaN,
    /// infinite or beyond 2¹⁰⁰.
    public init(box: Box, plane: AlphaPlane) {
        (self.box, self.plane) = (box, plane)
    }

    /// The box; nil where it has no area, or an edge cannot be measured with.
    public var bounds: Box? {
        guard Point(x: box.left, y: box.top).settled != nil,
            Point(x: box.right, y: box.bottom).settled != nil, box.width > 0, box.height > 0
        else { return nil }
        return box
    }

    /// Whether the pixel at the spot is at least as opaque as the cut-off.
    public func contains(_ point: Point, cutOff: UInt8 = Self.cutOff) -> Bool {
        guard box.contains(point), bounds != nil else { return false }
        let column = cell(point.x - box.left, of: plane.width, along: box.width)
        let row = cell(point.y - box.top, of: plane.height, along: box.height)
        return plane[column, row] >= cutOff
    }

    /// Which of the cells along a side a length from its start falls into.
    private func cell(_ way: Double, of count: Int, along side: Double) -> Int {
        min(Int(way * Double(count) / side), count - 1)
    }

    /// The distance from a point of the screen to the nearest covered cell as the screen shows it;
    /// nil where that is more than the limit.
    func distance(
        from point: Point, under transform: Transform, within limit: Double, cutOff: UInt8
    ) -> Double? {
        guard bounds != nil else { return nil }
        let cells = Transform.scale(
            box.width / Double(plane.width), box.height / Double(plane.height)
        ).then(Transform(a: 1, b: 0, c: 0, d: 1, tx: box.left, ty: box.top)).then(transform)
        var search = CellSearch(
            plane: plane, cutOff: cutOff, point: point, cells: cells, best: limit)
        search.look(level: plane.levels.count - 1, column: 0, row: 0)
        return search.isFound ? search.best : nil
    }
}

/// The search for the nearest covered cell: down the planes, the nearer quarter first, leaving out
/// what is clear or farther than the best so far.
private struct CellSearch {
    let plane: AlphaPlane
    let cutOff: UInt8
    let point: Point
    /// From cells to screen pixels.
    let cells: Transform
    var best: Double
    var isFound = false

    mutating func look(level: Int, column: Int, row: Int) {
        let bytes = plane.levels[level]
        guard bytes.bytes[row * bytes.width + column] >= cutOff else { return }
        let cells = block(level, column, row)
        guard point.distance(to: self.cells.box(around: cells)) <= best else { return }
        guard level > 0 else {
            measure(cells)
            return
        }
        let below = plane.levels[level - 1]
        var quarters: [(column: Int, row: Int, distance: Double)] = []
        for row in 2 * row..<min(2 * row + 2, below.height) {
            for column in 2 * column..<min(2 * column + 2, below.width) {
                let box = self.cells.box(around: block(level - 1, column, row))
                quarters.append((column, row, point.distance(to: box)))
            }
        }
        quarters.sort { $0.distance < $1.distance }
        for quarter in quarters where quarter.distance <= best {
            look(level: level - 1, column: quarter.column, row: quarter.row)
        }
    }

    /// The cells that a byte of a plane stands for.
    private func block(_ level: Int, _ column: Int, _ row: Int) -> Box {
        let side = 1 << level
        return Box(
            left: Double(column * side), top: Double(row * side),
            right: Double(min((column + 1) * side, plane.width)),
            bottom: Double(min((row + 1) * side, plane.height)))
    }

    private mutating func measure(_ cell: Box) {
        let distance = point.distance(toQuadrangle: cell.corners.map { cells($0) })
        guard distance <= best else { return }
        (best, isFound) = (distance, true)
    }
}

extension Point {
    /// The distance to a convex quadrangle, 0 within it.
    func distance(toQuadrangle corners: [Point]) -> Double {
        guard var last = corners.last else { return .infinity }
        var (nearest, sides) = (Double.infinity, 0)
        for corner in corners {
            let side = (corner - last).cross(self - last)
            sides += side > 0 ? 1 : side < 0 ? -1 : 0
            nearest = min(nearest, distance(toSegment: last, corner))
            last = corner
        }
        return abs(sides) == corners.count ? 0 : nearest
    }
}
