import ArgumentParser
import CatalogDatabase
import Foundation
import MailTemplates
import MailTransport
import OutputText
import ShareMail
import WhatIsThat

/// What the process's exit status says.
enum ExitStatus: Int32, Error {
    /// All was done.
    case allWell = 0
    /// Some items failed, each named; the rest was done.
    case someFailed = 1
    /// The command was written wrongly.
    case usage = 2
    /// The catalog cannot be used.
    case catalogUnusable = 3

    /// Ends the process after an error, with one line on stderr where there is something to say.
    static func leave(after error: any Error) -> Never {
        switch error {
        case let status as ExitStatus:
            exit(status.rawValue)
        case let interrupted as Interrupted:
            Output.complain(interrupted.said)
            exit(130)
        case let failure as WitError:
            Output.complain(failure)
            // A use case whose work is all or none says by its error that it was stopped.
            exit(failure.code == .interrupted ? 130 : status(of: failure).rawValue)
        case let failure as any SpokenError:
            Output.complain("wit: \(failure.description)")
            exit(ExitStatus.someFailed.rawValue)
        default:
            let code = Wit.exitCode(for: error)
            if code == .success {
                let text = Wit.fullMessage(for: error)
                print(text + HelpFooter.lines(below: text))
                exit(allWell.rawValue)
            }
            let isUsage = code == .validationFailure || error is ValidationError
            guard isUsage || Self.isOfParser(error) else {
                Output.complain("wit: \(ErrorWords.sentence(of: error))")
                exit(ExitStatus.someFailed.rawValue)
            }
            Output.explain(Wit.unknownVerb ?? Wit.fullMessage(for: error))
            exit((isUsage ? ExitStatus.usage : .someFailed).rawValue)
        }
    }

    /// Whether argument-parser knows the words for an error.
    private static func isOfParser(_ error: any Error) -> Bool {
        error is CleanExit || error is ExitCode
    }

    /// What an error means for the process: a photo that is not there is one that failed; a catalog that
    /// can't be used is 3, a setting or template that can't, wrong usage.
    private static func status(of error: WitError) -> ExitStatus {
        switch error.code {
        case .settings, .severalAccounts, .headerInjection, .noRecipient, .template,
            .noTemplateFolder:
            .usage
        case .noSuchPhoto, .ambiguous, .noSuchChange, .notUndoable, .noSuchProposal,
            .fileExists, .noSuchMail, .mailKnown, .notSendable, .noSuchQuestion, .notForQuestion:
            .someFailed
        default: error.isCatalogError ? .catalogUnusable : .someFailed
        }
    }
}

/// A person pressed Ctrl-C: the work ended at a consistent state.
struct Interrupted: Error {
    /// What was done until then, in one line.
    let said: String
}
