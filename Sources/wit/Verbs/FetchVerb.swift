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
        let ctrlC = CtrlC(endingAnyhow: { "wit: stopped; what was taken in is in the catalog." })
        defer { withExtendedLifetime(ctrlC) {} }
        let interruption = ctrlC.interruption
        if list { return try listMailboxes(of: accounts, interruption) }
        var options = FetchMail.Options()
        options.since = try day()
        options.retriesAll = retry
        options.startsOver = again
        options.dryRun = dryRun
        options.limits = try limits.mailLimits()
        let catalog = try dryRun ? store.openForDryRun(.rehearsal) : store.open()
        let folder = store.pictureFolder(into, dryRun: dryRun)
        let importer = ImportMail(
            into: catalog, pictures: folder, limits: options.limits, dryRun: dryRun,
            interruption: interruption)
        let words = FetchWords(speech: speech, dryRun: dryRun, isWatch: watch)
        let sources = accounts.flatMap(mailboxes)
        if watch && !speech.quiet && !speech.json {
            Output.line("Waiting for mails; Ctrl-C ends it.")
        }
        // One connection each: to wait for news takes a connection of its own.
        await withTaskGroup { group in
            for (account, mailbox) in sources {
                let work: @Sendable () -> Void = { [options, watch] in
                    do {
                        let fetch = try FetchMail(
                            account, mailbox: mailbox, importer: importer, catalog: catalog,
                            options: options, interruption: interruption,
                            tell: { try words.say($0, account: account, mailbox: mailbox) })
                        if watch { try fetch.watch() } else { try fetch.run() }
                    } catch {
                        words.fail(error, account: account, mailbox: mailbox)
                    }
                }
                if watch {
                    group.addTask { await Self.onThread(work) }
                } else if !interruption.isRequested, !words.isCatalogUnusable {
                    work()
                }
            }
        }
        try words.finish(interrupted: interruption.isRequested)
    }

    /// What is to be looked through of an account.
    private func mailboxes(of account: MailAccount) -> [(MailAccount, String?)] {
        guard account.imap == nil else {
            return mailbox.isEmpty ? [(account, nil)] : mailbox.map { (account, $0) }
        }
        // Where it was named, it is an error.
        if since != nil, self.account.isEmpty {
            Output.complain(
                "wit: \(account.name): left out, since POP3 servers know no search by date")
            return []
        }
        if !mailbox.isEmpty {
            Output.complain(
                "wit: \(account.name): POP3 servers know one mailbox only; that is looked through")
        }
        return [(account, nil)]
    }

    /// Runs what blocks on a thread of its own.
    private static func onThread(_ work: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { done in
            let thread = Thread {
                work()
                done.resume()
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
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

    private func listMailboxes(
        of accounts: [MailAccount], _ interruption: Interruption
    ) throws {
        var someFailed = false
        // Only where it was asked for is it an error to know one mailbox alone.
        let listed = accounts.filter { $0.imap != nil || !account.isEmpty }
        guard !listed.isEmpty else {
            throw ItemFailure(
                item: "settings", reason: "no account has imap; POP3 servers know one mailbox only")
        }
        for account in listed {
            do {
                guard account.imap != nil else {
                    throw ItemFailure(
                        item: account.name, reason: "POP3 servers know one mailbox only")
                }
                let connection = try IMAPConnection(
                    account,
                    secret: try account.passwordSource?.secret(
                        shouldStop: { interruption.isRequested }),
                    shouldStop: { interruption.isRequested })
                for mailbox in try connection.mailboxes() {
                    if speech.json {
                        Output.json(
                            .object([
                                "account": .string(account.name), "mailbox": .string(mailbox),
                            ]))
                    } else {
                        Output.line(
                            accounts.count > 1
                                ? "\(account.name)  \(mailbox)" : "\(mailbox)")
                    }
                }
                connection.logOut()
            } catch {
                Output.complain("wit: \(FetchWords.sentence(error, account))")
                someFailed = true
            }
        }
        if someFailed { throw ExitStatus.someFailed }
    }
}
