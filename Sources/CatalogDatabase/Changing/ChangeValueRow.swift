import GRDB
import JSON
import PhotoRecords

/// A row of the table `change_value`: what a change made of one field of a photo.
struct ChangeValueRow: FetchableRecord {
    /// The field before the change, or after it.
    struct Side {
        /// Where the value came from; nil where nothing says so.
        let provenance: Provenance?
        // Parsed when it is wanted: of what a change has, not all is looked at.
        private let json: String?

        /// The value; nil for none.
        var value: JSONValue? {
            get throws { try json.map { try JSONValue(parsing: $0.utf8) } }
        }

        fileprivate init(_ row: Row, json: String, source: String, at: String, until: String) {
            self.json = row[json]
            let source: String? = row[source]
            provenance = source.map { Provenance(source: $0, at: row[at], until: row[until]) }
        }
    }

    /// The number of the photo.
    let photo: Int64
    /// A field's name, or that under which unknown fields are kept.
    let field: String
    let old: Side
    let new: Side

    /// What a statement selects for `init(row:)` to read.
    static let columns = """
        change_value.photo, field, old, old_source, old_at, old_until,
            new, new_source, new_at, new_until
        """

    init(row: Row) {
        photo = row["photo"]
        field = row["field"]
        old = Side(row, json: "old", source: "old_source", at: "old_at", until: "old_until")
        new = Side(row, json: "new", source: "new_source", at: "new_at", until: "new_until")
    }
}
