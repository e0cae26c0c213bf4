import PhotoRecords

/// The name of the place where a photo was taken.
enum PlaceRules {
    /// IPTC Extension's LocationCreated, else Photoshop's fields, else IPTC's data sets, else
    /// the first LocationShown.
    static func place(_ sources: inout MetadataSources) -> Sourced<Place>? {
        let xmp = sources.xmp
        if let place = location(xmp["Iptc4xmpExt:LocationCreated"]) {
            return Sourced(own(place, xmp), "xmp:Iptc4xmpExt:LocationCreated")
        }
        let code = twoLetters(xmp["Iptc4xmpCore:CountryCode"]?.string)
        let place = Place(
            name: xmp["photoshop:City"]?.string ?? xmp["Iptc4xmpCore:Location"]?.string,
            region: xmp["photoshop:State"]?.string,
            country: code ?? xmp["photoshop:Country"]?.string)
        if !place.isEmpty { return Sourced(own(place, xmp), "xmp:photoshop:City") }
        if !sources.iptc.isEmpty {
            let country = sources.iptc.text(101)
            let place = Place(
                name: sources.iptc.text(90) ?? sources.iptc.text(92),
                region: sources.iptc.text(95),
                country: twoLetters(sources.iptc.text(100)) ?? country)
            if !place.isEmpty { return Sourced(place, "iptc:City") }
        }
        return location(xmp["Iptc4xmpExt:LocationShown"]).map {
            Sourced($0, "xmp:Iptc4xmpExt:LocationShown")
        }
    }

    /// IPTC's Location structure (IPTC Photo Metadata Standard 2023.2, "Location").
    private static func location(_ value: XMPValue?) -> Place? {
        guard let location = value?.structures.first else { return nil }
        func text(_ name: String) -> String? { location["Iptc4xmpExt:" + name]?.string }
        let place = Place(
            name: text("City") ?? text("Sublocation") ?? text("LocationName"),
            region: text("ProvinceState"),
            country: twoLetters(text("CountryCode")) ?? text("CountryName"))
        return place.isEmpty ? nil : place
    }

    /// The distance that our own XMP adds, if it speaks of this place.
    private static func own(_ place: Place, _ xmp: XMPPacket) -> Place {
        guard let distance = xmp["wit:PlaceDistanceKm"]?.number, distance >= 0 else { return place }
        var place = place
        place.distanceKm = distance
        return place
    }

    private static func twoLetters(_ code: String?) -> String? {
        guard let code, code.utf8.count == 2 else { return nil }
        return code.uppercased()
    }
}
