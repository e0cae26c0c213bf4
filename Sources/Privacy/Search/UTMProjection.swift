import Foundation
import PhotoRecords

/// The inverse of the universal transverse Mercator projection on the ellipsoid of WGS 84: Krüger's
/// series to the fourth power of the third flattening, right to a millimetre within a zone
/// (Krüger 1912; Karney, “Transverse Mercator with an accuracy of a few nanometers”, 2011, §4).
enum UTMProjection {
    /// Half the major axis in metres.
    private static let radius = 6_378_137.0
    private static let flattening = 1 / 298.257_223_563
    /// The scale along a zone's middle.
    private static let scale = 0.999_6
    private static let falseEasting = 500_000.0
    /// South of the equator northings count from here.
    static let falseNorthing = 10_000_000.0

    /// The point of an easting and a northing in metres.
    ///
    /// - Parameters:
    ///   - zone: 1 to 60, of six degrees each, eastwards from 180° W.
    ///   - isSouth: whether the northing counts from the false one.
    /// - Returns: nil for what is no point of the globe.
    static func point(
        zone: Int, isSouth: Bool, easting: Double, northing: Double
    ) -> Coordinate? {
        let n = flattening / (2 - flattening)
        let (n2, n3, n4) = (n * n, n * n * n, n * n * n * n)
        let rectifying = radius / (1 + n) * (1 + n2 / 4 + n4 / 64) * scale
        let up = (northing - (isSouth ? falseNorthing : 0)) / rectifying
        let along = (easting - falseEasting) / rectifying
        let beta = [
            n / 2 - 2 * n2 / 3 + 37 * n3 / 96 - n4 / 360, n2 / 48 + n3 / 15 - 437 * n4 / 1_440,
            17 * n3 / 480 - 37 * n4 / 840, 4_397 * n4 / 161_280,
        ]
        var (xi, eta) = (up, along)
        for (index, factor) in beta.enumerated() {
            let turns = Double(2 * index + 2)
            xi -= factor * sin(turns * up) * cosh(turns * along)
            eta -= factor * cos(turns * up) * sinh(turns * along)
        }
        let conformal = asin(sin(xi) / cosh(eta))
        let delta = [
            2 * n - 2 * n2 / 3 - 2 * n3 + 116 * n4 / 45, 7 * n2 / 3 - 8 * n3 / 5 - 227 * n4 / 45,
            56 * n3 / 15 - 136 * n4 / 35, 4_279 * n4 / 630,
        ]
        var latitude = conformal
        for (index, factor) in delta.enumerated() {
            latitude += factor * sin(Double(2 * index + 2) * conformal)
        }
        let longitude =
            Double(zone * 6 - 183) + atan2(sinh(eta), cos(xi)) * 180 / .pi
        let degrees = latitude * 180 / .pi
        guard (-90...90).contains(degrees), longitude.isFinite else { return nil }
        return Coordinate(
            latitude: degrees,
            longitude: longitude > 180
                ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
    }
}
