import PhotoRecords

/// The XMP properties of a record's words, date, place, camera and identity.
struct XMPSerializer {
    /// The properties as XML elements.
    let elements: [String]

    init(_ record: PhotoRecord) {
        var elements: [String] = []
        if let id = record.id { elements.append(XMPElement.simple("wit:RecordID", id.text)) }
        elements += Self.words(record)
        if let taken = record.taken { elements += Self.date(taken) }
        if let location = record.location { elements += Self.location(location) }
        if let camera = record.camera { elements += Self.camera(camera) }
        self.elements = elements
    }

    private static func words(_ record: PhotoRecord) -> [String] {
        var elements: [String] = []
        if let name = record.name, !name.isEmpty {
            elements.append(XMPElement.alternative("dc:title", name))
            if !ExactText.comesHome(name, isCaption: false) {
                elements.append(XMPElement.simple("wit:Name", name))
            }
        }
        if let caption = record.caption, !caption.isEmpty {
            elements.append(XMPElement.alternative("dc:description", caption))
            let isMaker = caption.lowercased() == record.camera?.make?.lowercased()
            if isMaker || !ExactText.comesHome(caption, isCaption: true) {
                elements.append(XMPElement.simple("wit:Caption", caption))
            }
        }
        if !record.keywords.isEmpty {
            elements.append(XMPElement.bag("dc:subject", record.keywords))
        }
        if !record.people.isEmpty {
            elements.append(XMPElement.bag("Iptc4xmpExt:PersonInImage", record.people))
        }
        // A reader takes the names of faces for people; this says that the list is complete.
        let faces = record.regions.filter { $0.kind == .face }.compactMap(\.name)
        if !Set(faces).isSubset(of: record.people) {
            elements.append(XMPElement.simple("wit:PeopleComplete", "True"))
        }
        return elements
    }

    private static func date(_ taken: CaptureTime) -> [String] {
        let zone = taken.local.time == nil ? nil : taken.offset
        let text = taken.local.iso + (zone?.description ?? "")
        var elements = [
            XMPElement.simple("exif:DateTimeOriginal", text),
            XMPElement.simple("photoshop:DateCreated", text),
        ]
        if taken.local.time == nil, let offset = taken.offset {
            elements.append(XMPElement.simple("wit:DateOffset", offset.description))
        }
        if taken.offset != nil, let source = taken.offsetSource, source != .exif {
            elements.append(XMPElement.simple("wit:OffsetSource", source.rawValue))
        }
        return elements
    }

    private static func location(_ location: Location) -> [String] {
        var elements: [String] = []
        if let point = location.coordinate {
            elements.append(
                XMPElement.simple("exif:GPSLatitude", angle(point.latitude, "N", "S")))
            elements.append(
                XMPElement.simple("exif:GPSLongitude", angle(point.longitude, "E", "W")))
            if let altitude = location.altitude, let size = UnsignedRational(altitude) {
                elements.append(
                    XMPElement.simple("exif:GPSAltitudeRef", altitude < 0 ? "1" : "0"))
                elements.append(XMPElement.simple("exif:GPSAltitude", size.text))
            }
            if let direction = location.direction, let size = UnsignedRational(direction) {
                elements.append(XMPElement.simple("exif:GPSImgDirectionRef", "T"))
                elements.append(XMPElement.simple("exif:GPSImgDirection", size.text))
            }
            if let accuracy = location.accuracy, let size = UnsignedRational(accuracy) {
                elements.append(XMPElement.simple("exif:GPSHPositioningError", size.text))
            }
        }
        if let precision = location.precision {
            elements.append(XMPElement.simple("wit:Precision", precision.rawValue))
        }
        if let place = location.place, !place.isEmpty { elements += Self.place(place) }
        return elements
    }

    /// `48,51.5022N`: degrees and minutes to a hundred millionth (XMP part 2 §8.7.2).
    private static func angle(_ degrees: Double, _ positive: String, _ negative: String) -> String {
        let total = Int((abs(degrees) * 6_000_000_000).rounded())
        let minutes = Double(total % 6_000_000_000) / 100_000_000
        return "\(total / 6_000_000_000),\(XMPElement.decimal(minutes) ?? "0")"
            + (degrees < 0 ? negative : positive)
    }

    private static func place(_ place: Place) -> [String] {
        var elements: [String] = []
        var fields: [String] = []
        func add(_ value: String?, _ photoshop: String, _ field: String) {
            guard let value, !value.isEmpty else { return }
            elements.append(XMPElement.simple("photoshop:" + photoshop, value))
            fields.append(
                field == "City" || field == "ProvinceState" || field == "CountryCode"
                    ? XMPElement.simple("Iptc4xmpExt:" + field, value)
                    : XMPElement.alternative("Iptc4xmpExt:" + field, value))
        }
        let isCode = place.country.map { country in
            country.utf8.count == 2 && country.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        }
        add(place.name, "City", "City")
        add(place.region, "State", "ProvinceState")
        add(place.country, "Country", isCode == true ? "CountryCode" : "CountryName")
        if !fields.isEmpty {
            elements.append(XMPElement.structures("Iptc4xmpExt:LocationCreated", [fields]))
        }
        if let distance = place.distanceKm.flatMap(XMPElement.decimal) {
            elements.append(XMPElement.simple("wit:PlaceDistanceKm", distance))
        }
        return elements
    }

    private static func camera(_ camera: Camera) -> [String] {
        [
            ("tiff:Make", camera.make), ("tiff:Model", camera.model),
            ("exifEX:LensModel", camera.lens),
        ]
        .compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : XMPElement.simple(name, $0) }
        }
    }
}

/// Texts that a reader's rules would change or leave out: blanks at the end, words that look
/// like a camera's filler. Our own XMP carries these once more, and they count while the
/// standard fields still say the same.
enum ExactText {
    /// Whether a text comes through the reading rules as it is.
    static func comesHome(_ text: String, isCaption: Bool) -> Bool {
        plain(text) == text && !(isCaption && CaptionFiller.isFiller(text))
    }

    /// Whether our own text is what the standard fields' text, if any, was made from.
    static func agrees(_ own: String, _ standard: String?) -> Bool {
        standard.map { plain($0) == plain(own) } ?? true
    }

    /// A text as the reading rules leave it.
    private static func plain(_ text: String) -> String? {
        TextDecoding.field(Array(text.utf8)[...])?.0
    }
}
