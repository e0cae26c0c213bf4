import Foundation
import JSON
import MailTransport
import OutputText
import PhotoCatalog
import PhotoRecord
import Synchronization
import WhatIsThat

/// What a fetch says, of several mailboxes at once.
final class FetchWords: Sendable {
    private struct State {
        var someFailed = false
        var warned = false
        var catalogError: CatalogError?
        var taken = 0
        /// Nil where mails are waited for.
        var bar: ProgressBar?
    }

    private let speech: SpeechOptions
    private let dryRun: Bool
    private let isWatch: Bool
    private let state: Mutex<State>

    init(speech: SpeechOptions, dryRun: Bool, isWatch: Bool) {
        self.speech = speech
        self.dryRun = dryRun
        self.isWatch = isWatch
        state = Mutex(State(bar: isWatch ? nil : ProgressBar("mails", quiet: speech.quiet)))
    }

    /// Whether there is no use in going on.
    var isCatalogUnusable: Bool { state.withLock { $0.catalogError != nil } }

    func say(_ news: FetchMail.News, account: MailAccount, mailbox: String?) throws {
        state.withLock { state in
            if case .progress(let done, let all) = news {
                state.bar?.show(done: done, of: all)
                return
            }
            state.bar?.clear()
            switch news {
            case .taken(let report):
                state.taken += 1
                state.someFailed = state.someFailed || report.hasFailed
                ImportVerb.warn(of: report, &state.warned)
                ImportVerb.say(report, speech: speech, dryRun: dryRun)
            case .failed(let failure):
                state.someFailed = true
                Output.complain("wit: \(failure)")
            case .notice(let sentence):
                Output.complain("wit: \(sentence)")
            case .finished(let tally):
                say(tally, account, mailbox)
            case .progress: break
            }
        }
        Output.flush()
    }

    private func say(_ tally: FetchMail.Tally, _ account: MailAccount, _ mailbox: String?) {
        if isWatch && tally.isEmpty { return }
        let mailbox = account.imap == nil ? nil : mailbox ?? account.mailbox
        if speech.json {
            var object: JSONObject = [
                "account": .string(account.name), "taken": .integer(Int64(tally.taken)),
                "passedOver": .integer(Int64(tally.passedOver)),
                "failed": .integer(Int64(tally.failed)),
                "givenUp": .integer(Int64(tally.givenUp)), "bytes": .integer(Int64(tally.bytes)),
            ]
            object["mailbox"] = mailbox.map(JSONValue.string)
            Output.json(.object(object))
        } else if !speech.quiet {
            func mails(_ count: Int) -> String { count == 1 ? "1 mail" : "\(count) mails" }
            var words = [mails(tally.taken) + (dryRun ? " would be taken in" : " taken in")]
            if tally.isEmpty { words = ["nothing new"] }
            if tally.passedOver > 0 {
                words.append("\(tally.passedOver) without photos passed over")
            }
            if tally.failed > 0 { words.append("\(tally.failed) failed") }
            let name = [account.name, mailbox].compactMap(\.self).joined(separator: " ")
            Output.line("\(name): \(words.joined(separator: ", ")).")
            if tally.givenUp > 0 {
                let verb = tally.givenUp == 1 ? "is" : "are"
                Output.line(
                    "\(name): \(mails(tally.givenUp)) could not be taken in and \(verb) not tried any more; wit fetch --retry does."
                )
            }
        }
    }

    /// Takes note that a mailbox cannot be fetched from any more.
    func fail(_ error: any Error, account: MailAccount, mailbox: String?) {
        if (error as? TransportError)?.code == .interrupted { return }
        state.withLock { state in
            state.bar?.clear()
            if let error = error as? CatalogError, error.isOfCatalog {
                state.catalogError = error
                return
            }
            state.someFailed = true
            let place = mailbox.map { "\(account.name):\($0)" } ?? account.name
            Output.complain("wit: \(Self.sentence(error, account, place: place))")
        }
    }

    static func sentence(
        _ error: any Error, _ account: MailAccount, place: String? = nil
    ) -> String {
        let failure = WitError(error)
        if failure.subject?.kind == .item { return failure.message }
        return "\(place ?? account.name): \(failure.message)"
    }

    /// - Throws: what the exit status comes from.
    func finish(interrupted: Bool) throws {
        let (someFailed, catalogError, taken) = state.withLock {
            ($0.someFailed, $0.catalogError, $0.taken)
        }
        if let catalogError { throw catalogError }
        if interrupted && !isWatch {
            guard taken > 0 else {
                throw Interrupted(said: "wit: stopped; nothing was taken in.")
            }
            let mails = taken == 1 ? "1 mail, which is" : "\(taken) mails, which are"
            throw Interrupted(
                said: "wit: stopped after \(mails) in the catalog; the next fetch goes on there.")
        }
        if interrupted && !speech.quiet {
            Output.complain("wit: stopped waiting; the catalog is up to date.")
        }
        if someFailed { throw ExitStatus.someFailed }
    }
}
