import PhotoRecords

/// The names that the places of a location bear, in every language and script: by them a text tells
/// where a photo was taken.
public struct PlaceNames: Sendable {
    private let bearers: PlaceNameIndex
    private let places: Set<Int>

    /// The largest town within so many kilometres may name a point too.
    private static let townReach = 15.0
    /// A place of the location's own name counts within so many kilometres of its point.
    private static let nameReach = 60.0
    /// More places than nearly any name has.
    private static let mostBearers = 200

    /// The places that a location may be told by: of its point the nearest one, the one that a
    /// person would name and the largest town around; of its name those that bear it nearby, or,
    /// where there is no point, in its country.
    public init(of location: Location, in gazetteer: PlaceDirectory) {
        bearers = gazetteer.bearers
        var places: Set<Int> = []
        let sphere = location.coordinate.map(Sphere.init)
        if let point = location.coordinate {
            let search = PlaceSearch(gazetteer.file, around: point)
            if let nearest = search.nearest(within: PlaceDirectory.countryRadius) {
                places.insert(nearest.place)
                places.insert(search.named(besides: nearest).place)
            }
            if let town = search.largest(within: Self.townReach) { places.insert(town.place) }
        }
        for bearer in gazetteer.bearers(of: location.place?.name ?? "").prefix(Self.mostBearers) {
            guard let place = gazetteer.named(bearer.place) else { continue }
            if let sphere {
                let distance = sphere.kilometres(
                    latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
                if distance > Self.nameReach { continue }
            } else if let country = location.place?.country, country.utf8.count == 2,
                country != place.country
            {
                continue
            }
            places.insert(bearer.place)
        }
        self.places = places
    }

    private init(_ bearers: PlaceNameIndex, _ places: Set<Int>) {
        (self.bearers, self.places) = (bearers, places)
    }

    /// Those of the names that another location's places do not bear.
    public func without(_ other: PlaceNames) -> PlaceNames {
        PlaceNames(bearers, places.subtracting(other.places))
    }

    /// Whether there is no place.
    public var isEmpty: Bool { places.isEmpty }

    /// Whether one of the places bears a name, given by its key (`Folding.key`).
    public func hold(_ key: String) -> Bool {
        bearers.places(key).contains(where: places.contains)
    }
}
