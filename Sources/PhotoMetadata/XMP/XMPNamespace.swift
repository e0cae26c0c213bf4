/// A namespace of XMP properties that matter here. A packet may bind any prefix to it; ours is
/// the one of its standard.
enum XMPNamespace: String, CaseIterable, Sendable {
    case rdf, xml, dc, xmp, exif, exifEX, aux, tiff, photoshop, lr, digiKam, wit, stDim, stArea
    case iptcCore = "Iptc4xmpCore"
    case iptcExt = "Iptc4xmpExt"
    case regions = "mwg-rs"
    case microsoft = "MP"
    case microsoftInfo = "MPRI"
    case microsoftRegion = "MPReg"

    /// The URI that names it.
    var uri: String {
        switch self {
        case .rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        case .xml: "http://www.w3.org/XML/1998/namespace"
        case .dc: "http://purl.org/dc/elements/1.1/"
        case .xmp: "http://ns.adobe.com/xap/1.0/"
        case .exif: "http://ns.adobe.com/exif/1.0/"
        case .exifEX: "http://cipa.jp/exif/1.0/"
        case .aux: "http://ns.adobe.com/exif/1.0/aux/"
        case .tiff: "http://ns.adobe.com/tiff/1.0/"
        case .photoshop: "http://ns.adobe.com/photoshop/1.0/"
        case .lr: "http://ns.adobe.com/lightroom/1.0/"
        case .digiKam: "http://www.digikam.org/ns/1.0/"
        case .wit: "urn:uuid:a5a68ef0-c41b-4858-acca-d03b4fca4faf#"
        case .stDim: "http://ns.adobe.com/xap/1.0/sType/Dimensions#"
        case .stArea: "http://ns.adobe.com/xmp/sType/Area#"
        case .iptcCore: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
        case .iptcExt: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
        case .regions: "http://www.metadataworkinggroup.com/schemas/regions/"
        case .microsoft: "http://ns.microsoft.com/photo/1.2/"
        case .microsoftInfo: "http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
        case .microsoftRegion: "http://ns.microsoft.com/photo/1.2/t/Region#"
        }
    }

    /// What named ``wit`` before it was a name that nobody can lose; read for ever, never written.
    static let formerWit = "https://whatisthat.app/ns/1.0/"

    /// Its place among all.
    var order: Int {
        switch self {
        case .rdf: 0
        case .xml: 1
        case .dc: 2
        case .xmp: 3
        case .exif: 4
        case .exifEX: 5
        case .aux: 6
        case .tiff: 7
        case .photoshop: 8
        case .lr: 9
        case .digiKam: 10
        case .wit: 11
        case .stDim: 12
        case .stArea: 13
        case .iptcCore: 14
        case .iptcExt: 15
        case .regions: 16
        case .microsoft: 17
        case .microsoftInfo: 18
        case .microsoftRegion: 19
        }
    }

    /// The namespace of a URI; nil for one that does not matter here.
    init?(uri: String) {
        guard uri.utf8.count <= Self.longestURI, let known = Self.byURI[uri] else { return nil }
        self = known
    }

    /// A foreign text of any length is not hashed to find that it is none of these.
    private static let longestURI = 100

    static let byURI: [String: XMPNamespace] = {
        var table = Dictionary(uniqueKeysWithValues: allCases.map { ($0.uri, $0) })
        // QUIRK: digiKam's namespace is also met without its last slash, exifEX's with one more
        // part, as early versions wrote them.
        table["http://www.digikam.org/ns/1.0"] = .digiKam
        table["http://cipa.jp/exif/1.0"] = .exifEX
        table["http://purl.org/dc/1.1/"] = .dc
        table[formerWit] = .wit
        return table
    }()

    /// Whether a packet names a namespace of properties that matter.
    ///
    /// Phones write packets of 30 KB and more (depth maps, maker notes in base64) that hold none
    /// of them: these need not be parsed. A packet that is no ASCII-like encoding may hold all.
    static func matter(in packet: ArraySlice<UInt8>) -> Bool {
        if packet.prefix(4).contains(0) { return true }
        // In place, without slices: packets are long, and this is the hot loop of a scan.
        return packet.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + 2 < bytes.count {
                // `://`, or `:uu` of `urn:uuid:`.
                if bytes[index] == 0x3A,
                    bytes[index + 1] == 0x2F && bytes[index + 2] == 0x2F
                        || bytes[index + 1] == 0x75 && bytes[index + 2] == 0x75
                {
                    let rest = bytes[(index + 1)...]
                    if addresses.contains(where: { rest.starts(with: $0) }) { return true }
                }
                index += 1
            }
            return false
        }
    }

    // What stands behind the first colon of each URI.
    private static let addresses: [[UInt8]] = byURI.compactMap { uri, space in
        guard space != .rdf, space != .xml, let colon = uri.firstIndex(of: ":") else { return nil }
        return Array(uri[uri.index(after: colon)...].utf8)
    }
}
