/// A plane of alpha stretched over a box: it covers a spot where the pixel there is at least as
/// opaque as the cut-off.
///
/// Pixels are cells of the box by its half-open rule, not smoothed: the cell in column 3 of 10
/// holds 0.3 ≤ x < 0.4 of the box's width.
public struct Mask: Hashable, Sendable {
    /// From which alpha on a pixel covers, unless something else is said: a third of 255.
    public static let alphaThreshold: UInt8 = 85

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
    public func contains(_ point: Point, alphaThreshold: UInt8 = Self.alphaThreshold) -> Bool {
        guard box.contains(point), bounds != nil else { return false }
        let column = Self.cell(point.x - box.left, of: plane.width, along: box.width)
        let row = Self.cell(point.y - box.top, of: plane.height, along: box.height)
        return plane[column, row] >= alphaThreshold
    }

    /// Which of the cells along a side a length from its start falls into.
    @inline(__always)
    static func cell(_ way: Double, of count: Int, along side: Double) -> Int {
        min(Int(way * Double(count) / side), count - 1)
    }

    /// The distance on the screen to the nearest covered pixel; nil where that is more than the
    /// limit.
    func distance(by ruler: Ruler, within limit: Double, alphaThreshold: UInt8) -> Double? {
        guard bounds != nil else { return nil }
        let cell = Size(
            width: box.width / Double(plane.width), height: box.height / Double(plane.height))
        let spot = Point(
            x: (ruler.spot.x - box.left) / cell.width, y: (ruler.spot.y - box.top) / cell.height)
        let scale = Size(
            width: ruler.scale.width * cell.width, height: ruler.scale.height * cell.height)
        var search = PixelSearch(
            plane: plane, levels: plane.levels, alphaThreshold: alphaThreshold,
            ruler: Ruler(spot: spot, scale: scale),
            best: limit * limit)
        search.look(level: search.levels.count - 1, column: 0, row: 0)
        return search.isFound ? search.best.squareRoot() : nil
    }
}

/// The search for the nearest covered pixel: down the planes, the nearer quarter first, leaving
/// out what is clear or farther than the best so far.
private struct PixelSearch {
    let plane: AlphaPlane
    let levels: [AlphaPlane.Level]
    let alphaThreshold: UInt8
    /// Measures from the spot, in pixels of the mask.
    let ruler: Ruler
    /// The square of the smallest distance so far.
    var best: Double
    var isFound = false

    mutating func look(level: Int, column: Int, row: Int) {
        guard plane.largest(levels[level], column, row) >= alphaThreshold else { return }
        let square = ruler.square(to: pixels(level, column, row))
        guard square <= best else { return }
        guard level > 0 else {
            (best, isFound) = (square, true)
            return
        }
        let below = levels[level - 1]
        let half = Double(1 << (level - 1))
        let right = ruler.spot.x < Double(2 * column + 1) * half ? 0 : 1
        let lower = ruler.spot.y < Double(2 * row + 1) * half ? 0 : 1
        for quarter in 0..<4 {
            let (column, row) = (
                2 * column + (right ^ (quarter & 1)), 2 * row + (lower ^ (quarter >> 1))
            )
            guard column < below.width, row < below.height else { continue }
            look(level: level - 1, column: column, row: row)
        }
    }

    /// The pixels that a byte of a plane stands for.
    private func pixels(_ level: Int, _ column: Int, _ row: Int) -> Box {
        let side = 1 << level
        return Box(
            left: Double(column * side), top: Double(row * side),
            right: Double(min((column + 1) * side, plane.width)),
            bottom: Double(min((row + 1) * side, plane.height)))
    }
}
