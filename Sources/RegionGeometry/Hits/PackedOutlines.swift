/// Polygons once more in single precision, one behind the other, so that a touch among very many
/// reads few lines of memory for each that is near.
///
/// They answer only where rounding cannot have turned the answer. What they leave open, the polygon
/// itself is asked.
struct PackedOutlines: Sendable {
    /// Where a polygon stands.
    struct Place: Sendable {
        fileprivate let start: UInt32
        fileprivate let points: UInt32
    }

    /// Polygons that reach farther from the origin are not packed.
    private static let reach = 2.0
    /// How far rounding moves a coordinate of at most `reach`: half a unit in the last place.
    private static let rounding = 0x1p-24

    /// Of each polygon the heights of its points, then how far right they are.
    private var numbers: [Float] = []

    /// Packs a polygon; nil for one that is to be asked itself.
    mutating func pack(_ polygon: Polygon) -> Place? {
        guard let points = polygon.tour.fewPoints, !points.isEmpty,
            points.allSatisfy({ abs($0.x) <= Self.reach && abs($0.y) <= Self.reach }),
            let start = UInt32(exactly: numbers.count)
        else { return nil }
        let place = Place(start: start, points: UInt32(points.count))
        for point in points { numbers.append(Float(point.y)) }
        for point in points { numbers.append(Float(point.x)) }
        return place
    }

    /// Whether a polygon covers a spot, by the non-zero rule; nil where it is to be asked itself.
    ///
    /// - Parameter spot: A settled point.
    @inline(__always)
    func covers(_ place: Place, _ spot: Point) -> Bool? {
        let (right, height) = (Float(spot.x), Float(spot.y))
        let (start, count) = (Int(place.start), Int(place.points))
        return numbers.withUnsafeBufferPointer { numbers -> Bool? in
            // Rounding keeps the order of numbers, but for making neighbours equal.
            var winding = 0
            var last = numbers[start]
            if last == height { return nil }
            for index in start + 1..<start + count {
                let next = numbers[index]
                if next == height { return nil }
                let (isBelow, endsBelow) = (last > height, next > height)
                last = next
                guard isBelow != endsBelow else { continue }
                let (from, to) = (numbers[index - 1 + count], numbers[index + count])
                if right > max(from, to) { continue }
                if right >= min(from, to) {
                    let side = Self.side(
                        of: spot, from: Point(x: Double(from), y: Double(numbers[index - 1])),
                        to: Point(x: Double(to), y: Double(next)))
                    guard let side else { return nil }
                    if (side > 0) != endsBelow { continue }
                }
                winding += endsBelow ? 1 : -1
            }
            return winding != 0
        }
    }

    /// On which side of a line a spot is, as `Exactness` has it; nil where the rounding of the
    /// line's ends may turn that.
    @inline(__always)
    private static func side(of spot: Point, from start: Point, to end: Point) -> Double? {
        let (way, step) = (end - start, spot - start)
        let side = way.cross(step)
        // Each coordinate of the way is off by at most two roundings, each of the step by one:
        // the product by 2·|step| + |way| roundings and two squares of one; the rest is spare for
        // the arithmetic.
        let lengths = abs(way.x) + abs(way.y) + abs(step.x) + abs(step.y)
        let bound = 3 * rounding * (lengths + 3 * rounding)
        return abs(side) > bound ? side : nil
    }
}
