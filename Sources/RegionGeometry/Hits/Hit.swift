/// A region that a touch means.
public struct Hit: Hashable, Sendable {
    /// Its place in the stack: 0 is at the bottom.
    public var index: Int
    /// The distance in screen pixels to what the region covers; 0 where it covers the spot.
    public var distance: Double
    /// Whether the region covers the spot itself.
    public var isExact: Bool

    /// A hit on a region.
    public init(index: Int, distance: Double = 0, isExact: Bool = true) {
        (self.index, self.distance, self.isExact) = (index, distance, isExact)
    }

    /// Exact hits before near ones; exact ones topmost first; near ones nearest first, the
    /// topmost first of those that are equally near.
    public static func precedes(_ left: Self, _ right: Self) -> Bool {
        if left.isExact != right.isExact { return left.isExact }
        if left.distance != right.distance { return left.distance < right.distance }
        return left.index > right.index
    }
}
