import JSON

/// A photo's story and facts: the one record that the catalog keeps, mails carry and every
/// `--json` prints (“The photo record”).
///
/// A field that is not known is nil or empty, and absent in JSON. Fields that this version
/// does not know stay in `unknown` at every level, so that a record comes through this program
/// as it came in.
///
/// ```swift
/// var record = PhotoRecord()
/// record.name = "Red kite"
/// record.json.text  // {"name":"Red kite"}
/// ```
public struct PhotoRecord: Hashable, Sendable {
    /// The identity, made when the photo was first cataloged.
    public var id: RecordID?
    /// The file's path on this machine: never leaves in a message.
    public var file: String?
    /// A short name: what it is.
    public var name: String?
    /// A longer description.
    public var caption: String?
    /// Keywords, each once, in the order they came.
    public var keywords: [String] = []
    /// The people shown, each once, in the order they came.
    public var people: [String] = []
    /// When it was taken.
    public var taken: CaptureTime?
    /// Where it was taken.
    public var location: Location?
    /// Named parts of the picture, the last one on top.
    public var regions: [Region] = []
    /// What it was taken with.
    public var camera: Camera?
    /// The file's and the picture's facts.
    public var image: ImageFacts?
    /// Where each field's value came from.
    public var provenance: [RecordField: Provenance] = [:]
    /// What was noticed while reading.
    public var findings: [Finding] = []
    /// Fields of the JSON form that this version does not know.
    public var unknown: JSONObject = [:]

    /// A record of which nothing is known.
    public init() {}
}

extension PhotoRecord {
    /// Reads the JSON form (“The photo record”).
    ///
    /// Never fails: a member of the wrong type is left out and becomes a finding of code
    /// `record-field-rejected`; a member that this version does not know is kept in `unknown`.
    public init(json object: JSONObject) {
        var members = JSONMembers(object, path: "")
        id = members.take("id") { $0.string.flatMap { RecordID($0) } }
        file = members.string("file")
        name = members.string("name")
        caption = members.string("caption")
        keywords = members.strings("keywords")
        people = members.strings("people")
        taken = members.nested("taken") { CaptureTime(members: &$0) }
        location = members.nested("location") { Location(members: &$0) }
        regions = members.nestedArray("regions") { Region(members: &$0) }
        camera = members.nested("camera") { Camera(members: &$0) }
        image = members.nested("image") { ImageFacts(members: &$0) }
        var sources: [RecordField: Provenance] = [:]
        _ = members.nested("provenance") { inner in
            for field in RecordField.allCases {
                sources[field] = inner.nested(field.rawValue) { Provenance(members: &$0) }
            }
        }
        provenance = sources
        findings = members.nestedArray("findings") { Finding(members: &$0) }
        findings += members.findings
        unknown = members.rest
    }

    /// The JSON form (“The photo record”); absent where nothing is known.
    public var json: JSONValue {
        var object = unknown
        object["id"] = id.map { .string($0.text) }
        object["file"] = file.map(JSONValue.string)
        for field in RecordField.allCases {
            object[field.rawValue] = self[field: field]
        }
        object["image"] = image.map(\.json)
        if !provenance.isEmpty {
            object["provenance"] = .object(
                JSONObject(uniqueKeysWithValues: provenance.map { ($0.rawValue, $1.json) }))
        }
        if !findings.isEmpty { object["findings"] = .array(findings.map(\.json)) }
        return .object(object)
    }
}
