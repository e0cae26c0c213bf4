import JSON
import OutputText
import PhotoRecords
import Synchronization
import WhatIsThat

/// What `wit import` says while it goes on.
final class ImportWords: Sendable {
    private let speech: SpeechOptions
    private let dryRun: Bool
    private let verbose: Bool
    private let mailBar: ProgressBar
    private let photoBar: ProgressBar
    /// Whether it was said what is wrong with the machine; held while something is said.
    private let hasWarned = Mutex(false)
    // Not held with it: who reads what is said may have stopped, and Ctrl-C asks for these.
    private let mails = Atomic(0)
    /// Whether it is at a Takeout or database: that is waited for.
    private let isForeign = Atomic(false)

    init(speech: SpeechOptions, dryRun: Bool, verbose: Bool) {
        self.speech = speech
        self.dryRun = dryRun
        self.verbose = verbose
        mailBar = ProgressBar("kB", quiet: speech.quiet)
        photoBar = ProgressBar("photos", quiet: speech.quiet)
    }

    /// Whether progress is shown as a bar.
    var showsBar: Bool { mailBar.isShown }

    /// Says what became of an item, or how far it is.
    func say(_ progress: WorkProgress) {
        hasWarned.withLock { hasWarned in
            switch progress.event {
            case .item(let mail as ImportMail.Report):
                mails.add(1, ordering: .relaxed)
                clear()
                Self.say(
                    MailReportWords(report: mail, dryRun: dryRun), &hasWarned, speech)
                for failure in mail.failures { Output.complain(failure) }
                if let total = progress.total {
                    mailBar.show(done: progress.done / 1000, of: total / 1000)
                }
            case .item(let foreign as ExternalImportReport):
                clear()
                say(foreign)
            case .item: break
            case .failed(let error):
                clear()
                Output.complain(error)
            case .notice(let sentence):
                clear()
                Output.complain("wit: \(sentence)")
            case nil:
                isForeign.store(true, ordering: .relaxed)
                photoBar.show(progress)
            }
        }
    }

    /// Takes the bars away.
    func clear() {
        mailBar.clear()
        photoBar.clear()
    }

    /// Says what became of a mail.
    ///
    /// - Parameter hasWarned: whether it was said what is wrong with the machine.
    static func say(
        _ words: MailReportWords, _ hasWarned: inout Bool, _ speech: SpeechOptions
    ) {
        if !hasWarned, let warning = words.warning {
            Output.complain("wit: \(warning)")
            hasWarned = true
        }
        if speech.json {
            Output.json(words.report.json)
        } else {
            for complaint in words.complaints { Output.complain("wit: \(complaint)") }
            if !speech.quiet { for line in words.lines { Output.line(line) } }
        }
    }

    private func say(_ report: ExternalImportReport) {
        for failure in report.failures { Output.complain(failure) }
        if speech.json {
            Output.json(report.json)
        } else if !speech.quiet {
            Output.line(ShownLine(report.name).bold + "  \(report.program.name)")
            for line in ForeignWords.lines(of: report, verbose: verbose) {
                Output.line("  \(line)")
            }
        }
    }

    /// What is said where the work was stopped.
    var stopped: String {
        if dryRun { return "wit: stopped; nothing was changed." }
        if isForeign.load(ordering: .relaxed) {
            return "wit: stopped; what was imported is in the catalog."
        }
        switch mails.load(ordering: .relaxed) {
        case 0: return "wit: stopped; nothing was imported."
        case 1: return "wit: stopped after 1 mail, which is in the catalog."
        case let count: return "wit: stopped after \(count) mails, which are in the catalog."
        }
    }

    /// What is said where the work does not end although it was stopped; nil where it is waited for.
    var farewell: String? { isForeign.load(ordering: .relaxed) ? nil : stopped }
}
