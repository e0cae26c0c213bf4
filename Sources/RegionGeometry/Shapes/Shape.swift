/// What a region covers, in one plane: fractions of the upright picture, as a rule.
///
/// Rectangles, polygons and masks are half-open, all by one rule: of shapes that meet in an edge,
/// exactly one covers a spot of it. Coordinates within 2⁻³⁰⁰ of 0 count as 0.
///
/// A shape without area (a box of no width, a flat ellipse, an outline of two points) covers
/// nothing, but is near where its line is. A shape with a number that is NaN, infinite or beyond
/// 2¹⁰⁰ covers nothing and is near nothing.
public enum Shape: Hashable, Sendable {
    /// An upright box, half-open.
    case rectangle(Box)
    /// An ellipse at any angle, its line included.
    case ellipse(Ellipse)
    /// Outlines by the non-zero rule, half-open.
    case polygon(Polygon)
    /// A plane of alpha over a box.
    case mask(Mask)

    /// An upright box that holds every spot that the shape covers; nil where it is nowhere.
    public var bounds: Box? {
        switch self {
        case .rectangle(let box):
            guard Point(x: box.left, y: box.top).settled != nil,
                Point(x: box.right, y: box.bottom).settled != nil, box.width >= 0, box.height >= 0
            else { return nil }
            return box
        case .ellipse(let ellipse): return ellipse.bounds
        case .polygon(let polygon): return polygon.bounds
        case .mask(let mask): return mask.bounds
        }
    }

    /// Whether the spot is covered. No shape covers NaN.
    ///
    /// - Parameter alphaThreshold: From which alpha on a pixel of a mask covers.
    public func contains(_ point: Point, alphaThreshold: UInt8 = Mask.alphaThreshold) -> Bool {
        guard let point = point.settled else { return false }
        switch self {
        case .rectangle(let box): return box.contains(point) && bounds != nil
        case .ellipse(let ellipse): return ellipse.contains(point) && bounds != nil
        case .polygon(let polygon): return polygon.contains(point)
        case .mask(let mask): return mask.contains(point, alphaThreshold: alphaThreshold)
        }
    }

    /// The distance on the screen from a spot that the shape does not cover to the nearest one that
    /// it does, or to its line; nil where that is more than the limit.
    ///
    /// - Parameters:
    ///   - spot: A point of the shape's plane.
    ///   - scale: How many screen pixels one unit of x and of y is: `View.scale` for fractions.
    ///   - limit: How far is looked, in screen pixels.
    ///   - alphaThreshold: From which alpha on a pixel of a mask covers.
    public func distance(
        from spot: Point, scale: Size, within limit: Double,
        alphaThreshold: UInt8 = Mask.alphaThreshold
    ) -> Double? {
        guard let bounds, let spot = spot.settled, limit >= 0 else { return nil }
        let ruler = Ruler(spot: spot, scale: scale)
        guard ruler.square(to: bounds) <= limit * limit else { return nil }
        switch self {
        case .rectangle(let box): return ruler.square(to: box).squareRoot()
        case .ellipse(let ellipse): return ellipse.distance(by: ruler, within: limit)
        case .polygon(let polygon): return polygon.tour.distance(by: ruler, within: limit)
        case .mask(let mask):
            return mask.distance(by: ruler, within: limit, alphaThreshold: alphaThreshold)
        }
    }
}
