import Foundation
import PhotoRecords

/// The azimuthal equidistant projection (Snyder, “Map Projections: A Working Manual”, §25): from
/// the middle, every distance and every direction is true. It knows no edge at ±180° and none at
/// the poles.
struct MapProjection: Sendable {
    /// A point of the plane: kilometres to the right and downwards from the middle.
    struct Point: Hashable, Sendable {
        var x: Double
        var y: Double
    }

    private let latitude: Double
    private let longitude: Double

    /// A projection around a point.
    init(middle: Coordinate) {
        latitude = middle.latitude * .pi / 180
        longitude = middle.longitude * .pi / 180
    }

    /// Where a point of the earth lies; beyond `radius` kilometres it is drawn towards the middle
    /// up to there, in its true direction.
    func point(_ place: Coordinate, within radius: Double = .infinity) -> Point {
        let phi = place.latitude * .pi / 180
        let delta = place.longitude * .pi / 180 - longitude
        let x = cos(phi) * sin(delta)
        let y = cos(latitude) * sin(phi) - sin(latitude) * cos(phi) * cos(delta)
        let across = (x * x + y * y).squareRoot()
        let along = sin(latitude) * sin(phi) + cos(latitude) * cos(phi) * cos(delta)
        guard across > 0 else { return Point(x: 0, y: 0) }
        let distance = min(atan2(across, along) * Coordinate.earthRadius, radius)
        return Point(x: x / across * distance, y: -y / across * distance)
    }

    /// The great-circle distance from the middle in kilometres.
    func distance(_ place: Coordinate) -> Double {
        let point = point(place)
        return (point.x * point.x + point.y * point.y).squareRoot()
    }

    /// The middle of several points on the globe: the direction of their mean vector. Opposite
    /// points have none; the first one is taken then.
    static func middle(of places: [Coordinate]) -> Coordinate? {
        guard let first = places.first else { return nil }
        var sum = (x: 0.0, y: 0.0, z: 0.0)
        for place in places {
            let (phi, lambda) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
            sum.x += cos(phi) * cos(lambda)
            sum.y += cos(phi) * sin(lambda)
            sum.z += sin(phi)
        }
        let across = (sum.x * sum.x + sum.y * sum.y).squareRoot()
        let length = (across * across + sum.z * sum.z).squareRoot()
        guard length > 1e-6 * Double(places.count) else { return first }
        return Coordinate(
            latitude: atan2(sum.z, across) * 180 / .pi,
            longitude: atan2(sum.y, sum.x) * 180 / .pi)
    }
}
