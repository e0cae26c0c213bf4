import ArgumentParser
import CatalogDatabase
import Foundation
import JSON
import MailTransport
import OutputText
import PhotoRecords
import WhatIsThat

/// `wit fetch`
struct FetchVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Import mails from IMAP and POP3 mailboxes.",
        discussion: """
            Example: wit fetch
                     wit fetch --account home --mailbox Family --since 2026-06
                     wit fetch --watch

            The accounts are in the settings: one table [accounts.NAME] each, with imap (or \
            pop3), user, and where the password comes from. The connection is always encrypted, \
            and the server's certificate is checked.

            Nothing changes on the server; mails that you have not read stay unread. Only mails \
            that may contain a photo are downloaded, and of others the text, where it may \
            contain a photo's story. What was checked is recorded: the next fetch continues \
            there, even after one that was interrupted. A mail that made the program crash twice \
            is skipped and reported, so that the others are imported. Mails are merged as by “wit \
            import”.

            With --json, one object per mail, as “wit import --json” prints it (file is account, \
            mailbox and number), and one for each pass over a mailbox: account, mailbox, taken, \
            passedOver, failed, givenUp (mails that only --retry tries again), bytes. With \
            --list, one per mailbox: account, mailbox.
            """)

    @Option(
        help: ArgumentHelp(
            "Only this account; may be repeated (default: all that have imap or pop3).",
            valueName: "name"), completion: Completions.accounts)
    var account: [String] = []

    @Option(
        help: ArgumentHelp(
            "Search this mailbox; may be repeated (default: the account's, else INBOX).",
            valueName: "name"), completion: Completions.mailboxes)
    var mailbox: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only mails that arrived on this day or later: 2026, 2026-06, 2026-06-01.",
            valueName: "date"))
    var since: String?

    @Option(
        help: ArgumentHelp(
            "The folder for pictures (default: received, beside the catalog).",
            valueName: "folder"), completion: .directory)
    var into: String?

    @Flag(help: "Keep running and import mails as they arrive, until Ctrl-C.")
    var watch = false

    @Flag(help: "Retry messages that failed repeatedly or were skipped.")
    var retry = false

    @Flag(
        help: ArgumentHelp(
            "Search the whole mailbox again, as if nothing had been fetched before; what is in "
                + "the catalog is not imported twice."))
    var again = false

    @Flag(help: "List the mailboxes; import nothing.")
    var list = false

    @Flag(help: "Show what would be done; change nothing.")
    var dryRun = false

    @OptionGroup var limits: LimitOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        try requireNonEmpty(into, "--into")
        if mailbox.contains("") { throw ValidationError("--mailbox is empty.") }
        if watch && dryRun { throw ValidationError("--watch and --dry-run cannot be combined.") }
        if list && (watch || dryRun) {
            throw ValidationError("--list cannot be combined with --watch or --dry-run.")
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
        let accounts = try settings.fetched(named: account)
        if list { return try await listMailboxes(of: accounts) }
        var options = FetchMail.Options()
        options.since = try day()
        options.retriesAll = retry
        options.ignoresProgress = again
        options.dryRun = dryRun
        options.watches = watch
        // Where it was named, it is an error.
        options.skipsUnsupportedAccounts = account.isEmpty
        options.limits = try limits.mailLimits(of: settings)
        options.ownAddresses = settings.accounts.map(\.address)
        let catalog = try dryRun ? store.openForDryRun(.rehearsal) : store.open()
        let fetch = FetchMail(
            accounts, mailboxes: mailbox,
            into: catalog,
            pictures: into ?? store.receivedFolder,
            environment: ProcessEnvironment.all, options: options)
        let words = FetchWords(speech: speech, dryRun: dryRun, isWatch: watch)
        if watch && !speech.quiet && !speech.json {
            Output.line("Waiting for mails; press Ctrl-C to stop.")
        }
        let report = try await CtrlC.cancels(endingAnyhow: { words.farewell }) {
            try await fetch.run { words.say($0) }
        }
        try words.finish(report)
    }

    private func listMailboxes(of accounts: [MailAccount]) async throws {
        let list = ListMailboxes(
            accounts, environment: ProcessEnvironment.all,
            // Only where it was asked for is it an error to know one mailbox alone.
            skipsUnsupportedAccounts: account.isEmpty)
        let hasSeveral = accounts.count > 1
        let report = try await CtrlC.cancels(endingAnyhow: { "wit: stopped." }) {
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
        if report.wasInterrupted { throw Interrupted(said: "wit: stopped.") }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }
}
