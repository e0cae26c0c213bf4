import Gazetteer
import MailTemplates
import OutputText
import PhotoRecords
import Pictures

/// The locator map of a mail: where on earth its photos were taken.
///
/// It is made of the records as they leave, and of nothing else: a point that was coarsened is
/// drawn as coarse as it is, and what a place's name tells is looked up by that name.
struct ShareMap {
    /// A line beside the map: which photos were taken where.
    struct Entry: Hashable {
        /// The photos' numbers as a person writes them, as `1–3, 5`.
        var numbers: String
        /// The place in the words of the mail.
        var place: String
    }

    /// What is pointed at.
    let pins: [LocatorMap.Pin]
    private let land: [[Coordinate]]
    /// The names that stand beside pins: no towns to go by.
    private let named: Set<String>
    /// Whether it names towns to go by.
    private let tellsPlaces: Bool
    /// The lines beside it; empty where all photos are from one place.
    let entries: [Entry]
    /// The one place that all photos with a location are from; nil for several or a nameless one.
    let place: String?

    /// The most lines beside a map.
    static let maximumEntries = 40

    private struct Spot {
        var number: Int
        var coordinate: Coordinate
        var uncertainty: Double
        /// The place's own name, for the map.
        var name: String?
        /// All that is told of the place, for the words.
        var place: String?
    }

    /// A map of records; nil where nobody has a location, or the outlines are missing.
    ///
    /// - Parameters:
    ///   - words: the words of the mail's language.
    ///   - language: its name, for countries' names.
    ///   - tellsPlaces: whether towns may be looked up and named; else the map has pins and land alone.
    init?(
        _ records: [PhotoRecord], words: TemplateWords, language: String, tellsPlaces: Bool = true
    ) {
        guard let land = try? InstalledLand.outlines.get() else { return nil }
        let way = WhereWords(words: words, tellsPlaces: tellsPlaces)
        let spots = records.enumerated().compactMap { index, record in
            record.location.flatMap { Self.spot($0, number: index + 1, way, language) }
        }
        guard let first = spots.first else { return nil }
        let isOnePlace =
            spots.count == 1 || first.place != nil && spots.allSatisfy { $0.place == first.place }
        var pins: [LocatorMap.Pin] = []
        for spot in spots {
            let label = isOnePlace ? spot.name : String(spot.number)
            pins.append(
                LocatorMap.Pin(spot.coordinate, label: label, uncertainty: spot.uncertainty))
        }
        self.pins = pins
        self.land = land.outlines
        self.tellsPlaces = tellsPlaces
        named = Set(isOnePlace ? spots.compactMap(\.name) : [])
        place = isOnePlace ? first.place : nil
        entries = isOnePlace ? [] : Self.entries(spots)
    }

    /// The map as a PNG that readers know from a photo.
    ///
    /// - Throws: `WitError` where libvips or its SVG reader is not there.
    func png() throws(WitError) -> [UInt8] {
        try DrawnMaps.png(of: pins, hasTowns: tellsPlaces) { () throws(WitError) in
            guard var map = LocatorMap(of: pins, land: land) else { return [] }
            if tellsPlaces, let gazetteer = try? InstalledLand.places.get() {
                map.towns = gazetteer.largest(
                    around: map.middle, within: map.radius, limit: 40, apart: map.halfWidth / 8
                ).filter { !named.contains($0.name) }
                    .map { LocatorMap.Town($0.name, at: $0.coordinate) }
            }
            return MapMark.marked(try map.png())
        }
    }

    /// The photos of each place, in the order of the mail.
    private static func entries(_ spots: [Spot]) -> [Entry] {
        var order: [String] = []
        var numbers: [String: [Int]] = [:]
        for spot in spots {
            guard let place = spot.place else { continue }
            if numbers[place] == nil { order.append(place) }
            numbers[place, default: []].append(spot.number)
        }
        return order.prefix(maximumEntries).map { place in
            Entry(numbers: LocatorMap.ranges(numbers[place] ?? []), place: place)
        }
    }

    private static func spot(
        _ location: Location, number: Int, _ way: WhereWords, _ language: String
    ) -> Spot? {
        let text = location.place.flatMap { PlaceWords.text($0, language: language) }
        if let coordinate = location.coordinate {
            // A town that the point is not in stays where it is, with its own name.
            let isOutside = way.isOutside(location)
            return Spot(
                number: number, coordinate: coordinate,
                uncertainty: uncertainty(location.precision),
                name: isOutside ? nil : location.place?.name,
                place: (isOutside ? way.text(location) : nil) ?? text ?? way.nearby(location))
        }
        guard let place = location.place, let middle = middle(of: place) else { return nil }
        return Spot(
            number: number, coordinate: middle.coordinate, uncertainty: middle.reachKm,
            name: place.name, place: text)
    }

    /// How far from its point a location may be, in kilometres: `10km` is 10.
    static func uncertainty(_ precision: Location.Precision?) -> Double {
        guard let word = precision?.rawValue, word != Location.Precision.exact.rawValue else {
            return 0
        }
        guard word.hasSuffix("km"), let kilometres = Double(word.dropLast(2)),
            (0...1000).contains(kilometres)
        else { return 10 }
        return kilometres
    }

    /// The place of the gazetteer that a name means; nil where that is not sure.
    private static func middle(of place: Place) -> NamedPlace? {
        guard let name = place.name, let country = place.country,
            let gazetteer = try? InstalledLand.places.get()
        else { return nil }
        // A comma in the name would narrow the search down by what follows it.
        guard !name.contains(",") else { return nil }
        let found = gazetteer.places(named: name + ", " + country, limit: 20, byAlternates: false)
        return found.first { $0.region == place.region }
            ?? (place.region == nil && found.count == 1 ? found.first : nil)
    }
}

extension FindingCode {
    /// A mail without its locator map, since something that draws it is missing.
    public static let mapMissing: FindingCode = "map-missing"
}
