import Foundation
import OutputText
import PhotoRecords

/// KML 2.2 (OGC 07-147r2): one placemark a photo that has a point.
///
/// A time without a known offset is written without one, which KML allows (§15.1).
public struct KMLExport: ExportFormat {
    /// A new export.
    public init() {}

    /// The beginning of the file.
    public func opening() -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2">
        <Document><name>Photos</name>

        """
    }

    /// The placemark, its members in the schema's order; nil without a point.
    public func entry(of record: PhotoRecord) -> String? {
        guard let location = record.location, let point = location.coordinate else { return nil }
        var text = "<Placemark"
        if let id = record.id { text += " id=\"photo-\(id.text)\"" }
        text += ">" + MarkupText.element("name", record.name ?? GPXExport.fileName(of: record))
        text += MarkupText.element("description", record.caption.map(Self.description))
        if let taken = record.taken {
            let offset = taken.local.time == nil ? nil : taken.offset?.description
            text += "<TimeStamp><when>\(taken.local.iso)\(offset ?? "")</when></TimeStamp>"
        }
        text += Self.data(of: record)
        // Metres above sea level count only where the mode says so; else 0 is meant (§9.7).
        let mode = location.altitude == nil ? "" : "<altitudeMode>absolute</altitudeMode>"
        let numbers = [point.longitude, point.latitude] + (location.altitude.map { [$0] } ?? [])
        text += "<Point>\(mode)<coordinates>"
        text += numbers.map(MarkupText.decimal).joined(separator: ",")
        return text + "</coordinates></Point></Placemark>\n"
    }

    /// The end of the file.
    public func closing() -> String { "</Document>\n</kml>\n" }

    /// A description is HTML to programs that show it (§9.1.3.10), pictures of a stranger's server
    /// included: of a caption that has markup, they get to see the markup.
    private static func description(_ caption: String) -> String {
        // By octets: a mark before a `<` makes one Character of both (UAX #29, Prepend).
        caption.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
            ? XMLEscaping.shown(caption) : caption
    }

    private static func data(of record: PhotoRecord) -> String {
        let place = record.location?.place
        let values: [(String, String?)] = [
            ("keywords", record.keywords.joined(separator: "; ")),
            ("people", record.people.joined(separator: "; ")),
            (
                "place",
                [place?.name, place?.region, place?.country].compactMap(\.self)
                    .joined(separator: ", ")
            ),
            (
                "camera",
                [record.camera?.make, record.camera?.model].compactMap(\.self)
                    .joined(separator: " ")
            ),
            ("file", record.file),
        ]
        let data = values.compactMap { name, value -> String? in
            guard let value, !value.isEmpty else { return nil }
            return "<Data name=\"\(name)\">\(MarkupText.element("value", value))</Data>"
        }
        return data.isEmpty ? "" : "<ExtendedData>\(data.joined())</ExtendedData>"
    }
}
