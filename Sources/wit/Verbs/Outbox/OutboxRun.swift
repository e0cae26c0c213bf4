import ArgumentParser
import JSON
import PhotoCatalog
import PhotoRecord
import WhatIsThat

/// What the verbs of the outbox that change something have in common.
final class OutboxRun {
    let sending: SendMail
    private let catalog: PhotoCatalog
    private let speech: SpeechOptions
    private let control = CtrlC()

    /// - Parameter settings: where the accounts stand; nil where none is needed.
    init(_ store: CatalogOptions, _ settings: SettingsOptions?, _ speech: SpeechOptions) throws {
        catalog = try store.openExisting()
        self.speech = speech
        sending = SendMail(
            of: catalog, settings: try settings?.read() ?? Settings(),
            interruption: control.interruption)
        try sending.settle()
    }

    /// Makes mails wait for an attempt at once, all or none.
    func requeue(_ numbers: [Int64]) throws -> [OutboxMail] {
        try catalog.requeueOutboxMails(numbers, now: sending.now)
    }

    /// Gives mails up, all or none.
    func discard(_ numbers: [Int64]) throws {
        for mail in try catalog.discardOutboxMails(numbers, now: sending.now) {
            if speech.json {
                Output.json(mail.json)
            } else if !speech.quiet {
                Output.line("Mail \(mail.number) “\(mail.subject)” is discarded.")
            }
        }
    }

    /// Sends mails and says what became of each.
    ///
    /// - Throws: `ExitStatus.someFailed` if one was not sent.
    func send(_ mails: [OutboxMail]) throws {
        var sent = 0
        try sending.send(mails) { result in
            switch result {
            case .tried(let mail):
                if mail.state == .sent { sent += 1 }
                say(mail)
            case .left(let mail, let why):
                if speech.json { Output.json(mail.json) }
                Output.complain("wit: mail \(mail.number) was not tried: \(why)")
            }
        }
        if control.interruption.isRequested {
            throw Interrupted(said: "Stopped: \(sent) of \(mails.count) mails are sent.")
        }
        if !speech.json && !speech.quiet {
            let waiting = try catalog.outbox().count
            let rest =
                waiting == 0 ? "" : " \(waiting) \(waiting == 1 ? "stays" : "stay") in the outbox."
            Output.line(mails.isEmpty ? "No mail is due.\(rest)" : "\(sent) sent.\(rest)")
        }
        if sent < mails.count { throw ExitStatus.someFailed }
    }

    private func say(_ mail: OutboxMail) {
        if speech.json { Output.json(mail.json) }
        if mail.state != .sent {
            Output.complain("wit: mail \(mail.number) \(mail.outcome)")
        } else if !speech.json && !speech.quiet {
            Output.line("Mail \(mail.number) \(mail.outcome).")
        }
    }
}
