import Foundation

/// The ellipse that fits points best, and how well it does.
///
/// The direct least-squares fit of Fitzgibbon, Pilu and Fisher in the numerically stable form of
/// Halíř and Flusser, “Numerically stable direct least squares fitting of ellipses” (1998): of all
/// conics a·x² + b·xy + c·y² + d·x + e·y + f = 0 with 4ac − b² = 1, the one with the least sum of
/// squares at the points. The points are moved and scaled to unit size before.
public struct EllipseFit: Hashable, Sendable {
    /// The middle.
    public var center: Point
    /// Half the longer axis.
    public var majorRadius: Double
    /// Half the shorter axis.
    public var minorRadius: Double
    /// How far the longer axis is turned from the x axis, clockwise as seen on a screen: −90 (left
    /// out) to 90 degrees.
    public var rotation: Double
    /// How far the points lie off: the root of the mean of (r − 1)², where r is a point's distance from the
    /// middle in units of the ellipse's own radius in that direction. 0 for points of the ellipse.
    public var rms: Double

    /// Fits points.
    ///
    /// - Returns: nil for fewer than 6 points, and for such as lie on a line or on no ellipse at all.
    public init?(to points: some Collection<Point>) {
        guard points.count >= 6 else { return nil }
        let count = Double(points.count)
        let mean = points.reduce(.zero, +) * (1 / count)
        let spread = (points.reduce(0) { $0 + ($1 - mean).dot($1 - mean) } / count).squareRoot()
        guard spread > 0, spread.isFinite else { return nil }
        let unit = points.map { ($0 - mean) * (1 / spread) }
        guard let conic = Conic(fitting: unit), let ellipse = conic.ellipse else { return nil }
        let squares = unit.reduce(0) { sum, point in
            let off = ellipse.radius(of: point) - 1
            return sum + off * off
        }
        center = mean + ellipse.center * spread
        majorRadius = ellipse.major * spread
        minorRadius = ellipse.minor * spread
        rotation = ellipse.rotation
        rms = (squares / count).squareRoot()
        guard rms.isFinite, majorRadius.isFinite, center.isFinite else { return nil }
    }
}

extension EllipseFit {
    /// The box that the ellipse fills before it is turned about its middle.
    public var box: Box {
        Box(
            x: center.x - majorRadius, y: center.y - minorRadius, width: 2 * majorRadius,
            height: 2 * minorRadius)
    }

    /// The ellipse.
    public var ellipse: Ellipse { Ellipse(in: box, turned: rotation) }
}

/// A conic by its six coefficients.
private struct Conic {
    var a, b, c, d, e, f: Double

    /// The best conic with 4ac − b² > 0.
    init?(fitting points: [Point]) {
        var quadratic = Matrix3()
        var mixed = Matrix3()
        var linear = Matrix3()
        for point in points {
            let high = Vector3(point.x * point.x, point.x * point.y, point.y * point.y)
            let low = Vector3(point.x, point.y, 1)
            quadratic.add(high, high)
            mixed.add(high, low)
            linear.add(low, low)
        }
        guard let inverse = linear.inverse else { return nil }
        // The linear part follows from the quadratic one: a₂ = T·a₁, T = −S₃⁻¹·S₂ᵀ.
        let follow = (inverse * mixed.transposed) * -1
        let reduced = quadratic + mixed * follow
        // C₁⁻¹·M for the constraint 4ac − b² = 1.
        let system = Matrix3(
            reduced.rows.2 * 0.5, reduced.rows.1 * -1, reduced.rows.0 * 0.5)
        let found = system.realEigenvectors.first { 4 * $0.x * $0.z - $0.y * $0.y > 0 }
        guard let found else { return nil }
        let rest = follow * found
        (a, b, c) = (found.x, found.y, found.z)
        (d, e, f) = (rest.x, rest.y, rest.z)
    }

    /// The ellipse that it is; nil where it is none, or a single point.
    var ellipse: UnitEllipse? {
        let determinant = 4 * a * c - b * b
        guard determinant > 0 else { return nil }
        let center = Point(
            x: (b * e - 2 * c * d) / determinant, y: (b * d - 2 * a * e) / determinant)
        let value = f + (d * center.x + e * center.y) / 2
        guard value != 0 else { return nil }
        let form = (a: a / -value, half: b / -value / 2, c: c / -value)
        let middle = (form.a + form.c) / 2
        let difference = (((form.a - form.c) / 2) * ((form.a - form.c) / 2) + form.half * form.half)
            .squareRoot()
        guard middle - difference > 0 else { return nil }
        // The longer axis belongs to the smaller eigenvalue.
        var degrees = atan2(-2 * form.half, form.c - form.a) / 2 * 180 / .pi
        if difference == 0 { degrees = 0 }
        return UnitEllipse(
            center: center, a: form.a, half: form.half, c: form.c,
            major: 1 / (middle - difference).squareRoot(),
            minor: 1 / (middle + difference).squareRoot(),
            rotation: degrees <= -90 ? degrees + 180 : degrees)
    }
}

/// An ellipse as the points whose form a·x² + 2·half·xy + c·y² about the middle is 1.
private struct UnitEllipse {
    var center: Point
    var a, half, c: Double
    var major, minor, rotation: Double

    /// A point's distance from the middle in units of the radius in its direction.
    func radius(of point: Point) -> Double {
        let arm = point - center
        let form = a * arm.x * arm.x + 2 * half * arm.x * arm.y + c * arm.y * arm.y
        return max(form, 0).squareRoot()
    }
}
