/// Which side of a line a point is on, without rounding.
///
/// A filter in floating point answers where its error cannot turn the sign; elsewhere the
/// determinant is summed exactly as a non-overlapping expansion. After J. R. Shewchuk, “Adaptive
/// Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates”, Discrete &
/// Computational Geometry 18 (1997): `orient2d`, its bound `ccwerrboundA`, and Grow-Expansion.
///
/// Exact for coordinates that are 0 or between 2⁻³⁰⁰ and 2³⁰⁰: no product or tail of a product
/// leaves the range of `Double` then.
enum Exactness {
    /// (3 + 16ε)ε with ε = 2⁻⁵³: how far the filter's rounding can reach.
    private static let filterBound = (3 + 16 * 0x1p-53) * 0x1p-53

    /// The sign of (b − a) × (point − a): above 0 where the point lies clockwise of the way from
    /// `a` to `b`, as seen on a screen; 0 where it is on the line.
    @inline(__always)
    static func side(of point: Point, from a: Point, to b: Point) -> Double {
        let left = (b.x - a.x) * (point.y - a.y)
        let right = (b.y - a.y) * (point.x - a.x)
        let difference = left - right
        if abs(difference) > filterBound * (abs(left) + abs(right)) { return difference }
        return exactSide(of: point, from: a, to: b)
    }

    /// The six products of the determinant, each with the tail that rounding cut off, summed
    /// without loss. The largest component that is not 0 has the sum's sign.
    @inline(never)
    static func exactSide(of point: Point, from a: Point, to b: Point) -> Double {
        var sum: [Double] = []
        for (x, y) in [
            (b.x, point.y), (-b.x, a.y), (-a.x, point.y), (-b.y, point.x), (b.y, a.x),
            (a.y, point.x),
        ] {
            let product = x * y
            grow(&sum, by: (-product).addingProduct(x, y))
            grow(&sum, by: product)
        }
        return sum.last { $0 != 0 } ?? 0
    }

    /// Adds a number to an expansion, exactly: the components stay in growing order.
    private static func grow(_ expansion: inout [Double], by number: Double) {
        var carry = number
        for index in expansion.indices {
            let (component, sum) = (expansion[index], carry + expansion[index])
            let virtual = sum - carry
            expansion[index] = (carry - (sum - virtual)) + (component - virtual)
            carry = sum
        }
        expansion.append(carry)
    }
}

extension Point {
    /// The cross product within one and a half units in the last place, however nearly the two
    /// are parallel (W. Kahan's difference of products; C.-P. Jeannerod, N. Louvet, J.-M. Muller,
    /// Mathematics of Computation 82 (2013)).
    func exactCross(_ other: Self) -> Double {
        let product = y * other.x
        let tail = product.addingProduct(-y, other.x)
        return (-product).addingProduct(x, other.y) + tail
    }

    /// How far from the origin a shape may reach; beyond, it covers nothing.
    static let reach = 0x1p100
    /// What is nearer to 0 than this counts as 0, so that predicates are exact.
    static let grain = 0x1p-300

    /// The point with coordinates that can be measured with exactly: nil where one is NaN,
    /// infinite or beyond `reach`.
    var settled: Self? {
        guard abs(x) <= Self.reach, abs(y) <= Self.reach else { return nil }
        return Self(x: abs(x) < Self.grain ? 0 : x, y: abs(y) < Self.grain ? 0 : y)
    }
}
