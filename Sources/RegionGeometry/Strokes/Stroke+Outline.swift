extension Stroke {
    /// How far an outline may lie from what was drawn, in screen pixels.
    public static let outlineTolerance = 2.0
    /// The most corners that an outline has. A scribble with more is simplified more coarsely,
    /// by twice the tolerance as often as it takes.
    public static let mostCorners = 2_000

    /// The polygon that a closed stroke goes round: simplified to within 2 screen pixels, from the last
    /// point straight back to the first; nil where the stroke is open or encloses nothing.
    ///
    /// It may cross itself; what lies inside is counted by non-zero winding.
    public var outline: [Point]? {
        guard isClosed else { return nil }
        var tolerance = Self.outlineTolerance
        var corners = Simplification.line(points, tolerance: tolerance)
        while corners.count > Self.mostCorners {
            tolerance *= 2
            corners = Simplification.line(points, tolerance: tolerance)
        }
        if let first = corners.first, let last = corners.last, first == last {
            corners.removeLast()
        }
        return corners.count >= 3 && Self.encloses(corners) ? corners : nil
    }

    /// Whether corners go round something: one there and back along a line, as of a check mark, do not.
    private static func encloses(_ corners: [Point]) -> Bool {
        guard let first = corners.first,
            let farthest = corners.max(by: { first.distance(to: $0) < first.distance(to: $1) })
        else { return false }
        return corners.contains {
            $0.distance(toSegment: first, farthest) > outlineTolerance
        }
    }
}
