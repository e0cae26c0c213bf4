import Foundation
import PhotoRecords

/// A hash of 64 bits of how a picture looks: copies of a picture that were resized or
/// recompressed have nearly the same, other pictures differ in about half of the bits.
///
/// The upright picture is shrunk to 32 × 32 greys and taken through a discrete cosine transform.
/// Of the 64 lowest frequencies but the mean, each gives a bit: whether it is above their median.
public struct PerceptualHash: Hashable, Sendable {
    /// The bits, the lowest frequency in the highest.
    public let bits: UInt64

    /// Takes the bits.
    public init(bits: UInt64) { self.bits = bits }

    /// Reads 16 hexadecimal digits in either case; nil for anything else.
    public init?(_ hex: String) {
        guard let bits = Likeness.bits(hex) else { return nil }
        self.bits = bits
    }

    /// The 16 lower-case hexadecimal digits.
    public var text: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// In how many bits two hashes differ: 0 for pictures that look the same, about 32 for
    /// pictures that have nothing to do with each other, 64 for a picture and its negative.
    public func distance(to other: Self) -> Int { (bits ^ other.bits).nonzeroBitCount }

    /// The largest distance at which two pictures are taken for copies of one; measured there.
    public static let matchThreshold = Likeness.threshold

    /// Whether the picture shows nothing to tell it by: one even colour.
    public var isFeatureless: Bool { bits == 0 }

    /// Whether two pictures are taken for copies of one; featureless ones never are.
    public func matches(_ other: Self) -> Bool {
        !isFeatureless && !other.isFeatureless && distance(to: other) <= Self.matchThreshold
    }

    /// The greys along each side of the grid that is hashed.
    static let gridSide = 32

    /// Hashes `gridSide` × `gridSide` greys, row by row; fewer give a featureless hash.
    init(grid: [UInt8]) {
        let side = Self.gridSide
        guard grid.count >= side * side else {
            self.init(bits: 0)
            return
        }
        // Rows first, then columns, for the frequencies that are used.
        let rows = (0..<side).map { y in
            Self.waves.map { wave in
                (0..<side).reduce(0) { $0 + Double(grid[y * side + $1]) * wave[$1] }
            }
        }
        let strengths = Self.frequencies.map { u, v in
            (0..<side).reduce(0) { $0 + rows[$1][u] * Self.waves[v][$1] }
        }
        let median = strengths.sorted()[strengths.count / 2]
        guard strengths.contains(where: { abs($0) > Self.noise }) else {
            self.init(bits: 0)
            return
        }
        self.init(bits: strengths.reduce(0) { $0 << 1 | ($1 > median ? 1 : 0) })
    }

    /// Strengths up to this are what rounding leaves of an even colour.
    private static let noise = 40.0

    /// The 64 lowest frequencies (across, down) but the mean, by their sum.
    private static let frequencies: [(Int, Int)] = Array(
        (1...11).lazy.flatMap { sum in (0...sum).map { ($0, sum - $0) } }.prefix(64))

    private static let waves: [[Double]] = (0...11).map { frequency in
        (0..<gridSide).map {
            cos(Double.pi * Double(frequency) * (Double($0) + 0.5) / Double(gridSide))
        }
    }
}
