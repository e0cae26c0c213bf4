import PhotoRecord

/// Where somebody was at a moment.
struct TrackPoint: Sendable, Equatable {
    /// Seconds since 1970, in UTC.
    var seconds: Double
    var coordinate: Coordinate
    /// Metres above sea level.
    var altitude: Double?
}

/// A way that was recorded: stretches of points, between which the recording was off.
struct Track: Sendable {
    /// The name of the file, without its folder.
    var name: String
    /// The stretches, each in the order of time and not empty.
    private(set) var segments: [[TrackPoint]]

    /// Takes stretches in any order; of points of one moment the first counts.
    init(name: String, segments: [[TrackPoint]]) {
        self.name = name
        self.segments = segments.map(Self.inOrder).filter { !$0.isEmpty }
    }

    private static func inOrder(_ points: [TrackPoint]) -> [TrackPoint] {
        // Most recorders write in order: then nothing is sorted.
        let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.seconds < $1.seconds }
        if isSorted { return points }
        let sorted = points.enumerated()
            .sorted { ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset) }
            .map(\.element)
        var result: [TrackPoint] = []
        for point in sorted where result.last?.seconds != point.seconds { result.append(point) }
        return result
    }
}
