import MailTemplates
import OutputText
import PhotoRecords
import Pictures

/// The locator map as the templates see it.
struct MapView {
    /// The part's Content-ID.
    var contentID: String
    /// What stands beside it.
    var entries: [ShareMap.Entry]
    /// The one place that all photos are from.
    var place: String?

    /// The picture's name in words, for whom it is not shown: `Map: Paris, France`.
    func alternative(_ words: TemplateWords) -> String {
        let places = entries.map { $0.numbers + " " + $0.place }.joined(separator: "; ")
        let named = place ?? (places.isEmpty ? nil : places)
        return named.map { words.label("map") + " " + $0 } ?? words.labels["map"] ?? "Map"
    }

    /// What the templates take.
    func values(_ words: TemplateWords) -> [String: Any] {
        var values: [String: Any] = [
            "contentID": contentID, "width": LocatorMap.size.width * 4 / 5,
            "height": LocatorMap.size.height * 4 / 5, "alt": alternative(words),
            "hasEntries": !entries.isEmpty,
            "entries": entries.map { entry in
                ["numbers": entry.numbers, "place": LabelledValue.guarded(entry.place)]
            },
        ]
        values["place"] = place
        return values
    }

    /// Draws the map of a message; nil where there is none to draw or nothing to draw it with,
    /// which is a finding.
    static func drawn(
        of records: [PhotoRecord], _ options: ShareOptions, _ template: TemplateSet,
        _ findings: inout [Finding]
    ) -> (view: MapView, picture: ShareMessage.Map)? {
        guard options.mapPicture, records.contains(where: { $0.location != nil }) else {
            return nil
        }
        func missing(_ why: String) -> Finding {
            Finding(.note, .mapMissing, where: "map", "The mail has no map: \(why)")
        }
        if case .failure(let error) = InstalledLand.outlines {
            findings.append(missing("\(error)."))
            return nil
        }
        guard
            let map = ShareMap(
                records, words: template.words, language: template.language,
                tellsPlaces: options.tellsPlaces)
        else { return nil }
        do throws(WitError) {
            let picture = ShareMessage.Map(
                contentID: ShareMessage.contentID(MapMark.contentIDPrefix, 1, options),
                bytes: try map.png())
            let view = MapView(
                contentID: picture.contentID, entries: map.entries, place: map.place)
            return (view, picture)
        } catch {
            findings.append(missing(error.message))
            return nil
        }
    }
}
