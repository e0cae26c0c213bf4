import Foundation

extension Coordinate {
    /// The earth's mean radius in kilometres (IUGG): distances on a sphere of it are within 0.6 % of the
    /// true ones.
    public static let earthRadius = 6371.0088

    /// The great-circle distance to another point in kilometres (the haversine formula, which is exact for
    /// small distances too).
    public func kilometres(to other: Coordinate) -> Double {
        let (phi1, phi2) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let dPhi = sin((phi2 - phi1) / 2)
        let dLambda = sin((other.longitude - longitude) * .pi / 360)
        let square = dPhi * dPhi + cos(phi1) * cos(phi2) * dLambda * dLambda
        return 2 * Self.earthRadius * asin(min(1, square.squareRoot()))
    }
}
