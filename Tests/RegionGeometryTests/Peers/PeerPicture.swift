import Foundation
import RegionGeometry

/// A picture with overlapping shapes, how it is shown, and where it is touched, as a peer reads it.
struct PeerPicture: Encodable {
    /// A shape by its parts, in fractions of the upright picture.
    struct Part: Encodable {
        var kind: String
        var box: [Double]?
        var angle: Double?
        var rings: [[[Double]]]?
        var columns: Int?
        var rows: Int?
        var alpha: Data?
    }

    /// An index, whether it is exact, and a distance.
    struct Answer: Encodable {
        let hit: Hit

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(hit.index)
            try list.encode(hit.isExact)
            try list.encode(hit.distance)
        }
    }

    let stored: [Int]
    let orientation: Int
    let viewport: [Int]
    let content: String
    let zoom: Double
    let pan: [Double]
    let rotation: Double
    let tolerance: Double
    let cutOff: UInt8
    private(set) var shapes: [Part] = []
    private(set) var touches: [[Double]] = []
    private(set) var pixels: [[Double]] = []
    private(set) var hits: [[Answer]] = []

    /// Draws a picture and touches it so many times, in the middles of the screen's pixels.
    init(orientation: Orientation, content: ContentMode, touches count: Int, draw: inout Draw)
        throws
    {
        stored = [Int.random(in: 40...400, using: &draw), Int.random(in: 40...400, using: &draw)]
        viewport = [Int.random(in: 60...500, using: &draw), Int.random(in: 60...500, using: &draw)]
        self.orientation = orientation.rawValue
        self.content = content.rawValue
        zoom = draw.one(of: [1, 1, 2.5, draw.number(0.4...6)])
        pan = [
            draw.one(of: [0, draw.number(-90...90)]), draw.one(of: [0, draw.number(-90...90)]),
        ]
        rotation = draw.one(of: [0, 0, 90, 180, 270, draw.number(-360...360)])
        tolerance = draw.one(of: [Tolerance.mouse, Tolerance.finger])
        cutOff = draw.one(of: [Mask.alphaThreshold, Mask.alphaThreshold, 1, 255])
        let view = try View(
            picture: Size(width: Double(stored[0]), height: Double(stored[1])),
            orientation: orientation,
            viewport: Size(width: Double(viewport[0]), height: Double(viewport[1])),
            content: content, zoom: zoom, pan: Point(x: pan[0], y: pan[1]), rotation: rotation)
        var drawn: [Shape] = []
        for index in 0..<14 {
            let (part, shape) = try Self.shape(index % 5, of: view.picture, draw: &draw)
            shapes.append(part)
            drawn.append(shape)
        }
        let stack = RegionStack(drawn)
        for _ in 0..<count {
            // Three quarters where the picture is, or near it.
            let seen = view.screen(draw.point(-0.05...1.05))
            let anywhere = Point(
                x: draw.number(0...Double(viewport[0])), y: draw.number(0...Double(viewport[1])))
            let spot = draw.one(of: [seen, seen, seen, anywhere])
            let touch = Point(x: spot.x.rounded(.down) + 0.5, y: spot.y.rounded(.down) + 0.5)
            let pixel = view.storedPixel(at: touch)
            touches.append([touch.x, touch.y])
            pixels.append([pixel.x, pixel.y])
            hits.append(
                stack.hits(
                    at: touch, in: view, tolerance: tolerance, alphaThreshold: cutOff
                )
                .map(Answer.init))
        }
    }

    private static func shape(_ kind: Int, of picture: Size, draw: inout Draw) throws
        -> (Part, Shape)
    {
        let center = draw.point(0.1...0.9)
        let (width, height) = (draw.number(0.05...0.6), draw.number(0.05...0.6))
        let box = Box(
            x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
        let sides = [box.left, box.top, box.width, box.height]
        switch kind {
        case 0: return (Part(kind: "rectangle", box: sides), .rectangle(box))
        case 1:
            let angle = draw.number(-180...180)
            let ellipse = Ellipse(in: box, turned: angle, ratio: picture.width / picture.height)
            return (Part(kind: "ellipse", box: sides, angle: angle), .ellipse(ellipse))
        case 2:
            // Ragged, with a hole.
            let outline = draw.outline(round: center, radius: width / 2, points: 40)
            let hole = draw.outline(round: center, radius: width / 8, points: 9)
            return polygon(Polygon(outline: outline, holes: [hole]))
        case 3:
            // Two outlines that cross themselves and each other.
            return polygon(
                Polygon(
                    rings: (0..<2).map { _ in
                        (0..<9).map { _ in
                            center + Point(x: draw.number(-0.3...0.3), y: draw.number(-0.3...0.3))
                        }
                    }))
        default:
            let columns = Int.random(in: 5...30, using: &draw)
            let rows = Int.random(in: 5...30, using: &draw)
            var alpha = try draw.plane(width: columns, height: rows).alpha
            for index in alpha.indices where draw.number() < 0.1 {
                alpha[index] = draw.one(of: [84, 85])
            }
            let plane = try AlphaPlane(width: columns, height: rows, alpha: alpha)
            let part = Part(
                kind: "mask", box: sides, columns: columns, rows: rows, alpha: Data(alpha))
            return (part, .mask(Mask(box: box, plane: plane)))
        }
    }

    private static func polygon(_ polygon: Polygon) -> (Part, Shape) {
        let rings = polygon.rings.map { $0.map { [$0.x, $0.y] } }
        return (Part(kind: "polygon", rings: rings), .polygon(polygon))
    }
}
