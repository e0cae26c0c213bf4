import Foundation
import RegionGeometry

/// Touches shapes that `peer-hits` drew, and counts touches per second.
struct HitTiming: Decodable {
    /// A plane of alpha over a box.
    struct Blot: Decodable {
        let box: [Double]
        let side: Int
        let alpha: Data
    }

    private let width: Double
    private let height: Double
    private let polygons: [[[Double]]]
    private let masks: [Blot]
    private let touches: [[Double]]

    /// Reads a file of `peer-hits`.
    static func read(_ path: String) throws -> HitTiming {
        try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// Prints touches per second, the best of some rounds, and how many regions were hit: exactly, and
    /// within a mouse's tolerance.
    func run(_ rounds: Int) throws {
        var shapes = polygons.map { ring in
            Shape.polygon(Polygon(outline: ring.map { Point(x: $0[0], y: $0[1]) }))
        }
        for mask in masks {
            let box = Box(x: mask.box[0], y: mask.box[1], width: mask.box[2], height: mask.box[3])
            let plane = try AlphaPlane(
                width: mask.side, height: mask.side, alpha: Array(mask.alpha))
            shapes.append(.mask(Mask(box: box, plane: plane)))
        }
        let stack = RegionStack(shapes)
        let view = try View(picture: Size(width: width, height: height))
        let points = touches.map { view.screen(Point(x: $0[0], y: $0[1])) }
        for tolerance in [0, Tolerance.mouse] {
            var (hits, fastest) = (0, Duration.seconds(1_000_000))
            for _ in 0..<max(rounds, 1) {
                hits = 0
                let time = ContinuousClock().measure {
                    for point in points {
                        hits += stack.hits(at: point, in: view, tolerance: tolerance).count
                    }
                }
                fastest = min(fastest, time)
            }
            let rate = Double(points.count) / (fastest / .seconds(1))
            print("\(Int(rate)) touches/s, \(hits) hits")
        }
    }
}
