import RegionGeometry
import Testing

@Suite
struct MaskTests {
    @Test func `a mask covers from the cut-off on: 84 lets through, 85 holds`() throws {
        let plane = try AlphaPlane(width: 3, height: 1, alpha: [84, 85, 255])
        let mask = Mask(box: Box(x: 0, y: 0, width: 3, height: 1), plane: plane)
        #expect(!mask.contains(Point(x: 0.5, y: 0.5)))
        #expect(mask.contains(Point(x: 1.5, y: 0.5)))
        #expect(mask.contains(Point(x: 2.5, y: 0.5)))
        #expect(mask.contains(Point(x: 0.5, y: 0.5), alphaThreshold: 84))
        #expect(!mask.contains(Point(x: 1.5, y: 0.5), alphaThreshold: 86))
        #expect(
            !mask.contains(Point(x: 3.5, y: 0.5), alphaThreshold: 0), "Outside of it is nothing.")
    }

    @Test func `a mask has half-open pixels`() throws {
        let plane = try AlphaPlane(width: 2, height: 2, alpha: [255, 0, 0, 255])
        let mask = Mask(box: Box(left: 0.25, top: 0.5, right: 0.75, bottom: 1), plane: plane)
        #expect(mask.contains(Point(x: 0.25, y: 0.5)))
        #expect(!mask.contains(Point(x: 0.5, y: 0.5)))
        #expect(mask.contains(Point(x: 0.5, y: 0.75)))
        #expect(!mask.contains(Point(x: 0.75, y: 0.75)))
        #expect(!mask.contains(Point(x: 0.5, y: 1)))
        #expect(mask.contains(Point(x: 0.75.nextDown, y: 1.0.nextDown)))
    }

    @Test(arguments: [0.0, 90, 37])
    func `a mask is as far away as the nearest covered pixel`(rotation: Double) throws {
        var draw = Draw(seed: 31)
        for alphaThreshold in [UInt8(1), 85, 255] {
            let plane = try draw.plane(width: 41, height: 23)
            let box = Box(x: 0.2, y: 0.3, width: 0.5, height: 0.4)
            let mask = Mask(box: box, plane: plane)
            let view = try View(
                picture: Size(width: 400, height: 300), viewport: Size(width: 500, height: 200),
                content: .stretch, zoom: 1.3, rotation: rotation)
            for _ in 0..<60 {
                let touch = draw.point(-50...500)
                guard !mask.contains(view.fraction(at: touch), alphaThreshold: alphaThreshold)
                else { continue }
                let found = Shape.mask(mask)
                    .distance(
                        from: view.fraction(at: touch), scale: view.scale, within: 60,
                        alphaThreshold: alphaThreshold)
                let expected = plainDistance(mask, touch, view, alphaThreshold)
                #expect((found == nil) == (expected > 60))
                if let found { #expect(abs(found - expected) < 1e-9) }
            }
        }
    }

    /// By every covered pixel, each as a ring of its four corners.
    private func plainDistance(_ mask: Mask, _ touch: Point, _ view: View, _ alphaThreshold: UInt8)
        -> Double
    {
        var nearest = Double.infinity
        let cell = Size(
            width: mask.box.width / Double(mask.plane.width),
            height: mask.box.height / Double(mask.plane.height))
        for row in 0..<mask.plane.height {
            for column in 0..<mask.plane.width where mask.plane[column, row] >= alphaThreshold {
                let box = Box(
                    x: mask.box.left + Double(column) * cell.width,
                    y: mask.box.top + Double(row) * cell.height, width: cell.width,
                    height: cell.height)
                let ring = Shape.polygon(Polygon(outline: box.corners))
                let distance = ring.distance(
                    from: view.fraction(at: touch), scale: view.scale, within: min(nearest, 1000))
                nearest = min(nearest, distance ?? .infinity)
            }
        }
        return nearest
    }

    @Test func `what is no plane of alpha is refused with its reason`() throws {
        #expect(throws: AlphaFault.empty) { try AlphaPlane(width: 0, height: 1, alpha: []) }
        #expect(throws: AlphaFault.tooLarge(width: 60_000, height: 1)) {
            try AlphaPlane(width: 60_000, height: 1, alpha: [])
        }
        #expect(throws: AlphaFault.tooLarge(width: 16_384, height: 16_384)) {
            try AlphaPlane(width: 16_384, height: 16_384, alpha: [])
        }
        #expect(throws: AlphaFault.wrongCount(expected: 4, given: 3)) {
            try AlphaPlane(width: 2, height: 2, alpha: [1, 2, 3])
        }
    }

    @Test func `a mask over a box of NaN covers nothing and is near nothing`() throws {
        let plane = try AlphaPlane(width: 1, height: 1, alpha: [255])
        for width in [Double.nan, .infinity, 0, -1, 1e300] {
            let box = Box(x: 0, y: 0, width: width, height: 1)
            let shape = Shape.mask(Mask(box: box, plane: plane))
            #expect(shape.bounds == nil)
            #expect(!shape.contains(Point(x: 0, y: 0.5)))
            #expect(shape.distance(from: .zero, scale: Size(width: 1, height: 1), within: 3) == nil)
        }
    }
}
