import CatalogDatabase
import JSON
import PhotoRecords

extension MessageOrigin: JSONReport {
    /// One object: `from` (addresses), `sender`, `subject`, `date`, `messageID`, `sharesID`.
    public var json: JSONValue {
        var object: JSONObject = [
            "messageID": .string(messageID), "sharesID": .bool(sharesID),
        ]
        object["from"] = address.map(JSONValue.string)
        object["sender"] = sender.map(JSONValue.string)
        object["subject"] = subject.map(JSONValue.string)
        object["date"] = date.map(JSONValue.string)
        return .object(object)
    }
}
