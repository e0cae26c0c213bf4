import Foundation

/// How far a place reaches: what a person standing there would still call by its name.
enum Reach {
    /// Kilometres that the largest city reaches.
    static let most = 15.0
    /// Kilometres that the smallest hamlet reaches.
    static let least = 0.1
    /// People to a square kilometre.
    private static let density = 3_000.0

    /// The radius in kilometres of a circle that holds a place's people (2048 · log2(1 + n)) at
    /// a town's density.
    static func kilometres(_ size: Int) -> Double {
        let people = exp2(Double(size) / 2048)
        return min(most, max(least, (people / (.pi * density)).squareRoot()))
    }

    /// A bound above `kilometres(_:)` that costs less.
    @inline(__always)
    static func atMost(_ size: Int) -> Double { bounds[min(size >> 8, 255)] }

    private static let bounds: [Double] = (0..<256).map { kilometres(($0 + 1) << 8) }

    /// How well a place's name fits: the least is the best. Below 0 within its reach, by the
    /// share of the reach; else the kilometres to where it ends.
    static func score(_ distance: Double, _ size: Int) -> Double {
        let reach = kilometres(size)
        return distance <= reach ? distance / reach - 1 : distance - reach
    }
}
