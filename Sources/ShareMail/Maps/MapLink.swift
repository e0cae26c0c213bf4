import PhotoRecord

/// The page that shows a point on a map: a link for people, never fetched.
///
/// ```swift
/// let link = try MapLink("https://www.geoportail.gouv.fr/carte?c={longitude},{latitude}&z=15")
/// ```
public struct MapLink: Hashable, Sendable, CustomStringConvertible {
    /// The pattern, with `{latitude}` and `{longitude}` where the decimal degrees go.
    public let pattern: String
    /// The pattern for the text part, whose lines are short.
    private let shortPattern: String

    /// OpenStreetMap, with a pin at the point.
    public static let openStreetMap = MapLink(
        pattern: "https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}"
            + "#map=15/{latitude}/{longitude}",
        shortPattern: "https://osm.org/?mlat={latitude}&mlon={longitude}&zoom=15")

    /// The longest pattern, in characters.
    public static let maximumLength = 500

    private init(pattern: String, shortPattern: String) {
        self.pattern = pattern
        self.shortPattern = shortPattern
    }

    /// A link by its pattern.
    ///
    /// - Throws: ``MapLinkError`` for what is no https address of a host, lacks one of the two
    ///   numbers, or has them or other placeholders where they can do harm.
    public init(_ pattern: String) throws(MapLinkError) {
        if pattern == Self.openStreetMap.pattern {
            self = .openStreetMap
            return
        }
        func refused(_ why: String) -> MapLinkError {
            MapLinkError(message: "the map link “\(pattern.prefix(200))” \(why)")
        }
        guard pattern.count <= Self.maximumLength else {
            throw refused("has more than \(Self.maximumLength) characters")
        }
        guard pattern.lowercased().hasPrefix("https://") else {
            throw refused("does not begin with https://")
        }
        // RFC 3986 §2: what may stand in an address, and the braces of the placeholders.
        let marks = "-._~:/?#[]@!$&'()*+,;=%{}"
        let isPlain = pattern.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || marks.unicodeScalars.contains(scalar))
        }
        guard isPlain else { throw refused("has characters that no address may have") }
        let host = pattern.dropFirst("https://".count).prefix { !"/?#".contains($0) }
        guard !host.isEmpty, host.allSatisfy({ $0.isLetter || $0.isNumber || ".-:".contains($0) })
        else { throw refused("names no host, or has a user or a placeholder in it") }
        for name in ["{latitude}", "{longitude}"] where !pattern.contains(name) {
            throw refused("lacks \(name)")
        }
        let rest = Self.filled(pattern, "", "")
        guard !rest.contains(where: { "{}".contains($0) }) else {
            throw refused("has braces besides {latitude} and {longitude}")
        }
        self.init(pattern: pattern, shortPattern: pattern)
    }

    /// The pattern.
    public var description: String { pattern }

    /// The address that shows a point.
    public func address(of point: Coordinate) -> String {
        Self.filled(
            pattern, PlaceWords.decimal(point.latitude), PlaceWords.decimal(point.longitude))
    }

    /// The address for a line of text: five decimals, about a metre.
    public func shortAddress(of point: Coordinate) -> String {
        func text(_ value: Double) -> String {
            PlaceWords.decimal((value * 100_000).rounded() / 100_000)
        }
        return Self.filled(shortPattern, text(point.latitude), text(point.longitude))
    }

    private static func filled(_ pattern: String, _ latitude: String, _ longitude: String) -> String
    {
        pattern.replacing("{latitude}", with: latitude)
            .replacing("{longitude}", with: longitude)
    }
}

/// Why a text is no link to a map.
public struct MapLinkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence for a person, with the link.
    public var message: String
    /// The sentence.
    public var description: String { message }
}
