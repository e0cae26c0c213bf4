import Foundation
import OutputText
import PhotoRecords

/// The world's towns and villages, to name the place of a point and to find a point by the name
/// of its place, with its UTC offset; all without a network.
///
/// The data is GeoNames' cities500 (CC BY 4.0), in a file that is mapped into memory: opening
/// costs about a millisecond, a lookup about a microsecond. A second file beside it, opened when it is
/// first needed, has the names in every language and script. Any number of threads may use one
/// gazetteer.
///
/// ```swift
/// let gazetteer = try PlaceDirectory(path: "places.gazetteer")
/// let place = gazetteer.place(at: eiffelTower)  // Paris, Île-de-France, FR, 4.0 km
/// ```
public final class PlaceDirectory: Sendable {
    let file: GazetteerFile
    let bearers: PlaceNameIndex
    private let clocks: ZoneClocks

    /// The kilometres from the nearest place up to which a point counts as in its region and
    /// country, and its clocks as that place's.
    public static let countryRadius = 50.0
    /// The distance in kilometres up to which a point is named after the nearest place at all.
    public static let nameReach = 500.0

    /// Opens a file of places.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - zones: The folder of the system's time zones; nil for where it usually lies.
    /// - Throws: `WitError` where the file is missing, not a gazetteer or damaged.
    public init(path: String, zones: String? = nil) throws(WitError) {
        file = try GazetteerFile(path: path)
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        bearers = PlaceNameIndex(file, names: folder + NameFile.fileName)
        clocks = ZoneClocks(file.zones, folder: zones)
    }

    /// How many places there are.
    public var count: Int { file.count }

    /// The nearest place, and how far it is; nil only for a file without a readable one.
    public func nearest(to point: Coordinate) -> NamedPlace? {
        PlaceSearch(file, around: point).nearest().flatMap(named)
    }

    /// The place that a person would name: the nearest one, or a larger one of the same country
    /// that reaches as far as the point. See *Which place is named* in the documentation.
    public func named(near point: Coordinate) -> NamedPlace? {
        let search = PlaceSearch(file, around: point)
        guard let nearest = search.nearest() else { return nil }
        return named(
            nearest.kilometres <= Self.countryRadius ? search.named(besides: nearest) : nearest)
    }

    /// The most populous place within a distance in kilometres, of the country of the nearest place;
    /// nil where none lies so near.
    public func largest(around point: Coordinate, within kilometres: Double) -> NamedPlace? {
        PlaceSearch(file, around: point).largest(within: kilometres).flatMap(named)
    }

    /// The place of a point as a record shows it: with region and country within 50 km of the
    /// nearest place, only with its name and distance within 500 km (at sea, in the desert),
    /// else nil.
    public func place(at point: Coordinate) -> Place? {
        let search = PlaceSearch(file, around: point)
        return search.nearest(within: Self.nameReach).flatMap { place(search, $0) }
    }

    /// The offset of a point's time zone at a local time, by the nearest place within 50 km.
    ///
    /// Nil where no place is so near (a ship keeps its own time), where the zone is not known,
    /// and where the offset is not a whole number of minutes (local mean times).
    public func offset(
        at point: Coordinate, local: LocalDateTime
    ) -> (offset: UTCOffset, clock: DerivedValues.Clock)? {
        PlaceSearch(file, around: point).nearest(within: Self.countryRadius)
            .flatMap { offset($0, local) }
    }

    /// The offset of a time zone, by its identifier, at a local time; nil as in
    /// `offset(at:local:)`.
    public func offset(
        in zone: String, local: LocalDateTime
    ) -> (offset: UTCOffset, clock: DerivedValues.Clock)? {
        file.zones.firstIndex(of: zone).flatMap { clocks.offset(zone: $0, local: local) }
    }

    private func offset(
        _ nearest: PlaceSearch.Hit, _ local: LocalDateTime
    ) -> (offset: UTCOffset, clock: DerivedValues.Clock)? {
        guard nearest.kilometres <= Self.countryRadius, let zone = file.zone(nearest.place) else {
            return nil
        }
        return clocks.offset(zone: zone, local: local)
    }

    private func place(_ search: PlaceSearch, _ nearest: PlaceSearch.Hit) -> Place? {
        let isFar = nearest.kilometres > Self.countryRadius
        if nearest.kilometres > Self.nameReach { return nil }
        let hit = isFar ? nearest : search.named(besides: nearest)
        guard let name = file.name(at: file.nameStart(hit.place))?.name else { return nil }
        let region = file.region(hit.place).map { file.regions[$0] }
        return Place(
            name: name, region: isFar ? nil : region?.name, country: isFar ? nil : region?.country,
            distanceKm: (hit.kilometres * 10).rounded() / 10, source: Place.gazetteer)
    }

    func named(_ hit: PlaceSearch.Hit) -> NamedPlace? {
        var place = named(hit.place)
        place?.distanceKm = hit.kilometres
        return place
    }

    /// A place by its number; nil where the file does not hold it whole.
    func named(_ place: Int) -> NamedPlace? {
        guard let name = file.name(at: file.nameStart(place))?.name,
            let region = file.region(place).map({ file.regions[$0] })
        else { return nil }
        let size = file.size(place)
        return cell(of: place).map { coordinate in
            NamedPlace(
                name: name, region: region.name, country: region.country, coordinate: coordinate,
                population: Int((exp2(Double(size) / 2048) - 1).rounded()),
                timeZone: file.zone(place).map { file.zones[$0] },
                reachKm: Reach.kilometres(size))
        }
    }

    /// The coordinate of a place, whose cell is searched for by halves.
    private func cell(of place: Int) -> Coordinate? {
        var (lower, upper) = (0, GazetteerFile.rows * GazetteerFile.columns)
        while upper - lower > 1 {
            let middle = (lower + upper) / 2
            let first = file.places(
                row: middle / GazetteerFile.columns, column: middle % GazetteerFile.columns)
            if first.lowerBound <= place { lower = middle } else { upper = middle }
        }
        return Coordinate(
            latitude: PlaceSearch.degrees(lower / GazetteerFile.columns - 90, file.north(place)),
            longitude: PlaceSearch.degrees(lower % GazetteerFile.columns - 180, file.east(place)))
    }
}

extension PlaceDirectory: ReverseGeocoder {
    /// The named place near a point and, for a clock reading there, the offset.
    public func values(at point: Coordinate, local: LocalDateTime?) -> DerivedValues? {
        let search = PlaceSearch(file, around: point)
        guard let nearest = search.nearest(within: Self.nameReach) else { return DerivedValues() }
        let found = local.flatMap { offset(nearest, $0) }
        return DerivedValues(
            place: place(search, nearest), offset: found?.offset, clock: found?.clock ?? .plain)
    }
}
