/// An upright box, kept by its edges, so that neighbours which share an edge share one number.
///
/// A box holds a point by the half-open rule `left ≤ x < right`, `top ≤ y < bottom`: boxes that
/// meet in an edge never both hold a point of it, nor does neither.
public struct Box: Hashable, Sendable {
    /// The left edge, which belongs to the box.
    public var left: Double
    /// The top edge, which belongs to the box.
    public var top: Double
    /// The right edge, which does not.
    public var right: Double
    /// The bottom edge, which does not.
    public var bottom: Double

    /// A box by its edges.
    public init(left: Double, top: Double, right: Double, bottom: Double) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// A box by its top left corner and size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(left: x, top: y, right: x + width, bottom: y + height)
    }

    /// The smallest box round the points: nil where there are none, or where one is not finite.
    public init?(around points: some Sequence<Point>) {
        var box = Self.nothing
        for point in points {
            guard point.isFinite else { return nil }
            box.left = min(box.left, point.x)
            box.top = min(box.top, point.y)
            box.right = max(box.right, point.x)
            box.bottom = max(box.bottom, point.y)
        }
        guard box.left <= box.right else { return nil }
        self = box
    }

    /// A box round nothing: every union with it is the other box.
    static let nothing = Self(
        left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)

    /// The width: 0 or less where the box holds nothing.
    public var width: Double { right - left }
    /// The height: 0 or less where the box holds nothing.
    public var height: Double { bottom - top }
    /// The middle.
    public var center: Point { Point(x: left + width / 2, y: top + height / 2) }
    /// The length of the diagonal.
    public var diagonal: Double { Point(x: width, y: height).length }
    /// Whether all four edges are numbers that can be measured with.
    public var isFinite: Bool { left.isFinite && top.isFinite && right.isFinite && bottom.isFinite }

    /// The corners, clockwise from the top left one.
    public var corners: [Point] {
        [
            Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom),
            Point(x: left, y: bottom),
        ]
    }

    /// Whether the point is in the box, by the half-open rule. No box holds NaN.
    public func contains(_ point: Point) -> Bool {
        left <= point.x && point.x < right && top <= point.y && point.y < bottom
    }

    /// Whether the two boxes have a point in common, their edges included.
    public func meets(_ other: Self) -> Bool {
        left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom
    }

    /// The smallest box round both.
    public func union(_ other: Self) -> Self {
        Self(
            left: min(left, other.left), top: min(top, other.top),
            right: max(right, other.right), bottom: max(bottom, other.bottom))
    }

    /// The box with its edges moved outwards.
    public func grown(by x: Double, _ y: Double) -> Self {
        Self(left: left - x, top: top - y, right: right + x, bottom: bottom + y)
    }
}
