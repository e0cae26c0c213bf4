/// The namespaces that prefixes are bound to where a packet is read (Namespaces in XML 1.0 §6).
struct XMPScope {
    private struct Binding {
        var prefix: XMPOctets.Place
        var space: XMPNamespace?
    }

    private var bindings: [Binding] = []
    private var last = 0

    init() { bindings.reserveCapacity(32) }

    /// How many prefixes are bound.
    var count: Int { bindings.count }

    /// Goes back to so many bindings, at an element's end.
    @inline(__always)
    mutating func reset(to count: Int) {
        guard bindings.count > count else { return }
        bindings.removeLast(bindings.count - count)
        last = 0
    }

    /// Binds a prefix, which an element may do once (XML 1.0 §3.1).
    ///
    /// - Parameter first: How many prefixes were bound before the element.
    mutating func bind(
        _ prefix: XMPOctets.Place, to uri: XMPOctets.Place, since first: Int, _ octets: XMPOctets
    ) throws(XMPOctets.Unusual) {
        let space = Self.space(uri, octets)
        guard uri.count > 0, bindings.count < 256, !octets.isSame(prefix, Self.xml),
            !octets.isSame(prefix, Self.xmlns), space != .xml
        else { throw XMPOctets.Unusual() }
        // A namespace of two names could have one attribute twice; a name of two namespaces is
        // rare.
        for (index, other) in bindings.enumerated() {
            let isSame = octets.areSame(other.prefix, prefix)
            if isSame
                ? index >= first || other.space != space : other.space == space && space != nil
            {
                throw XMPOctets.Unusual()
            }
        }
        bindings.append(Binding(prefix: prefix, space: space))
    }

    /// The namespace of a prefix; nil for one that does not matter.
    @inline(__always)
    mutating func space(
        of prefix: XMPOctets.Place, _ octets: XMPOctets
    ) throws(XMPOctets.Unusual) -> XMPNamespace? {
        if last < bindings.count, octets.areSame(bindings[last].prefix, prefix) {
            return bindings[last].space
        }
        var index = bindings.count - 1
        while index >= 0 {
            if octets.areSame(bindings[index].prefix, prefix) {
                last = index
                return bindings[index].space
            }
            index -= 1
        }
        guard octets.isSame(prefix, Self.xml) else { throw XMPOctets.Unusual() }
        return .xml
    }

    private static let xml = Array("xml".utf8)
    private static let xmlns = Array("xmlns".utf8)

    private static func space(
        _ uri: XMPOctets.Place, _ octets: XMPOctets
    ) -> XMPNamespace? {
        guard uri.count < known.count else { return nil }
        return known[uri.count].first { octets.isSame(uri, $0.uri) }?.space
    }

    // By the URI's length.
    private static let known: [[(uri: [UInt8], space: XMPNamespace)]] = {
        let all = XMPNamespace.byURI
        let longest = all.keys.map(\.utf8.count).max() ?? 0
        return (0...longest).map { length in
            all.filter { $0.key.utf8.count == length }.map { (Array($0.key.utf8), $0.value) }
        }
    }()
}

/// The full names of properties, `dc:title`, made once for those that are met often.
enum XMPNames {
    /// The name of a property of a namespace.
    @inline(__always)
    static func name(
        _ space: XMPNamespace, _ local: XMPOctets.Place, _ octets: XMPOctets
    ) -> String {
        if let known = table[space.order].first(where: { octets.isSame(local, $0.local) }) {
            return known.full
        }
        let text = UnsafeBufferPointer(rebasing: octets.bytes[local.start..<local.end])
        return space.rawValue + ":" + String(decoding: text, as: UTF8.self)
    }

    // In the order of the namespaces.
    private static let table: [[(local: [UInt8], full: String)]] =
        XMPNamespace.allCases.map { space in
            (often[space] ?? []).map { (Array($0.utf8), "\(space.rawValue):\($0)") }
        }

    private static let often: [XMPNamespace: [String]] = [
        .rdf: ["li", "value"],
        .dc: ["title", "description", "subject", "creator", "format", "rights"],
        .xmp: ["CreateDate", "ModifyDate", "MetadataDate", "CreatorTool", "Rating", "Label"],
        .exif: [
            "DateTimeOriginal", "DateTimeDigitized", "GPSLatitude", "GPSLongitude", "GPSAltitude",
            "GPSAltitudeRef", "GPSTimeStamp", "UserComment", "ExifVersion", "GPSImgDirection",
            "GPSImgDirectionRef",
        ],
        .aux: ["Lens", "SerialNumber", "LensInfo", "LensID", "ImageNumber", "Firmware"],
        .tiff: [
            "Orientation", "ImageWidth", "ImageLength", "Make", "Model", "Software",
            "ImageDescription",
        ],
        .photoshop: [
            "DateCreated", "City", "State", "Country", "LegacyIPTCDigest", "Headline",
            "SidecarForExtension",
        ],
        .lr: ["hierarchicalSubject", "HierarchicalSubject", "weightedFlatSubject"],
        .digiKam: ["TagsList", "ColorLabel", "PickLabel", "CaptionsAuthorNames"],
        .stDim: ["w", "h", "unit"],
        .stArea: ["x", "y", "w", "h", "d", "unit"],
        .iptcCore: ["CountryCode", "Location", "CreatorContactInfo"],
        .iptcExt: ["PersonInImage", "LocationCreated", "LocationShown", "ImageRegion"],
        .regions: [
            "Regions", "RegionList", "AppliedToDimensions", "Area", "Name", "Type", "Rotation",
        ],
        .microsoft: ["RegionInfo"],
        .microsoftInfo: ["Regions"],
        .microsoftRegion: ["Rectangle", "PersonDisplayName"],
    ]
}
