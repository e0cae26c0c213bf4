import PhotoRecords

/// A place of the gazetteer.
public struct NamedPlace: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// The region or state; nil where the gazetteer names none.
    public var region: String?
    /// The country: two letters of ISO 3166-1.
    public var country: String
    /// Its middle, to about a metre.
    public var coordinate: Coordinate
    /// How many live there, within 0.1 %; 0 where unknown.
    public var population: Int
    /// The identifier of its time zone, such as `Europe/Paris`; nil where unknown.
    public var timeZone: String?
    /// Kilometres that the place reaches around its middle, by its population.
    public var reachKm: Double
    /// Kilometres from the point that was asked for; nil for a place found by its name.
    public var distanceKm: Double?
}
