extension Stroke {
    /// How far a circle is gone round, in degrees: once, more or less.
    public static let turn = 300.0...440.0
    /// The most that a stroke may lie off the ellipse that it is taken for: ``EllipseFit/rms``.
    public static let roughest = 0.087
    /// By so many points, at equal distances, a stroke is held against an ellipse.
    static let fittedPoints = 64

    /// The ellipse that somebody drew; nil where the stroke is none.
    ///
    /// It is one where it is closed (``isClosed``), goes round the ellipse's middle once, 300 to 440
    /// degrees either way, and lies within an ``EllipseFit/rms`` of 0.087. How long it took does not
    /// matter. A pen that goes on past its start draws a piece twice, and seldom at one
    /// spot: then one turn of the stroke is enough, and of those that begin at the first
    /// point, at the last possible one, and at three between, the best counts.
    public var ellipse: EllipseFit? {
        guard isClosed else { return nil }
        let points = resampled(to: Self.fittedPoints)
        guard let whole = EllipseFit(to: points) else { return nil }
        let directions = Self.directions(of: points, around: whole.center)
        let winding = abs(directions.last ?? 0)
        guard Self.turn.contains(winding) else { return nil }
        let fits = [whole] + Self.turns(points, directions).compactMap { EllipseFit(to: $0) }
        let best = fits.min { $0.rms < $1.rms }
        return best.flatMap { $0.rms <= Self.roughest ? $0 : nil }
    }

    /// The pieces of a line that go round once; none where it goes round less.
    private static func turns(_ points: [Point], _ directions: [Double]) -> [ArraySlice<Point>] {
        let winding = directions.last ?? 0
        let excess = abs(winding) - 360
        guard excess > 0 else { return [] }
        let walked = winding < 0 ? directions.map { -$0 } : directions
        return (0..<5).compactMap { quarter in
            let start = excess * Double(quarter) / 4
            let isInside = { (degrees: Double) in
                degrees >= start - 1e-9 && degrees <= start + 360 + 1e-9
            }
            guard let first = walked.firstIndex(where: isInside),
                let last = walked.lastIndex(where: isInside)
            else { return nil }
            return points[first...last]
        }
    }
}
