import JSON
import PhotoRecords

/// A form in which records leave for other programs, written one record after the other: what is
/// exported may be larger than the memory.
///
/// What an export holds is for the person's own programs: paths and exact places are in it.
public protocol ExportFormat: Sendable {
    /// What stands before the first record; may be empty.
    mutating func opening() -> String
    /// What a record becomes; nil where the format has no room for it, as for a photo without a
    /// place among the waypoints of a GPX file.
    mutating func entry(of record: PhotoRecord) -> String?
    /// What stands after the last record; may be empty.
    mutating func closing() -> String
}

/// JSON Lines: one record a line, as everywhere (“The photo record”). Nothing is left out.
public struct JSONLinesExport: ExportFormat {
    /// A new export.
    public init() {}
    /// Nothing.
    public func opening() -> String { "" }
    /// The record's line.
    public func entry(of record: PhotoRecord) -> String? { record.json.text + "\n" }
    /// Nothing.
    public func closing() -> String { "" }
}
