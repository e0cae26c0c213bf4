import Foundation
import PhotoRecords

/// Boxes of latitudes and longitudes around circles on the earth (``PhotoRecord/Coordinate/kilometres(to:)``).
enum GreatCircle {
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
        let angle = near.kilometres / Coordinate.earthRadius * 1.000_001 + 1e-9
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
