import PhotoRecords

/// What is found by the name of a place: a name is never guessed.
public enum PlaceLookup: Sendable, Hashable {
    /// The place that the name clearly means.
    case one(NamedPlace)
    /// Several have the name, and none is clearly the one: the most populous first.
    case several([NamedPlace])
    /// None has it; some have a name that begins with it, the most populous first.
    case none(beginningSo: [NamedPlace])
}

extension PlaceDirectory {
    /// Looks a place up by exactly its name, or one that it has in any language and script; what
    /// follows a comma narrows it down (see ``places(named:limit:byAlternates:)``).
    ///
    /// The most populous place is taken where it is clearly the one: ten times as populous as any
    /// other that has the name for its own. Of those that bear it in another language only, none
    /// counts beside a larger one that has it for its own; else it takes three times as many people.
    /// Places within the reach of the largest are parts of it.
    ///
    /// - Parameters:
    ///   - text: The name.
    ///   - limit: How many places are named at most where there are several or none.
    public func lookUp(_ text: String, limit: Int = 10) -> PlaceLookup {
        let bearers = bearers(of: text)
        guard let first = bearers.first, let largest = named(first.place) else {
            return .none(beginningSo: places(beginning: text, limit: limit))
        }
        let around = Sphere(largest.coordinate)
        var rivals: [NamedPlace] = []
        for bearer in bearers.dropFirst() {
            guard let place = named(bearer.place) else { continue }
            // Of the rest, which are smaller still, none comes close.
            if largest.people >= Self.clearly * place.people { break }
            if !bearer.isOwn {
                if first.isOwn || largest.people >= Self.clearlyByAlternate * place.people {
                    continue
                }
            }
            let apart = around.kilometres(
                latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
            if apart > largest.reachKm { rivals.append(place) }
        }
        return rivals.isEmpty ? .one(largest) : .several(Array(([largest] + rivals).prefix(limit)))
    }

    private static let clearly = 10
    private static let clearlyByAlternate = 3
}

extension NamedPlace {
    /// How many live there, at least a hamlet's.
    fileprivate var people: Int { max(population, 100) }
}
