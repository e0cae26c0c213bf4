import PhotoRecords

/// Looks for what should have stayed at home in a picture's metadata, without understanding all of
/// it: a second opinion beside the metadata reader.
enum PictureTraces {
    /// The names of XMP fields that say where a photo was taken.
    private static let names = [
        "GPSLatitude", "GPSLongitude", "photoshop:City", "photoshop:State", "photoshop:Country",
        "Iptc4xmpCore:Location", "LocationCreated", "LocationShown",
    ]
    /// The names of those that no coarse location has.
    private static let fineNames = [
        "GPSAltitude", "GPSImgDirection", "GPSDateStamp", "GPSTimeStamp", "GPSSpeed", "GPSTrack",
        "GPSDest", "GPSHPositioningError", "GPSAreaInformation", "GPSProcessingMethod",
        "GPSSatellites", "GPSDOP",
    ]
    /// The tags of a GPS directory that a coarse location has: version, references, coordinate, datum.
    private static let coarseTags: Set<Int> = [0, 1, 2, 3, 4, 0x12]

    /// A trace of any location, in words; nil if there is nothing of the kind.
    static func location(in jpeg: [UInt8]) -> String? {
        for segment in JPEGParts(jpeg).descriptions {
            if let name = (names + fineNames).first(where: { contains(segment.body, $0) }) {
                return "the field \(name)"
            }
            if segment.body.starts(with: Array("Exif\0\0".utf8)),
                ExifTrace(Array(segment.body.dropFirst(6))).hasGPS
            {
                return "an EXIF GPS directory"
            }
            if segment.body.starts(with: Array("Photoshop 3.0\0".utf8)) {
                return "an IPTC block, which wit does not write"
            }
        }
        return nil
    }

    /// What a coarse location does not have, in words: an altitude, another point than those that may
    /// be told; nil if there is nothing of the kind.
    static func fineLocation(in jpeg: [UInt8], allowed: [Coordinate]) -> String? {
        let parts = JPEGParts(jpeg)
        for segment in parts.descriptions {
            if let name = fineNames.first(where: { contains(segment.body, $0) }) {
                return "the field \(name)"
            }
        }
        guard let exif = parts.exif, exif.hasGPS else { return nil }
        if let tag = exif.tags.subtracting(coarseTags).min() {
            return "the GPS field \(tag)"
        }
        guard let point = exif.point else { return "a GPS directory that can't be read" }
        let isAllowed = allowed.contains {
            abs(abs($0.latitude) - point.latitude) < 1e-6
                && abs(abs($0.longitude) - point.longitude) < 1e-6
        }
        return isAllowed ? nil : "the point \(point.latitude), \(point.longitude)"
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ name: String) -> Bool {
        let needle = Array(name.utf8)
        var rest = bytes
        while let start = rest.firstIndex(of: needle[0]) {
            rest = rest[start...]
            if rest.starts(with: needle) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
