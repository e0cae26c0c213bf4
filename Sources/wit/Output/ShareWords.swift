import CatalogDatabase
import WhatIsThat

/// What is said of mails that did not leave.
enum ShareWords {
    /// What Ctrl-C leaves before there is a mail.
    static let stopped = Interrupted(said: "wit: stopped; no mail was made.")

    /// Says which mails were not sent.
    ///
    /// - Throws: `ExitStatus.someFailed` if there is one; `Interrupted` after Ctrl-C.
    static func complain(of report: ShareReport) throws {
        var unsent = report.mails.filter { $0.state != .sent }
        var kept: [OutboxMail] = []
        if report.wasInterrupted {
            // Its reason is no error: an empty one for those that were not begun.
            kept = unsent.filter { mail in
                mail.state == .queued && [nil, "interrupted"].contains(mail.errorCode)
            }
            unsent.removeAll { mail in kept.contains { $0.number == mail.number } }
        }
        for mail in unsent { Output.complain("wit: mail \(mail.number) \(mail.outcome)") }
        guard kept.isEmpty else {
            let numbers = kept.map { "\($0.number)" }.joined(separator: ", ")
            let words =
                kept.count == 1
                ? "mail \(numbers) was not sent and is in the outbox; “wit outbox send” sends it"
                : "mails \(numbers) were not sent and are in the outbox; “wit outbox send” sends "
                    + "them"
            throw Interrupted(said: "wit: stopped; \(words).")
        }
        guard !unsent.isEmpty else { return }
        if report.wasInterrupted { throw Interrupted(said: "wit: stopped.") }
        throw ExitStatus.someFailed
    }
}
