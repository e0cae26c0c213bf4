import ArgumentParser
import CatalogDatabase
import Files
import Foundation
import JSON
import MIMEMessage
import MailTransport
import OutputText
import PhotoRecords
import ShareMail
import WhatIsThat

/// Where a finished message goes besides a file.
struct DeliveryOptions: ParsableArguments {
    @Flag(help: "Send the message through the outbox.")
    var send = false

    @Flag(help: "Open the message as a draft in your mail program.")
    var draft = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A Bcc recipient, with --send; may be repeated.",
            valueName: "address"))
    var bcc: [String] = []

    @OptionGroup var account: AccountOptions

    func validate() throws {
        if send && draft { throw ValidationError("Use --send or --draft: a draft is not sent.") }
        if !bcc.isEmpty && !send {
            throw ValidationError("--bcc needs --send: Bcc is never written to a file.")
        }
        if account.account != nil && !send && !draft {
            throw ValidationError("--account needs --send or --draft.")
        }
    }

    /// The account that sends the message or stands in the draft; nil where none is wanted, or a
    /// draft has none.
    func sender(_ settings: Settings) throws -> MailAccount? {
        // What is missing is said before the pictures are made.
        if send { return try settings.sender(named: account.account) }
        return draft ? try account.ofDraft(settings) : nil
    }
}

extension AccountOptions {
    /// The account that stands in a draft: that named, or the only one.
    func ofDraft(_ settings: Settings) throws -> MailAccount? {
        if account != nil { return try settings.account(named: account) }
        return settings.accounts.count == 1 ? settings.accounts.first : nil
    }
}

extension DraftFile {
    /// Where a draft is written for which no file is named.
    static func path(of options: ShareOptions) throws -> String {
        try path(named: options.messageKey, environment: ProcessEnvironment.all) {
            Output.complain("wit: \($0.sentence).")
        }
    }
}

extension String {
    /// The text with its first letter as a capital.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension ShareVerb {
    /// Says in one line that older mails wait in the outbox.
    func mention(_ report: ShareReport) {
        guard !speech.json, !speech.quiet else { return }
        var words: [String] = []
        if report.waiting > 0 {
            words.append(
                report.waiting == 1
                    ? "an older mail is waiting; “wit outbox send --all” sends it"
                    : "\(report.waiting) older mails are waiting; “wit outbox send --all” sends them all"
            )
        }
        if report.undecided > 0 {
            words.append(
                "\(report.undecided) could not be sent and "
                    + (report.undecided == 1 ? "needs" : "need")
                    + " your decision; see “wit outbox”")
        }
        guard !words.isEmpty else { return }
        let said = "n the outbox " + words.joined(separator: ", and ")
        // On stdout stands the mail, byte by byte.
        if output == "-" {
            Output.complain("wit: i" + said)
        } else {
            Output.line("I\(said).")
        }
    }
}

extension SpeechOptions {
    /// Says why a draft was not opened.
    func complain(of trouble: DraftFile.Unopened, _ path: String) {
        guard !quiet else { return }
        let why =
            switch trouble {
            case .noDisplay: "there is no display"
            case .noOpener(let name): "\(name) is not installed"
            case .failed(let name): "\(name) found no mail program"
            }
        Output.complain("wit: the draft was not opened, because \(why); it is in \(path)")
    }
}
