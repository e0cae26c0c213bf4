/// An affine transform of the plane, as the CSS function `matrix(a, b, c, d, tx, ty)` says it
/// (CSS Transforms 1, section 13):
///
///     x' = a·x + c·y + tx
///     y' = b·x + d·y + ty
public struct Transform: Hashable, Sendable {
    /// What x adds to x'.
    public var a: Double
    /// What x adds to y'.
    public var b: Double
    /// What y adds to x'.
    public var c: Double
    /// What y adds to y'.
    public var d: Double
    /// Where the origin goes, to the right.
    public var tx: Double
    /// Where the origin goes, downwards.
    public var ty: Double

    /// A transform by its six numbers, in CSS's order.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// What leaves every point where it is.
    public static let identity = Self(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// What stretches both axes from the origin.
    public static func scale(_ x: Double, _ y: Double) -> Self {
        Self(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// The point after the transform.
    public func callAsFunction(_ point: Point) -> Point {
        Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }

    /// A step after the transform, which does not move it.
    public func step(_ step: Point) -> Point {
        Point(x: a * step.x + c * step.y, y: b * step.x + d * step.y)
    }

    /// This transform, and then another one.
    public func then(_ next: Self) -> Self {
        let (x, y) = (next.step(Point(x: a, y: b)), next.step(Point(x: c, y: d)))
        let origin = next(Point(x: tx, y: ty))
        return Self(a: x.x, b: x.y, c: y.x, d: y.y, tx: origin.x, ty: origin.y)
    }

    /// The transform back; nil where this one flattens the plane, or is not finite.
    public var inverse: Self? {
        let scale = Point(x: a, y: b).exactCross(Point(x: c, y: d))
        guard scale.isNormal else { return nil }
        let (ia, ib, ic, id) = (d / scale, -b / scale, -c / scale, a / scale)
        let back = Self(
            a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
        return back.isFinite ? back : nil
    }

    private var isFinite: Bool {
        [a, b, c, d, tx, ty].allSatisfy(\.isFinite)
    }

    /// Half the width and height of the smallest upright box round what becomes of a circle.
    func reach(ofRadius radius: Double) -> Point {
        Point(x: radius * Point(x: a, y: c).length, y: radius * Point(x: b, y: d).length)
    }
}
