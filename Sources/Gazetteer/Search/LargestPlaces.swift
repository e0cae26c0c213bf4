import PhotoRecords

extension PlaceDirectory {
    /// The largest places around a point, to go by on a map.
    ///
    /// - Parameters:
    ///   - point: The middle.
    ///   - radius: How far from it, in kilometres.
    ///   - limit: How many at most.
    ///   - apart: Kilometres that lie between any two of them at least, so that one large town's
    ///     suburbs do not fill the list.
    /// - Returns: the largest first, each with its distance from the middle.
    public func largest(
        around point: Coordinate, within radius: Double, limit: Int, apart: Double = 0
    ) -> [NamedPlace] {
        guard limit > 0 else { return [] }
        let middle = Sphere(point)
        // Sizes first: most places need not be looked at any closer.
        var candidates: [(size: Int, place: Int, kilometres: Double)] = []
        let leastSize = radius > 500 ? Self.townSize : 0
        forEachPlace { place, coordinate in
            let size = file.size(place)
            guard size >= leastSize else { return }
            let kilometres = middle.kilometres(
                latitude: coordinate.latitude, longitude: coordinate.longitude)
            if kilometres <= radius { candidates.append((size, place, kilometres)) }
        }
        candidates.sort { ($0.size, $1.place) > ($1.size, $0.place) }
        var found: [NamedPlace] = []
        for candidate in candidates where found.count < limit {
            guard var place = named(candidate.place) else { continue }
            let around = Sphere(place.coordinate)
            let isCrowded = found.contains {
                around.kilometres(
                    latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude) < apart
            }
            if isCrowded { continue }
            place.distanceKm = candidate.kilometres
            found.append(place)
        }
        return found
    }

    /// What 20,000 inhabitants are in the file's measure: 2048 · log2(1 + 20,000).
    private static let townSize = 29_262

    private func forEachPlace(_ body: (Int, (latitude: Double, longitude: Double)) -> Void) {
        for row in 0..<GazetteerFile.rows {
            for column in 0..<GazetteerFile.columns {
                for place in file.places(row: row, column: column) {
                    body(
                        place,
                        (
                            PlaceSearch.degrees(row - 90, file.north(place)),
                            PlaceSearch.degrees(column - 180, file.east(place))
                        ))
                }
            }
        }
    }
}
