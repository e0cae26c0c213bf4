import JSON

/// A point on the earth in degrees of WGS 84.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north, -90…90.
    public let latitude: Double
    /// Degrees east, -180…180.
    public let longitude: Double

    /// A point; nil outside the ranges or if a number is not finite.
    public init?(latitude: Double, longitude: Double) {
        guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        // The equator has no side: `0° S` is 0 and not -0.
        self.latitude = latitude == 0 ? 0 : latitude
        self.longitude = longitude == 0 ? 0 : longitude
    }
}

/// The name of a place, and how far from it a photo was taken.
public struct Place: Hashable, Sendable {
    /// Its name, such as `Paris`.
    public var name: String?
    /// The region or state it lies in.
    public var region: String?
    /// The country: two letters of ISO 3166-1 where known.
    public var country: String?
    /// The distance to the named place in kilometres; nil for a person's own name of the spot.
    public var distanceKm: Double?
    /// What the name was looked up in: `gazetteer` or `own-place`; nil for one that was said.
    public var source: String?
    /// Fields of the JSON form that this version does not know.
    public var unknown: JSONObject = [:]

    /// A place by what is known of it.
    public init(
        name: String? = nil, region: String? = nil, country: String? = nil,
        distanceKm: Double? = nil, source: String? = nil
    ) {
        self.name = name
        self.region = region
        self.country = country
        self.distanceKm = distanceKm
        self.source = source
    }

    /// Whether nothing at all is known.
    public var isEmpty: Bool {
        name == nil && region == nil && country == nil && unknown.isEmpty
    }
}

/// Where a photo was taken: a coordinate, a named place, or both.
public struct Location: Hashable, Sendable {
    /// How finely a location was shared: an open vocabulary.
    public struct Precision: Hashable, Sendable, RawRepresentable {
        /// The word as it stands in JSON.
        public var rawValue: String
        /// Takes any word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// As it was measured.
        public static let exact = Self(rawValue: "exact")
        /// To a cell of about 1 km: the point is its middle.
        public static let kilometre = Self(rawValue: "1km")
        /// To a cell of about 10 km: the point is its middle.
        public static let tenKilometres = Self(rawValue: "10km")
        /// To the place: the point is the middle of it.
        public static let place = Self(rawValue: "place")

        /// The words that are known, the finest first.
        private static let known = [exact, kilometre, tenKilometres, place]

        /// Whether a location shared so tells less than one shared as the other; false where either
        /// word is not known.
        public func isCoarser(than other: Self) -> Bool {
            guard let own = Self.known.firstIndex(of: self),
                let others = Self.known.firstIndex(of: other)
            else { return false }
            return own > others
        }
    }

    /// The point; nil if only the place's name is known.
    public var coordinate: Coordinate?
    /// Metres above sea level, negative below.
    public var altitude: Double?
    /// Where the camera looked: degrees clockwise from true north, 0..<360.
    public var direction: Double?
    /// The radius in metres within which the point lies.
    public var accuracy: Double?
    /// What it was learned from: `exif`, `xmp`, `gpx`, `user` or `mail`.
    public var source: String?
    /// How finely it was shared; nil means exact.
    public var precision: Precision?
    /// The named place.
    public var place: Place?
    /// Fields of the JSON form that this version does not know.
    public var unknown: JSONObject = [:]

    /// A location by what is known of it.
    public init(
        coordinate: Coordinate? = nil, altitude: Double? = nil, direction: Double? = nil,
        accuracy: Double? = nil, source: String? = nil, precision: Precision? = nil,
        place: Place? = nil
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.direction = direction
        self.accuracy = accuracy
        self.source = source
        self.precision = precision
        self.place = place
    }
}

extension Place {
    init?(members: inout JSONMembers) {
        self.init(
            name: members.string("name"), region: members.string("region"),
            country: members.string("country"), distanceKm: members.double("distanceKm"),
            source: members.string("source"))
        unknown = members.rest
    }

    /// The JSON form (“The photo record”).
    public var json: JSONValue {
        var object = unknown
        object["name"] = name.map(JSONValue.string)
        object["region"] = region.map(JSONValue.string)
        object["country"] = country.map(JSONValue.string)
        object["distanceKm"] = distanceKm.map(JSONValue.number)
        object["source"] = source.map(JSONValue.string)
        return .object(object)
    }
}

extension Location {
    init?(members: inout JSONMembers) {
        let latitude = members.double("latitude")
        let longitude = members.double("longitude")
        self.init(
            altitude: members.double("altitude"), direction: members.double("direction"),
            accuracy: members.double("accuracy"), source: members.string("source"),
            precision: members.string("precision").map(Precision.init(rawValue:)),
            place: members.nested("place") { Place(members: &$0) })
        if latitude != nil || longitude != nil {
            coordinate = latitude.flatMap { latitude in
                longitude.flatMap { Coordinate(latitude: latitude, longitude: $0) }
            }
            if coordinate == nil {
                members.reject("latitude", "and its longitude are not a point on Earth")
            }
        }
        unknown = members.rest
        if coordinate == nil && place == nil && unknown.isEmpty { return nil }
    }

    /// The JSON form (“The photo record”).
    public var json: JSONValue {
        var object = unknown
        object["latitude"] = coordinate.map { .number($0.latitude) }
        object["longitude"] = coordinate.map { .number($0.longitude) }
        object["altitude"] = altitude.map(JSONValue.number)
        object["direction"] = direction.map(JSONValue.number)
        object["accuracy"] = accuracy.map(JSONValue.number)
        object["source"] = source.map(JSONValue.string)
        object["precision"] = precision.map { .string($0.rawValue) }
        object["place"] = place.map(\.json)
        return .object(object)
    }
}
