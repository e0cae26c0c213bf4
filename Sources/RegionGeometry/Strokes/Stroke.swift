/// A line that somebody drew without lifting the pen: at least one point, in screen pixels.
///
/// Times only ever go forwards here. A point without a time, with one that is no number, or with
/// one before that of the point it follows, has the time of the point it follows; the first has
/// 0. So a stroke without any times takes 0 ms, and everything else about it is as usual:
/// what a stroke means depends on where the pen went, never on how fast.
///
/// ```swift
/// let stroke = try Stroke([StrokePoint(x: 10, y: 20), StrokePoint(x: 30, y: 20)])
/// stroke.length  // 20
/// ```
public struct Stroke: Hashable, Sendable {
    /// Where the pen was, in order.
    public let points: [Point]
    /// When it was there: as many times as points, in milliseconds since the first, never
    /// smaller than the one before.
    public let milliseconds: [Double]
    /// The smallest box round the points.
    public let box: Box

    /// The most points that a stroke may have.
    public static let pointLimit = 4_000_000
    /// The largest coordinate, in screen pixels, to either side.
    public static let farthest = 1e9

    /// A stroke by the points that the pen went through.
    ///
    /// - Throws: ``StrokeFault`` where there are no points or too many, or one is nowhere.
    public init(_ drawn: some Sequence<StrokePoint>) throws(StrokeFault) {
        var points: [Point] = []
        var times: [Double] = []
        points.reserveCapacity(drawn.underestimatedCount)
        times.reserveCapacity(drawn.underestimatedCount)
        var start: Double?
        for each in drawn {
            let point = each.point
            guard point.isFinite else { throw .notFinite(points.count) }
            guard max(abs(point.x), abs(point.y)) <= Self.farthest else {
                throw .tooFar(points.count)
            }
            guard points.count < Self.pointLimit else { throw .tooManyPoints }
            let last = times.last ?? 0
            var time = last
            if let given = each.milliseconds, given.isFinite {
                let since = given - (start ?? given)
                if start == nil { start = given }
                if since.isFinite { time = max(last, since) }
            }
            points.append(point)
            times.append(time)
        }
        guard let box = Box(around: points) else { throw .noPoints }
        self.points = points
        self.box = box
        milliseconds = times
    }

    /// A stroke by points without times.
    ///
    /// - Throws: ``StrokeFault`` as ``init(_:)`` does.
    public init(points: some Sequence<Point>) throws(StrokeFault) {
        try self.init(points.map { StrokePoint($0) })
    }

    /// How long it took, in milliseconds: 0 where nobody measured.
    public var duration: Double { milliseconds.last ?? 0 }

    /// How far the pen went, in screen pixels.
    public var length: Double {
        zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
}
