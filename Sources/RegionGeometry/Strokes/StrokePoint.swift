/// A point of a drawn stroke: where the pen was, and when.
public struct StrokePoint: Hashable, Sendable {
    /// Where, in screen pixels.
    public var point: Point
    /// When, in milliseconds from any start; nil where nobody measured.
    public var milliseconds: Double?

    /// A place of the pen.
    public init(_ point: Point, milliseconds: Double? = nil) {
        self.point = point
        self.milliseconds = milliseconds
    }

    /// A place of the pen by its coordinates in screen pixels.
    public init(x: Double, y: Double, milliseconds: Double? = nil) {
        self.init(Point(x: x, y: y), milliseconds: milliseconds)
    }
}
