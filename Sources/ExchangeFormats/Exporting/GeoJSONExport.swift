import JSON
import PhotoRecords

/// A GeoJSON FeatureCollection (RFC 7946): one feature a photo, with the whole record as its
/// properties.
///
/// A photo without a point is a feature whose geometry is null (§3.2): nothing is left out.
public struct GeoJSONExport: ExportFormat {
    private var isFirst = true

    /// A new export.
    public init() {}

    /// The beginning of the collection.
    public func opening() -> String { "{\"type\":\"FeatureCollection\",\"features\":[" }

    /// The photo's feature on a line of its own.
    public mutating func entry(of record: PhotoRecord) -> String? {
        var feature: JSONObject = [
            "type": "Feature", "geometry": Self.geometry(of: record.location),
            "properties": record.json,
        ]
        feature["id"] = record.id.map { .string($0.text) }
        defer { isFirst = false }
        return (isFirst ? "\n" : ",\n") + JSONValue.object(feature).text
    }

    /// The end of the collection.
    public func closing() -> String { "\n]}\n" }

    /// Longitude comes first, and the altitude third where it is known (§3.1.1).
    private static func geometry(of location: Location?) -> JSONValue {
        guard let point = location?.coordinate else { return .null }
        let position = [point.longitude, point.latitude] + (location?.altitude.map { [$0] } ?? [])
        return ["type": "Point", "coordinates": .array(position.map(JSONValue.number))]
    }
}
