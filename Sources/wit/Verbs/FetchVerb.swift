import ArgumentParser
import Foundation
import JSON
import MailTransport
import OutputText
import PhotoCatalog
import PhotoRecord
import WhatIsThat

/// `wit fetch`
struct FetchVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Take in mails from your mailboxes on servers.",
        discussion: """
            Example: wit fetch
                     wit fetch --account home --mailbox Family --since 2026-06
                     wit fetch --watch

            The accounts stand in the settings: a table [accounts.NAME] each, with imap (or pop3), \
            user and where the password is to be had. The connection is always secured, and the \
            server's certificate checked.

            Nothing on the server changes; mails that you have not read stay unread. Only mails \
            that may hold a photo come over, and of others the text, where it may hold a story. \
            What was looked at is remembered: the next fetch goes on there, also after one that \
            was cut short. A mail over which the program ended twice is put aside and named, and \
            the others are reached. What is taken in is merged as “wit import” does it.

            With --json, one object a mail, as “wit import --json” prints it (file is account, \
            mailbox and number), and one for each look through a mailbox: account, mailbox, taken, \
            passedOver, failed, givenUp (mails that only --retry tries again), bytes. With --list, \
            one a mailbox: account, mailbox.
            """)

    @Option(
        help: ArgumentHelp(
            "Only this account of the settings; may be repeated (default: all that can fetch).",
            valueName: "name"), completion: Completions.accounts)
    var account: [String] = []

    @Option(
        help: ArgumentHelp(
            "Look through this mailbox; may be repeated (default: the account's, else INBOX).",
            valueName: "name"), completion: Completions.mailboxes)
    var mailbox: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only mails that came on that day or later: 2026, 2026-06, 2026-06-01.",
            valueName: "date"))
    var since: String?

    @Option(
        help: ArgumentHelp(
            "Where pictures go (default: the folder received beside the catalog).",
            valueName: "folder"), completion: .directory)
    var into: String?

    @Flag(help: "Go on and take in mails as they come, until Ctrl-C.")
    var watch = false

    @Flag(help: "Try once more what failed too often or was put aside.")
    var retry = false

    @Flag(
        help: ArgumentHelp(
            "Look through all of it once more, as if nothing had been fetched before; what is in "
                + "the catalog is not taken in twice."))
    var again = false

    @Flag(help: "List the mailboxes that there are; take nothing in.")
    var list = false

    @Flag(help: "Say what would be done; change nothing.")
    var dryRun = false

    @OptionGroup var limits: LimitOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        try requireNonEmpty(into, "--into")
        if mailbox.contains("") { throw ValidationError("--mailbox is an empty name.") }
        if watch && dryRun { throw ValidationError("--watch and --dry-run exclude each other.") }
        if list && (watch || dryRun) {
            throw ValidationError("--list goes with neither --watch nor --dry-run.")
        }
        _ = try day()
    }

    private func day() throws -> IMAPDate? {
        guard let since else { return nil }
        let first = try SpanArgument(parsing: since).first
        return IMAPDate(year: first.year, month: first.month, day: first.day)
    }

    func run() async throws {
        let settings = try Settings(given: limits.settings, environment: ProcessEnvironment.all)
        let accounts = try chosen(settings)
        if list { return try await listMailboxes(of: accounts) }
        var options = FetchMail.Options()
        options.since = try day()
        options.retriesAll = retry
        options.startsOver = again
        options.dryRun = dryRun
        options.watches = watch
        // Where it was named, it is an error.
        options.leavesOutUnable = account.isEmpty
        options.limits = try limits.mailLimits()
        let catalog = try dryRun ? store.openForDryRun(.rehearsal) : store.open()
        let fetch = FetchMail(
            accounts, mailboxes: mailbox, into: catalog,
            pictures: store.pictureFolder(into, dryRun: dryRun),
            environment: ProcessInfo.processInfo.environment, options: options)
        let words = FetchWords(speech: speech, dryRun: dryRun, isWatch: watch)
        if watch && !speech.quiet && !speech.json {
            Output.line("Waiting for mails; Ctrl-C ends it.")
        }
        let report = try await CtrlC.cancels(endingAnyhow: { FetchWords.farewell }) {
            try await fetch.run { words.say($0) }
        }
        try words.finish(report)
    }

    /// The accounts that are meant.
    private func chosen(_ settings: Settings) throws -> [MailAccount] {
        func canFetch(_ account: MailAccount) -> Bool {
            account.imap != nil || account.pop3 != nil
        }
        if account.isEmpty {
            let all = settings.accounts.filter(canFetch)
            guard !all.isEmpty else {
                let place = settings.path ?? Settings.usualPath(ProcessEnvironment.all)
                throw ValidationError(
                    "No account to fetch from: write a table [accounts.NAME] with address, imap "
                        + "and password-command into \(place).")
            }
            return all
        }
        return try account.map { name in
            let found = try settings.account(named: name)
            guard canFetch(found) else {
                throw ItemFailure(item: name, reason: "the account has neither imap nor pop3")
            }
            return found
        }
    }

    private func listMailboxes(of accounts: [MailAccount]) async throws {
        let list = ListMailboxes(
            accounts, environment: ProcessInfo.processInfo.environment,
            // Only where it was asked for is it an error to know one mailbox alone.
            leavesOutUnable: account.isEmpty)
        let hasSeveral = accounts.count > 1
        let report = try await CtrlC.cancels(endingAnyhow: { FetchWords.farewell }) {
            [speech] in
            try await list.run { progress in
                switch progress.event {
                case .item(let mailbox as ListMailboxes.Mailbox):
                    if speech.json { return Output.json(mailbox.json) }
                    Output.line(
                        hasSeveral ? "\(mailbox.account)  \(mailbox.name)" : "\(mailbox.name)")
                case .failed(let error): Output.complain(error)
                default: break
                }
            }
        }
        if !report.failures.isEmpty || report.wasInterrupted { throw ExitStatus.someFailed }
    }
}
