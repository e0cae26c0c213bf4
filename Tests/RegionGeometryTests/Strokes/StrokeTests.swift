import RegionGeometry
import Testing

@Suite
struct StrokeTests {
    @Test func `a stroke is refused without points, and with points that are nowhere`() {
        #expect(throws: StrokeFault.noPoints) { try Stroke([]) }
        #expect(throws: StrokeFault.notFinite(1)) { try Stroke.through((1, 2), (.nan, 2)) }
        #expect(throws: StrokeFault.notFinite(0)) { try Stroke.through((1, -.infinity)) }
        #expect(throws: StrokeFault.tooFar(2)) { try Stroke.through((1, 2), (3, 4), (1e10, 0)) }
    }

    @Test
    func `a stroke refuses more points than it has room for, without waiting for their end`() {
        let endless = sequence(first: StrokePoint(x: 1, y: 1)) { $0 }
        #expect(throws: StrokeFault.tooManyPoints) { try Stroke(endless) }
    }

    @Test(
        "has times that never run back, whatever was measured",
        arguments: [
            ([nil, nil, nil], [0, 0, 0]), ([5, 10, 20], [0, 5, 15]), ([10, 5, 20], [0, 0, 10]),
            ([nil, 50, nil, 60], [0, 0, 0, 10]), ([100, 90, 80], [0, 0, 0]),
            ([3, .nan, 9], [0, 0, 6]), ([0, .infinity, 4], [0, 0, 4]),
            ([-1e308, 1e308, 0], [0, 0, 1e308]),
        ] as [([Double?], [Double])])
    func times(given: [Double?], kept: [Double]) throws {
        let stroke = try Stroke(given.map { StrokePoint(x: 1, y: 2, milliseconds: $0) })
        #expect(stroke.milliseconds == kept)
        #expect(stroke.duration == kept.last)
    }

    @Test func `a stroke there and back along a line is no outline`() throws {
        for way in [
            [(0, 0), (100, 100), (30, 30)], [(0, 0), (50, 0), (4, 0)],
            [(0, 0), (100, 0), (60, 1), (30, 0)],
        ] as [[(Double, Double)]] {
            let stroke = try Stroke(points: way.map { Point(x: $0.0, y: $0.1) })
            #expect(stroke.isClosed && stroke.outline == nil)
            #expect(stroke.meaning.kind != "outline")
        }
    }

    @Test func `a stroke means the same whatever its times are`() throws {
        let circle = try Stroke.arc(360)
        for shift in [0.0, 1, -1] {
            let timed = circle.points.enumerated().map {
                StrokePoint($1, milliseconds: Double($0) * shift * 1e6)
            }
            #expect(try Stroke(timed).meaning == circle.meaning)
        }
        #expect(circle.meaning.kind == "ellipse")
    }

    @Test func `a stroke of one point, however often it is there, is a tap on the 5`() throws {
        for count in [1, 2, 100] {
            let stroke = try Stroke(points: [Point](repeating: Point(x: 7, y: 8), count: count))
            #expect(stroke.meaning == .tap(Point(x: 7, y: 8)))
            #expect(StrokeCells(stroke).digits == "5")
            #expect(stroke.resampled(to: 4) == [Point](repeating: Point(x: 7, y: 8), count: 4))
            #expect(stroke.smoothed() == [Point(x: 7, y: 8)])
            #expect(stroke.outline == nil && stroke.ellipse == nil)
            let vector = StrokeVector(stroke)
            #expect(vector.similarity(to: vector) == 0)
        }
    }

    @Test(
        "is a tap where it is less than 5 pixels wide and high",
        arguments: [(4.9, 4.9, true), (5, 0, false), (0, 5, false), (0, 0, true)])
    func taps(width: Double, height: Double, isTap: Bool) throws {
        #expect(try Stroke.through((0, 0), (width, height)).isTap == isTap)
    }

    @Test
    func `a stroke is a swipe where it goes more than 4 pixels and strays less than 12`() throws {
        #expect(try Stroke.through((0, 0), (5, 0)).swipe == .right)
        #expect(try Stroke.through((5, 0), (0, 0)).swipe == .left)
        #expect(try Stroke.through((0, 0), (0, 90)).swipe == .down)
        #expect(try Stroke.through((0, 0), (5, -90)).swipe == .up)
        #expect(try Stroke.through((0, 0), (50, 11.9)).swipe == .right)
        #expect(try Stroke.through((0, 0), (50, 12)).swipe == nil)
        // Forth and back is none: 4 pixels, from one end to the other.
        #expect(try Stroke.through((0, 0), (50, 0), (4, 0)).swipe == nil)
        #expect(try Stroke.through((0, 0), (50, 0), (4.1, 0)).swipe == .right)
        #expect(try Stroke.through((0, 0), (4, 0)).swipe == nil)
        // Of two axes the one along which it goes farther.
        #expect(try Stroke.through((0, 0), (8, 6)).swipe == .right)
        #expect(try Stroke.through((0, 0), (6, -8)).swipe == .up)
    }

    @Test(
        "is closed up to a gap of 0.40 of its diagonal",
        arguments: [(39.9, true), (40.1, false)])
    func closure(gap: Double, isClosed: Bool) throws {
        // The diagonal is 100.
        let stroke = try Stroke.through((gap, 0), (60, 0), (60, 80), (0, 80), (0, 0))
        #expect(abs(stroke.gap - gap / 100) < 1e-12)
        #expect(stroke.isClosed == isClosed)
    }
}
