import PhotoRecords

/// Where somebody was at a moment.
package struct TrackPoint: Sendable, Equatable {
    /// Seconds since 1970, in UTC.
    package var seconds: Double
    /// Where.
    package var coordinate: Coordinate
    /// Metres above sea level.
    package var altitude: Double?

    /// A point of a moment.
    package init(seconds: Double, coordinate: Coordinate, altitude: Double? = nil) {
        self.seconds = seconds
        self.coordinate = coordinate
        self.altitude = altitude
    }
}

/// A way that was recorded: stretches of points, between which the recording was off.
package struct Track: Sendable {
    /// The name of the file, without its folder.
    package var name: String
    /// The stretches, each in the order of time and not empty.
    package private(set) var segments: [[TrackPoint]]

    /// Takes stretches in any order; of points of one moment the first counts.
    package init(name: String, segments: [[TrackPoint]]) {
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
