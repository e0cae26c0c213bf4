import JSON
import PhotoRecords

/// What a message brought that this version does not know: members of a record's JSON form, by the
/// level that they stand at (`record`, `taken`, `location`, `place`, `camera`, `image`, `regions`).
///
/// ```json
/// { "record": { "stars": 5 }, "regions": { "confidence": 0.9 } }
/// ```
enum ForeignFields {
    /// The unknown members of a record, those of its regions among them. A region whose shape is
    /// of an unknown type has it as its member `shape`.
    static func object(of record: PhotoRecord) -> JSONObject {
        var object = UnknownFields.object(of: record)
        var members: JSONObject = [:]
        for region in record.regions {
            members.merge(region.unknown) { own, _ in own }
            if case .unknown(let shape) = region.shape { members["shape"] = .object(shape) }
        }
        if !members.isEmpty { object["regions"] = .object(members) }
        return object
    }

    /// What stands in one object and not, or otherwise, in another.
    static func difference(_ object: JSONObject, from other: JSONObject) -> JSONObject {
        filtered(object) { level, name, value in other[level]?.object?[name] != value }
    }

    /// What stands alike in both.
    static func intersection(_ object: JSONObject, _ other: JSONObject) -> JSONObject {
        filtered(object) { level, name, value in other[level]?.object?[name] == value }
    }

    /// All that stands in either; where both say something of a member, the first one counts.
    static func union(_ object: JSONObject, _ other: JSONObject) -> JSONObject {
        object.merging(other) { own, more in
            guard let own = own.object, let more = more.object else { return own }
            return .object(own.merging(more) { first, _ in first })
        }
    }

    /// A record without those members, wherever they have these values.
    static func removed(_ object: JSONObject, from record: PhotoRecord) -> PhotoRecord {
        if object.isEmpty { return record }
        var record = record
        func strip(_ members: inout JSONObject, _ level: String) {
            guard let foreign = object[level]?.object else { return }
            members = members.filter { foreign[$0.key] != $0.value }
        }
        strip(&record.unknown, "record")
        if var taken = record.taken {
            strip(&taken.unknown, "taken")
            record.taken = taken
        }
        if var location = record.location {
            strip(&location.unknown, "location")
            if var place = location.place {
                strip(&place.unknown, "place")
                location.place = place
            }
            record.location = location
        }
        if var camera = record.camera {
            strip(&camera.unknown, "camera")
            record.camera = camera
        }
        if var image = record.image {
            strip(&image.unknown, "image")
            record.image = image
        }
        if let foreign = object["regions"]?.object {
            record.regions.removeAll { region in
                if case .unknown(let shape) = region.shape {
                    foreign["shape"] == .object(shape)
                } else {
                    false
                }
            }
            for index in record.regions.indices {
                strip(&record.regions[index].unknown, "regions")
            }
        }
        return record
    }

    /// The members in words: `stars: 5, image.colors: 8`.
    static func words(_ object: JSONObject) -> String {
        object.sorted { $0.key < $1.key }.flatMap { level, members in
            (members.object ?? [:]).sorted { $0.key < $1.key }.map { name, value in
                (level == "record" ? name : level + "." + name) + ": " + value.text
            }
        }.joined(separator: ", ")
    }

    private static func filtered(
        _ object: JSONObject, _ keeps: (_ level: String, _ name: String, JSONValue) -> Bool
    ) -> JSONObject {
        var result: JSONObject = [:]
        for (level, members) in object {
            let kept = (members.object ?? [:]).filter { keeps(level, $0.key, $0.value) }
            if !kept.isEmpty { result[level] = .object(kept) }
        }
        return result
    }
}

extension PhotoRecord {
    /// The fields that this version does not know, in words: `stars: 5, image.colors: 8`; empty
    /// where there are none.
    public var unknownWords: String { ForeignFields.words(ForeignFields.object(of: self)) }
}
