import RegionGeometry
import Testing

@Suite
struct RectangleTests {
    @Test func `a rectangle is as far away as its nearest side or corner`() {
        let shape = Shape.rectangle(Box(x: 10, y: 10, width: 10, height: 10))
        let near = [
            (Point(x: 15, y: 7), 3.0), (Point(x: 22, y: 15), 2), (Point(x: 7, y: 6), 5),
            (Point(x: 20, y: 15), 0),
        ]
        for (point, distance) in near {
            #expect(!shape.contains(point))
            #expect(
                shape.distance(from: point, scale: Size(width: 1, height: 1), within: 5) == distance
            )
        }
        #expect(
            shape.distance(from: Point(x: 15, y: 4), scale: Size(width: 1, height: 1), within: 5)
                == nil)
        #expect(
            shape.distance(from: Point(x: 22.5, y: 2), scale: Size(width: 2, height: 1), within: 10)
                == Point(x: 5, y: 8).length)
    }

    @Test
    func
        `a rectangle without a width covers nothing but is near; one turned inside out is nowhere`()
    {
        let flat = Shape.rectangle(Box(x: 1, y: 1, width: 0, height: 2))
        #expect(!flat.contains(Point(x: 1, y: 2)))
        #expect(
            flat.distance(from: Point(x: 3, y: 2), scale: Size(width: 1, height: 1), within: 3) == 2
        )
        for width in [Double.nan, .infinity, -1, 1e300] {
            let odd = Shape.rectangle(Box(x: 1, y: 1, width: width, height: 2))
            #expect(odd.bounds == nil)
            #expect(!odd.contains(Point(x: 1, y: 2)))
            #expect(
                odd.distance(from: Point(x: 1, y: 2), scale: Size(width: 1, height: 1), within: 3)
                    == nil)
        }
    }
}
