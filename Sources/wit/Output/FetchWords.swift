import JSON
import Synchronization
import WhatIsThat

/// What `wit fetch` says while it goes on.
final class FetchWords: Sendable {
    private let speech: SpeechOptions
    private let dryRun: Bool
    private let isWatch: Bool
    /// Nil where mails are waited for.
    private let bar: ProgressBar?
    /// Whether it was said what is wrong with the machine.
    private let hasWarned = Mutex(false)

    /// What is said where the work does not end although it was stopped.
    var farewell: String {
        dryRun
            ? "wit: stopped; nothing was changed."
            : "wit: stopped; what was imported is in the catalog."
    }

    init(speech: SpeechOptions, dryRun: Bool, isWatch: Bool) {
        self.speech = speech
        self.dryRun = dryRun
        self.isWatch = isWatch
        bar = isWatch ? nil : ProgressBar("mails", quiet: speech.quiet)
    }

    /// Says what became of a mail or mailbox, or how far it is.
    func say(_ progress: WorkProgress) {
        guard let event = progress.event else {
            bar?.show(progress)
            return
        }
        bar?.clear()
        switch event {
        case .item(let mail as ImportMail.Report):
            hasWarned.withLock { hasWarned in
                ImportWords.say(MailReportWords(report: mail, dryRun: dryRun), &hasWarned, speech)
            }
        case .item(let tally as FetchMail.Tally): say(tally)
        case .item: break
        case .failed(let error): Output.complain(error)
        case .notice(let sentence): Output.complain("wit: \(sentence)")
        }
        Output.flush()
    }

    private func say(_ tally: FetchMail.Tally) {
        if isWatch && tally.isEmpty { return }
        if speech.json { return Output.json(tally.json) }
        if speech.quiet { return }
        func mails(_ count: Int) -> String { count == 1 ? "1 mail" : "\(count) mails" }
        var words = [mails(tally.taken) + (dryRun ? " would be imported" : " imported")]
        if tally.isEmpty { words = ["nothing new"] }
        if tally.passedOver > 0 {
            words.append("\(tally.passedOver) without photos skipped")
        }
        if tally.failed > 0 { words.append("\(tally.failed) failed") }
        let name = [tally.account, tally.mailbox].compactMap(\.self).joined(separator: " ")
        Output.line("\(name): \(words.joined(separator: ", ")).")
        if tally.givenUp > 0 {
            let verb = tally.givenUp == 1 ? "is" : "are"
            Output.line(
                "\(name): \(mails(tally.givenUp)) could not be imported and \(verb) not "
                    + "retried automatically any more; use “wit fetch --retry”."
            )
        }
    }

    /// - Throws: what the exit status comes from.
    func finish(_ report: FetchMail.Report) throws {
        bar?.clear()
        if report.wasInterrupted && !isWatch {
            if dryRun { throw Interrupted(said: farewell) }
            guard report.taken > 0 else {
                throw Interrupted(said: "wit: stopped; nothing was imported.")
            }
            let mails =
                report.taken == 1 ? "1 mail, which is" : "\(report.taken) mails, which are"
            throw Interrupted(
                said: "wit: stopped after \(mails) in the catalog; the next fetch continues there.")
        }
        if report.wasInterrupted && !speech.quiet {
            Output.complain("wit: stopped waiting; the catalog is up to date.")
        }
        if report.hasFailed { throw ExitStatus.someFailed }
    }
}
