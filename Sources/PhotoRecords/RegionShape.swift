import Foundation
import JSON

/// The outline of a region.
public enum RegionShape: Hashable, Sendable {
    /// The box, turned about its middle by `rotation`: degrees clockwise as seen, in the displayed
    /// picture's own aspect.
    case rectangle(RegionBox, rotation: Double = 0)
    /// The ellipse that fills the box, turned with it as a rectangle is.
    case ellipse(RegionBox, rotation: Double = 0)
    /// The points of a closed outline, at least 3, and of each hole in it, at least 3.
    case polygon([RegionPoint], holes: [[RegionPoint]] = [])
    /// A PNG with alpha, stretched over the box; base64 as in JSON.
    case mask(RegionBox, png: String)
    /// A shape of a later version, as it came.
    case unknown(JSONObject)
}

extension RegionShape {
    /// The upright box around the shape as it is displayed, a turned one's after the turn; nil for a
    /// polygon without area and a shape that is not known.
    ///
    /// - Parameter aspect: The displayed picture's width by its height, above 0.
    public func bounds(aspect: Double) -> RegionBox? {
        switch self {
        case .mask(let box, png: _): return box
        case .rectangle(let box, let rotation):
            return box.turned(by: rotation, aspect: aspect) { $0 + $1 }
        case .ellipse(let box, let rotation):
            return box.turned(by: rotation, aspect: aspect) { ($0 * $0 + $1 * $1).squareRoot() }
        case .polygon(let points, holes: _):
            let (xs, ys) = (points.map(\.x), points.map(\.y))
            guard let left = xs.min(), let right = xs.max(), let top = ys.min(),
                let bottom = ys.max(), right > left, bottom > top
            else { return nil }
            return RegionBox(x: left, y: top, width: right - left, height: bottom - top)
        case .unknown: return nil
        }
    }
}

extension RegionShape {
    /// The most points that a polygon's outline and its holes may have together, wherever it comes from.
    public static let maximumPoints = 10_000

    /// How many points a polygon's outline and its holes have together; 0 for another shape.
    public var pointCount: Int {
        guard case .polygon(let points, let holes) = self else { return 0 }
        return holes.reduce(points.count) { $0 + $1.count }
    }

    /// The corners of an outline of straight lines that is no upright box: a polygon's without its
    /// holes, a turned rectangle's clockwise from its top left one; nil for other shapes.
    ///
    /// - Parameter aspect: The displayed picture's width by its height, above 0.
    public func corners(aspect: Double) -> [RegionPoint]? {
        switch self {
        case .polygon(let points, holes: _): return points
        case .rectangle(let box, let rotation) where rotation != 0:
            let turn = Turn(degrees: rotation)
            let middle = RegionPoint(x: box.x + box.width / 2, y: box.y + box.height / 2)
            return [(-1, -1), (1, -1), (1, 1), (-1, 1)].map { right, down in
                let (x, y) = (right * box.width / 2 * aspect, down * box.height / 2)
                return RegionPoint(
                    x: middle.x + (x * turn.cosine - y * turn.sine) / aspect,
                    y: middle.y + x * turn.sine + y * turn.cosine)
            }
        case .rectangle, .ellipse, .mask, .unknown: return nil
        }
    }
}

/// A turn, clockwise as seen.
private struct Turn {
    let cosine: Double
    let sine: Double

    init(degrees: Double) {
        let radians = degrees.remainder(dividingBy: 360) * .pi / 180
        (cosine, sine) = (cos(radians), sin(radians))
    }
}

extension RegionBox {
    /// The box around what fills this one, after a turn about the middle.
    ///
    /// - Parameter joined: How far it reaches along an axis, by how far the ends of its two
    ///   half-diameters do.
    fileprivate func turned(
        by rotation: Double, aspect: Double, _ joined: (Double, Double) -> Double
    ) -> RegionBox {
        guard rotation != 0 else { return self }
        let turn = Turn(degrees: rotation)
        let (cosine, sine) = (abs(turn.cosine), abs(turn.sine))
        // What is turned are pixels: a fraction of the width is `aspect` fractions of the height.
        let across = joined(width * cosine, height * sine / aspect)
        let down = joined(width * sine * aspect, height * cosine)
        return RegionBox(
            x: x + (width - across) / 2, y: y + (height - down) / 2, width: across, height: down)
    }
}

extension RegionShape {
    init(object: JSONObject) {
        let rotation = object["rotation"].map(\.double) ?? 0
        switch (object["type"]?.string, RegionBox(object: object)) {
        case ("rectangle", let box?):
            self = rotation.map { .rectangle(box, rotation: $0) } ?? .unknown(object)
        case ("ellipse", let box?):
            self = rotation.map { .ellipse(box, rotation: $0) } ?? .unknown(object)
        case ("mask", let box?):
            self = object["png"]?.string.map { .mask(box, png: $0) } ?? .unknown(object)
        case ("polygon", _):
            let points = Self.points(object["points"])
            let holes = (object["holes"]?.array ?? []).map { Self.points($0) }
            let isWhole = points.count >= 3 && holes.allSatisfy { $0.count >= 3 }
            self = isWhole ? .polygon(points, holes: holes) : .unknown(object)
        default: self = .unknown(object)
        }
    }

    private static func points(_ value: JSONValue?) -> [RegionPoint] {
        (value?.array ?? []).compactMap { pair in
            guard let pair = pair.array, pair.count == 2, let x = pair[0].double,
                let y = pair[1].double
            else { return nil }
            return RegionPoint(x: x, y: y)
        }
    }

    /// `type` with `x`, `y`, `width`, `height` (top left and size) and perhaps `rotation` (degrees
    /// clockwise), `points` ([x, y] pairs) and perhaps `holes` (lists of such), or `png` (base64).
    public var object: JSONObject {
        switch self {
        case .rectangle(let box, let rotation): box.object(type: "rectangle", rotation)
        case .ellipse(let box, let rotation): box.object(type: "ellipse", rotation)
        case .mask(let box, let png):
            box.object(type: "mask").merging(["png": .string(png)]) { $1 }
        case .polygon(let points, let holes):
            ["type": "polygon", "points": Self.json(points)]
                .merging(holes.isEmpty ? [:] : ["holes": .array(holes.map(Self.json))]) { $1 }
        case .unknown(let object): object
        }
    }

    private static func json(_ points: [RegionPoint]) -> JSONValue {
        .array(points.map { [.number($0.x), .number($0.y)] })
    }
}
