import Testing

@testable import RegionGeometry

@Suite
struct PackedShapesTests {
    /// Compares packed shapes with the shapes themselves; answers how many answers were left open.
    private func open(
        _ shapes: [Shape], _ spots: [Point], alphaThreshold: UInt8 = Mask.alphaThreshold
    ) -> Int {
        let packed = PackedShapes(shapes)
        var open = 0
        for spot in spots {
            guard let settled = spot.settled else { continue }
            for (index, shape) in shapes.enumerated() {
                guard let answer = packed.covers(index, settled, alphaThreshold: alphaThreshold)
                else {
                    open += 1
                    continue
                }
                #expect(
                    answer == shape.contains(spot, alphaThreshold: alphaThreshold),
                    "\(shape) \(spot)")
            }
        }
        return open
    }

    @Test(arguments: [1, 0.01, 1e-4, 1e-6, 1e-8])
    func `packed outlines answer as polygons do, spots on and beside their lines included`(
        size: Double
    ) {
        var draw = Draw(seed: 7)
        var far = 0
        for _ in 0..<300 {
            let center = draw.point(-0.5...1)
            let ring = draw.outline(round: center, radius: size, points: 12)
            let crossing = (0..<7).map { _ in
                center + draw.point(-1...1) * size
            }
            let polygon = Polygon(rings: [ring, crossing])
            let way = ring[1] - ring[0]
            let middle = ring[0] + way * 0.5
            let aside = Point(x: -way.y, y: way.x)
            var spots = ring + crossing + [middle, Point(x: center.x, y: ring[3].y)]
            for step in [1e-17, 1e-12, 3e-8, 1e-7, 1e-3] {
                let aside = aside * (step / way.length)
                spots += [middle + aside, middle - aside]
            }
            let anywhere = (0..<40).map { _ in center + draw.point(-1...1) * (1.2 * size) }
            _ = open([.polygon(polygon)], spots)
            far += open([.polygon(polygon)], anywhere)
        }
        // What is left open costs time: little where polygons are of a size that can be seen.
        if size >= 0.01 { #expect(far < 12) }
    }

    @Test func `packed masks answer as masks do at the usual cut-off, and leave others open`()
        throws
    {
        var draw = Draw(seed: 8)
        for (width, height) in [(1, 1), (7, 9), (64, 3), (33, 65), (300, 200)] {
            let box = Box(x: 0.1, y: 0.3, width: draw.number(0.01...0.7), height: 0.3)
            let mask = Shape.mask(
                Mask(box: box, plane: try draw.plane(width: width, height: height)))
            var spots = box.corners + (0..<500).map { _ in draw.point() }
            for column in 0...width {
                let x = box.left + box.width * Double(column) / Double(width)
                spots += [x, x.nextDown, x.nextUp].map { Point(x: $0, y: draw.number(0.3...0.6)) }
            }
            #expect(open([mask], spots) == 0)
            #expect(open([mask], spots, alphaThreshold: 84) == spots.count)
        }
    }

    @Test func `large shapes, far ones and those without an outline are left to themselves`() throws
    {
        var draw = Draw(seed: 9)
        let far = Polygon(outline: [
            Point(x: 0, y: 0), Point(x: 3, y: 0), Point(x: 0, y: 1),
        ])
        let large = Polygon(outline: draw.outline(round: .zero, radius: 1, points: 5_000))
        let plane = try AlphaPlane(
            width: 512, height: 512, alpha: Array(repeating: 255, count: 512 * 512))
        let shapes: [Shape] = [
            .polygon(far), .polygon(large), .polygon(Polygon(rings: [])),
            .polygon(Polygon(rings: [[Point(x: .nan, y: 0)]])),
            .mask(Mask(box: Box(x: 0, y: 0, width: 1, height: 1), plane: plane)),
            .rectangle(Box(x: 0, y: 0, width: 1, height: 1)),
        ]
        let spots = (0..<9).map { _ in draw.point() }
        #expect(open(shapes, spots) == shapes.count * spots.count)
    }
}
