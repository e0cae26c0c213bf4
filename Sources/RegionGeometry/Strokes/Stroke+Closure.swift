import Foundation

extension Stroke {
    /// A stroke is closed where its ends are no farther apart than this part of its box's
    /// diagonal.
    public static let widestGap = 0.40

    /// How far apart its ends are, as a part of its box's diagonal: 0 to 1, and 0 for a single spot.
    public var gap: Double {
        guard let first = points.first, let last = points.last, box.diagonal > 0 else { return 0 }
        return first.distance(to: last) / box.diagonal
    }

    /// Whether it comes back to where it began: ``gap`` is 0.40 at most.
    public var isClosed: Bool { gap <= Self.widestGap }

    /// How far points go round a center, in degrees: 360 for once clockwise as seen on a screen,
    /// below 0 for the other way.
    ///
    /// A point at the center itself has no direction, and is passed over.
    static func winding(of points: some Sequence<Point>, around center: Point) -> Double {
        directions(of: points, around: center).last ?? 0
    }

    /// The direction of each point from a center in degrees, counted on from the first: 0 is that of
    /// the first.
    static func directions(of points: some Sequence<Point>, around center: Point) -> [Double] {
        var total = 0.0
        var former: Point?
        return points.map { point in
            let arm = point - center
            guard arm != .zero else { return total }
            if let former { total += atan2(former.cross(arm), former.dot(arm)) * 180 / .pi }
            former = arm
            return total
        }
    }
}
