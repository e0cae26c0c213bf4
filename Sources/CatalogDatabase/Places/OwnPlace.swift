import PhotoRecords

/// A place that a person named: where the photos lie that bear the name by that person's hand,
/// and some way around them.
public struct OwnPlace: Sendable, Hashable {
    /// The name, as it was written.
    public var name: String
    /// The middle of the photos so named.
    public var center: Coordinate
    /// How far around the middle the name goes.
    public var kilometres: Double

    /// How far around a photo its name goes, in kilometres.
    public static let reach = 0.25
    /// Photos of one name within so many kilometres of its middle are of one place.
    public static let spread = 2.0
}

/// The places that persons named, to be asked for the nearest one.
struct OwnPlaces {
    /// A photo that a person named the place of.
    struct Naming: Equatable {
        var photo: Int64
        var name: String
        var point: Coordinate
    }

    /// The namings, in the order of the photos' numbers.
    let namings: [Naming]
    /// The places that they make.
    let places: [OwnPlace]
    private let byPhoto: [Int64: Int]
    private var cells: [Cell: [Int]] = [:]
    /// Places so near a pole that a grid does not serve.
    private var polar: [Int] = []

    private struct Cell: Hashable {
        var row: Int
        var column: Int
    }

    /// Cells to a degree.
    private static let fineness = 20.0

    init(_ namings: [Naming]) {
        self.namings = namings
        byPhoto = Dictionary(
            namings.enumerated().map { ($1.photo, $0) }, uniquingKeysWith: { first, _ in first })
        places = Self.places(namings)
        for (index, place) in places.enumerated() {
            if abs(place.center.latitude) > 85 {
                polar.append(index)
                continue
            }
            let near = PhotoQuery.Near(place.center, kilometres: place.kilometres)
            for box in GreatCircle.boxes(around: near) {
                let first = Self.cell(box.latitudes.lowerBound, box.longitudes.lowerBound)
                let last = Self.cell(box.latitudes.upperBound, box.longitudes.upperBound)
                for row in first.row...last.row {
                    for column in first.column...last.column {
                        cells[Cell(row: row, column: column), default: []].append(index)
                    }
                }
            }
        }
    }

    private static func cell(_ latitude: Double, _ longitude: Double) -> Cell {
        Cell(
            row: Int((latitude * fineness).rounded(.down)),
            column: Int((longitude * fineness).rounded(.down)))
    }

    /// The naming of a photo; nil where no person named its place.
    func naming(of photo: Int64) -> Naming? { byPhoto[photo].map { namings[$0] } }

    /// The place that a point lies in, by the nearest middle.
    func place(at point: Coordinate) -> OwnPlace? {
        if places.isEmpty { return nil }
        let cell = Self.cell(point.latitude, point.longitude)
        let candidates = (cells[cell] ?? []) + (abs(point.latitude) > 84 ? polar : [])
        var best: (place: OwnPlace, distance: Double)?
        for index in candidates {
            let place = places[index]
            let distance = place.center.kilometres(to: point)
            guard distance <= place.kilometres else { continue }
            if let known = best,
                (known.distance, known.place.name) <= (distance, place.name)
            {
                continue
            }
            best = (place, distance)
        }
        return best?.place
    }

    /// Photos of one name that lie together make one place, which reaches past the outermost.
    private static func places(_ namings: [Naming]) -> [OwnPlace] {
        var groups: [String: [Group]] = [:]
        var order: [String] = []
        for naming in namings {
            if groups[naming.name] == nil { order.append(naming.name) }
            let index = groups[naming.name]?.firstIndex {
                $0.center.kilometres(to: naming.point) <= OwnPlace.spread
            }
            if let index {
                groups[naming.name]?[index].add(naming.point)
            } else {
                groups[naming.name, default: []].append(Group(naming.point))
            }
        }
        return order.flatMap { name in (groups[name] ?? []).map { $0.place(name) } }
    }

    /// Points that make one place.
    private struct Group {
        private(set) var center: Coordinate
        private var points: [Coordinate]
        private var sums: (latitude: Double, longitude: Double)

        init(_ point: Coordinate) {
            center = point
            points = [point]
            sums = (point.latitude, point.longitude)
        }

        mutating func add(_ point: Coordinate) {
            // Longitudes are added on the first one's side of the antimeridian.
            let difference = point.longitude - points[0].longitude
            let turn = difference > 180 ? -360.0 : difference < -180 ? 360 : 0
            points.append(point)
            sums.latitude += point.latitude
            sums.longitude += point.longitude + turn
            let count = Double(points.count)
            var longitude = sums.longitude / count
            if longitude > 180 { longitude -= 360 }
            if longitude < -180 { longitude += 360 }
            center =
                Coordinate(latitude: sums.latitude / count, longitude: longitude) ?? center
        }

        func place(_ name: String) -> OwnPlace {
            let farthest = points.map { center.kilometres(to: $0) }.max() ?? 0
            return OwnPlace(name: name, center: center, kilometres: farthest + OwnPlace.reach)
        }
    }
}
