import ExchangeFormats
import Foundation
import PhotoRecords

/// Where somebody was at a moment between the points of some tracks.
///
/// Between two points of one stretch the way is taken as the great circle, gone at an even pace.
/// Where the recording was off the place is known only if it went on about where it had ended.
struct TrackSearch: Sendable {
    /// A place found.
    struct Found: Equatable, Sendable {
        var point: TrackPoint
        /// The name of the track.
        var track: String
    }

    /// Two points that are further apart in time, in seconds, say nothing of the time between.
    var gap: Double
    /// So long before its first point and after its last one, in seconds, a stretch still says
    /// where one was.
    static let edge = 120.0
    /// Two stretches are taken as one when the second begins so near to the first's end, in
    /// metres.
    static let near = 200.0

    private let segments: [(track: String, points: [TrackPoint])]

    init(_ tracks: [Track], gap: Double) {
        self.gap = gap
        segments = tracks.flatMap { track in track.segments.map { (track.name, $0) } }
    }

    /// Where one was at a moment, in seconds since 1970 in UTC; nil where the tracks don't say.
    func place(at seconds: Double) -> Found? {
        within(seconds) ?? between(seconds) ?? atEdge(seconds)
    }

    /// How far the nearest point in time is, in seconds; nil where there is none.
    func distance(from seconds: Double) -> Double? {
        segments.map { segment in
            guard let (before, after) = Self.neighbours(seconds, segment.points) else {
                let ends = [segment.points.first, segment.points.last].compactMap { $0?.seconds }
                return ends.map { abs($0 - seconds) }.min() ?? .infinity
            }
            return min(seconds - before.seconds, after.seconds - seconds)
        }.min()
    }

    /// The point nearest to a moment in time.
    func nearest(to seconds: Double) -> TrackPoint? {
        var best: TrackPoint?
        for segment in segments {
            let candidates =
                Self.neighbours(seconds, segment.points).map { [$0.0, $0.1] }
                ?? [segment.points.first, segment.points.last].compactMap { $0 }
            for point in candidates
            where best.map({ abs($0.seconds - seconds) > abs(point.seconds - seconds) }) ?? true {
                best = point
            }
        }
        return best
    }

    // MARK: The three cases

    private func within(_ seconds: Double) -> Found? {
        var best: (span: Double, found: Found)?
        for segment in segments {
            guard let (before, after) = Self.neighbours(seconds, segment.points) else { continue }
            let span = after.seconds - before.seconds
            guard span <= gap, best.map({ span < $0.span }) ?? true else { continue }
            let point = Self.point(at: seconds, between: before, and: after)
            best = (span, Found(point: point, track: segment.track))
        }
        return best?.found
    }

    private func between(_ seconds: Double) -> Found? {
        var before: (track: String, point: TrackPoint)?
        var after: TrackPoint?
        for segment in segments {
            if let last = segment.points.last, last.seconds <= seconds,
                before.map({ $0.point.seconds < last.seconds }) ?? true
            {
                before = (segment.track, last)
            }
            if let first = segment.points.first, first.seconds >= seconds,
                after.map({ $0.seconds > first.seconds }) ?? true
            {
                after = first
            }
        }
        guard let before, let after, after.seconds - before.point.seconds <= gap,
            before.point.coordinate.kilometres(to: after.coordinate) * 1_000 <= Self.near
        else { return nil }
        return Found(
            point: Self.point(at: seconds, between: before.point, and: after), track: before.track)
    }

    private func atEdge(_ seconds: Double) -> Found? {
        var best: (away: Double, found: Found)?
        for segment in segments {
            for end in [segment.points.first, segment.points.last].compactMap({ $0 }) {
                let away = abs(end.seconds - seconds)
                guard away <= min(Self.edge, gap), best.map({ away < $0.away }) ?? true else {
                    continue
                }
                best = (away, Found(point: end, track: segment.track))
            }
        }
        return best?.found
    }

    // MARK: Points

    /// The last point not after a moment and the first one not before it; nil outside.
    private static func neighbours(
        _ seconds: Double, _ points: [TrackPoint]
    ) -> (TrackPoint, TrackPoint)? {
        guard let first = points.first, let last = points.last, first.seconds <= seconds,
            seconds <= last.seconds
        else { return nil }
        var (low, high) = (0, points.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].seconds < seconds { low = middle + 1 } else { high = middle }
        }
        if points[low].seconds == seconds { return (points[low], points[low]) }
        return (points[low - 1], points[low])
    }

    /// The point of the great circle between two others that is reached at a moment.
    static func point(
        at seconds: Double, between before: TrackPoint, and after: TrackPoint
    ) -> TrackPoint {
        let span = after.seconds - before.seconds
        guard span > 0 else { return before }
        let part = (seconds - before.seconds) / span
        var point = part < 0.5 ? before : after
        if let left = before.altitude, let right = after.altitude {
            point.altitude = left + (right - left) * part
        }
        point.seconds = seconds
        if let coordinate = between(before.coordinate, after.coordinate, part) {
            point.coordinate = coordinate
        }
        return point
    }

    /// A point of the great circle; nil where the two lie opposite to each other.
    private static func between(
        _ left: Coordinate, _ right: Coordinate, _ part: Double
    ) -> Coordinate? {
        if left == right { return left }
        let (a, b) = (vector(left), vector(right))
        let cross = [
            a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0],
        ]
        let sine = (cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]).squareRoot()
        let angle = atan2(sine, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])
        guard angle < .pi - 1e-6 else { return nil }
        // Nearer than some micrometres there is nothing to divide.
        guard sine > 1e-12 else { return part < 0.5 ? left : right }
        let (p, q) = (sin((1 - part) * angle) / sine, sin(part * angle) / sine)
        let v = (0..<3).map { p * a[$0] + q * b[$0] }
        // To a millimetre: what lies below is the arithmetic's.
        func degrees(_ radians: Double) -> Double { (radians * 180 / .pi * 1e8).rounded() / 1e8 }
        let latitude = degrees(atan2(v[2], (v[0] * v[0] + v[1] * v[1]).squareRoot()))
        return Coordinate(latitude: latitude, longitude: degrees(atan2(v[1], v[0])))
    }

    private static func vector(_ point: Coordinate) -> [Double] {
        let (phi, lambda) = (point.latitude * .pi / 180, point.longitude * .pi / 180)
        return [cos(phi) * cos(lambda), cos(phi) * sin(lambda), sin(phi)]
    }
}
