import Foundation
import Gazetteer
import MailTemplates
import PhotoRecords

/// Puts a point into words by a place to go by: `47 km south-east of Lyon`.
///
/// Only what the location tells as it leaves is put into words. A point that was coarsened is told
/// by the place that it names itself, and where the way there is longer than it is uncertain.
struct WhereWords {
    let words: TemplateWords
    /// Whether towns may be named: not where the names of places stay at home, though the point leaves.
    var tellsPlaces = true

    /// The shortest way that is worth a word, in kilometres.
    private static let least = 3.0

    /// The words; nil within the place, and where there is none to go by.
    func text(_ location: Location) -> String? {
        guard let point = location.coordinate, let (near, distance) = town(location) else {
            return nil
        }
        let uncertainty = ShareMap.uncertainty(location.precision)
        guard distance >= max(Self.least, near.reachKm, 3 * uncertainty) else { return nil }
        return words(distance, Self.bearing(from: near.coordinate, to: point), near.name)
    }

    /// A way of so many kilometres in a direction, in degrees clockwise from north.
    func words(_ distance: Double, _ bearing: Double, _ place: String) -> String? {
        guard let pattern = words.phrases["whereFrom"], words.directions.count == 8 else {
            return nil
        }
        // Eighths of the full turn, the first around north.
        let direction = words.directions[Int((bearing / 45).rounded()) % 8]
        return words.contracted(
            DateWords.fill(
                pattern,
                [
                    "distance": String(Int(distance.rounded())), "direction": direction,
                    "place": place,
                ]))
    }

    /// The way, or the town that the point lies in; nil where there is none to go by.
    func nearby(_ location: Location) -> String? { text(location) ?? town(location)?.place.name }

    /// Whether a point lies outside the town that its record names; not where the name is a person's
    /// own, of which nobody knows how far it reaches.
    func isOutside(_ location: Location) -> Bool {
        guard let place = location.place, let name = place.name else { return false }
        // The largest town around a cell may lie at its edge.
        let least = max(Self.least, 1.5 * ShareMap.uncertainty(location.precision))
        if let (near, distance) = town(location), near.name == name {
            return distance >= max(least, near.reachKm)
        }
        return place.distanceKm.map { $0 >= least } ?? false
    }

    /// The town that a person would name, and how far it is in kilometres.
    private func town(_ location: Location) -> (place: NamedPlace, distance: Double)? {
        guard tellsPlaces, let point = location.coordinate,
            let gazetteer = try? InstalledLand.places.get(),
            let near = gazetteer.named(near: point), let distance = near.distanceKm,
            distance <= PlaceDirectory.nameReach
        else { return nil }
        let isExact = ShareMap.uncertainty(location.precision) == 0
        return isExact || location.place?.name == near.name ? (near, distance) : nil
    }

    /// The direction in which the great circle leaves, in degrees clockwise from north, 0..<360.
    static func bearing(from start: Coordinate, to end: Coordinate) -> Double {
        let (phi, psi) = (start.latitude * .pi / 180, end.latitude * .pi / 180)
        let delta = (end.longitude - start.longitude) * .pi / 180
        let degrees =
            atan2(
                sin(delta) * cos(psi), cos(phi) * sin(psi) - sin(phi) * cos(psi) * cos(delta))
            * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}
