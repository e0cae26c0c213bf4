import PhotoRecords

/// Where a photo was taken (“Reading a photo's metadata”): EXIF's GPS fields, else XMP's, and the
/// place's name.
enum LocationRules {
    /// The location; nil if neither a point nor a place is known.
    static func location(_ sources: inout MetadataSources) -> Sourced<Location>? {
        var found = exifLocation(&sources) ?? xmpLocation(&sources)
        if let place = PlaceRules.place(&sources) {
            if found == nil {
                let word = place.source.hasPrefix("iptc") ? "iptc" : "xmp"
                found = Sourced(Location(source: word), place.source)
            }
            found?.value.place = place.value
        }
        if let word = sources.xmp["wit:Precision"]?.string {
            found?.value.precision = Location.Precision(rawValue: word)
        }
        return found
    }

    // MARK: EXIF (EXIF 3.0 §4.6.7)

    private static func exifLocation(_ sources: inout MetadataSources) -> Sourced<Location>? {
        if (sources.exif[.gpsLatitude] == nil) != (sources.exif[.gpsLongitude] == nil) {
            sources.note(
                .warning, .gpsIncomplete, "exif:GPSLatitude",
                "Only one of latitude and longitude is given; it is ignored.")
        }
        guard let latitude = axis(.latitude, &sources), let longitude = axis(.longitude, &sources),
            let coordinate = checked(latitude, longitude, "exif", &sources)
        else { return nil }
        var location = Location(coordinate: coordinate, source: "exif")
        if let altitude = sources.exif[.gpsAltitude]?.number(0) {
            // 1: below sea level; EXIF 3.0 adds 3: below sea level, measured otherwise.
            let reference = sources.exif[.gpsAltitudeRef]?.integer ?? 0
            location.altitude = reference == 1 || reference == 3 ? -abs(altitude) : altitude
        }
        location.direction = direction(
            sources.exif[.gpsImgDirection]?.number(0), sources.exif.ascii(.gpsImgDirectionRef),
            "exif:GPSImgDirection", &sources)
        location.accuracy = sources.exif[.gpsHPositioningError]?.number(0).flatMap {
            $0 >= 0 ? $0 : nil
        }
        return Sourced(location, "exif:GPSLatitude")
    }

    private struct Axis {
        let value: ExifTag
        let reference: ExifTag
        let name: String
        let positive: Character
        let negative: Character

        static let latitude = Axis(
            value: .gpsLatitude, reference: .gpsLatitudeRef, name: "GPSLatitude",
            positive: "N", negative: "S")
        static let longitude = Axis(
            value: .gpsLongitude, reference: .gpsLongitudeRef, name: "GPSLongitude",
            positive: "E", negative: "W")
    }

    private static func axis(_ axis: Axis, _ sources: inout MetadataSources) -> Double? {
        guard let entry = sources.exif[axis.value] else { return nil }
        guard let degrees = degrees(entry) else {
            sources.note(
                .warning, .gpsInvalid, "exif:" + axis.name,
                "The coordinate is not numeric; it is ignored.")
            return nil
        }
        switch sources.exif.ascii(axis.reference)?.uppercased().first {
        case axis.positive?: return degrees
        case axis.negative?: return -abs(degrees)
        default:
            sources.note(
                .warning, .gpsRefMissing, "exif:\(axis.name)Ref",
                "The hemisphere is not given; \(axis.positive) is assumed.")
            return degrees
        }
    }

    /// Degrees, minutes and seconds as one number; nil if the degrees are 0/0.
    private static func degrees(_ entry: ExifEntry) -> Double? {
        guard let degrees = entry.number(0) else { return nil }
        var rest = 0.0
        for index in 1..<max(1, min(entry.rationalCount, 3)) {
            guard let (numerator, denominator) = entry.rational(index) else { return nil }
            // QUIRK: EXIF 3.0 §4.6.7.1.3; minutes with decimals come with seconds of 0/0.
            if denominator == 0 {
                guard numerator == 0 else { return nil }
            } else {
                rest += abs(numerator / denominator) / (index == 1 ? 60 : 3600)
            }
        }
        let size = abs(degrees) + rest
        return degrees.sign == .minus ? -size : size
    }

    private static func combined(_ parts: [Double]) -> Double {
        let size =
            abs(parts[0]) + zip(parts.dropFirst(), [60, 3600]).reduce(0) { $0 + abs($1.0) / $1.1 }
        return parts[0].sign == .minus ? -size : size
    }

    // MARK: XMP (XMP part 2 §8.7.2)

    private static func xmpLocation(_ sources: inout MetadataSources) -> Sourced<Location>? {
        guard let latitude = xmpAxis(.latitude, &sources),
            let longitude = xmpAxis(.longitude, &sources),
            let coordinate = checked(latitude, longitude, "xmp:exif", &sources)
        else { return nil }
        var location = Location(coordinate: coordinate, source: "xmp")
        if let altitude = sources.xmp["exif:GPSAltitude"]?.number {
            let below = sources.xmp["exif:GPSAltitudeRef"]?.string == "1"
            location.altitude = below ? -abs(altitude) : altitude
        }
        location.direction = direction(
            sources.xmp["exif:GPSImgDirection"]?.number,
            sources.xmp["exif:GPSImgDirectionRef"]?.string, "xmp:exif:GPSImgDirection", &sources)
        location.accuracy = sources.xmp["exif:GPSHPositioningError"]?.number.flatMap {
            $0 >= 0 ? $0 : nil
        }
        return Sourced(location, "xmp:exif:GPSLatitude")
    }

    /// `48,51.502N`, `48,51,30.1N`, or a decimal number with its sign or its reference.
    private static func xmpAxis(_ axis: Axis, _ sources: inout MetadataSources) -> Double? {
        let name = "exif:" + axis.name
        guard let text = sources.xmp[name]?.string else { return nil }
        // Some letters have several for a capital: ß is no S, and not one character either.
        let capital = text.last?.uppercased()
        let letter = capital?.count == 1 ? capital?.first : nil
        let lettered = letter == axis.positive || letter == axis.negative
        let parts = (lettered ? text.dropLast() : text[...]).split(separator: ",").map {
            XMPNumber.parse($0)
        }
        guard (1...3).contains(parts.count), !parts.contains(nil) else {
            sources.note(
                .warning, .gpsInvalid, "xmp:" + name,
                "“\(text.prefix(40))” is not a coordinate; it is ignored.")
            return nil
        }
        let size = combined(parts.compactMap { $0 })
        let reference =
            lettered
            ? letter : sources.xmp[name + "Ref"]?.string?.uppercased().first
        switch reference {
        case axis.positive?: return size
        case axis.negative?: return -abs(size)
        default:
            sources.note(
                .warning, .gpsRefMissing, "xmp:" + name,
                "The hemisphere is not given; the number's own sign counts.")
            return size
        }
    }

    // MARK: Both

    private static func checked(
        _ latitude: Double, _ longitude: Double, _ place: String, _ sources: inout MetadataSources
    ) -> Coordinate? {
        if latitude == 0, longitude == 0 {
            sources.note(
                .warning, .gpsZero, place + ":GPSLatitude",
                "Latitude and longitude are both exactly 0; they are ignored.")
            return nil
        }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            sources.note(
                .warning, .gpsOutOfRange, place + ":GPSLatitude",
                "\(latitude), \(longitude) is not a point on Earth; it is ignored.")
            return nil
        }
        return coordinate
    }

    /// Only a direction from true north counts.
    private static func direction(
        _ degrees: Double?, _ reference: String?, _ place: String, _ sources: inout MetadataSources
    ) -> Double? {
        guard let degrees else { return nil }
        guard (0...360).contains(degrees) else {
            sources.note(
                .warning, .gpsDirectionInvalid, place,
                "\(degrees) is not a direction from 0 to 360 degrees; it is ignored.")
            return nil
        }
        switch reference?.uppercased().first {
        case "T"?: return degrees == 360 ? 0 : degrees
        case "M"?:
            sources.note(
                .note, .gpsDirectionMagnetic, place,
                "The direction is relative to magnetic north; it is ignored.")
        default:
            sources.note(
                .note, .gpsDirectionUnreferenced, place + "Ref",
                "The direction does not say which north it is relative to; it is ignored.")
        }
        return nil
    }
}

extension FindingCode {
    /// A coordinate without N, S, E or W.
    static let gpsRefMissing: FindingCode = "gps-ref-missing"
    /// A coordinate that can't be read.
    static let gpsInvalid: FindingCode = "gps-invalid"
    /// A latitude without a longitude, or the other way round.
    static let gpsIncomplete: FindingCode = "gps-incomplete"
    /// Latitude and longitude are both exactly 0.
    static let gpsZero: FindingCode = "gps-zero"
    /// A point that is not on the earth.
    static let gpsOutOfRange: FindingCode = "gps-out-of-range"
    /// A direction beyond 360 degrees.
    static let gpsDirectionInvalid: FindingCode = "gps-direction-invalid"
    /// A direction from magnetic north.
    static let gpsDirectionMagnetic: FindingCode = "gps-direction-magnetic"
    /// A direction that does not say from which north it counts.
    static let gpsDirectionUnreferenced: FindingCode = "gps-direction-unreferenced"
}
