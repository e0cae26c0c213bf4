import RegionGeometry
import Testing

@Suite
struct RegionStackTests {
    /// A picture of 100 by 100, shown as it is.
    private let view: View
    init() throws { view = try View(picture: Size(width: 100, height: 100)) }

    private func square(_ left: Double, _ top: Double, _ side: Double) -> Shape {
        .rectangle(Box(x: left / 100, y: top / 100, width: side / 100, height: side / 100))
    }

    @Test func `a stack of regions is hit topmost first, through what is clear`() throws {
        let plane = try AlphaPlane(width: 2, height: 1, alpha: [84, 85])
        let mask = Mask(box: Box(x: 0.1, y: 0.1, width: 0.4, height: 0.4), plane: plane)
        let stack = RegionStack([square(0, 0, 60), square(20, 20, 20), .mask(mask)])
        let clear = stack.hits(at: Point(x: 25, y: 25), in: view, tolerance: 0)
        #expect(clear.map(\.index) == [1, 0])
        let opaque = stack.hits(at: Point(x: 35, y: 25), in: view, tolerance: 0)
        #expect(opaque.map(\.index) == [2, 1, 0])
        #expect(opaque.allSatisfy { $0.isExact && $0.distance == 0 })
    }

    @Test
    func `what is hit exactly comes before what is near, and the nearest of that first`() {
        let stack = RegionStack([
            square(0, 0, 50), square(60, 10, 9), square(52, 10, 9), square(10, 54, 9),
        ])
        let hits = stack.hits(at: Point(x: 49.5, y: 15), in: view, tolerance: 12)
        #expect(hits.map(\.index) == [0, 2, 1])
        #expect(hits.map(\.isExact) == [true, false, false])
        #expect(abs(hits[1].distance - 2.5) < 1e-9 && abs(hits[2].distance - 10.5) < 1e-9)
        #expect(stack.hits(at: Point(x: 49.5, y: 15), in: view).map(\.index) == [0, 2])
    }

    @Test(arguments: [0.2, 1, 40])
    func `the tolerance is the same on the screen however far it is zoomed`(
        zoom: Double
    ) throws {
        let view = try View(
            picture: Size(width: 100, height: 100), viewport: Size(width: 300, height: 200),
            content: .center, zoom: zoom, rotation: 30)
        let stack = RegionStack([square(40, 40, 20)])
        let corner = view.screen(Point(x: 0.5, y: 0.4))
        let outwards = corner - view.screen(Point(x: 0.5, y: 0.5))
        let step = outwards * (1 / outwards.length)
        let near = stack.hits(at: corner + step * 2.99, in: view)
        #expect(near.count == 1 && near.allSatisfy { !$0.isExact })
        #expect(abs(near[0].distance - 2.99) < 1e-9)
        #expect(stack.hits(at: corner + step * 3.01, in: view).isEmpty)
    }

    @Test func `a stack of regions is not hit by NaN, and takes a tolerance of NaN for 0`() {
        let stack = RegionStack([
            square(0, 0, 50), .rectangle(Box(x: .nan, y: 0, width: 1, height: 1)),
        ])
        #expect(stack.hits(at: Point(x: .nan, y: 1), in: view).isEmpty)
        #expect(stack.hits(at: Point(x: .infinity, y: 1), in: view).isEmpty)
        for tolerance in [-1, .nan, 0] {
            #expect(stack.hits(at: Point(x: 51, y: 9), in: view, tolerance: tolerance).isEmpty)
            #expect(stack.hits(at: Point(x: 9, y: 9), in: view, tolerance: tolerance).count == 1)
        }
        #expect(stack.hits(at: Point(x: 5e3, y: 9), in: view, tolerance: .infinity).isEmpty)
    }

    @Test func `a stack of regions finds with its index what asking each shape finds`() throws {
        var draw = Draw(seed: 41)
        let shapes = try (0..<400).map { _ in try draw.shape(size: 0.1) }
        let stack = RegionStack(shapes)
        let view = try View(
            picture: Size(width: 3000, height: 2000), viewport: Size(width: 390, height: 844),
            content: .stretch, zoom: 1.2, pan: Point(x: 9, y: -30), rotation: 77)
        for _ in 0..<500 {
            let touch = draw.point(-100...900)
            let spot = view.fraction(at: touch)
            var exact: [Int] = []
            var near: [(Double, Int)] = []
            for (index, shape) in shapes.enumerated() {
                if shape.contains(spot) {
                    exact.append(index)
                } else if let distance = shape.distance(
                    from: spot, scale: view.scale, within: 12)
                {
                    near.append((distance, -index))
                }
            }
            let expected = exact.reversed() + near.sorted { $0 < $1 }.map { -$0.1 }
            #expect(stack.hits(at: touch, in: view, tolerance: 12).map(\.index) == expected)
        }
    }
}
