import Files
import Foundation
import OutputText
import PhotoRecords

/// GPX 1.1: one waypoint a photo that has a point.
///
/// A waypoint's time is in UTC as the schema wants it; where no offset is known the local time is
/// not stamped as UTC but stands in the comment.
public struct GPXExport: ExportFormat {
    /// A new export.
    public init() {}

    /// The beginning of the file.
    public func opening() -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="What Is That" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation=\
        "http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">

        """
    }

    /// The waypoint, its members in the schema's order; nil without a point.
    public func entry(of record: PhotoRecord) -> String? {
        guard let location = record.location, let point = location.coordinate else { return nil }
        // The schema's longitude ends before 180.
        let longitude = point.longitude == 180 ? -180 : point.longitude
        var text =
            "<wpt lat=\"\(MarkupText.decimal(point.latitude))\""
            + " lon=\"\(MarkupText.decimal(longitude))\">"
        text += MarkupText.element("ele", location.altitude.map(MarkupText.decimal))
        text += MarkupText.element("time", record.taken?.utc)
        text += MarkupText.element("name", record.name ?? Self.fileName(of: record))
        let local = record.taken.flatMap { $0.utc == nil ? $0.local.iso : nil }
        text += MarkupText.element("cmt", local.map { "Local time \($0)" })
        text += MarkupText.element("desc", record.caption)
        if let file = record.file {
            let address = XMLEscaping.shown(PathEncoding.fileURL(file))
            text += "<link href=\"\(address)\"/>"
        }
        text += MarkupText.element("sym", "Scenic Area") + MarkupText.element("type", "photo")
        return text + "</wpt>\n"
    }

    /// The end of the file.
    public func closing() -> String { "</gpx>\n" }

    /// What a photo without a name is called.
    static func fileName(of record: PhotoRecord) -> String? {
        record.file.map { PathEncoding.legible(FileSystem.name(of: $0)) }
    }
}
