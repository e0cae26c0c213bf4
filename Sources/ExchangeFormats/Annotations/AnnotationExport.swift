import Foundation
import JSON
import PhotoRecords

/// Regions as annotations of the Web Annotation Data Model (W3C Recommendation, 2017), in one
/// annotation page: what a region is called is its body, where it is the target's selector.
///
/// Beside the selector each has the region whole (`wit:region`), which counts for us as long as both
/// say the same.
public struct AnnotationExport: ExportFormat {
    /// The namespace of our own member.
    static let namespace = "urn:uuid:ad91c77e-ce1f-461e-b3f0-c29a6c46b56a#"
    private var isFirst = true

    /// A new export.
    public init() {}

    /// The beginning of the page.
    public func opening() -> String {
        "{\"@context\":[\"http://www.w3.org/ns/anno.jsonld\",{\"wit\":\"\(Self.namespace)\","
            + "\"wit:region\":{\"@type\":\"@json\"}}],\"id\":\"urn:uuid:\(RecordID().text)\","
            + "\"type\":\"AnnotationPage\",\"items\":["
    }

    /// The annotations of a photo, each on a line of its own; nil for one without a region that can
    /// be said so.
    public mutating func entry(of record: PhotoRecord) -> String? {
        let annotations = record.regions.compactMap { Self.annotation($0, record) }
        guard !annotations.isEmpty else { return nil }
        defer { isFirst = false }
        return (isFirst ? "\n" : ",\n") + annotations.map(\.text).joined(separator: ",\n")
    }

    /// The end of the page.
    public func closing() -> String { "\n]}\n" }

    private static func annotation(_ region: Region, _ record: PhotoRecord) -> JSONValue? {
        guard let selector = RegionSelector(of: record.image).json(of: region.shape) else {
            return nil
        }
        var body: [JSONValue] = []
        if let name = region.name {
            body.append([
                "type": "TextualBody", "value": .string(name), "format": "text/plain",
                "purpose": "identifying",
            ])
        }
        if let kind = region.kind {
            body.append([
                "type": "TextualBody", "value": .string(kind.rawValue), "format": "text/plain",
                "purpose": "classifying",
            ])
        }
        var source: JSONObject = ["type": "Image"]
        let identity = record.id.map { "urn:uuid:" + $0.text }
        source["id"] = (record.file.map { URL(filePath: $0).absoluteString } ?? identity)
            .map(JSONValue.string)
        if record.file != nil { source["canonical"] = identity.map(JSONValue.string) }
        source["format"] = (record.image?.mediaType).map(JSONValue.string)
        let id = region.id.flatMap { RecordID($0) } ?? RecordID()
        return [
            "id": .string("urn:uuid:" + id.text), "type": "Annotation",
            "motivation": region.kind == .question ? "questioning" : "identifying",
            "body": .array(body),
            "target": [
                "type": "SpecificResource", "source": .object(source), "selector": selector,
            ], "wit:region": region.json,
        ]
    }
}
