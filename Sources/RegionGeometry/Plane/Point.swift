/// A point of a plane, or a step in it: x to the right, y downwards.
///
/// The plane is the caller's to say: fractions of the upright picture (0 to 1), its pixels, or the
/// pixels of a screen. Coordinates are continuous: the pixel in column 3 covers 3 ≤ x < 4, and
/// its middle is at 3.5.
public struct Point: Hashable, Sendable {
    /// How far to the right.
    public var x: Double
    /// How far down.
    public var y: Double

    /// A point by its coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Where the axes meet.
    public static let zero = Self(x: 0, y: 0)

    /// Whether both coordinates are numbers that can be measured with: neither NaN nor infinite.
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The distance from the origin, without overflow on the way.
    public var length: Double { (x * x + y * y).isNormal ? (x * x + y * y).squareRoot() : far }

    /// The length where the sum of the squares is too large or too small to be told.
    private var far: Double {
        let largest = max(abs(x), abs(y))
        guard largest > 0, largest.isFinite else { return largest }
        let (x, y) = (x / largest, y / largest)
        return largest * (x * x + y * y).squareRoot()
    }

    /// The distance to another point.
    public func distance(to other: Self) -> Double { (self - other).length }

    /// The step from one point to another.
    public static func - (left: Self, right: Self) -> Self {
        Self(x: left.x - right.x, y: left.y - right.y)
    }

    /// The point after a step.
    public static func + (left: Self, right: Self) -> Self {
        Self(x: left.x + right.x, y: left.y + right.y)
    }

    /// A step, so many times.
    public static func * (step: Self, times: Double) -> Self {
        Self(x: step.x * times, y: step.y * times)
    }

    /// The scalar product.
    public func dot(_ other: Self) -> Double { x * other.x + y * other.y }

    /// The z component of the cross product: above 0 where `other` is clockwise of this step as
    /// seen on a screen, whose y grows downwards.
    public func cross(_ other: Self) -> Double { x * other.y - y * other.x }
}
