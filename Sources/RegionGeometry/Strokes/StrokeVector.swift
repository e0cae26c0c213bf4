import Foundation

/// A stroke as one direction in a space of 32 dimensions, whatever its place and size: what
/// Protractor compares.
///
/// Li, “Protractor: a fast and accurate gesture recognizer” (2010): 16 points at equal
/// distances, moved to their mean, as a vector of unit length; two strokes are as much alike
/// as the cosine between them, after the turn that makes it largest. A stroke drawn the other way
/// is another one, and so is one turned on its side: turns count only as far as a hand is not
/// steady, 20 degrees to either side.
public struct StrokeVector: Hashable, Sendable {
    /// How many points a stroke is compared by.
    public static let count = 16
    /// So far a stroke may be turned before it is another one, in degrees.
    public static let unsteadiness = 20.0

    private let xs: SIMD16<Double>
    private let ys: SIMD16<Double>

    /// The vector of a stroke; of one that stays at one spot it is zero, and like no other.
    public init(_ stroke: Stroke) {
        let points = stroke.resampled(to: Self.count)
        let mean = points.reduce(.zero, +) * (1 / Double(Self.count))
        let square = points.reduce(0) { $0 + ($1 - mean).dot($1 - mean) }
        let scale = square > 0 ? 1 / square.squareRoot() : 0
        var (xs, ys) = (SIMD16<Double>.zero, SIMD16<Double>.zero)
        for (index, point) in points.enumerated() {
            xs[index] = (point.x - mean.x) * scale
            ys[index] = (point.y - mean.y) * scale
        }
        (self.xs, self.ys) = (xs, ys)
    }

    /// How much alike two strokes are: 1 for the same up to place, size and 20 degrees of turn, 0 or less
    /// for nothing in common, −1 at least.
    public func similarity(to other: Self) -> Double {
        // Turned by φ the cosine is a·cos φ + b·sin φ, largest at φ = atan2(b, a).
        let a = (xs * other.xs + ys * other.ys).sum()
        let b = (xs * other.ys - ys * other.xs).sum()
        if a > 0, abs(b) <= a * Self.tangent { return min((a * a + b * b).squareRoot(), 1) }
        return a * Self.cosine + abs(b) * Self.sine
    }

    private static let (cosine, sine, tangent) = {
        let radians = unsteadiness * .pi / 180
        return (cos(radians), sin(radians), tan(radians))
    }()
}
