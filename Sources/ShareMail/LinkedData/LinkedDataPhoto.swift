import Foundation
import JSON
import PhotoRecords
import TextCleaning

/// Channel 4: a photo's story as JSON-LD, a `Photograph` of schema.org, and what finds its picture.
///
/// The members are described in the payload format document, “JSON-LD”.
public struct LinkedDataPhoto: Hashable, Sendable {
    /// What is told of the photo: name, caption, keywords, people, taken, location, camera and the
    /// record's identity; of its image the size.
    public var record: PhotoRecord
    /// The Content-ID of the attached photo.
    public var contentID: String?
    /// The attached photo's file name.
    public var fileName: String?
    /// SHA-256 of the attached photo, 64 lower-case hexadecimal digits.
    public var sha256: String?
    /// Whether a program of this kind wrote it.
    public var isOurs = false

    /// The namespace of our own members. They are read by their prefix, so that mails count which have
    /// another one there: the first had `https://whatisthat.app/ns/1.0/`.
    static let namespace = "urn:uuid:ad91c77e-ce1f-461e-b3f0-c29a6c46b56a#"
    private static let identity = "urn:uuid:"
    private static let attached = "cid:"

    /// A photo by its record and its attachment.
    public init(record: PhotoRecord, attachment: AttachmentReference?) {
        var kept = ImportCodePhoto(record: record).record
        if let image = record.image, image.width != nil, image.height != nil {
            var facts = ImageFacts()
            (facts.width, facts.height) = (image.width, image.height)
            kept.image = facts
        }
        self.record = kept
        contentID = attachment?.contentID
        fileName = attachment?.fileName
        sha256 = attachment?.sha256
        isOurs = true
    }

    // MARK: Writing

    /// The JSON-LD of all photos.
    static func json(_ photos: [LinkedDataPhoto]) -> JSONValue {
        [
            "@context": ["https://schema.org", ["wit": .string(namespace)]],
            "@graph": .array(photos.map(\.json)),
        ]
    }

    private var json: JSONValue {
        var object: JSONObject = ["@type": "Photograph"]
        object["@id"] = record.id.map { .string(Self.identity + $0.text) }
        object["name"] = record.name.map(JSONValue.string)
        object["description"] = record.caption.map(JSONValue.string)
        if !record.keywords.isEmpty { object["keywords"] = .strings(record.keywords) }
        if !record.people.isEmpty {
            object["about"] = .array(
                record.people.map { ["@type": "Person", "name": .string($0)] })
        }
        object["dateCreated"] = record.taken.map { taken in
            .string(taken.local.iso + (taken.offset.map(\.description) ?? ""))
        }
        if let location = record.location { write(location, into: &object) }
        object["associatedMedia"] = media
        return .object(object)
    }

    private func write(_ location: Location, into object: inout JSONObject) {
        var place: JSONObject = ["@type": "Place"]
        place["name"] = location.place?.name.map(JSONValue.string)
        if location.place?.region != nil || location.place?.country != nil {
            var address: JSONObject = ["@type": "PostalAddress"]
            address["addressRegion"] = location.place?.region.map(JSONValue.string)
            address["addressCountry"] = location.place?.country.map(JSONValue.string)
            place["address"] = .object(address)
        }
        if let point = location.coordinate {
            var geo: JSONObject = [
                "@type": "GeoCoordinates", "latitude": .number(point.latitude),
                "longitude": .number(point.longitude),
            ]
            geo["elevation"] = location.altitude.map(JSONValue.number)
            place["geo"] = .object(geo)
        }
        object["contentLocation"] = .object(place)
        // The distance tells that the name was looked up, and yields to one that was said.
        object["wit:distanceKm"] = location.place?.distanceKm.map(JSONValue.number)
        object["wit:direction"] = location.direction.map(JSONValue.number)
        object["wit:precision"] = location.precision.map { .string($0.rawValue) }
    }

    private var media: JSONValue {
        var media: JSONObject = ["@type": "ImageObject", "encodingFormat": "image/jpeg"]
        media["contentUrl"] = contentID.map { .string(Self.attached + $0) }
        media["name"] = fileName.map(JSONValue.string)
        media["sha256"] = sha256.map(JSONValue.string)
        media["width"] = record.image?.width.map { .integer(Int64($0)) }
        media["height"] = record.image?.height.map { .integer(Int64($0)) }
        if let camera = record.camera {
            let values = [
                ("Make", camera.make), ("Model", camera.model), ("LensModel", camera.lens),
            ]
            let exif = values.compactMap { name, value in
                value.map { text -> JSONValue in
                    ["@type": "PropertyValue", "name": .string(name), "value": .string(text)]
                }
            }
            if !exif.isEmpty { media["exifData"] = .array(exif) }
        }
        return .object(media)
    }

    // MARK: Reading

    /// The types that tell of a picture.
    private static let types: Set<String> = ["photograph", "imageobject", "photo"]
    /// The most elements of a list that are read.
    private static let maximumElements = 1_000

    /// Reads a node of JSON-LD; nil where it is of no picture.
    init?(json: JSONObject) {
        let types = Self.texts(json["@type"]).map(Self.bare)
        guard types.contains(where: { Self.types.contains($0.lowercased()) }) else { return nil }
        let media =
            [json["associatedMedia"], json["image"], json["encoding"]].lazy
            .compactMap { $0.flatMap(Self.object) }.first ?? [:]
        var record = PhotoRecord()
        let identity = Self.text(json["@id"])
        if let identity, identity.lowercased().hasPrefix(Self.identity) {
            record.id = RecordID(identity.dropFirst(Self.identity.count))
        }
        let isMediaItself = media.isEmpty
        record.name = Self.text(json["name"]) ?? Self.text(json["headline"])
        record.caption = Self.text(json["description"]) ?? Self.text(json["caption"])
        record.keywords = Self.keywords(json["keywords"])
        record.people = Self.people(json["about"]) + Self.people(json["depicts"])
        record.taken = Self.text(json["dateCreated"]).flatMap(Self.moment)
        record.location = Self.location(json)
        record.camera = Self.camera(media["exifData"] ?? json["exifData"])
        record.image = Self.size(media)
        self.record = CleanText.clean(record)
        let addresses = [media["contentUrl"], json["contentUrl"], json["@id"], media["@id"]]
        contentID = addresses.lazy.compactMap(Self.text)
            .first { $0.lowercased().hasPrefix(Self.attached) }
            .map { String($0.dropFirst(Self.attached.count)) }
            .map { ForeignText.cleaned($0.removingPercentEncoding ?? $0) }
        fileName = isMediaItself ? nil : Self.text(media["name"])
        let digits = Self.text(media["sha256"] ?? json["sha256"])?.lowercased()
        sha256 = digits.flatMap { $0.utf8.count == 64 ? $0 : nil }
        isOurs =
            record.id != nil || json.keys.contains { $0.hasPrefix("wit:") }
            || contentID?.hasPrefix("wit-") == true
    }

    private static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): return text.isEmpty ? nil : text
        case .array(let values): return text(values.first)
        case .object(let object): return text(object["@value"])
        default: return nil
        }
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        if case .array(let values) = value {
            return values.prefix(maximumElements).compactMap { text($0) }
        }
        return text(value).map { [$0] } ?? []
    }

    /// The last word of an address such as `http://schema.org/Photograph` or `schema:Photograph`.
    private static func bare(_ type: String) -> String {
        type.split(whereSeparator: { $0 == "/" || $0 == ":" || $0 == "#" }).last
            .map(String.init) ?? type
    }

    private static func object(_ value: JSONValue) -> JSONObject? {
        value.object ?? value.array?.first?.object
    }

    // Schema.org has keywords as a list or as one text with commas.
    private static func keywords(_ value: JSONValue?) -> [String] {
        if case .string(let text) = value { return LabelledValue.elements(text).map(\.text) }
        return texts(value)
    }

    private static func people(_ value: JSONValue?) -> [String] {
        let values = value?.array ?? value.map { [$0] } ?? []
        return values.prefix(maximumElements).compactMap { value in
            guard let object = value.object,
                texts(object["@type"]).map(bare).contains("Person")
            else { return nil }
            return text(object["name"])
        }
    }

    private static func moment(_ text: String) -> CaptureTime? {
        let text = text.trimmingPrefix(" ")
        let isZulu = text.hasSuffix("Z") || text.hasSuffix("z")
        let zone =
            isZulu ? text.suffix(1) : text.firstMatch(of: /[+-]\d\d:?\d\d$/)?.output ?? ""
        // The month and day of a date alone are no zone: 2024-0501 is not written.
        let clock = text.dropLast(zone.count)
        guard let local = LocalDateTime(iso: clock) else {
            return LocalDateTime(iso: text).map { CaptureTime(local: $0) }
        }
        return CaptureTime(local: local, offset: zone.isEmpty ? nil : UTCOffset(zone))
    }

    private static func number(_ value: JSONValue?) -> Double? {
        value?.double ?? value?.string.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func location(_ json: JSONObject) -> Location? {
        guard let place = json["contentLocation"].flatMap(object) else { return nil }
        let geo = place["geo"].flatMap(object) ?? [:]
        let address = place["address"].flatMap(object) ?? [:]
        var location = Location(
            altitude: number(geo["elevation"]), direction: number(json["wit:direction"]),
            precision: text(json["wit:precision"]).map(Location.Precision.init(rawValue:)))
        location.coordinate = number(geo["latitude"]).flatMap { latitude in
            number(geo["longitude"]).flatMap { Coordinate(latitude: latitude, longitude: $0) }
        }
        let country =
            text(address["addressCountry"])
            ?? address["addressCountry"]?.object.flatMap { text($0["name"]) }
        let named = Place(
            name: text(place["name"]), region: text(address["addressRegion"]), country: country,
            distanceKm: number(json["wit:distanceKm"]))
        location.place = named.isEmpty ? nil : named
        return location.coordinate == nil && location.place == nil ? nil : location
    }

    private static func camera(_ value: JSONValue?) -> Camera? {
        var camera = Camera()
        for entry in value?.array?.prefix(maximumElements) ?? [] {
            switch text(entry["name"]) {
            case "Make": camera.make = text(entry["value"])
            case "Model": camera.model = text(entry["value"])
            case "LensModel": camera.lens = text(entry["value"])
            default: continue
            }
        }
        return camera.isEmpty ? nil : camera
    }

    private static func size(_ media: JSONObject) -> ImageFacts? {
        guard let width = number(media["width"]), let height = number(media["height"]),
            (1...1_000_000).contains(width), (1...1_000_000).contains(height)
        else { return nil }
        var facts = ImageFacts()
        (facts.width, facts.height) = (Int(width), Int(height))
        return facts
    }
}
