import JSON
import PhotoRecords

/// What a payload says of a question: the member `question`.
public struct PayloadQuestion: Hashable, Sendable {
    /// The word by which answers are found.
    public var token: String
    /// The marked spot.
    public var region: Region
    /// The day by which an answer is wanted.
    public var due: String?
    /// Members that this version does not know.
    public var unknown: JSONObject = [:]

    init(_ question: ShareQuestion) {
        (token, region, due) = (question.token, question.region, question.due)
    }

    /// Reads a question; nil if a member lacks or makes no sense.
    init?(json: JSONObject) {
        guard let token = json["token"]?.string, !token.isEmpty, token.utf8.count <= 200,
            let told = json["region"],
            let region = PhotoRecord(json: ["regions": .array([told])]).regions.first
        else { return nil }
        self.token = token
        self.region = region
        due = json["due"]?.string
        unknown = json.filter { !["token", "region", "due"].contains($0.key) }
    }

    /// The members of the payload.
    public var json: JSONValue {
        var object = unknown
        object["token"] = .string(token)
        object["region"] = region.json
        object["due"] = due.map(JSONValue.string)
        return .object(object)
    }
}
