import CatalogDatabase
import JSON
import MIMEMessage
import PhotoRecords
import ShareMail

extension InspectMail.Inspection {
    /// The lines that the writer filled in, each label once: those of a question, in the quotation too, and
    /// anything else that is written as `Label: value`.
    public var filledFields: [FilledField] {
        guard let reply else { return [] }
        var fields = reply.fields(labelled: QuestionLabels.all)
        var labels = Set(fields.map { $0.label.lowercased() })
        for line in reply.labelledLines where labels.insert(line.label.lowercased()).inserted {
            fields.append(line)
        }
        return fields
    }
}

extension ReplyText {
    /// `text`, `newText`, `fields` (an object: each label with its value), `answers` (`question`, `by`).
    func json(_ fields: [FilledField], _ answers: InspectMail.Answers?) -> JSONValue {
        var values: JSONObject = [:]
        for field in fields { values[field.label] = .string(field.value) }
        var object: JSONObject = [
            "text": .string(text), "newText": .string(newText), "fields": .object(values),
        ]
        object["answers"] = answers.map { answers in
            ["question": .integer(answers.question), "by": .string(answers.by.rawValue)]
        }
        return .object(object)
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
