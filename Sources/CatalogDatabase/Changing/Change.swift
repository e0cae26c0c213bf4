import JSON
import PhotoRecords

/// One entry of the audit trail: something that altered what the catalog says of photos.
public struct Change: Sendable, Hashable {
    /// What kind of change it was.
    public enum Kind: String, Sendable, CaseIterable {
        /// A scan added photos, or values followed their files. Undoing it gives the values
        /// back; the photos stay.
        case scan
        /// A person, or a tool for a person, changed values.
        case edit
        /// Messages were taken in.
        case `import`
        /// Proposals were accepted.
        case accept
        /// Proposals were rejected.
        case reject
        /// Another change was taken back.
        case undo
    }

    /// Its number: rises with time.
    public var number: Int64
    /// When it was made, in UTC: `2026-11-20T10:00:00Z`.
    public var at: String
    /// What kind it was.
    public var kind: Kind
    /// One line for a person.
    public var summary: String
    /// Where it came from: `user`, `scan`, `mail:` and a Message-ID, …
    public var source: String
    /// The change that it took back, for one of kind `undo`.
    public var undoes: Int64?
    /// The change that took it back.
    public var undoneBy: Int64?
    /// How many of the files that it wrote were not put back when it was taken back; undoing the
    /// change once more tries these.
    public var unrestored = 0
    /// Files that stay on disk after an undo took their photos out of the catalog.
    public var leftFiles: [String] = []

    /// The JSON form: `number`, `at`, `kind`, `summary`, `source`, `undoes`, `undoneBy`,
    /// `unrestored`, `leftFiles`.
    public var json: JSONValue {
        var object: JSONObject = [
            "number": .integer(number), "at": .string(at), "kind": .string(kind.rawValue),
            "summary": .string(summary), "source": .string(source),
        ]
        object["undoes"] = undoes.map(JSONValue.integer)
        object["undoneBy"] = undoneBy.map(JSONValue.integer)
        if unrestored > 0 { object["unrestored"] = .integer(Int64(unrestored)) }
        if !leftFiles.isEmpty { object["leftFiles"] = .strings(leftFiles) }
        return .object(object)
    }
}

/// One value that a change altered.
public struct ChangedValue: Sendable, Hashable {
    /// The photo; nil where it is no longer in the catalog.
    public var photo: RecordID?
    /// The field's name; `unknown` for fields that this version does not know.
    public var field: String
    /// What it was, in JSON; nil for nothing.
    public var old: JSONValue?
    /// Where that came from.
    public var oldProvenance: Provenance?
    /// What it became, in JSON; nil for nothing.
    public var new: JSONValue?
    /// Where that came from.
    public var newProvenance: Provenance?
}
