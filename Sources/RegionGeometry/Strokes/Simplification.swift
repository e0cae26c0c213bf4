/// Leaves points of a line out, as long as none of those left out lies farther than a tolerance from
/// what is left.
///
/// Ramer, “An iterative procedure for the polygonal approximation of plane curves” (1972), and
/// Douglas and Peucker (1973). Their method takes quadratic time for lines made to harm: below
/// 24 levels a piece is halved in its middle instead of at its farthest point, which keeps
/// the tolerance and bounds the work by 24 + log₂ n looks at each point.
public enum Simplification {
    /// How deep pieces are divided at their farthest points.
    private static let deepest = 24

    /// The points that are left, always with the first and the last one.
    ///
    /// - Parameter tolerance: the farthest that a point left out may lie from the line that is left,
    ///   in the units of the points.
    public static func line(_ points: [Point], tolerance: Double) -> [Point] {
        kept(points, tolerance: tolerance).map { points[$0] }
    }

    /// The positions of the points that are left.
    private static func kept(_ points: [Point], tolerance: Double) -> [Int] {
        guard points.count > 2 else { return Array(points.indices) }
        var isKept = [Bool](repeating: false, count: points.count)
        isKept[0] = true
        isKept[points.count - 1] = true
        var pieces = [(first: 0, last: points.count - 1, depth: 0)]
        while let piece = pieces.popLast() {
            guard piece.last - piece.first > 1 else { continue }
            let (start, end) = (points[piece.first], points[piece.last])
            var farthest = (index: piece.first, distance: -1.0)
            for index in (piece.first + 1)..<piece.last {
                let distance = points[index].distance(toSegment: start, end)
                if distance > farthest.distance { farthest = (index, distance) }
            }
            guard farthest.distance > tolerance else { continue }
            let split =
                piece.depth < deepest ? farthest.index : (piece.first + piece.last) / 2
            isKept[split] = true
            pieces.append((piece.first, split, piece.depth + 1))
            pieces.append((split, piece.last, piece.depth + 1))
        }
        return points.indices.filter { isKept[$0] }
    }
}
