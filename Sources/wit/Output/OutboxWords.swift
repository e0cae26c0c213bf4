import CatalogDatabase
import Foundation
import JSON
import PhotoRecords

extension OutboxMail {
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
            return "waits in the outbox\(why); “wit outbox send” retries it from "
                + "\(Self.clock(dueAt)) on, “wit outbox send --all” at once"
        case .sending: return "is being sent"
        case .failed:
            return "not sent: \(error ?? ""); it stays in the outbox: “wit outbox retry "
                + "\(number)” or “wit outbox discard \(number)”"
        case .perhapsSent:
            return "perhaps sent: \(error ?? ""). Ask \(to) whether it arrived, then “wit outbox "
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

    /// A moment on the person's clock: `2026-11-20 11:00`.
    static func clock(_ seconds: Int64) -> String {
        let offset = TimeZone.current.secondsFromGMT(
            for: Date(timeIntervalSince1970: TimeInterval(seconds)))
        let local = LocalDateTime(secondsSince1970: Int(seconds) + offset)?.iso ?? "\(seconds)"
        return String(local.prefix(16).replacing("T", with: " "))
    }
}
