import Foundation
import RegionGeometry
import Testing

@Suite
struct EllipseFitTests {
    @Test
    func `a rough circle is the ellipse on which its points lie, however turned`() throws {
        for turn in stride(from: -80.0, through: 90, by: 10) {
            let ellipse = ellipse(at: Point(x: -4000, y: 1e5), 90, 20, turn: turn)
            let fit = try #require(EllipseFit(to: ellipse))
            #expect(fit.center.distance(to: Point(x: -4000, y: 1e5)) < 1e-6)
            #expect(abs(fit.majorRadius - 90) < 1e-6 && abs(fit.minorRadius - 20) < 1e-6)
            #expect(abs(fit.rotation - turn) < 1e-5)
            #expect(fit.rms < 1e-6)
        }
    }

    private func ellipse(
        at center: Point, _ major: Double, _ minor: Double, turn: Double
    ) -> [Point] {
        let turn = turn * .pi / 180
        return (0..<40).map { index in
            let angle = Double(index) * 2 * .pi / 40
            let (x, y) = (major * cos(angle), minor * sin(angle))
            return center
                + Point(x: x * cos(turn) - y * sin(turn), y: x * sin(turn) + y * cos(turn))
        }
    }

    @Test func `points on a line, in one spot, or too few are no circle`() {
        #expect(EllipseFit(to: (0..<20).map { Point(x: Double($0), y: 3 * Double($0)) }) == nil)
        #expect(EllipseFit(to: [Point](repeating: Point(x: 1, y: 1), count: 20)) == nil)
        #expect(EllipseFit(to: [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 0, y: 1)]) == nil)
        #expect(EllipseFit(to: [Point]()) == nil)
    }

    @Test(arguments: [-1.0, 1])
    func `a rough circle goes round once, by 300 to 440 degrees`(way: Double) throws {
        for (degrees, isOne) in [
            (296.0, false), (304, true), (360, true), (400, true), (410, true),
        ] {
            // Past its start the pen drifts inwards: no hand meets its own line again.
            let stroke = try Stroke.arc(way * degrees, scaledBy: degrees > 360 ? 0.15 : 0)
            #expect(stroke.isClosed, "\(degrees)")
            #expect((stroke.ellipse != nil) == isOne, "\(degrees)")
        }
        #expect(try Stroke.arc(way * 720).ellipse == nil)
        #expect(try Stroke.arc(way * 450, scaledBy: 0.1).ellipse == nil)
        // Shorter, and too wide open for any ellipse.
        #expect(try Stroke.arc(way * 270).ellipse == nil)
    }

    @Test func `a rough circle drawn past its start is judged by its best turn`() throws {
        let stroke = try Stroke.arc(420, scaledBy: 0.45)
        let whole = try #require(EllipseFit(to: stroke.resampled(to: 64)))
        let best = try #require(stroke.ellipse)
        #expect(whole.rms > Stroke.roughest)
        #expect(best.rms < whole.rms)
    }

    @Test func `a rough circle takes any time, and any number of points`() throws {
        #expect(try Stroke.arc(360, count: 100_000).ellipse != nil)
        #expect(try Stroke.arc(360, count: 12).ellipse != nil)
    }

    @Test func `what has corners is no circle`() throws {
        let square = try Stroke.through((0, 0), (100, 0), (100, 100), (0, 100), (0, 0))
        #expect(square.ellipse == nil)
        #expect(square.meaning == .outline(Array(square.points.dropLast())))
    }
}
