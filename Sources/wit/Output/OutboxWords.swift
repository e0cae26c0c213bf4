import CatalogDatabase
import Foundation
import WhatIsThat

extension OutboxMail {
    /// What became of it, in one line without its number: `sent to anna@example.org`.
    var outcome: String {
        let to = recipients.joined(separator: ", ")
        switch state {
        case .sent: return "sent to \(to)" + (answer.map { " (\($0))" } ?? "")
        case .queued:
            let why = error.map { ": \($0)" } ?? ""
            guard let dueAt, dueAt > Int64(Date().timeIntervalSince1970) else {
                return "is waiting in the outbox\(why); “wit outbox send” sends it"
            }
            return "is waiting in the outbox\(why); “wit outbox send” retries it from "
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
}
