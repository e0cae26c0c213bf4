extension Ellipse {
    /// The distance from a point to the nearest point of the ellipse; 0 within it.
    ///
    /// After D. Eberly, “Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid”
    /// (Geometric Tools, 2013), section 2: the nearest point follows from the root of a function
    /// that falls and is convex, so Newton's steps from its left neither overshoot nor leave the
    /// range, and no digits are lost near the axes. A flat ellipse is the segment that it has
    /// become.
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

    /// The distance on the screen; nil where that is more than the limit.
    func distance(by ruler: Ruler, within limit: Double) -> Double? {
        let shown = Self(
            center: ruler.step(to: center),
            first: Point(x: first.x * ruler.scale.width, y: first.y * ruler.scale.height),
            second: Point(x: second.x * ruler.scale.width, y: second.y * ruler.scale.height))
        let distance = shown.distance(to: .zero)
        return distance <= limit ? distance : nil
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
        let ratio = (long / short) * (long / short)
        let root = root(ratio, z)
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
    ///
    /// It lies where either term alone is at most 1, which is where the steps begin. Each brings s
    /// closer from the left; the first that does not is rounding's. The bound is never reached: from
    /// far left a step multiplies s + 1, near the root it doubles the digits.
    private func root(_ ratio: Double, _ z: Point) -> Double {
        let scaled = ratio * z.x
        var root = max(z.y - 1, scaled - ratio)
        for _ in 0..<200 {
            let (x, y) = (scaled / (root + ratio), z.y / (root + 1))
            let value = x * x + y * y - 1
            let slope = 2 * (x * x / (root + ratio) + y * y / (root + 1))
            let next = root + value / slope
            guard next > root else { break }
            root = next
        }
        return root
    }
}
