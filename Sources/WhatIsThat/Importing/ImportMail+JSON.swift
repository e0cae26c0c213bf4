import CatalogDatabase
import JSON
import OutputText
import PhotoRecords
import ShareMail

extension ImportMail.Report: JSONReport {
    /// Whether something of the mail could not be taken in.
    public var hasFailed: Bool {
        !failures.isEmpty || contents.findings.contains { $0.severity == .error }
    }

    /// One object: `file`, `subject`, `channels`, `series`, `change`, `photos`, `answer`, `findings`,
    /// `failures`.
    public var json: JSONValue {
        var object: JSONObject = [
            "file": .string(name),
            "channels": .strings(contents.channels.sorted().map(\.rawValue)),
            "photos": .array(photos.map(\.json)),
            "findings": .array(contents.findings.map(\.json)),
            "failures": .array(failures.map(\.json)),
        ]
        object["subject"] = subject.map(JSONValue.string)
        object["series"] = contents.payloads.lazy.compactMap(\.series).first?.json
        object["answer"] = answer?.json
        object["change"] = change.map { .integer($0.number) }
        return .object(object)
    }
}

extension ImportMail.Photo: JSONReport {
    /// One object: `id`, `match`, `filled`, `proposed`, `stored`, `notStored`, `larger`, `alike`,
    /// `refuted`, `onlyProposed`, `disagree`, `channels`, `fieldChannels`.
    public var json: JSONValue {
        var object: JSONObject = [
            "channels": .strings(received.channels.sorted().map(\.rawValue)),
            "fieldChannels": .object(
                JSONObject(
                    uniqueKeysWithValues: received.importedChannels.map {
                        ($0.rawValue, .string($1.rawValue))
                    })),
        ]
        if !received.disagreements.isEmpty {
            object["disagree"] = .strings(received.disagreements.map(\.field.rawValue))
        }
        object["id"] = merged.map { .string($0.photo.text) }
        object["match"] = merged?.match.map { .string($0.kind.rawValue) }
        object["filled"] = merged.map { .strings($0.filled.map(\.rawValue)) }
        object["proposed"] = merged.map { .strings($0.proposed.map(\.rawValue)) }
        object["stored"] = storedPath.map(JSONValue.string)
        object["notStored"] = merged?.unused.map { .string($0.rawValue) }
        object["refuted"] = merged?.refuted.map { .string($0.text) }
        if merged?.isLarger == true { object["larger"] = true }
        if merged?.onlyProposes == true { object["onlyProposed"] = true }
        if let alike = merged?.alike, !alike.isEmpty {
            object["alike"] = .array(
                alike.map { other in
                    var object: JSONObject = ["id": .string(other.photo.text)]
                    object["distance"] = other.distance.map { .integer(Int64($0)) }
                    return .object(object)
                })
        }
        return .object(object)
    }
}

extension AnswerTally: JSONReport {
    /// One object: `question` (its number), `kind`, `by`, `state` (the question's, then), `known`,
    /// `proposed`, `photoGone`.
    public var json: JSONValue {
        var object: JSONObject = [
            "question": .integer(question.number), "kind": .string(kind.rawValue),
            "state": .string(question.state.rawValue), "known": .bool(isKnown),
            "proposed": .strings(proposed.map(\.rawValue)),
        ]
        object["by"] = by.map { .string($0.rawValue) }
        if !question.isPhotoThere { object["photoGone"] = true }
        return .object(object)
    }
}
