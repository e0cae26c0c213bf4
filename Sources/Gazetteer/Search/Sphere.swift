import Foundation
import PhotoRecords

/// A point as distances from it are measured, on a sphere: ``PhotoRecord/Coordinate/kilometres(to:)`` with
/// what it takes of this point worked out once.
struct Sphere {
    static let radius = Coordinate.earthRadius
    /// Half of the earth's circumference in kilometres: nothing is farther.
    static let farthest = 20_016.0
    /// Kilometres to a degree along a meridian.
    static let kilometresADegree = radius * .pi / 180

    let latitude: Double
    let longitude: Double
    private let cosine: Double

    init(_ point: Coordinate) {
        latitude = point.latitude
        longitude = point.longitude
        cosine = cos(point.latitude * .pi / 180)
    }

    /// The great-circle distance in kilometres (the haversine formula, which is exact for small
    /// distances too).
    func kilometres(latitude other: Double, longitude otherLongitude: Double) -> Double {
        let dPhi = sin((other - latitude) * .pi / 360)
        let dLambda = sin((otherLongitude - longitude) * .pi / 360)
        let square = dPhi * dPhi + cosine * cos(other * .pi / 180) * dLambda * dLambda
        return 2 * Self.radius * asin(min(1, square.squareRoot()))
    }

    /// How many degrees of longitude a circle reaches to both sides; nil where it holds a pole,
    /// and so all longitudes.
    func reach(kilometres: Double) -> Double? {
        let angle = kilometres / Self.radius
        let degrees = angle * 180 / .pi
        guard abs(latitude) + degrees < 90, cosine > 0 else { return nil }
        let sine = sin(angle) / cosine
        return sine < 1 ? asin(sine) * 180 / .pi : nil
    }
}
