/// The shapes on a picture, the last one on top, ready to be hit.
///
/// Boxes are asked first, through an index, so that thousands of shapes cost little more than a
/// few; then the shapes themselves.
///
/// ```swift
/// let stack = RegionStack(shapes)
/// let hits = stack.hits(at: Point(x: 195, y: 422), in: view, tolerance: Tolerance.finger)
/// ```
public struct RegionStack: Sendable {
    private let index: BoxIndex
    /// The shapes in the order of the index, so that neighbours on the picture are neighbours here.
    private let ordered: [Shape]
    private let packed: PackedShapes

    /// A stack of shapes, the last one on top, in fractions of the upright picture.
    public init(_ shapes: [Shape]) {
        index = BoxIndex(shapes.lazy.map(\.bounds))
        ordered = index.numbers.map { shapes[$0] }
        packed = PackedShapes(ordered)
    }

    /// What a person means who touches a point of the screen: what covers it, topmost first; then
    /// what is near it, nearest first.
    ///
    /// - Parameters:
    ///   - point: The point in screen pixels from the viewport's top left corner. NaN hits nothing.
    ///   - view: How the picture is shown.
    ///   - tolerance: How near counts, in screen pixels: 0 to `Tolerance.maximum`; what is outside
    ///     of that is moved into it, and NaN is 0.
    ///   - alphaThreshold: From which alpha on a pixel of a mask covers.
    public func hits(
        at point: Point, in view: View, tolerance: Double = Tolerance.mouse,
        alphaThreshold: UInt8 = Mask.alphaThreshold
    ) -> [Hit] {
        guard point.isFinite else { return [] }
        let tolerance = tolerance > 0 ? min(tolerance, Tolerance.maximum) : 0
        let spot = view.fraction(at: point)
        let reach = view.inverse.reach(ofRadius: tolerance)
        // What rounding may have moved the spot and the reach by.
        let spare = (abs(spot.x) + abs(spot.y) + 1) * 0x1p-48
        let around = Box(left: spot.x, top: spot.y, right: spot.x, bottom: spot.y)
            .grown(by: reach.x + spare, reach.y + spare)
        guard let settled = spot.settled else { return [] }
        var hits: [Hit] = []
        index.visit(around) { place in
            let isCovered =
                packed.covers(place, settled, alphaThreshold: alphaThreshold)
                ?? ordered[place].contains(spot, alphaThreshold: alphaThreshold)
            if isCovered {
                hits.append(Hit(index: index.numbers[place]))
            } else if tolerance > 0,
                let distance = ordered[place].distance(
                    from: spot, scale: view.scale, within: tolerance, alphaThreshold: alphaThreshold
                )
            {
                hits.append(Hit(index: index.numbers[place], distance: distance, isExact: false))
            }
        }
        if hits.count > 1 { hits.sort(by: Hit.precedes) }
        return hits
    }
}
