import CatalogDatabase
import JSON
import PhotoRecords

extension OutboxMail: JSONReport {
    /// One object: `number`, `state`, `messageID`, `account`, `from`, `to`, `subject`, `bytes`,
    /// `photos`, `attempts`, `queuedAt`, `dueAt`, `endedAt`, `errorCode`, `error`, `answer`.
    public var json: JSONValue {
        var object: JSONObject = [:]
        object["number"] = .integer(number)
        object["state"] = .string(state.rawValue)
        object["messageID"] = .string(messageID)
        object["account"] = .string(account)
        object["from"] = .string(sender)
        object["to"] = .array(recipients.map { .string($0) })
        object["subject"] = .string(subject)
        object["bytes"] = .integer(Int64(bytes))
        object["photos"] = .array(photos.map { .string($0.text) })
        object["attempts"] = .integer(Int64(attempts))
        object["queuedAt"] = .string(Self.timestamp(queuedAt))
        object["dueAt"] = dueAt.map { .string(Self.timestamp($0)) }
        object["endedAt"] = endedAt.map { .string(Self.timestamp($0)) }
        object["errorCode"] = errorCode.map { .string($0) }
        object["error"] = error.map { .string($0) }
        object["answer"] = answer.map { .string($0) }
        return .object(object)
    }

    /// A moment as `2026-11-20T10:00:00Z`.
    private static func timestamp(_ seconds: Int64) -> String {
        LocalDateTime(secondsSince1970: Int(seconds)).map { $0.iso + "Z" } ?? "\(seconds)"
    }
}
