import JSON
import PhotoRecords

/// The regions that a spot hits: those that cover it, topmost first, then those that are near, the
/// nearest first.
public struct SpotHits: JSONReport {
    /// A region at a spot.
    public struct RegionHit: Hashable, Sendable {
        /// The region.
        public let region: Region
        /// Its place in the stack: 0 is at the bottom.
        public let index: Int
        /// Its number, as a person names it: 1 is the lowest.
        public var number: Int { index + 1 }
        /// Whether it covers the spot itself.
        public let isExact: Bool
        /// How far away it is, in screen pixels, or pixels of the picture where there is no view; 0
        /// where it covers the spot.
        public let distance: Double
    }

    /// How far to the right: a fraction, or pixels, as `HitRegions.Options` says.
    public let x: Double
    /// How far down.
    public let y: Double
    /// The regions.
    public let hits: [RegionHit]
    /// The place in the stack of the region that this touch chooses: touching one spot again goes one
    /// region deeper, and from the last back to the first; nil where nothing is hit.
    public let chosen: Int?

    /// `x`, `y`, `hits` [{`id`, `name`, `kind`, `index`, `number`, `exact`, `distance`}] and `chosen`.
    public var json: JSONValue {
        var object: JSONObject = [
            "x": .number(x), "y": .number(y),
            "hits": .array(
                hits.map { hit in
                    var object: JSONObject = [
                        "index": .integer(Int64(hit.index)),
                        "number": .integer(Int64(hit.number)), "exact": .bool(hit.isExact),
                        "distance": .number(hit.distance),
                    ]
                    object["id"] = hit.region.id.map(JSONValue.string)
                    object["name"] = hit.region.name.map(JSONValue.string)
                    object["kind"] = hit.region.kind.map { .string($0.rawValue) }
                    return .object(object)
                }),
        ]
        object["chosen"] = chosen.map { .integer(Int64($0)) }
        return .object(object)
    }
}
