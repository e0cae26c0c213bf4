import RegionGeometry
import Testing

@Suite
struct PointTests {
    @Test(
        "has a length however large or small its coordinates are",
        arguments: [(3.0, 4.0, 5.0), (3e200, 4e200, 5e200), (3e-200, 4e-200, 5e-200), (0, 0, 0)])
    func length(x: Double, y: Double, length: Double) {
        #expect(abs(Point(x: x, y: y).length - length) <= length * 1e-15)
    }

    @Test func `a point knows clockwise as a screen shows it`() {
        #expect(Point(x: 1, y: 0).cross(Point(x: 0, y: 1)) > 0)
        #expect(Point(x: 0, y: 1).cross(Point(x: 1, y: 0)) < 0)
    }
}
