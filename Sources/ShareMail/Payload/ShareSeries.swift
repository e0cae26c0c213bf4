import JSON
import PhotoRecords

/// Which mail of a share this is, where the share was too large for one.
public struct ShareSeries: Hashable, Sendable {
    /// What all mails of the share have in common: any text.
    public var id: String
    /// This mail's place among them, from 1.
    public var number: Int
    /// How many mails there are, at least `number`.
    public var total: Int
    /// Members that this version does not know.
    public var unknown: JSONObject = [:]

    /// The most mails of one share that are believed in.
    public static let maximumTotal = 10_000

    /// A mail of a share; nil for numbers that make no sense.
    public init?(id: String, number: Int, total: Int) {
        guard !id.isEmpty, id.utf8.count <= 200, number >= 1, number <= total,
            total <= Self.maximumTotal
        else { return nil }
        self.id = id
        self.number = number
        self.total = total
    }

    /// Reads a series; nil if a member lacks or makes no sense.
    init?(json: JSONObject) {
        guard let id = json["id"]?.string, let number = json["number"]?.int,
            let total = json["total"]?.int
        else { return nil }
        self.init(id: id, number: number, total: total)
        unknown = json.filter { !["id", "number", "total"].contains($0.key) }
    }

    /// The members of the payload.
    public var json: JSONValue {
        var object = unknown
        object["id"] = .string(id)
        object["number"] = .integer(Int64(number))
        object["total"] = .integer(Int64(total))
        return .object(object)
    }
}
