extension Ellipse {
    /// The distance from a point to the nearest point of the ellipse; 0 within it.
    ///
    /// After D. Eberly, “Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid”
    /// (Geometric Tools, 2013), section 2.9: the root of a convex function by bisection, which
    /// neither overshoots nor loses digits near the axes, in at most 1,074 steps (some 60 as a
    /// rule). A flat ellipse is the segment that it has become.
    public func distance(to point: Point) -> Double {
        if contains(point) { return 0 }
        let axes = axes
        let (long, short) = (axes.major.length, axes.minor.length)
        guard long > 0 else { return point.distance(to: center) }
        let step = point - center
        let along = axes.major * (1 / long)
        let y = Point(x: abs(step.dot(along)), y: abs(step.cross(along)))
        guard short > long * 0x1p-60 else {
            return Point(x: max(y.x - long, 0), y: y.y).length
        }
        return Quadrant(long: long, short: short).distance(to: y)
    }
}

/// The quarter of an upright ellipse where both coordinates are 0 or more.
private struct Quadrant {
    let long: Double
    let short: Double

    func distance(to point: Point) -> Double {
        guard point.y > 0 else { return distance(onMajorAxis: point.x) }
        guard point.x > 0 else { return abs(point.y - short) }
        let z = Point(x: point.x / long, y: point.y / short)
        let excess = z.dot(z) - 1
        guard excess != 0 else { return 0 }
        let ratio = (long / short) * (long / short)
        let root = root(ratio, z, excess)
        let nearest = Point(x: ratio * point.x / (root + ratio), y: point.y / (root + 1))
        return point.distance(to: nearest)
    }

    private func distance(onMajorAxis x: Double) -> Double {
        let (above, below) = (long * x, long * long - short * short)
        guard above < below else { return abs(x - long) }
        let share = above / below
        let nearest = Point(x: long * share, y: short * (1 - share * share).squareRoot())
        return Point(x: x, y: 0).distance(to: nearest)
    }

    /// The only root of (r·z.x / (s + r))² + (z.y / (s + 1))² − 1 above −1.
    private func root(_ ratio: Double, _ z: Point, _ excess: Double) -> Double {
        let scaled = ratio * z.x
        var low = z.y - 1
        var high = excess < 0 ? 0 : Point(x: scaled, y: z.y).length - 1
        var middle = low
        for _ in 0..<1074 {
            middle = low + (high - low) / 2
            if middle == low || middle == high { break }
            let (x, y) = (scaled / (middle + ratio), z.y / (middle + 1))
            let value = x * x + y * y - 1
            if value > 0 {
                low = middle
            } else if value < 0 {
                high = middle
            } else {
                break
            }
        }
        return middle
    }
}
