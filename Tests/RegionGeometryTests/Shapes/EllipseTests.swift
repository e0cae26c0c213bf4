import Foundation
import RegionGeometry
import Testing

@Suite
struct EllipseTests {
    private static let box = Box(x: 2, y: 3, width: 8, height: 4)

    @Test func `an ellipse fills its box, with its line`() {
        let ellipse = Ellipse(in: Self.box)
        #expect(ellipse.contains(Point(x: 2, y: 5)))
        #expect(ellipse.contains(Point(x: 10, y: 5)))
        #expect(ellipse.contains(Point(x: 6, y: 3)))
        #expect(!ellipse.contains(Point(x: 2.2, y: 3.2)))
        #expect(!ellipse.contains(Point(x: 2 - 1e-12, y: 5)))
    }

    @Test func `an ellipse turns clockwise as seen, in the picture's pixels`() {
        let quarter = Ellipse(in: Self.box, turned: 90)
        #expect(quarter.contains(Point(x: 6, y: 1)))
        #expect(!quarter.contains(Point(x: 2, y: 5)))
        // Clockwise, the right end goes down.
        let eighth = Ellipse(in: Self.box, turned: 45)
        let reach = 3.9 / 2.0.squareRoot()
        #expect(eighth.contains(Point(x: 6 + reach, y: 5 + reach)))
        #expect(!eighth.contains(Point(x: 6 + reach, y: 5 - reach)))
        // Fractions of a picture of 400 by 100 give what its pixels give.
        let pixels = Ellipse(in: Box(x: 100, y: 20, width: 80, height: 30), turned: 33)
        let fractions = Ellipse(
            in: Box(x: 0.25, y: 0.2, width: 0.2, height: 0.3), turned: 33, ratio: 4)
        let shown = fractions.transformed(by: .scale(400, 100))
        #expect(shown.center.distance(to: pixels.center) < 1e-12)
        #expect(shown.first.distance(to: pixels.first) < 1e-12)
        #expect(shown.second.distance(to: pixels.second) < 1e-12)
    }

    @Test func `an ellipse keeps what it covers under every transform`() {
        var draw = Draw(seed: 21)
        for _ in 0..<2000 {
            let ellipse = Ellipse(
                in: Box(x: draw.number(), y: draw.number(), width: 0.3, height: draw.number()),
                turned: draw.number(-400...400), ratio: 1.5)
            let transform = Transform(
                a: draw.number(1...9), b: draw.number(-1...1), c: draw.number(-1...1),
                d: draw.number(1...9), tx: draw.number(-9...9), ty: draw.number(-9...9))
            let point = draw.point(0...1.5)
            let step = point - ellipse.center
            guard abs(step.length - 0.15) > 1e-6 else { continue }
            let shown = ellipse.transformed(by: transform)
            #expect(ellipse.contains(point) == shown.contains(transform(point)))
        }
    }

    @Test func `an ellipse has its axes at a right angle, with their lengths`() {
        var draw = Draw(seed: 22)
        for _ in 0..<2000 {
            let (long, short) = (draw.number(1...100), pow(10, draw.number(-12...0)))
            let angle = draw.number(-180...180)
            let ellipse = Ellipse(
                in: Box(x: 0, y: 0, width: 2 * long, height: 2 * short), turned: angle)
            // The same ellipse by another pair of conjugate half-diameters.
            let turn = draw.number(0...6.3)
            let other = Ellipse(
                center: ellipse.center,
                first: ellipse.first * cos(turn) + ellipse.second * sin(turn),
                second: ellipse.second * cos(turn) - ellipse.first * sin(turn))
            let axes = other.axes
            #expect(abs(axes.major.dot(axes.minor)) < 1e-12 * long * short)
            #expect(abs(axes.major.length - long) < 1e-12 * long)
            #expect(abs(axes.minor.length - short) < 1e-12 * short + 1e-14 * long)
        }
    }

    @Test func `an ellipse is as far away as its nearest point`() {
        var draw = Draw(seed: 23)
        for _ in 0..<300 {
            let ellipse = Ellipse(
                in: Box(
                    x: draw.number(), y: draw.number(), width: draw.number(0.01...2),
                    height: draw.number(0.01...2)), turned: draw.number(0...360))
            let point = draw.point(-2...4)
            let distance = ellipse.distance(to: point)
            guard !ellipse.contains(point) else {
                #expect(distance == 0)
                continue
            }
            let nearest =
                (0..<2_000).map { index in
                    let angle = 2 * Double.pi * Double(index) / 2_000
                    let spot =
                        ellipse.center + ellipse.first * cos(angle) + ellipse.second * sin(angle)
                    return spot.distance(to: point)
                }.min() ?? 0
            #expect(distance <= nearest + 1e-12)
            #expect(nearest * nearest - distance * distance < 2e-5)
        }
    }

    @Test func `an ellipse is measured on its axes and from its middle's height as elsewhere`() {
        let ellipse = Ellipse(in: Box(x: -4, y: -2, width: 8, height: 4))
        #expect(ellipse.distance(to: Point(x: 7, y: 0)) == 3)
        #expect(ellipse.distance(to: Point(x: 0, y: 7)) == 5)
        #expect(ellipse.distance(to: Point(x: -5, y: 0)) == 1)
        #expect(ellipse.distance(to: Point(x: 0, y: 0)) == 0)
    }

    @Test func `an ellipse keeps its digits however thin it is`() {
        for short in [1e-3, 1e-9, 1e-15, 1e-30, 1e-100, 0] {
            let ellipse = Ellipse(in: Box(x: -1, y: -short, width: 2, height: 2 * short))
            #expect(abs(ellipse.distance(to: Point(x: 0, y: 1)) - (1 - short)) < 1e-12)
            #expect(abs(ellipse.distance(to: Point(x: 4, y: 4)) - 5) < 1.2 * short + 1e-12)
        }
        #expect(!Ellipse(in: Box(x: -1, y: 0, width: 2, height: 0)).contains(.zero))
    }

    @Test func `an ellipse lies in its bounds, touching each side`() throws {
        var draw = Draw(seed: 24)
        for _ in 0..<200 {
            let ellipse = Ellipse(
                in: Box(x: draw.number(), y: draw.number(), width: 1, height: 0.1),
                turned: draw.number(0...360))
            let bounds = try #require(ellipse.bounds)
            let line = (0..<3600).map { index in
                let angle = Double.pi * Double(index) / 1800
                return ellipse.center + ellipse.first * cos(angle) + ellipse.second * sin(angle)
            }
            let around = try #require(Box(around: line))
            #expect(bounds.left <= around.left && around.right <= bounds.right)
            #expect(bounds.top <= around.top && around.bottom <= bounds.bottom)
            #expect(abs(bounds.width - around.width) < 1e-5)
            #expect(abs(bounds.height - around.height) < 1e-5)
        }
    }

    @Test func `an ellipse with NaN in it covers nothing and is near nothing`() {
        for odd in [Double.nan, .infinity, 1e200] {
            for ellipse in [
                Ellipse(in: Box(x: 0, y: 0, width: odd, height: 1)),
                Ellipse(in: Box(x: odd, y: 0, width: 1, height: 1)),
                Ellipse(in: Self.box, turned: odd.isFinite ? .nan : odd),
                Ellipse(in: Self.box, turned: 3, ratio: odd.isFinite ? 0 : odd),
            ] {
                let shape = Shape.ellipse(ellipse)
                #expect(shape.bounds == nil)
                #expect(!shape.contains(Self.box.center))
                #expect(
                    shape.distance(from: .zero, scale: Size(width: 1, height: 1), within: 3) == nil)
            }
        }
    }
}
