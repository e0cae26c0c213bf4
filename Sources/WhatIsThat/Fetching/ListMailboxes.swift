import JSON
import MailTransport
import OutputText
import PhotoRecords

/// Lists the mailboxes that accounts have on their IMAP servers.
public struct ListMailboxes: Sendable {
    private let accounts: [MailAccount]
    private let environment: [String: String]
    private let skipsUnsupportedAccounts: Bool
    private let limits: ConnectionLimits

    /// Gets ready to list; no connection is made yet.
    ///
    /// - Parameters:
    ///   - accounts: whose mailboxes they are.
    ///   - environment: where passwords may stand, and what password commands are given.
    ///   - skipsUnsupportedAccounts: whether accounts without IMAP are left out, unless none has it; else each
    ///     is a failure. POP3 servers have only one mailbox.
    ///   - limits: how long a server may take.
    public init(
        _ accounts: [MailAccount], environment: [String: String],
        skipsUnsupportedAccounts: Bool = false,
        limits: ConnectionLimits = ConnectionLimits()
    ) {
        self.accounts = accounts
        self.environment = environment
        self.skipsUnsupportedAccounts = skipsUnsupportedAccounts
        self.limits = limits
    }

    /// A mailbox on a server.
    public struct Mailbox: JSONReport, Hashable {
        /// The account's name.
        public let account: String
        /// The mailbox's name.
        public let name: String

        /// One object: `account`, `mailbox`.
        public var json: JSONValue {
            .object(["account": .string(account), "mailbox": .string(name)])
        }
    }

    /// The mailboxes that there are.
    public struct Report: JSONReport {
        /// All mailboxes, by account.
        public fileprivate(set) var mailboxes: [Mailbox] = []
        /// The accounts whose mailboxes could not be had.
        public fileprivate(set) var failures: [WitError] = []
        /// Whether it was cancelled before its end.
        public fileprivate(set) var wasInterrupted = false

        /// One object: `mailboxes`, `failures`, `interrupted`.
        public var json: JSONValue {
            .object([
                "mailboxes": .array(mailboxes.map(\.json)),
                "failures": .array(failures.map(\.json)), "interrupted": .bool(wasInterrupted),
            ])
        }
    }

    /// Asks the servers, one after the other.
    ///
    /// - Parameter progress: told of each mailbox, and of each account that failed.
    /// - Throws: `WitError` where no account has IMAP.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        let listed = accounts.filter { $0.imap != nil || !skipsUnsupportedAccounts }
        guard !listed.isEmpty else {
            throw WitError(
                item: "settings", reason: "no account has imap; POP3 servers have only one mailbox")
        }
        return try await BlockingWork.run { stop in
            var report = Report()
            for account in listed where !stop.isRequested {
                do throws(WitError) {
                    for name in try names(of: account, stop) {
                        let mailbox = Mailbox(account: account.name, name: name)
                        report.mailboxes.append(mailbox)
                        progress(WorkProgress(.fetching, event: .item(mailbox)))
                    }
                } catch {
                    if error.code == .interrupted { break }
                    report.failures.append(error)
                    progress(WorkProgress(.fetching, event: .failed(error)))
                }
            }
            report.wasInterrupted = stop.isRequested
            return report
        }
    }

    private func names(of account: MailAccount, _ stop: Interruption) throws(WitError) -> [String] {
        guard account.imap != nil else {
            throw WitError(item: account.name, reason: "POP3 servers have only one mailbox")
        }
        do throws(WitError) {
            let connection = try IMAPConnection(
                account,
                secret: try account.passwordSource?.secret(
                    environment: environment, shouldStop: { stop.isRequested }),
                limits: limits, shouldStop: { stop.isRequested })
            let names = try connection.mailboxes()
            connection.logOut()
            return names
        } catch {
            throw error.naming(account.name)
        }
    }
}
