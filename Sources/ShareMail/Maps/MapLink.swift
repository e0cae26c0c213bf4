import OutputText
import PhotoRecords

/// The page that shows a point on a map: a link for people, never fetched.
///
/// ```swift
/// let link = try MapLink("https://www.geoportail.gouv.fr/carte?c={longitude},{latitude}&z=15")
/// ```
public struct MapLink: Hashable, Sendable, CustomStringConvertible {
    /// The pattern, with `{latitude}` and `{longitude}` where the decimal degrees go and, if it has it,
    /// `{zoom}` where the size of what is shown goes: 15 for a point, 13, 11 or 10 for what was shared
    /// coarsely.
    public let pattern: String
    /// The pattern for the text part, whose lines are short.
    private let shortPattern: String
    /// The same two for a coarse point, which is no spot to mark.
    private let coarsePattern: String
    private let coarseShortPattern: String

    /// OpenStreetMap, with a pin at the point; without one at a coarse point.
    public static let openStreetMap = MapLink(
        pattern: "https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}"
            + "#map={zoom}/{latitude}/{longitude}",
        shortPattern: "https://osm.org/?mlat={latitude}&mlon={longitude}&zoom={zoom}",
        coarsePattern: "https://www.openstreetmap.org/#map={zoom}/{latitude}/{longitude}",
        coarseShortPattern: "https://osm.org/#map={zoom}/{latitude}/{longitude}")

    /// The longest pattern, in characters.
    public static let maximumLength = 500

    private init(
        pattern: String, shortPattern: String, coarsePattern: String, coarseShortPattern: String
    ) {
        self.pattern = pattern
        self.shortPattern = shortPattern
        self.coarsePattern = coarsePattern
        self.coarseShortPattern = coarseShortPattern
    }

    /// A link by its pattern.
    ///
    /// - Throws: ``WitError`` for what is no https address of a host, lacks one of the two
    ///   numbers, or has them or other placeholders where they can do harm.
    public init(_ pattern: String) throws(WitError) {
        // Settings may have the one that stood in the README before there was {zoom}.
        let own = Self.openStreetMap.pattern
        if pattern == own || pattern == own.replacing("{zoom}", with: "15") {
            self = .openStreetMap
            return
        }
        func refused(_ why: String) -> WitError {
            WitError(.mapLink, "the map link “\(pattern.prefix(200))” \(why)")
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
        guard isPlain else { throw refused("has characters that an address must not have") }
        let host = pattern.dropFirst("https://".count).prefix { !"/?#".contains($0) }
        guard !host.isEmpty, host.allSatisfy({ $0.isLetter || $0.isNumber || ".-:".contains($0) })
        else { throw refused("names no host, or has a user or a placeholder in it") }
        for name in ["{latitude}", "{longitude}"] where !pattern.contains(name) {
            throw refused("lacks \(name)")
        }
        let rest = Self.filled(pattern, "", "", "")
        guard !rest.contains(where: { "{}".contains($0) }) else {
            throw refused("has braces besides {latitude}, {longitude} and {zoom}")
        }
        self.init(
            pattern: pattern, shortPattern: pattern, coarsePattern: pattern,
            coarseShortPattern: pattern)
    }

    /// The pattern.
    public var description: String { pattern }

    /// The address that shows a point, as closely as it is known.
    public func address(of point: Coordinate, precision: Location.Precision? = nil) -> String {
        Self.filled(
            Self.isExact(precision) ? pattern : coarsePattern,
            PlaceWords.decimal(point.latitude), PlaceWords.decimal(point.longitude),
            Self.zoom(precision))
    }

    /// The address for a line of text: five decimals, about a metre.
    public func shortAddress(
        of point: Coordinate, precision: Location.Precision? = nil
    ) -> String {
        func text(_ value: Double) -> String {
            PlaceWords.decimal((value * 100_000).rounded() / 100_000)
        }
        return Self.filled(
            Self.isExact(precision) ? shortPattern : coarseShortPattern, text(point.latitude),
            text(point.longitude), Self.zoom(precision))
    }

    private static func isExact(_ precision: Location.Precision?) -> Bool {
        ShareMap.uncertainty(precision) == 0
    }

    /// A step more halves what is shown: 15 has streets, 10 a city with what is around it.
    private static func zoom(_ precision: Location.Precision?) -> String {
        if precision == .place { return "11" }
        return switch ShareMap.uncertainty(precision) {
        case 0: "15"
        case ...1: "13"
        case ...10: "10"
        default: "7"
        }
    }

    private static func filled(
        _ pattern: String, _ latitude: String, _ longitude: String, _ zoom: String
    ) -> String {
        pattern.replacing("{latitude}", with: latitude)
            .replacing("{longitude}", with: longitude).replacing("{zoom}", with: zoom)
    }
}

extension WitError.Code {
    /// A text is no link to a map.
    public static let mapLink: Self = "map-link"
}
