import CatalogDatabase
import Foundation
import JSON
import WhatIsThat

/// What `wit outbox send` and `wit outbox retry` have in common.
struct OutboxSending {
    private let sending: SendOutbox
    private let speech: SpeechOptions

    init(
        _ choice: SendOutbox.Choice, _ settings: SettingsOptions, _ store: CatalogOptions,
        _ speech: SpeechOptions
    ) throws {
        let catalog = try store.openExisting()
        sending = SendOutbox(
            choice, of: catalog, settings: try settings.read(),
            environment: ProcessEnvironment.all)
        self.speech = speech
    }

    /// Sends the mails and says what became of each.
    ///
    /// - Throws: `ExitStatus.someFailed` if one was not sent; `Interrupted`.
    func run() async throws {
        let report = try await CtrlC.cancels { [sending, speech] in
            try await sending.run { Self.say($0, speech) }
        }
        if report.wasInterrupted {
            throw Interrupted(
                said: "Stopped: \(report.sent) of \(report.mails.count) mails were sent.")
        }
        if !speech.json && !speech.quiet {
            let waiting = report.waiting
            let rest =
                waiting == 0 ? "" : " \(waiting) \(waiting == 1 ? "is" : "are") still waiting."
            Output.line(
                report.mails.isEmpty ? "No mail is due.\(rest)" : "\(report.sent) sent.\(rest)")
        }
        if report.hasFailed { throw ExitStatus.someFailed }
    }

    private static func say(_ progress: WorkProgress, _ speech: SpeechOptions) {
        switch progress.event {
        case .item(let mail as OutboxMail):
            if speech.json { Output.json(mail.json) }
            if mail.state != .sent {
                Output.complain("wit: mail \(mail.number) \(mail.outcome)")
            } else if !speech.json && !speech.quiet {
                Output.line("Mail \(mail.number) \(mail.outcome).")
            }
        case .item(let untried as SkippedMail):
            if speech.json { Output.json(untried.json) }
            Output.complain("wit: mail \(untried.mail.number) was not tried: \(untried.reason)")
        default: break
        }
    }
}
