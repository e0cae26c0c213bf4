import JSON
import PhotoRecords

/// What an import leaves to a person that concerns a photo as a whole.
public struct ImportProposal: Sendable, Hashable {
    /// What is proposed.
    public enum Kind: Sendable, Hashable {
        /// The photo, which came with a message, may be another one that the catalog had: join
        /// them. `distance` says in how many bits their perceptual hashes differ; nil where only
        /// the message says that they are one.
        case join(other: RecordID, distance: Int?)
        /// The message brought these fields, which this version does not know, by the level that
        /// they stand at; they leave in a share only once they are accepted.
        case fields(JSONObject)
    }

    /// Its number; no proposal of a value has it.
    public var number: Int64
    /// What is proposed.
    public var kind: Kind
    /// The photo.
    public var photo: RecordID
    /// Who offers it: `mail:` and a Message-ID.
    public var source: String
    /// When it was made, in UTC.
    public var at: String
    /// What became of it.
    public var state: Proposal.State

    /// The JSON form: `number`, `kind` (`join` or `fields`), `photo`, `other` and `distance` of a
    /// join, `fields`, `source`, `at`, `state`.
    public var json: JSONValue {
        var object: JSONObject = [
            "number": .integer(number), "photo": .string(photo.text), "source": .string(source),
            "at": .string(at), "state": .string(state.rawValue),
        ]
        switch kind {
        case .join(let other, let distance):
            object["kind"] = "join"
            object["other"] = .string(other.text)
            object["distance"] = distance.map { .integer(Int64($0)) }
        case .fields(let fields):
            object["kind"] = "fields"
            object["fields"] = .object(fields)
        }
        return .object(object)
    }

    /// The fields of a proposal of fields in words: `stars: 5`; empty for a join.
    public var fieldWords: String {
        if case .fields(let fields) = kind { ForeignFields.words(fields) } else { "" }
    }
}
