extension Stroke {
    /// So many points at equal distances along the stroke, from its first point to its last.
    ///
    /// A stroke that stays at one point is that point, so many times. Takes time that grows with
    /// the points of the stroke and those wanted, no more.
    ///
    /// - Parameter count: 2 or more; fewer give the first point alone.
    public func resampled(to count: Int) -> [Point] {
        Self.resampled(points, to: count)
    }

    /// So many points at equal distances along a line through points.
    static func resampled(_ points: [Point], to count: Int) -> [Point] {
        guard let first = points.first, let last = points.last, count >= 2 else {
            return Array(points.prefix(1))
        }
        let length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        var result = [first]
        result.reserveCapacity(count)
        let step = length / Double(count - 1)
        var walked = 0.0
        for index in points.indices.dropLast() {
            let (from, to) = (points[index], points[index + 1])
            let side = from.distance(to: to)
            // Each place is counted from the start, so that errors do not add up.
            while side > 0, result.count < count - 1,
                case let due = Double(result.count) * step, due <= walked + side
            {
                result.append(from + (to - from) * ((due - walked) / side))
            }
            walked += side
        }
        while result.count < count { result.append(last) }
        return result
    }
}
