import Foundation
import PhotoRecords

/// A bound below the distance of a point from the middle of a circle that takes three
/// multiplications: the exact one takes two sines, a cosine and an arcsine.
///
/// With hav(d) = sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2), and sin x ≥ x · sin(m)/m for 0 ≤ x ≤ m ≤ π/2,
/// 4 hav(d) is at least (sin(m)/m)² · (Δφ² + cos φ₁ · c · Δλ²), where c is the least cosine of a
/// latitude in the circle's box.
struct HaversineLowerBound {
    private let latitude: Double
    private let longitude: Double
    private let north: Double
    private let east: Double

    /// A bound for the points of a box around a circle.
    init(around point: Sphere, reaching kilometres: Double) {
        latitude = point.latitude
        longitude = point.longitude
        // The box is a little larger than the circle.
        let height = (kilometres * 1.001 + 0.01) / Sphere.kilometresADegree
        let width = point.reach(kilometres: kilometres * 1.001 + 0.01).map { min($0, 180) } ?? 180
        let farthest = min(max(height, width), 180) * .pi / 360 + 0.001
        let half = min(farthest, .pi / 2)
        let shrink = (sin(half) / half) * (sin(half) / half)
        let radians = (Double.pi / 180) * (Double.pi / 180)
        let edge = min(abs(point.latitude) + height + 0.01, 90)
        let cosines = cos(point.latitude * .pi / 180) * max(cos(edge * .pi / 180), 0)
        north = shrink * radians
        east = shrink * radians * max(cosines, 0)
    }

    /// At most 4 hav(d) of the distance d to a point of the box.
    @inline(__always)
    func least(latitude other: Double, longitude otherLongitude: Double) -> Double {
        let up = other - latitude
        var along = abs(otherLongitude - longitude)
        if along > 180 { along = 360 - along }
        return north * up * up + east * along * along
    }

    /// 4 hav(d) of a distance, and a little more for rounding.
    func square(ofKilometres kilometres: Double) -> Double {
        let half = sin(min(kilometres / (2 * Sphere.radius), .pi / 2))
        return 4 * half * half * (1 + 1e-9) + 1e-18
    }
}
