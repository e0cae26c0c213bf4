import Testing

@testable import RegionGeometry

/// The grid of L. Kettner and others, “Classroom examples of robustness problems in geometric
/// computations” (2008), figure 2: rounding gets the side wrong for hundreds of these points.
@Suite
struct ExactnessTests {
    private static let start = Point(x: 12, y: 12)
    private static let end = Point(x: 24, y: 24)

    @Test func `the side of a line is found without rounding`() {
        var (wrong, roundedWrong) = (0, 0)
        for column in 0..<256 {
            for row in 0..<256 {
                let point = Point(
                    x: 0.5 + Double(column) * 0x1p-53, y: 0.5 + Double(row) * 0x1p-53)
                let expected = (row - column).signum()
                let side = Exactness.side(of: point, from: Self.start, to: Self.end)
                let back = Exactness.side(of: point, from: Self.end, to: Self.start)
                wrong += sign(side) == expected && sign(back) == -expected ? 0 : 1
                let (a, b) = (Self.end - Self.start, point - Self.start)
                roundedWrong += sign(a.x * b.y - a.y * b.x) == expected ? 0 : 1
            }
        }
        #expect(wrong == 0)
        #expect(roundedWrong > 100, "The grid is one that rounding fails on.")
    }

    @Test
    func `the side of a line is exact for the smallest and the largest coordinates`() {
        for size in [Point.grain, 1, Point.reach] {
            let (start, end) = (Point(x: 0, y: 0), Point(x: size, y: size))
            let above = Point(x: size / 2, y: (size / 2).nextDown)
            #expect(Exactness.side(of: above, from: start, to: end) < 0)
            #expect(Exactness.side(of: Point(x: size, y: size), from: start, to: end) == 0)
        }
    }

    private func sign(_ number: Double) -> Int { number > 0 ? 1 : number < 0 ? -1 : 0 }
}
