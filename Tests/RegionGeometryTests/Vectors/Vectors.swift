import Foundation
@testable import RegionGeometry

/// What `Fixtures/geometry` holds, for programs in any language to be held to. Drawn by a seed; what
/// the Python script `Tests/Peers/geometry-vectors` says of it is not ours.
enum Vectors {
    /// A view and points in its three planes.
    struct ViewCase: Codable, Equatable {
        var stored: [Double]
        var orientation: Int
        var viewport: [Double]
        var content: String
        var zoom: Double
        var pan: [Double]
        var rotation: Double
        /// Fraction of the upright picture, point of the screen, pixel of the stored picture.
        var points: [[[Double]]]
    }

    /// Outlines, points on and beside their edges, and how often the outlines go round each.
    struct EdgeCase: Codable, Equatable {
        var rings: [[[Double]]]
        var points: [[Double]]
        var windings: [Int]
    }

    /// A turned ellipse, points, whether it covers each, and how far away each is.
    struct EllipseCase: Codable, Equatable {
        var box: [Double]
        var angle: Double
        var ratio: Double
        var points: [[Double]]
        var covers: [Bool]
        var distances: [Double]
    }

    static func views() throws -> [ViewCase] {
        var draw = Draw(seed: 100)
        var cases: [ViewCase] = []
        for orientation in Orientation.allCases {
            for content in ContentMode.allCases {
                let stored = [draw.number(1...6000).rounded(), draw.number(1...6000).rounded()]
                let viewport = [draw.number(50...2000).rounded(), draw.number(50...2000).rounded()]
                var made = ViewCase(
                    stored: stored, orientation: orientation.rawValue, viewport: viewport,
                    content: content.rawValue, zoom: draw.one(of: [1, 2.5, draw.number(0.1...9)]),
                    pan: [draw.one(of: [0, 40]), draw.one(of: [0, -12])],
                    rotation: draw.one(of: [0, 90, 180, -90, draw.number(-360...360)]), points: [])
                let view = try View(
                    picture: Size(width: stored[0], height: stored[1]), orientation: orientation,
                    viewport: Size(width: viewport[0], height: viewport[1]), content: content,
                    zoom: made.zoom, pan: Point(x: made.pan[0], y: made.pan[1]),
                    rotation: made.rotation)
                made.points = (0..<4).map { _ in
                    let screen = Point(
                        x: draw.number(0...viewport[0]), y: draw.number(0...viewport[1]))
                    return [view.fraction(at: screen), screen, view.storedPixel(at: screen)]
                        .map { [$0.x, $0.y] }
                }
                cases.append(made)
            }
        }
        return cases
    }

    static func edges() -> [EdgeCase] {
        var draw = Draw(seed: 101)
        return (0..<40).map { index in
            // On a grid of sixteenths points lie exactly on edges and corners; off it, next to them.
            let rings = (0...index % 3).map { _ in
                (0..<3 + index % 9).map { _ in
                    index % 2 == 0
                        ? Point(
                            x: (draw.point().x * 16).rounded() / 16,
                            y: (draw.point().y * 16).rounded() / 16) : draw.point()
                }
            }
            let polygon = Polygon(rings: rings)
            var points: [Point] = []
            for ring in rings {
                for (index, corner) in ring.enumerated() {
                    let next = ring[(index + 1) % ring.count]
                    let middle = (corner + next) * 0.5
                    points += [corner, middle, Point(x: middle.x.nextUp, y: middle.y)]
                    points.append(corner + (next - corner) * draw.number())
                }
            }
            return EdgeCase(
                rings: rings.map { $0.map { [$0.x, $0.y] } }, points: points.map { [$0.x, $0.y] },
                windings: points.map(polygon.winding))
        }
    }

    static func ellipses() -> [EllipseCase] {
        var draw = Draw(seed: 102)
        return (0..<40).map { index in
            let box = [
                draw.number(), draw.number(), draw.number(0.01...1),
                index % 8 == 7 ? 1e-6 : draw.number(0.01...1),
            ]
            let angle = draw.one(of: [0, 90, 45, draw.number(-360...360)])
            let ratio = draw.one(of: [1, 1.5, draw.number(0.2...5)])
            let ellipse = Ellipse(
                in: Box(x: box[0], y: box[1], width: box[2], height: box[3]), turned: angle,
                ratio: ratio)
            let points = (0..<8).map { _ in draw.point(-0.5...2.5) }
            return EllipseCase(
                box: box, angle: angle, ratio: ratio, points: points.map { [$0.x, $0.y] },
                covers: points.map(ellipse.contains), distances: points.map(ellipse.distance))
        }
    }

    static func pictures() throws -> [PeerPicture] {
        var draw = Draw(seed: 103)
        return try Orientation.allCases.map { orientation in
            let content = ContentMode.allCases[orientation.rawValue % 5]
            return try PeerPicture(
                orientation: orientation, content: content, touches: 60, draw: &draw)
        }
    }

    static func colors() -> [String: String] {
        let texts = [
            "#f80", "#FF8800", "0xff8800", " Navy ", "#ff", "reddish", "0x1000000", "#ggg", "",
        ]
        let names = Color.names.keys
        return Dictionary(
            uniqueKeysWithValues: (texts + names).map { text in
                (text, Color(text)?.description ?? "none")
            })
    }
}
