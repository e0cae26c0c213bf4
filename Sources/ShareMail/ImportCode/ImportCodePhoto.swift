import ByteCoding
import Foundation
import JSON
import PhotoRecords

/// One photo's story as an import code carries it: short, and with what finds its picture.
///
/// The short JSON members are described in the payload format document, “Import code”.
public struct ImportCodePhoto: Hashable, Sendable {
    /// What the code says of the photo: name, caption, keywords, people, taken, location (point,
    /// altitude, direction, place), camera and the record's identity.
    public var record: PhotoRecord
    /// The first 18 lower-case hexadecimal digits of the attached picture's SHA-256.
    public var hashPrefix: String?
    /// The attached picture's file name.
    public var fileName: String?

    /// A photo by its record and its attachment; of the record only what a code carries is kept.
    public init(record: PhotoRecord, sha256: String? = nil, fileName: String? = nil) {
        var kept = PhotoRecord()
        kept.id = record.id
        kept.name = record.name
        kept.caption = record.caption
        kept.keywords = record.keywords
        kept.people = record.people
        kept.taken = record.taken.map { CaptureTime(local: $0.local, offset: $0.offset) }
        kept.location = record.location.flatMap(Self.carried)
        kept.camera = record.camera.flatMap { camera in
            let bare = Camera(make: camera.make, model: camera.model, lens: camera.lens)
            return bare.isEmpty ? nil : bare
        }
        self.record = kept
        hashPrefix = sha256.map { String($0.prefix(18)) }
        self.fileName = fileName
    }

    private static func carried(_ location: Location) -> Location? {
        var kept = Location(
            coordinate: location.coordinate, altitude: location.altitude,
            direction: location.direction, precision: location.precision)
        kept.place = location.place.flatMap { place in
            // The distance tells that the name was looked up, and yields to one that was said.
            let bare = Place(
                name: place.name, region: place.region, country: place.country,
                distanceKm: place.distanceKm)
            return bare.isEmpty ? nil : bare
        }
        return kept.coordinate == nil && kept.place == nil ? nil : kept
    }
}

extension ImportCodePhoto {
    /// The short JSON members.
    var json: JSONObject {
        var object: JSONObject = [:]
        object["i"] = record.id.flatMap { HexDigits.octets(of: $0.text.filter { $0 != "-" }) }
            .map { .string(Base64URL.encode($0)) }
        object["h"] = hashPrefix.flatMap(HexDigits.octets).map { .string(Base64URL.encode($0)) }
        object["f"] = fileName.map(JSONValue.string)
        object["n"] = record.name.map(JSONValue.string)
        object["c"] = record.caption.map(JSONValue.string)
        if !record.keywords.isEmpty { object["k"] = .strings(record.keywords) }
        if !record.people.isEmpty { object["w"] = .strings(record.people) }
        object["t"] = record.taken.map { taken in
            .string(taken.local.iso + (taken.offset.map { " " + $0.description } ?? ""))
        }
        object["g"] = record.location.flatMap(Self.numbers)
        object["q"] = record.location?.precision.map { .string($0.rawValue) }
        object["l"] = record.location?.place.map { place in
            Self.list(
                [place.name, place.region, place.country], place.distanceKm.map(JSONValue.number))
        }
        object["m"] = record.camera.map { Self.list([$0.make, $0.model, $0.lens]) }
        return object
    }

    init(json: JSONObject) {
        var record = PhotoRecord()
        record.id = json["i"]?.string.flatMap { Self.identity($0) }
        record.name = json["n"]?.string
        record.caption = json["c"]?.string
        record.keywords = json["k"]?.array?.compactMap(\.string) ?? []
        record.people = json["w"]?.array?.compactMap(\.string) ?? []
        record.taken = json["t"]?.string.flatMap(Self.moment)
        record.location = Self.location(json)
        if let names = json["m"]?.array {
            let camera = Camera(
                make: Self.element(names, 0), model: Self.element(names, 1),
                lens: Self.element(names, 2))
            record.camera = camera.isEmpty ? nil : camera
        }
        let hash = json["h"]?.string.flatMap { Base64URL.decode(Array($0.utf8)) }
        self.init(
            record: record, sha256: hash.map(HexDigits.text(of:)),
            fileName: json["f"]?.string)
    }

    /// Whether the code names anything that a person would miss.
    var isEmpty: Bool { RecordField.allCases.allSatisfy { record[field: $0] == nil } }

    // Latitude, longitude, altitude, direction; a null for what is unknown, none at the end.
    private static func numbers(_ location: Location) -> JSONValue? {
        guard let point = location.coordinate else { return nil }
        var values: [JSONValue] = [
            .number(point.latitude), .number(point.longitude),
            location.altitude.map(JSONValue.number) ?? .null,
            location.direction.map(JSONValue.number) ?? .null,
        ]
        while values.last == .null { values.removeLast() }
        return .array(values)
    }

    private static func list(_ texts: [String?], _ number: JSONValue? = nil) -> JSONValue {
        var values = texts.map { $0.map(JSONValue.string) ?? .null } + [number ?? .null]
        while values.last == .null { values.removeLast() }
        return .array(values)
    }

    private static func element(_ values: [JSONValue], _ index: Int) -> String? {
        index < values.count ? values[index].string : nil
    }

    private static func location(_ json: JSONObject) -> Location? {
        let numbers = json["g"]?.array ?? []
        func number(_ index: Int) -> Double? {
            index < numbers.count ? numbers[index].double : nil
        }
        var location = Location(
            altitude: number(2), direction: number(3),
            precision: json["q"]?.string.map(Location.Precision.init(rawValue:)))
        location.coordinate = number(0).flatMap { latitude in
            number(1).flatMap { Coordinate(latitude: latitude, longitude: $0) }
        }
        if let names = json["l"]?.array {
            let place = Place(
                name: element(names, 0), region: element(names, 1), country: element(names, 2),
                distanceKm: names.count > 3 ? names[3].double : nil)
            location.place = place.isEmpty ? nil : place
        }
        return location.coordinate == nil && location.place == nil ? nil : location
    }

    private static func moment(_ text: String) -> CaptureTime? {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard let local = parts.first.flatMap({ LocalDateTime(iso: $0) }) else { return nil }
        return CaptureTime(local: local, offset: parts.dropFirst().first.flatMap { UTCOffset($0) })
    }

    private static func identity(_ text: String) -> RecordID? {
        guard let bytes = Base64URL.decode(Array(text.utf8)), bytes.count == 16 else { return nil }
        let digits = bytes.map { HexDigits.text(of: CollectionOfOne($0)) }
        let parts = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
        return RecordID(parts.joined(separator: "-"))
    }
}
