extension Stroke {
    /// A stroke whose box is smaller than this in both directions is a tap: screen pixels.
    public static let tapSize = 5.0
    /// A swipe goes farther than this along one axis: screen pixels.
    public static let swipeLength = 4.0
    /// A swipe is less broad than this across it: screen pixels.
    public static let swipeBreadth = 12.0

    /// Whether it is a speck, less than 5 screen pixels wide and high: somebody tapped.
    public var isTap: Bool { box.width < Self.tapSize && box.height < Self.tapSize }

    /// Where it goes if it is a swipe: its ends are more than 4 screen pixels apart along one axis, and
    /// it stays within less than 12 across it. Of two such axes the longer one counts. A tap is no
    /// swipe.
    public var swipe: SwipeDirection? {
        guard !isTap, let first = points.first, let last = points.last else { return nil }
        let way = last - first
        let isAlongX = abs(way.x) > Self.swipeLength && box.height < Self.swipeBreadth
        let isAlongY = abs(way.y) > Self.swipeLength && box.width < Self.swipeBreadth
        if isAlongX, !isAlongY || abs(way.x) >= abs(way.y) { return way.x > 0 ? .right : .left }
        if isAlongY { return way.y > 0 ? .down : .up }
        return nil
    }
}

/// Where a swipe goes, as seen on the screen.
public enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
    /// To the left.
    case left
    /// To the right.
    case right
    /// Upwards.
    case up
    /// Downwards.
    case down
}
