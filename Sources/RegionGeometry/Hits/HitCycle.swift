/// Touching the same spot again goes one region deeper, and from the lowest one back to the top.
///
/// It is the same spot while it is within the tolerance of the first touch there, and the same
/// regions are hit, in the same order.
public struct HitCycle: Hashable, Sendable {
    private var spot: Point?
    private var indices: [Int] = []
    private var depth = 0

    /// A cycle that has not begun.
    public init() {}

    /// The hit that a touch chooses; nil where it hits nothing, which also begins afresh.
    ///
    /// - Parameters:
    ///   - hits: What the touch hits, as `RegionStack.hits` orders it.
    ///   - point: Where it touches, in screen pixels.
    ///   - tolerance: How far away is still the same spot, in screen pixels.
    public mutating func next(
        _ hits: [Hit], at point: Point, tolerance: Double = Tolerance.mouse
    ) -> Hit? {
        guard !hits.isEmpty else {
            self = Self()
            return nil
        }
        let touched = hits.map(\.index)
        if let spot, spot.distance(to: point) <= tolerance, touched == indices {
            depth = (depth + 1) % hits.count
        } else {
            (spot, indices, depth) = (point, touched, 0)
        }
        return hits[depth]
    }
}
