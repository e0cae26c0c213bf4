import Gazetteer
import PhotoRecords

/// A circle in which photos leave coarsely, whatever else was chosen: around a person's home.
///
/// Its photos are told by the middle of a fixed cell, as all coarse ones are, so that any number of
/// them says no more than one. Exact photos from all around it would still show where the hole is:
/// so the circle need not, and better does not, have the front door in its middle.
public struct HomeZone: Sendable, Hashable {
    /// What the person calls it: said to the sender, never sent.
    public var name: String
    /// The middle.
    public var center: Coordinate
    /// Kilometres around it.
    public var radius: Double
    /// How much of the location leaves at most.
    public var grade: LocationGrade
    /// The names that the person gave to places in it: a photo without a point, of a place so named,
    /// was taken in it.
    public var placeNames: Set<String> = []

    /// A zone.
    public init(
        name: String, center: Coordinate, radius: Double, grade: LocationGrade = .tenKilometres
    ) {
        self.name = name
        self.center = center
        self.radius = radius
        self.grade = grade
    }

    /// Whether a place is in the zone, or may be, where it is known coarsely or by its name alone. Where
    /// there is no list of places, any that is known by its name alone may be.
    public func holds(_ location: Location) -> Bool {
        holds(location, knowing: PlaceNaming.installed)
    }

    func holds(_ location: Location, knowing gazetteer: PlaceDirectory?) -> Bool {
        guard let point = location.coordinate else {
            guard let place = location.place, let told = place.name.map(Folding.visibleKey) else {
                return false
            }
            return ([name] + placeNames).contains { Folding.visibleKey($0) == told }
                || reaches(place, knowing: gazetteer)
        }
        let slack =
            location.precision.flatMap(LocationGrade.init)?.cell.map(GridCell.kilometres) ?? 0
        return distance(to: point) <= radius + slack
    }

    /// Whether any town of a place's name, large or small, may lie in the zone.
    private func reaches(_ place: Place, knowing gazetteer: PlaceDirectory?) -> Bool {
        guard let gazetteer, let towns = PlaceNaming(gazetteer: gazetteer).towns(named: place)
        else { return true }
        return towns.contains {
            distance(to: $0.coordinate) <= radius + $0.reachKm
        }
    }

    /// Kilometres from the middle.
    public func distance(to point: Coordinate) -> Double { center.kilometres(to: point) }
}
