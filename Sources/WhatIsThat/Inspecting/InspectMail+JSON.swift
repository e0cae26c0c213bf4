import JSON
import MIMEMessage
import PhotoRecords
import ShareMail

extension InspectMail.Inspection: JSONReport {
    /// One JSON object: `file`, `number` (in an mbox), `pieces` (where it was put together of so
    /// many), `subject`, `from`, `fromName`, `to`, `date`, `messageID`, `tree`, `parts`, `findings`,
    /// `share` (`channels`, `records`, `disagreements`), `reply` (`text`, `newText`, `fields`,
    /// `answers` (`question`, `by`); what the writer newly wrote, where a person did), `automatic` (the sign that a program wrote the mail) and
    /// `delivery` (`recipient`, `action`, `status`, `diagnostic`, `messageID`).
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
                "disagreements": .array(
                    share.photos.enumerated().flatMap { index, photo in
                        photo.disagreements.map { $0.json(photo: index + 1) }
                    }),
            ],
        ]
        object["number"] = place.number.map { .integer(Int64($0)) }
        object["pieces"] = place.pieces.map { .integer(Int64($0)) }
        object["subject"] = message.subject.map(JSONValue.string)
        object["from"] = message.from.first.map { .string($0.address) }
        object["fromName"] = message.from.first?.name.map(JSONValue.string)
        object["date"] = message.date.map { .string($0.iso8601) }
        object["messageID"] = message.messageID.map { .string($0.rawValue) }
        object["reply"] = reply.map { $0.json(filledFields, answers) }
        object["automatic"] = automatic.map { .string($0.sign) }
        object["delivery"] = .array(delivery?.json ?? [])
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

extension ChannelDisagreement {
    /// `photo` (its place among the records, from 1), `field`, `says` (who says what: `channel`,
    /// `part` of a text, `value`), `takenIn` (the place in `says`, from 1; absent where none is).
    public func json(photo: Int) -> JSONValue {
        var object: JSONObject = [
            "photo": .integer(Int64(photo)), "field": .string(field.rawValue),
            "says": .array(
                statements.map { statement in
                    var object: JSONObject = ["channel": .string(statement.channel.rawValue)]
                    object["part"] = statement.part.map(JSONValue.string)
                    object["value"] = statement.record[field: field]
                    return .object(object)
                }),
        ]
        object["takenIn"] = taken.flatMap { statements.firstIndex(of: $0) }
            .map { .integer(Int64($0 + 1)) }
        return .object(object)
    }
}
