import MIMEMessage
import PhotoRecord
import ShareMail

extension InspectMail.Inspection {
    /// One JSON object: `file`, `number` (in an mbox), `pieces` (where it was put together of so
    /// many), `subject`, `from`, `fromName`, `to`, `date`, `messageID`, `tree`, `parts`, `findings`
    /// and `share` (`channels`, `records`).
    ///
    /// `from` is the first sender's address and `to` the recipients' addresses; `date` is
    /// ISO 8601 with the sender's offset; `tree` names the media types:
    /// `multipart/mixed(text/plain,image/jpeg)`.
    public var json: JSONValue {
        var object: JSONObject = [
            "file": .string(place.file),
            "to": .strings(message.to.map(\.address)),
            "tree": .string(message.tree),
            "parts": .array(parts.map(\.json)),
            "findings": .array(findings.map(\.json)),
            "share": [
                "channels": .strings(share.channels.sorted().map(\.rawValue)),
                "records": .array(share.photos.map(\.record.json)),
            ],
        ]
        object["number"] = place.number.map { .integer(Int64($0)) }
        object["pieces"] = place.pieces.map { .integer(Int64($0)) }
        object["subject"] = message.subject.map(JSONValue.string)
        object["from"] = message.from.first.map { .string($0.address) }
        object["fromName"] = message.from.first?.name.map(JSONValue.string)
        object["date"] = message.date.map { .string($0.iso8601) }
        object["messageID"] = message.messageID.map { .string($0.rawValue) }
        return .object(object)
    }
}

extension InspectMail.Part {
    /// `path`, `contentType`, `fileName`, `disposition`, `contentID`, `bytes`, `sha256`.
    var json: JSONValue {
        var object: JSONObject = [
            "path": .string(part.path),
            "contentType": .string(part.contentType.essence),
            "bytes": .integer(Int64(bytes)),
            "sha256": .string(sha256),
        ]
        object["fileName"] = part.fileName.map(JSONValue.string)
        object["disposition"] = part.disposition.map { .string($0.kind) }
        object["contentID"] = part.contentID.map { .string($0.rawValue) }
        return .object(object)
    }
}
