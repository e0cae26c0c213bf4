import CatalogDatabase
import Gazetteer
import JSON
import OutputText
import PhotoRecords

/// Finds the places that bear a name: those that the person named first, then the gazetteer's, whose names
/// in all languages count.
///
/// ```swift
/// let report = try await FindPlaces(named: "München", in: catalog).run()
/// print(report.spots.count)
/// ```
public struct FindPlaces: Sendable {
    /// A place that bears the name.
    public struct Spot: JSONReport, Hashable {
        /// Its middle.
        public var point: Coordinate
        /// Its name, region and country.
        public var place: Place
        /// How far it goes around its middle, in kilometres.
        public var reach: Double
        /// How many people live there; nil where that is unknown.
        public var population: Int?
        /// Whether it is a place that the person named.
        public var isOwn: Bool

        /// `latitude`, `longitude`, `name`, `region`, `country`, `reach` (kilometres), `population`, `own`.
        public var json: JSONValue {
            var object: JSONObject = [
                "latitude": .number(point.latitude), "longitude": .number(point.longitude),
                "reach": .number(reach), "own": .bool(isOwn),
            ]
            object["name"] = place.name.map(JSONValue.string)
            object["region"] = place.region.map(JSONValue.string)
            object["country"] = place.country.map(JSONValue.string)
            object["population"] = population.map(JSONValue.count)
            return .object(object)
        }
    }

    /// What was found.
    public struct Report: JSONReport, Hashable {
        /// The places that bear the name: the person's own alone where there are any; else the gazetteer's,
        /// the largest first. Several where nobody can tell which is meant.
        public var spots: [Spot] = []
        /// Where there are none: places whose names begin so.
        public var similar: [Spot] = []

        /// `places` and `similar`.
        public var json: JSONValue {
            ["places": .array(spots.map(\.json)), "similar": .array(similar.map(\.json))]
        }
    }

    private let name: String
    private let open: @Sendable () throws -> PhotoCatalog?

    /// Gets ready to look for a name.
    ///
    /// - Parameters:
    ///   - name: `Paris`, or `Paris, Texas`.
    ///   - catalog: whose own places come first; nil for none.
    public init(
        named name: String,
        in catalog: @autoclosure @escaping @Sendable () throws -> PhotoCatalog?
    ) {
        self.name = name
        open = catalog
    }

    /// Looks the name up.
    ///
    /// - Throws: `WitError` where the catalog cannot be read, or where the name is none of the person's own
    ///   places and no gazetteer can be opened.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { _ in
            progress(WorkProgress(.finding))
            let key = Folding.key(name)
            let own = try open()?.ownPlaces.filter { Folding.key($0.name) == key } ?? []
            if !own.isEmpty { return Report(spots: own.map(Spot.init)) }
            switch try gazetteer().lookUp(name) {
            case .one(let place): return Report(spots: [Spot(place)])
            case .several(let places): return Report(spots: places.map(Spot.init))
            case .none(let beginningSo): return Report(similar: beginningSo.map(Spot.init))
            }
        }
    }

    private func gazetteer() throws(WitError) -> PlaceDirectory {
        switch InstalledGeocoder.gazetteer {
        case .success(let gazetteer): return gazetteer
        case .failure(let error):
            throw WitError(item: name, code: error.code, reason: error.message)
        }
    }
}

extension FindPlaces.Spot {
    /// A place of the gazetteer.
    init(_ found: NamedPlace) {
        point = found.coordinate
        place = Place(name: found.name, region: found.region, country: found.country)
        reach = found.reachKm
        population = found.population > 0 ? found.population : nil
        isOwn = false
    }

    /// A place that a person named.
    init(_ own: OwnPlace) {
        point = own.center
        place = Place(name: own.name)
        reach = own.kilometres
        isOwn = true
    }
}
