import RegionGeometry
import Testing

@Suite
struct OrientationTests {
    /// Where the stored top left corner and its neighbour to the right are seen (EXIF 3.0 section
    /// 4.6.5.1.6: “the 0th row is at the visual top, the 0th column at the visual left-hand side”).
    private static let seen: [(Orientation, corner: Point, right: Point)] = [
        (.upright, Point(x: 0, y: 0), Point(x: 1, y: 0)),
        (.mirrored, Point(x: 1, y: 0), Point(x: 0, y: 0)),
        (.turnedRound, Point(x: 1, y: 1), Point(x: 0, y: 1)),
        (.flipped, Point(x: 0, y: 1), Point(x: 1, y: 1)),
        (.transposed, Point(x: 0, y: 0), Point(x: 0, y: 1)),
        (.turnedLeft, Point(x: 1, y: 0), Point(x: 1, y: 1)),
        (.transversed, Point(x: 1, y: 1), Point(x: 1, y: 0)),
        (.turnedRight, Point(x: 0, y: 1), Point(x: 0, y: 0)),
    ]

    @Test(arguments: 0..<8)
    func `an orientation shows the stored corners where the standard says`(row: Int) {
        let (orientation, corner, right) = Self.seen[row]
        #expect(orientation.rawValue == row + 1)
        #expect(orientation.transform(Point(x: 0, y: 0)) == corner)
        #expect(orientation.transform(Point(x: 1, y: 0)) == right)
    }

    @Test(arguments: Orientation.allCases)
    func `an orientation is undone by its inverse`(orientation: Orientation) {
        let both = orientation.transform.then(orientation.inverse.transform)
        #expect(both == .identity)
        let size = Size(width: 3, height: 2)
        #expect(orientation.inverse.upright(orientation.upright(size)) == size)
    }
}
