import RegionGeometry
import Testing

@Suite
struct BoxTests {
    @Test func `a box shares no point of an edge with its neighbour, and leaves none out`() {
        let left = Box(left: 0.1, top: 0, right: 0.3, bottom: 1)
        let right = Box(left: 0.3, top: 0, right: 0.7, bottom: 1)
        for point in [Point(x: 0.3, y: 0), Point(x: 0.3, y: 0.5), Point(x: 0.3.nextDown, y: 0.5)] {
            #expect(left.contains(point) != right.contains(point))
        }
        #expect(!left.contains(Point(x: 0.2, y: 1)))
        #expect(left.contains(Point(x: 0.1, y: 0)))
    }

    @Test func `a box goes round points, but not round none and not round NaN`() {
        let points = [Point(x: 2, y: 5), Point(x: -1, y: 7)]
        #expect(Box(around: points) == Box(left: -1, top: 5, right: 2, bottom: 7))
        #expect(Box(around: [Point]()) == nil)
        #expect(Box(around: points + [Point(x: .nan, y: 0)]) == nil)
    }

    @Test func `a box holds no NaN, and none is held by a box of NaN`() {
        #expect(!Box(x: 0, y: 0, width: 1, height: 1).contains(Point(x: .nan, y: 0.5)))
        #expect(!Box(x: .nan, y: 0, width: 1, height: 1).contains(Point(x: 0.5, y: 0.5)))
    }
}
