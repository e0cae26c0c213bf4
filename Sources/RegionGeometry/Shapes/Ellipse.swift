/// An ellipse at any angle, by its centre and two conjugate half-diameters: the points
/// `center + first·cos t + second·sin t`.
///
/// An affine transform takes conjugate half-diameters to conjugate half-diameters, so the ellipse
/// stays one however the picture is stretched, and what it covers is the same in every plane.
/// Its line belongs to it. Where the half-diameters are parallel it covers nothing.
public struct Ellipse: Hashable, Sendable {
    /// The middle.
    public let center: Point
    /// One half-diameter.
    public let first: Point
    /// The half-diameter conjugate to it: the tangents at its ends are parallel to `first`.
    public let second: Point

    /// An ellipse by its centre and two conjugate half-diameters.
    public init(center: Point, first: Point, second: Point) {
        (self.center, self.first, self.second) = (center, first, second)
    }

    /// The ellipse that fills an upright box and is then turned about the box's middle.
    ///
    /// - Parameters:
    ///   - box: The box before the turn, in fractions of the picture or in its pixels.
    ///   - angle: The turn as the picture shows it, in degrees clockwise.
    ///   - ratio: The picture's width by its height where the box is in fractions of them, so
    ///     that the ellipse is turned in pixels; 1 where the box is in pixels.
    public init(in box: Box, turned angle: Double = 0, ratio: Double = 1) {
        let half = Size(width: box.width / 2, height: box.height / 2)
        guard angle.isFinite, ratio > 0, ratio.isFinite else {
            self.init(center: box.center, first: Point(x: .nan, y: .nan), second: .zero)
            return
        }
        let turn = Rotation(degrees: angle)
        self.init(
            center: box.center,
            first: Point(x: half.width * turn.cosine, y: half.width * turn.sine * ratio),
            second: Point(x: -half.height * turn.sine / ratio, y: half.height * turn.cosine))
    }

    /// The ellipse after a transform.
    public func transformed(by transform: Transform) -> Self {
        Self(
            center: transform(center), first: transform.step(first),
            second: transform.step(second))
    }

    /// The upright box round it, grown by what rounding may have cut off; nil where a number of the
    /// ellipse is not finite or too large.
    public var bounds: Box? {
        guard let center = center.settled, let first = first.settled, let second = second.settled
        else { return nil }
        let reach = Point(
            x: Point(x: first.x, y: second.x).length, y: Point(x: first.y, y: second.y).length)
        let box = Box(left: center.x, top: center.y, right: center.x, bottom: center.y)
        let spare = 0x1p-50
        return box.grown(
            by: reach.x + (reach.x + abs(center.x)) * spare,
            reach.y + (reach.y + abs(center.y)) * spare)
    }

    /// Whether the point is in the ellipse or on its line.
    public func contains(_ point: Point) -> Bool {
        let step = point - center
        let scale = first.exactCross(second)
        guard scale != 0 else { return false }
        let (s, t) = (step.cross(second) / scale, first.cross(step) / scale)
        return s * s + t * t <= 1
    }

    /// The two half-axes, the longer one first, at a right angle to each other.
    ///
    /// Rytz's construction by its formula: with tan 2t = 2·f·s / (f² − s²) the half-diameters at t
    /// and t + 90° are at a right angle. The shorter one's length is the area's by the longer one's,
    /// which keeps its digits however thin the ellipse is.
    public var axes: (major: Point, minor: Point) {
        let turn = HalfAngle(
            cosine: first.dot(first) - second.dot(second), sine: 2 * first.dot(second))
        let major = first * turn.cosine + second * turn.sine
        let length = major.length
        guard length > 0 else { return (.zero, .zero) }
        let minor = abs(first.exactCross(second)) / length
        let across = Point(x: -major.y / length, y: major.x / length)
        return (major, across * min(minor, length))
    }
}

/// Cosine and sine of half of an angle, by lengths along its cosine and sine.
private struct HalfAngle {
    let cosine: Double
    let sine: Double

    init(cosine x: Double, sine y: Double) {
        let length = Point(x: x, y: y).length
        guard length > 0 else {
            (cosine, sine) = (1, 0)
            return
        }
        // The larger of the two by its half-angle formula, the other by sin = 2·sin·cos: neither
        // loses digits. The angle is within −180° to 180°, so its half has no negative cosine.
        if x >= 0 {
            cosine = ((1 + x / length) / 2).squareRoot()
            sine = y / length / (2 * cosine)
        } else {
            let half = ((1 - x / length) / 2).squareRoot()
            sine = y < 0 ? -half : half
            cosine = abs(y / length) / (2 * half)
        }
    }
}
