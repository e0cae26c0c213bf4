import Foundation
import JSON
import PhotoCatalog
import PhotoRecord

extension OutboxMail {
    /// One JSON object: `number, state, messageID, account, from, to, subject, bytes, photos,
    /// attempts, queuedAt, dueAt, endedAt, errorCode, error, answer`.
    var json: JSONValue {
        var object: JSONObject = [:]
        object["number"] = .integer(number)
        object["state"] = .string(state.rawValue)
        object["messageID"] = .string(messageID)
        object["account"] = .string(account)
        object["from"] = .string(sender)
        object["to"] = .array(recipients.map { .string($0) })
        object["subject"] = .string(subject)
        object["bytes"] = .count(bytes)
        object["photos"] = .array(photos.map { .string($0.text) })
        object["attempts"] = .count(attempts)
        object["queuedAt"] = .string(Self.timestamp(queuedAt))
        object["dueAt"] = dueAt.map { .string(Self.timestamp($0)) }
        object["endedAt"] = endedAt.map { .string(Self.timestamp($0)) }
        object["errorCode"] = errorCode.map { .string($0) }
        object["error"] = error.map { .string($0) }
        object["answer"] = answer.map { .string($0) }
        return .object(object)
    }

    /// What became of it, in one line without its number: `sent to anna@example.org`.
    var outcome: String {
        let to = recipients.joined(separator: ", ")
        switch state {
        case .sent: return "sent to \(to)" + (answer.map { " (\($0))" } ?? "")
        case .queued:
            let why = error.map { ": \($0)" } ?? ""
            guard let dueAt, dueAt > Int64(Date().timeIntervalSince1970) else {
                return "waits in the outbox\(why); “wit outbox send” sends it"
            }
            return "waits in the outbox\(why); “wit outbox send” tries again from "
                + "\(Self.clock(dueAt)) on, “wit outbox send --all” at once"
        case .sending: return "is being sent"
        case .failed:
            return "not sent: \(error ?? ""); it stays in the outbox: “wit outbox retry "
                + "\(number)” or “wit outbox discard \(number)”"
        case .perhapsSent:
            return "perhaps sent: \(error ?? ""). Ask \(to) whether it came, then “wit outbox "
                + "retry \(number)” or “wit outbox discard \(number)”"
        case .discarded: return "discarded"
        }
    }

    /// What became of a mail whose text is gone: to whom it went, and when.
    var farewell: String {
        let when = endedAt.map { " on \(Self.clock($0))" } ?? ""
        let to = recipients.joined(separator: ", ")
        let end =
            state == .sent
            ? "was sent to \(to)\(when) by the account \(account)"
                + (answer.map { " (\($0))" } ?? "")
            : "to \(to) was discarded\(when)"
        return "mail \(number) “\(subject)” \(end); its text is not kept"
    }

    /// A moment as `2026-11-20T10:00:00Z`.
    static func timestamp(_ seconds: Int64) -> String {
        LocalDateTime(secondsSince1970: Int(seconds)).map { $0.iso + "Z" } ?? "\(seconds)"
    }

    /// A moment on the person's clock: `2026-11-20 11:00`.
    static func clock(_ seconds: Int64) -> String {
        let offset = TimeZone.current.secondsFromGMT(
            for: Date(timeIntervalSince1970: TimeInterval(seconds)))
        let local = LocalDateTime(secondsSince1970: Int(seconds) + offset)?.iso ?? "\(seconds)"
        return String(local.prefix(16).replacing("T", with: " "))
    }
}
