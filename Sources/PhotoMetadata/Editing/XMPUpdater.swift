import PhotoRecords
import XML

/// Writes a record's story into an XMP packet: each field that the packet says otherwise, and
/// with it what other programs mirror there.
struct XMPUpdater {
    /// What to say.
    let record: PhotoRecord
    /// What the packet alone says.
    let former: PhotoRecord
    let frame: RegionFrame
    let limits: PhotoReadLimits

    private static let acdsee = "http://ns.acdsee.com/iptc/1.0/"

    /// Makes the packet say it.
    ///
    /// - Parameter packet: the properties that it holds now.
    func apply(to document: XMPDocument, holding packet: XMPPacket) {
        let story = XMPFragment(XMPSerializer(record).elements)
        document.put(["wit:RecordID"], of: story)
        words(document, packet, story)
        XMPKeywordUpdater(record: record, former: former).apply(to: document, story)
        date(document, packet, story)
        if !former.location.isSamePoint(as: record.location) { point(document, story) }
        document.put(["wit:Precision"], of: story)
        let place = former.location?.place
        if !place.isSame(as: record.location?.place) { self.place(document, story) }
        if former.regions != record.regions {
            XMPRegionUpdater(record: record, former: former, frame: frame, limits: limits)
                .apply(to: document, holding: packet)
        }
        if former.people != record.people || former.regions != record.regions {
            document.put(["Iptc4xmpExt:PersonInImage", "wit:PeopleComplete"], of: story)
        }
    }

    private func words(_ document: XMPDocument, _ packet: XMPPacket, _ story: XMPFragment) {
        if former.name != record.name {
            document.put(alternative: "dc:title", of: story)
            mirror(former.name, record.name, ofURI: Self.acdsee, "caption", document)
        }
        document.put(["wit:Name"], of: story)
        // Filler is no caption, and stays while nobody writes one.
        if former.caption != record.caption {
            document.put(alternative: "dc:description", of: story)
            // digiKam and others mirror the caption.
            mirror(former.caption, record.caption, ofURI: Self.acdsee, "notes", document)
            for (space, name) in [(XMPNamespace.tiff, "ImageDescription"), (.exif, "UserComment")] {
                mirror(former.caption, record.caption, ofURI: space.uri, name, document)
            }
        }
        document.put(["wit:Caption"], of: story)
    }

    /// Changes a property that another program keeps in step, where it says what the former
    /// text was.
    private func mirror(
        _ former: String?, _ text: String?, ofURI uri: String, _ name: String,
        _ document: XMPDocument
    ) {
        guard let former, let element = document.property(name, ofURI: uri),
            (element.alternatives.first ?? element).text.trimmed == former.trimmed
        else { return }
        guard let text else {
            document.remove(name, ofURI: uri)
            return
        }
        if element.setAlternative(text) { return }
        let changed = XMLElement(prefix: element.prefix, name: name, uri: uri)
        changed.children = [.text(text)]
        document.set(changed)
    }

    // MARK: Date

    private func date(_ document: XMPDocument, _ packet: XMPPacket, _ story: XMPFragment) {
        guard let taken = record.taken else {
            if former.taken != nil {
                document.put(["exif:DateTimeOriginal", "photoshop:DateCreated"], of: story)
                document.put(["xmp:CreateDate", "exif:DateTimeDigitized"], of: story)
            }
            document.put(["wit:DateOffset", "wit:OffsetSource"], of: story)
            return
        }
        for name in ["exif:DateTimeOriginal", "photoshop:DateCreated"] {
            let said = packet[name]?.string.flatMap { DateSpelling($0) }
            let offset = taken.local.time == nil ? nil : taken.offset
            if let said, said.local == taken.local, said.offset == offset { continue }
            document.put([name], of: story)
        }
        document.put(["wit:DateOffset", "wit:OffsetSource"], of: story)
    }

    // MARK: Place

    private static let pointNames = [
        "exif:GPSLatitude", "exif:GPSLongitude", "exif:GPSAltitudeRef", "exif:GPSAltitude",
        "exif:GPSImgDirectionRef", "exif:GPSImgDirection", "exif:GPSHPositioningError",
    ]

    private func point(_ document: XMPDocument, _ story: XMPFragment) {
        document.put(Self.pointNames, of: story)
        document.put(["exif:GPSLatitudeRef", "exif:GPSLongitudeRef"], of: story)
        // What else was measured there goes with the point; the clock's time is no place.
        for (uri, name) in document.propertyNames
        where uri == XMPNamespace.exif.uri && name.hasPrefix("GPS") && name != "GPSTimeStamp"
            && name != "GPSVersionID" && !Self.pointNames.contains("exif:" + name)
        {
            document.remove(name, in: .exif)
        }
    }

    private func place(_ document: XMPDocument, _ story: XMPFragment) {
        document.put(
            [
                "photoshop:City", "photoshop:State", "photoshop:Country",
                "Iptc4xmpExt:LocationCreated", "wit:PlaceDistanceKm",
                // The former place's parts.
                "Iptc4xmpCore:CountryCode", "Iptc4xmpCore:Location",
            ], of: story)
        if record.location?.place == nil { document.remove("LocationShown", in: .iptcExt) }
    }
}

extension Location? {
    /// Whether two locations are one point to a centimetre, with the same measures.
    func isSamePoint(as other: Location?) -> Bool {
        func near(_ left: Double?, _ right: Double?, _ tolerance: Double) -> Bool {
            guard let left, let right else { return left == nil && right == nil }
            return abs(left - right) <= tolerance
        }
        let (mine, theirs) = (self?.coordinate, other?.coordinate)
        guard (mine == nil) == (theirs == nil) else { return false }
        guard let mine, let theirs else { return true }
        return near(mine.latitude, theirs.latitude, 1e-7)
            && near(mine.longitude, theirs.longitude, 1e-7)
            && near(self?.altitude, other?.altitude, 1e-3)
            && near(self?.direction, other?.direction, 1e-3)
            && near(self?.accuracy, other?.accuracy, 1e-2)
    }
}

extension Place? {
    /// Whether two places go by the same names. A country's code and its name are not told
    /// apart: no list of countries is at hand here.
    func isSame(as other: Place?) -> Bool {
        guard let self, let other else {
            return (self?.isEmpty ?? true) && (other?.isEmpty ?? true)
        }
        guard self.name == other.name, self.region == other.region else { return false }
        guard let mine = self.country, let theirs = other.country else {
            return self.country == other.country
        }
        return mine == theirs || (mine.utf8.count == 2) != (theirs.utf8.count == 2)
    }
}

extension String {
    /// Without blanks and NULs at the end.
    var trimmed: String { TextDecoding.trimmed(self) }
}
