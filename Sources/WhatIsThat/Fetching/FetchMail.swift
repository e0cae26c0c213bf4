import CatalogDatabase
import JSON
import MailTransport
import OutputText
import PhotoRecords
import Synchronization

/// Imports mail from a person's mailboxes on servers (<doc:MailServers>).
///
/// Nothing on the servers changes. Only messages that may contain a photo or story are fetched; the
/// catalog records how far each mailbox was searched, so that the next fetch continues there, even
/// after one that was interrupted.
///
/// The result for each mail is reported as an `ImportMail.Report`, that of the search of
/// a mailbox at its end, as a ``Tally``. Cancelled, it ends between two mails, or while a server is
/// waited for; what was imported stays.
public struct FetchMail: Sendable {
    /// What is to be fetched, and how.
    public struct Options: Sendable {
        /// Only mail that came to the mailbox on that day or later.
        public var since: IMAPDate?
        /// Whether messages that failed too often are tried once more.
        public var retriesAll = false
        /// Whether to begin as if nothing had been fetched before; what is in the catalog already
        /// is not imported twice.
        public var ignoresProgress = false
        /// Whether to change nothing, and say what would be done.
        public var dryRun = false
        /// Whether to keep running, and import mails as they arrive, until it is cancelled.
        public var watches = false
        /// Whether accounts that cannot do what is asked for are left out, with a notice; else that
        /// is an error of theirs.
        public var skipsUnsupportedAccounts = false
        /// How much is taken from each message.
        public var limits = MailLimits()
        /// The addresses of the person's other accounts: mail from there answers no question.
        public var ownAddresses: [String] = []
        /// How long a server may take.
        public var connection = ConnectionLimits()
        /// How long to wait before the server is asked anew for its mails, in seconds: RFC 2177 §3
        /// wants less than 29 minutes.
        public var renewal = 25.0 * 60
        /// How long to wait before the first attempt to connect again, in seconds; twice as long
        /// each time, up to 5 minutes.
        public var patience = 2.0

        /// Everything, once.
        public init() {}
    }

    private let accounts: [MailAccount]
    private let mailboxes: [String]
    private let open: @Sendable () throws -> PhotoCatalog?
    private let folder: PictureFolder
    private let environment: [String: String]
    private let options: Options

    /// Gets ready to fetch; no connection is made yet.
    ///
    /// - Parameters:
    ///   - accounts: whose mail it is; each has an IMAP or a POP3 server.
    ///   - mailboxes: the mailboxes of each account; none for the account's own. POP3 has only one.
    ///   - catalog: where the mails go, and how far each mailbox was looked through: opened for writing
    ///     once it is known that the pictures have a folder; nil only in a dry run, where there is none
    ///     yet.
    ///   - folder: where the mails' pictures go; made when it is needed. A relative path counts from the
    ///     current folder.
    ///   - environment: where passwords may stand, and what password commands are given.
    ///   - options: what is to be fetched, and how.
    public init(
        _ accounts: [MailAccount], mailboxes: [String] = [],
        into catalog: @autoclosure @escaping @Sendable () throws -> PhotoCatalog?,
        pictures folder: String, environment: [String: String], options: Options = Options()
    ) {
        self.environment = environment
        self.accounts = accounts
        self.mailboxes = mailboxes
        open = catalog
        self.folder = PictureFolder(name: folder)
        self.options = options
    }

    /// What was fetched.
    public struct Report: JSONReport {
        /// The results of the mailboxes whose search was completed.
        public fileprivate(set) var mailboxes: [Tally] = []
        /// Mails with photos or their stories that were imported, also by an interrupted search.
        public fileprivate(set) var taken = 0
        /// The mails and mailboxes that failed, the first 1,000.
        public fileprivate(set) var failures: [WitError] = []
        /// Whether anything failed, within a mail too.
        public fileprivate(set) var hasFailed = false
        /// Whether it was cancelled before its end.
        public fileprivate(set) var wasInterrupted = false

        fileprivate static let mostFailures = 1_000

        /// One object: `mailboxes`, `taken`, `failures`, `interrupted`.
        public var json: JSONValue {
            .object([
                "mailboxes": .array(mailboxes.map(\.json)), "taken": .integer(Int64(taken)),
                "failures": .array(failures.map(\.json)), "interrupted": .bool(wasInterrupted),
            ])
        }
    }

    /// Searches the mailboxes one after the other; watching, all at once, as waiting for mail
    /// takes a separate connection.
    ///
    /// - Parameter progress: told of each mail, and what failed.
    /// - Returns: what was imported, until it was cancelled if it was. A mailbox that cannot be
    ///   fetched from is a failure of its own.
    /// - Throws: `not-a-folder` where pictures cannot go into the folder; `WitError` where the catalog
    ///   cannot be used; what was taken in before stays.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            try folder.refuseFile()
            let catalog = try open()
            let told = FetchTeller(stop, progress)
            if let catalog, !options.dryRun, let notice = folder.narrow(besides: catalog) {
                told.notice(notice)
            }
            let importer = ImportMail(
                into: catalog, pictures: folder.path, limits: options.limits,
                dryRun: options.dryRun,
                own: options.ownAddresses + accounts.map(\.address), stop: stop)
            let sources = accounts.flatMap { self.mailboxes(of: $0, told) }
            if options.watches {
                await withTaskGroup { group in
                    for (account, mailbox) in sources {
                        group.addTask {
                            fetch(account, mailbox, into: catalog, importer, stop, told)
                        }
                    }
                }
            } else {
                for (account, mailbox) in sources where !stop.isRequested {
                    if told.catalogError != nil { break }
                    fetch(account, mailbox, into: catalog, importer, stop, told)
                }
            }
            return try told.report()
        }
    }

    private func fetch(
        _ account: MailAccount, _ mailbox: String?, into catalog: PhotoCatalog?,
        _ importer: ImportMail, _ stop: Interruption, _ told: FetchTeller
    ) {
        do {
            let fetch = try MailboxFetch(
                account, mailbox: mailbox, importer: importer, catalog: catalog,
                environment: environment, options: options, stop: stop,
                tell: { told.take($0, of: account, mailbox: mailbox) })
            if options.watches { try fetch.watch() } else { try fetch.run() }
        } catch {
            told.fail(WitError(error), at: mailbox.map { "\(account.name):\($0)" } ?? account.name)
        }
    }

    /// What is to be looked through of an account.
    private func mailboxes(
        of account: MailAccount, _ told: FetchTeller
    ) -> [(MailAccount, String?)] {
        guard account.imap == nil else {
            return mailboxes.isEmpty ? [(account, nil)] : mailboxes.map { (account, $0) }
        }
        if options.since != nil, options.skipsUnsupportedAccounts {
            told.notice("\(account.name): left out, since POP3 servers cannot search by date")
            return []
        }
        if !mailboxes.isEmpty {
            told.notice(
                "\(account.name): POP3 servers have only one mailbox; that is searched")
        }
        return [(account, nil)]
    }
}

/// What the fetches of several mailboxes tell, brought into one order and counted.
private final class FetchTeller: Sendable {
    private struct State {
        var report = FetchMail.Report()
        var catalogError: WitError?
    }

    private let state = Mutex(State())
    private let stop: Interruption
    private let progress: ProgressHandler

    init(_ stop: Interruption, _ progress: @escaping ProgressHandler) {
        self.stop = stop
        self.progress = progress
    }

    /// Why there is no use in going on.
    var catalogError: WitError? { state.withLock { $0.catalogError } }

    func notice(_ sentence: String) {
        state.withLock { _ in progress(WorkProgress(.fetching, event: .notice(sentence))) }
    }

    /// Passes on what the fetch of a mailbox tells.
    func take(_ told: WorkProgress, of account: MailAccount, mailbox: String?) {
        state.withLock { state in
            var told = told
            switch told.event {
            case .item(let mail as ImportMail.Report):
                state.report.taken += 1
                state.report.hasFailed = state.report.hasFailed || mail.hasFailed
            case .item(var tally as FetchMail.Tally):
                tally.account = account.name
                tally.mailbox = account.imap == nil ? nil : mailbox ?? account.mailbox
                let known = state.report.mailboxes.firstIndex {
                    $0.account == tally.account && $0.mailbox == tally.mailbox
                }
                if let known {
                    state.report.mailboxes[known].add(tally)
                } else {
                    state.report.mailboxes.append(tally)
                }
                told.event = .item(tally)
            case .failed(let failure): return note(failure, &state.report)
            case .item, .notice, nil: break
            }
            progress(told)
        }
    }

    /// Takes note that a mailbox cannot be fetched from any more.
    func fail(_ error: WitError, at place: String) {
        if error.code == .interrupted { return }
        state.withLock { state in
            if error.isCatalogError {
                state.catalogError = state.catalogError ?? error
                // Those that watch other mailboxes would not hear of it for ever.
                stop.request()
            } else {
                note(error.isOfServer ? error.naming(place) : error, &state.report)
            }
        }
    }

    private func note(_ error: WitError, _ report: inout FetchMail.Report) {
        report.hasFailed = true
        if report.failures.count < FetchMail.Report.mostFailures { report.failures.append(error) }
        progress(WorkProgress(.fetching, event: .failed(error)))
    }

    /// What was done.
    func report() throws(WitError) -> FetchMail.Report {
        let (found, error) = state.withLock { ($0.report, $0.catalogError) }
        if let error { throw error }
        var report = found
        report.wasInterrupted = stop.isRequested
        return report
    }
}

extension WitError {
    /// The error of a server, in a sentence that names the account or mailbox it was asked for.
    func naming(_ place: String) -> WitError {
        var error = self
        error.subject = .server(place)
        error.message = "\(place): \(message)"
        return error
    }
}

extension WitError.Code {
    /// A server refuses to open a mailbox.
    public static let noSuchMailbox: Self = "no-such-mailbox"
    /// A mail is longer than the limit.
    public static let mailTooLong: Self = "mail-too-long"
    /// A POP3 server was asked for the mails of some days.
    public static let noSearchByDate: Self = "no-search-by-date"
}
