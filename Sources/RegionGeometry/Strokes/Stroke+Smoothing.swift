extension Stroke {
    /// The most points that a curve has between two points of the stroke.
    static let mostPerSide = 16

    /// The curve that is shown while somebody draws: it goes through every point, without cusps
    /// or loops between them. What is recognised is the stroke itself, never this.
    ///
    /// A centripetal Catmull–Rom spline (α = ½: Yuksel, Schaefer and Keyser, “Parameterization and
    /// applications of Catmull–Rom curves”, 2011), by Barry's and Goldman's pyramid. Before the
    /// first point and after the last one stands its mirror image of the second and of the last but one.
    /// Points that repeat the one before are left out.
    ///
    /// - Parameter step: how far apart the curve's points are at most, in screen pixels; however
    ///   small, there are 16 at most for each point of the stroke.
    public func smoothed(step: Double = 4) -> [Point] {
        var knots: [Point] = []
        for point in points where point != knots.last { knots.append(point) }
        guard let first = knots.first, let last = knots.last, knots.count > 2 else { return knots }
        let before = first * 2 - knots[1]
        let after = last * 2 - knots[knots.count - 2]
        var curve = [first]
        for index in 0..<knots.count - 1 {
            let (from, to) = (knots[index], knots[index + 1])
            let side = CatmullRomSide(
                before: index > 0 ? knots[index - 1] : before, from: from, to: to,
                after: index + 2 < knots.count ? knots[index + 2] : after)
            let wanted = (from.distance(to: to) / max(step, 1e-3)).rounded(.up)
            let parts = Int(min(max(wanted, 1), Double(Self.mostPerSide)))
            for part in 1..<max(parts, 1) {
                curve.append(side.point(at: Double(part) / Double(parts)))
            }
            curve.append(to)
        }
        return curve
    }
}

/// The piece of a centripetal Catmull–Rom spline between two of its points.
private struct CatmullRomSide {
    private let points: (Point, Point, Point, Point)
    private let knots: (Double, Double, Double, Double)

    /// - Parameters: the points before, at its start, at its end and after; no two neighbours are one.
    init(before: Point, from: Point, to: Point, after: Point) {
        points = (before, from, to, after)
        let first = before.distance(to: from).squareRoot()
        let second = first + from.distance(to: to).squareRoot()
        knots = (0, first, second, second + to.distance(to: after).squareRoot())
    }

    /// The point at a part of the way, 0 to 1.
    func point(at part: Double) -> Point {
        let time = knots.1 + (knots.2 - knots.1) * part
        let first = between(points.0, knots.0, points.1, knots.1, time)
        let second = between(points.1, knots.1, points.2, knots.2, time)
        let third = between(points.2, knots.2, points.3, knots.3, time)
        return between(
            between(first, knots.0, second, knots.2, time), knots.1,
            between(second, knots.1, third, knots.3, time), knots.2, time)
    }

    private func between(
        _ left: Point, _ start: Double, _ right: Point, _ end: Double, _ time: Double
    ) -> Point {
        let part = (time - start) / (end - start)
        return left * (1 - part) + right * part
    }
}
