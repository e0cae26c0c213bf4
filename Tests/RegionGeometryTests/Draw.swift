import Foundation
import RegionGeometry

/// Numbers that a seed draws: SplitMix64 (Steele, Lea, Flood 2014).
struct Draw: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func number(_ range: ClosedRange<Double> = 0...1) -> Double {
        Double.random(in: range, using: &self)
    }

    mutating func point(_ range: ClosedRange<Double> = 0...1) -> Point {
        Point(x: number(range), y: number(range))
    }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    /// A ragged outline round a point, clockwise on a screen.
    mutating func outline(round center: Point, radius: Double, points: Int) -> [Point] {
        (0..<points).map { index in
            let angle = 2 * Double.pi * (Double(index) + number(0...0.9)) / Double(points)
            let length = radius * number(0.35...1)
            return center + Point(x: cos(angle) * length, y: sin(angle) * length)
        }
    }

    /// An irregular blot of alpha with holes and soft edges.
    mutating func plane(width: Int, height: Int) throws -> AlphaPlane {
        let blobs = (0..<5).map { _ in (center: point(), size: number(0.08...0.35)) }
        let holes = (0..<3).map { _ in (center: point(), size: number(0.03...0.12)) }
        var alpha: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                let spot = Point(
                    x: (Double(column) + 0.5) / Double(width),
                    y: (Double(row) + 0.5) / Double(height))
                let hole = holes.contains { $0.center.distance(to: spot) < $0.size }
                let depth = blobs.map { 1.3 - $0.center.distance(to: spot) / $0.size }.max() ?? 0
                alpha.append(hole ? 0 : UInt8(min(max(depth * 400, 0), 255)))
            }
        }
        return try AlphaPlane(width: width, height: height, alpha: alpha)
    }

    /// A shape of any kind whose middle is on the picture, in fractions of it.
    mutating func shape(size: Double) throws -> Shape {
        let (center, width, height) = (point(), number(size / 9...size), number(size / 9...size))
        let box = Box(
            x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
        switch Int.random(in: 0..<4, using: &self) {
        case 0: return .rectangle(box)
        case 1: return .ellipse(Ellipse(in: box, turned: number(0...360), ratio: 1.5))
        case 2:
            let outline = outline(round: center, radius: size / 2, points: 11)
            let hole = [0, 3, 7].map { center + (outline[$0] - center) * 0.4 }
            return .polygon(Polygon(outline: outline, holes: [hole]))
        default: return .mask(Mask(box: box, plane: try plane(width: 19, height: 13)))
        }
    }
}
