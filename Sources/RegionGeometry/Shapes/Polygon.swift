/// Closed outlines that cover what they wind round: a spot is covered where the outlines together
/// go round it other than 0 times (the non-zero rule, as SVG 2 section 13.4.2 has it). An outline
/// the other way round is a hole.
///
/// **Edges.** A spot on a line is covered as if it were moved to the right by less than any number
/// can say, and down by less than that. Of polygons that meet in an edge, whatever its direction,
/// exactly one covers a spot of it, as with `Box`; the sides are told without rounding, so that
/// holds for every spot and every polygon.
///
/// **Odd polygons.** Outlines may cross themselves and each other, run back over themselves, and
/// repeat points. One of fewer than three points covers nothing, but is near where it is. A polygon
/// with a coordinate that is NaN, infinite or beyond 2¹⁰⁰ covers nothing and is near nothing;
/// coordinates within 2⁻³⁰⁰ of 0 count as 0.
///
/// **Cost.** Edges are kept in a tree of boxes over stretches of the outline. A stretch that lies
/// wholly beside the spot counts by its two ends alone, so a million points take a few dozen
/// steps, and never more than one for each edge.
public struct Polygon: Hashable, Sendable {
    /// The outlines as they were given, without the repeated first point.
    public var rings: [[Point]] { storage.rings }
    /// The box round all points; nil where there are none, or where one cannot be measured with.
    public var bounds: Box? { storage.tour.bounds }
    /// The way along the outlines.
    var tour: Tour { storage.tour }
    /// One reference, so that a polygon among thousands is passed on cheaply.
    private let storage: Storage

    private final class Storage: Sendable {
        let rings: [[Point]]
        let tour: Tour

        init(rings: [[Point]], tour: Tour) { (self.rings, self.tour) = (rings, tour) }
    }

    /// A polygon of outlines, each closed by itself: the last point need not repeat the first.
    public init(rings: [[Point]]) {
        let closed = rings.map { ring in
            ring.count > 1 && ring.first == ring.last ? Array(ring.dropLast()) : ring
        }
        let settled = closed.filter { !$0.isEmpty }.map { $0.compactMap(\.settled) }
        let isWhole = closed.allSatisfy { $0.allSatisfy { $0.settled != nil } }
        storage = Storage(rings: closed, tour: Tour(rings: isWhole ? settled : []))
    }

    /// A polygon of one outline and holes in it: each hole is taken the other way round than the
    /// outline, by the signs of their areas.
    public init(outline: [Point], holes: [[Point]] = []) {
        let clockwise = Self.area(of: outline) > 0
        self.init(
            rings: [outline]
                + holes.map { (Self.area(of: $0) > 0) == clockwise ? $0.reversed() : $0 })
    }

    /// How often the outlines go round a spot, clockwise as seen on a screen.
    public func winding(around point: Point) -> Int {
        guard let bounds, let point = point.settled, bounds.contains(point) else { return 0 }
        return tour.winding(around: point)
    }

    /// Whether the spot is covered.
    public func contains(_ point: Point) -> Bool { winding(around: point) != 0 }

    /// Twice the area with its sign: above 0 where the outline runs clockwise as seen on a screen.
    static func area(of ring: [Point]) -> Double {
        guard let first = ring.first, var last = ring.last else { return 0 }
        var area = 0.0
        for point in ring {
            area += (last - first).cross(point - first)
            last = point
        }
        return area
    }

    /// Polygons are the same where their outlines are.
    public static func == (left: Self, right: Self) -> Bool { left.rings == right.rings }

    /// Goes by the outlines.
    public func hash(into hasher: inout Hasher) { hasher.combine(rings) }
}
