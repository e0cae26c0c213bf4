import JSON
import PhotoRecords

/// A part of the message that a payload points at, by everything that may still find it.
public struct AttachmentReference: Hashable, Sendable {
    /// The part's Content-ID, without the angle brackets (RFC 2392).
    public var contentID: String?
    /// The part's file name.
    public var fileName: String?
    /// SHA-256 of the decoded part, 64 lower-case hexadecimal digits.
    public var sha256: String?
    /// The decoded part's size in bytes.
    public var bytes: Int?
    /// A hash of the picture that resizing and recompressing hardly change.
    public var perceptualHash: String?
    /// Members that this version does not know.
    public var unknown: JSONObject = [:]

    /// A reference by what is known of the part.
    public init(
        contentID: String? = nil, fileName: String? = nil, sha256: String? = nil,
        bytes: Int? = nil, perceptualHash: String? = nil
    ) {
        self.contentID = contentID
        self.fileName = fileName
        self.sha256 = sha256
        self.bytes = bytes
        self.perceptualHash = perceptualHash
    }
}

extension AttachmentReference {
    init(json: JSONObject) {
        var rest = json
        contentID = rest.removeValue(forKey: "contentID")?.string
        fileName = rest.removeValue(forKey: "fileName")?.string
        sha256 = rest.removeValue(forKey: "sha256")?.string?.lowercased()
        bytes = rest.removeValue(forKey: "bytes")?.int
        perceptualHash = rest.removeValue(forKey: "perceptualHash")?.string
        unknown = rest
    }

    var json: JSONValue {
        var object = unknown
        object["contentID"] = contentID.map(JSONValue.string)
        object["fileName"] = fileName.map(JSONValue.string)
        object["sha256"] = sha256.map(JSONValue.string)
        object["bytes"] = bytes.map { .integer(Int64($0)) }
        object["perceptualHash"] = perceptualHash.map(JSONValue.string)
        return .object(object)
    }
}

/// One photo of a payload: its record, and where its picture is in the message.
public struct PayloadPhoto: Hashable, Sendable {
    /// The record, without what never leaves: `file` and `findings`.
    public var record: PhotoRecord
    /// The attached photo.
    public var attachment: AttachmentReference?
    /// The small picture that the HTML shows.
    public var preview: AttachmentReference?

    /// A photo of a payload; the record loses its `file` and `findings`.
    public init(
        record: PhotoRecord, attachment: AttachmentReference? = nil,
        preview: AttachmentReference? = nil
    ) {
        self.record = record
        self.record.file = nil
        self.record.findings = []
        self.attachment = attachment
        self.preview = preview
    }
}

extension PayloadPhoto {
    /// Reads a photo; what its record's members lack in sense goes to `findings`.
    init(json: JSONObject, findings: inout [Finding]) {
        var rest = json
        let attachment = rest.removeValue(forKey: "attachment")?.object
        let preview = rest.removeValue(forKey: "preview")?.object
        rest["findings"] = nil
        var record = PhotoRecord(json: rest)
        findings += record.findings
        if let finding = record.regions.dropOversized(where: "json:regions") {
            findings.append(finding)
        }
        self.init(
            record: record, attachment: attachment.map(AttachmentReference.init(json:)),
            preview: preview.map(AttachmentReference.init(json:)))
    }

    var json: JSONValue {
        var object = record.json.object ?? [:]
        object["attachment"] = attachment?.json
        object["preview"] = preview?.json
        return .object(object)
    }
}
