/// Measures lengths on the screen between points of the picture.
///
/// A view scales the picture along its own axes before it turns and moves it, and neither of these
/// changes a length: so all lengths are measured without turning anything.
struct Ruler {
    /// Where is measured from.
    let spot: Point
    /// Screen pixels for one unit of x and of y.
    let scale: Size

    /// The step on the screen, but for its turn, from the spot to a point.
    @inline(__always)
    func step(to point: Point) -> Point {
        Point(x: (point.x - spot.x) * scale.width, y: (point.y - spot.y) * scale.height)
    }

    /// The square of the distance to the nearest point of a box, 0 within it.
    @inline(__always)
    func square(to box: Box) -> Double {
        let x = max(box.left - spot.x, 0, spot.x - box.right) * scale.width
        let y = max(box.top - spot.y, 0, spot.y - box.bottom) * scale.height
        return x * x + y * y
    }

    /// The square of the distance from the origin to the nearest point of the segment between the
    /// ends of two steps.
    @inline(__always)
    static func square(toSegment start: Point, _ end: Point) -> Double {
        let way = end - start
        let square = way.dot(way)
        let share = square > 0 ? min(max(-start.dot(way) / square, 0), 1) : 0
        let nearest = start + way * share
        return nearest.dot(nearest)
    }
}

extension Point {
    /// The distance to the nearest point of a segment.
    func distance(toSegment start: Self, _ end: Self) -> Double {
        Ruler.square(toSegment: start - self, end - self).squareRoot()
    }
}
