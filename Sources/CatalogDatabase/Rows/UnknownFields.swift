import JSON
import PhotoRecords

/// The fields of a record that this version does not know, of all its levels, in one JSON
/// object: kept at rest, and handed on as they came.
enum UnknownFields {
    /// The JSON text; nil where there are none.
    static func text(of record: PhotoRecord) -> String? {
        let object = object(of: record)
        return object.isEmpty ? nil : JSONText.of(.object(object))
    }

    /// The unknown fields by the level that they stand at.
    static func object(of record: PhotoRecord) -> JSONObject {
        var object: JSONObject = [:]
        put(record.unknown, "record", into: &object)
        put(record.taken?.unknown, "taken", into: &object)
        put(record.location?.unknown, "location", into: &object)
        put(record.location?.place?.unknown, "place", into: &object)
        put(record.camera?.unknown, "camera", into: &object)
        put(record.image?.unknown, "image", into: &object)
        return object
    }

    /// Puts what `text(of:)` wrote back into a record.
    static func read(_ text: String, into record: inout PhotoRecord) throws {
        let value = try JSONValue(parsing: text.utf8)
        record.unknown = value["record"]?.object ?? [:]
        if let unknown = value["taken"]?.object { record.taken?.unknown = unknown }
        if let unknown = value["camera"]?.object {
            var camera = record.camera ?? Camera()
            camera.unknown = unknown
            record.camera = camera
        }
        if let unknown = value["image"]?.object {
            var image = record.image ?? ImageFacts()
            image.unknown = unknown
            record.image = image
        }
        if value["location"] != nil || value["place"] != nil {
            var location = record.location ?? Location()
            location.unknown = value["location"]?.object ?? [:]
            if let unknown = value["place"]?.object {
                var place = location.place ?? Place()
                place.unknown = unknown
                location.place = place
            }
            record.location = location
        }
    }

    /// Those of the whole and of the image, which belong to no field.
    static func own(of record: PhotoRecord) -> JSONObject {
        object(of: record).filter { $0.key == "record" || $0.key == "image" }
    }

    /// Puts what `own(of:)` gave back into a record.
    static func setOwn(_ object: JSONObject, of record: inout PhotoRecord) {
        record.unknown = object["record"]?.object ?? [:]
        let unknown = object["image"]?.object ?? [:]
        if !unknown.isEmpty || record.image != nil {
            var image = record.image ?? ImageFacts()
            image.unknown = unknown
            record.image = image
        }
    }

    /// Takes from another record the unknown fields of the whole and of the image that this one
    /// does not have; answers whether there were any.
    static func fill(_ record: inout PhotoRecord, from other: PhotoRecord) -> Bool {
        let before = own(of: record)
        record.unknown.merge(other.unknown) { own, _ in own }
        if let unknown = other.image?.unknown, !unknown.isEmpty {
            var image = record.image ?? ImageFacts()
            image.unknown.merge(unknown) { own, _ in own }
            record.image = image
        }
        return own(of: record) != before
    }

    private static func put(
        _ unknown: JSONObject?, _ level: String, into object: inout JSONObject
    ) {
        if let unknown, !unknown.isEmpty { object[level] = .object(unknown) }
    }
}
