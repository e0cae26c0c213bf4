/// How a picture looks: 32 × 32 greys, which is enough to tell copies of one picture from others
/// that only share its perceptual hash, as one can be made to.
public struct GreyscaleThumbnail: Hashable, Sendable {
    /// The perceptual hash of it.
    public let hash: PerceptualHash
    /// The greys of the upright picture, stretched to a square, row by row.
    private let greys: [UInt8]

    /// Greys along each side.
    static let side = PerceptualHash.gridSide

    /// - Parameter greys: `side` × `side` of them; nil for another number.
    init?(greys: [UInt8]) {
        guard greys.count == Self.side * Self.side else { return nil }
        self.greys = greys
        hash = PerceptualHash(grid: greys)
    }

    /// The most that a grey of a copy differs, after what was done to all of them alike (brighter,
    /// more contrast) is taken out. Measured: drawn pictures with sharp edges differ by up to 42 from
    /// their small previews, by up to 7.4 in the root mean square; other pictures by 111 and 39.
    static let worstGrey = 70.0
    /// The most that the greys of a copy differ in the root mean square.
    static let meanGrey = 12.0
    /// How much the contrast of a copy may have changed.
    private static let contrasts = 0.7...1.43

    /// Whether one picture is taken for a resized or recompressed copy of the other.
    public func isCopy(of other: Self) -> Bool {
        let (mean, worst) = difference(from: other)
        return mean <= Self.meanGrey && worst <= Self.worstGrey
    }

    /// By how many of 255 greys two pictures differ, at the best brightness and contrast: in the
    /// root mean square, and at the worst place.
    func difference(from other: Self) -> (mean: Double, worst: Double) {
        let count = Double(greys.count)
        let (left, right) = (greys.map(Double.init), other.greys.map(Double.init))
        let (leftMean, rightMean) = (left.reduce(0, +) / count, right.reduce(0, +) / count)
        var (spread, common) = (0.0, 0.0)
        for index in left.indices {
            spread += (left[index] - leftMean) * (left[index] - leftMean)
            common += (left[index] - leftMean) * (right[index] - rightMean)
        }
        // An even picture has no contrast to be changed.
        let best = spread < count ? 1 : common / spread
        let contrast = min(max(best, Self.contrasts.lowerBound), Self.contrasts.upperBound)
        var (squares, worst) = (0.0, 0.0)
        for index in left.indices {
            let rest = right[index] - rightMean - contrast * (left[index] - leftMean)
            squares += rest * rest
            worst = max(worst, abs(rest))
        }
        return ((squares / count).squareRoot(), worst)
    }
}
