import JSON
import PhotoRecords

/// A value that a file or a mail offers, and that a person may take or leave.
public struct Proposal: Sendable, Hashable {
    /// What became of a proposal.
    public enum State: String, Sendable, CaseIterable {
        /// It waits for a decision.
        case pending
        /// It was taken, or the photo came to say the same by itself.
        case accepted
        /// It was left, and will not be made again.
        case rejected
        /// No file makes it any more; it waits again once one does.
        case withdrawn
    }

    /// What a proposal is about.
    public enum Kind: String, Sendable, CaseIterable {
        /// A value that something offers.
        case value
        /// A value, or a part of one, that no file says any more.
        case removal
    }

    /// Its number.
    public var number: Int64
    /// The photo.
    public var photo: RecordID
    /// The field.
    public var field: RecordField
    /// What it is about.
    public var kind = Kind.value
    /// What the field says now, in JSON; nil for nothing.
    public var current: JSONValue?
    /// What the field would say, in JSON; for lists this includes what is there. Of a removal it is
    /// what stays, nil for nothing.
    public var proposed: JSONValue?
    /// Who offers it: a metadata field, or `mail:` and a Message-ID.
    public var source: String
    /// The channel of a mail that says it: `payload`, `metadata`, `import-code`, `json-ld`,
    /// `labelled-block` (the readable text); nil where there is none.
    public var channel: String?
    /// When it was made, in UTC.
    public var at: String
    /// What became of it.
    public var state: State

    /// The JSON form: `number`, `photo`, `field`, `kind`, `current`, `proposed`, `source`,
    /// `channel`, `at`, `state`.
    public var json: JSONValue {
        var object: JSONObject = [
            "number": .integer(number), "photo": .string(photo.text),
            "field": .string(field.rawValue), "source": .string(source), "at": .string(at),
            "state": .string(state.rawValue), "kind": .string(kind.rawValue),
        ]
        object["current"] = current
        object["proposed"] = proposed
        object["channel"] = channel.map(JSONValue.string)
        return .object(object)
    }
}
