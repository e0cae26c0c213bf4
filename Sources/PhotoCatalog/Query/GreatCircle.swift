import Foundation
import PhotoRecord

/// Distances and boxes on a sphere of the earth's mean radius, 6371.0088 km: within 0.6 % of
/// the true ones.
enum GreatCircle {
    private static let radius = 6371.0088

    /// The distance between two points in kilometres (the haversine formula, which is exact for
    /// small distances too).
    static func kilometres(from left: Coordinate, to right: Coordinate) -> Double {
        let (phi1, phi2) = (left.latitude * .pi / 180, right.latitude * .pi / 180)
        let dPhi = sin((phi2 - phi1) / 2)
        let dLambda = sin((right.longitude - left.longitude) * .pi / 360)
        let square = dPhi * dPhi + cos(phi1) * cos(phi2) * dLambda * dLambda
        return 2 * radius * asin(min(1, square.squareRoot()))
    }

    /// A box of latitudes and longitudes.
    struct Box: Equatable {
        var latitudes: ClosedRange<Double>
        var longitudes: ClosedRange<Double>
    }

    /// The boxes that hold a circle: two where it crosses the antimeridian, one around the whole
    /// earth where it reaches a pole.
    static func boxes(around near: PhotoQuery.Near) -> [Box] {
        guard near.kilometres >= 0 else { return [] }
        let center = near.center
        // A little more than the circle: nothing is lost to rounding.
        let angle = near.kilometres / radius * 1.000_001 + 1e-9
        let degrees = angle * 180 / .pi
        let south = center.latitude - degrees
        let north = center.latitude + degrees
        let latitudes = max(-90, south)...max(max(-90, south), min(90, north))
        guard south > -90, north < 90, angle < .pi / 2 else {
            return [Box(latitudes: latitudes, longitudes: -180...180)]
        }
        // The widest longitude of a circle lies poleward of its middle.
        let sine = sin(angle) / cos(center.latitude * .pi / 180)
        guard sine < 1 else { return [Box(latitudes: latitudes, longitudes: -180...180)] }
        let width = asin(sine) * 180 / .pi + 1e-9
        let (west, east) = (center.longitude - width, center.longitude + width)
        if west < -180 {
            return [
                Box(latitudes: latitudes, longitudes: -180...min(east, 180)),
                Box(latitudes: latitudes, longitudes: west + 360...180),
            ]
        }
        if east > 180 {
            return [
                Box(latitudes: latitudes, longitudes: west...180),
                Box(latitudes: latitudes, longitudes: -180...east - 360),
            ]
        }
        return [Box(latitudes: latitudes, longitudes: west...east)]
    }
}
