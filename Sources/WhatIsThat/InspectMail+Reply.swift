import JSON
import MIMEMessage
import PhotoRecord
import ShareMail

extension InspectMail.Inspection {
    /// The lines that the writer filled in, each label once: those of a question, in the quotation too, and
    /// anything else that is written as `Label: value`.
    public var filledFields: [FilledField] {
        guard let reply else { return [] }
        var fields = reply.fields(labelled: Self.questionLabels)
        var labels = Set(fields.map { $0.label.lowercased() })
        for line in reply.labelledLines where labels.insert(line.label.lowercased()).inserted {
            fields.append(line)
        }
        return fields
    }

    /// What the lines of a question are called, in the languages of the templates.
    private static let questionLabels = [
        "What is it", "Who is it", "Where is it", "When was it",
        "Was ist es", "Was ist das", "Wer ist es", "Wer ist das", "Wo ist es", "Wo ist das",
        "Wann war es", "Wann war das",
        "Qu'est-ce que c'est", "Qui est-ce", "Où est-ce", "Quand était-ce",
        "Qué es", "Quién es", "Dónde está", "Cuándo fue",
    ]
}

extension ReplyText {
    /// `text`, `newText`, `fields` (an object: each label with its value).
    func json(_ fields: [FilledField]) -> JSONValue {
        var values: JSONObject = [:]
        for field in fields { values[field.label] = .string(field.value) }
        return ["text": .string(text), "newText": .string(newText), "fields": .object(values)]
    }
}

extension DeliveryReport {
    /// For each recipient `recipient`, `action`, `status`, `diagnostic`, and `messageID` of the mail that
    /// was to be delivered.
    var json: [JSONValue] {
        recipients.map { recipient in
            var object: JSONObject = [
                "recipient": .string(recipient.address), "action": .string(recipient.action),
            ]
            object["status"] = recipient.status.map(JSONValue.string)
            object["diagnostic"] = recipient.diagnostic.map(JSONValue.string)
            object["messageID"] = originalMessageID.map { .string($0.rawValue) }
            return .object(object)
        }
    }
}

extension Finding {
    /// That a reply is longer than what is read of it.
    static let replyCut = Finding(
        .note, .textTooLong, where: "reply",
        "Of the text the first \(ReplyText.longest >> 20) MiB are read for what is new.")
}
