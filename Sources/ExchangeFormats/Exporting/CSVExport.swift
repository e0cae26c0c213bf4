import OutputText
import PhotoRecords

/// A table with a header (RFC 4180): commas, CRLF, UTF-8; one row a photo.
///
/// Several values in one cell stand behind one another with `; ` between them. What a spreadsheet
/// would take for a formula, at the start of a text or behind what parts cells, gets an apostrophe in
/// front (`TableCell`): a caption of a stranger's mail must not run there. Numbers are bare.
public struct CSVExport: ExportFormat {
    /// The columns, in their order.
    public static let columns = [
        "id", "file", "name", "caption", "keywords", "people", "taken", "utc", "offsetSource",
        "latitude", "longitude", "altitude", "direction", "accuracy", "precision", "place",
        "region", "country", "distanceKm", "regions", "make", "model", "lens", "mediaType",
        "width", "height", "orientation", "bytes", "sha256",
    ]

    /// A new export.
    public init() {}

    /// The header's row.
    public func opening() -> String { Self.columns.joined(separator: ",") + "\r\n" }

    /// The photo's row.
    public func entry(of record: PhotoRecord) -> String? {
        let (taken, location, image) = (record.taken, record.location, record.image)
        let offset = taken?.local.time == nil ? nil : taken?.offset?.description
        var cells = [
            Self.text(record.id?.text), Self.text(record.file), Self.text(record.name),
            Self.text(record.caption), Self.list(record.keywords), Self.list(record.people),
            Self.text(taken.map { $0.local.iso + (offset ?? "") }), Self.text(taken?.utc),
            Self.text(taken?.offsetSource?.rawValue),
        ]
        cells += [
            location?.coordinate?.latitude, location?.coordinate?.longitude, location?.altitude,
            location?.direction, location?.accuracy,
        ].map { $0.map(MarkupText.decimal) ?? "" }
        cells += [
            Self.text(location?.precision?.rawValue), Self.text(location?.place?.name),
            Self.text(location?.place?.region), Self.text(location?.place?.country),
            location?.place?.distanceKm.map(MarkupText.decimal) ?? "",
            Self.list(record.regions.compactMap(\.name)), Self.text(record.camera?.make),
            Self.text(record.camera?.model), Self.text(record.camera?.lens),
            Self.text(image?.mediaType),
        ]
        cells += [image?.width, image?.height, image?.orientation, image?.bytes]
            .map { $0.map(String.init) ?? "" }
        cells.append(Self.text(image?.sha256))
        return cells.joined(separator: ",") + "\r\n"
    }

    /// Nothing.
    public func closing() -> String { "" }

    private static func list(_ texts: [String]) -> String { text(texts.joined(separator: "; ")) }

    private static func text(_ text: String?) -> String { text.map(TableCell.text) ?? "" }
}
