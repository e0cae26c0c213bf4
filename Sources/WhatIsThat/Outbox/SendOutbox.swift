import CatalogDatabase
import JSON
import OutputText
import PhotoRecords

/// Sends mails that wait in a catalog's outbox (<doc:MailServers>).
///
/// A mail that was handed over without a reply is never resent automatically. The result for each
/// mail is reported at once, as the updated `OutboxMail`. Cancelled, it abandons the current mail,
/// which waits for its next attempt then, unless the server may have it already.
public struct SendOutbox: Sendable {
    /// Which mails are sent.
    public enum Choice: Sendable, Hashable {
        /// Those that are due.
        case due
        /// All that wait, those too that should wait for a later attempt.
        case waiting
        /// These, all or none; also such as failed or were perhaps sent.
        case mails([Int64])
    }

    private let catalog: PhotoCatalog
    private let settings: Settings
    private let environment: [String: String]
    private let choice: Choice

    /// Gets ready to send; no connection is made yet.
    ///
    /// - Parameters:
    ///   - choice: which mails are sent.
    ///   - catalog: whose outbox it is, opened for writing.
    ///   - settings: the settings with the accounts.
    ///   - environment: where passwords may stand, and what password commands are given.
    public init(
        _ choice: Choice = .due, of catalog: PhotoCatalog, settings: Settings,
        environment: [String: String]
    ) {
        self.choice = choice
        self.catalog = catalog
        self.settings = settings
        self.environment = environment
    }

    /// The results of sending the mails.
    public struct Report: JSONReport {
        /// The mails that were chosen, as they stand now.
        public internal(set) var mails: [OutboxMail] = []
        /// The mails that were not tried, by their numbers, and why.
        public internal(set) var notTried: [Int64: String] = [:]
        /// How many mails are in the outbox now.
        public internal(set) var waiting = 0
        /// Whether it was cancelled before its end.
        public internal(set) var wasInterrupted = false

        /// How many of the mails were sent.
        public var sent: Int { mails.count { $0.state == .sent } }
        /// Whether one of them was not sent.
        public var hasFailed: Bool { sent < mails.count }

        /// One object: `mails`, `notTried` (`number`, `reason`), `waiting`, `interrupted`.
        public var json: JSONValue {
            .object([
                "mails": .array(mails.map(\.json)),
                "notTried": .array(
                    notTried.sorted { $0.key < $1.key }.map {
                        ["number": .integer($0.key), "reason": .string($0.value)]
                    }),
                "waiting": .integer(Int64(waiting)), "interrupted": .bool(wasInterrupted),
            ])
        }
    }

    /// Sends them, one after another, over one connection for each account.
    ///
    /// - Parameter progress: told of each mail that was tried, and of each that was not.
    /// - Returns: what became of the mails, until it was cancelled if it was.
    /// - Throws: `WitError` where the catalog cannot be used, a number is of no mail, or nothing can
    ///   tell that no other process sends the same.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            let sending = SendMail(
                of: catalog, settings: settings, environment: environment, stop: stop)
            try sending.settle()
            var report = Report()
            switch choice {
            case .due: report.mails = try sending.due()
            case .waiting: report.mails = try sending.due(all: true)
            case .mails(let numbers):
                report.mails = try catalog.requeueOutboxMails(numbers, now: sending.now)
            }
            let total = report.mails.count
            var done = 0
            try sending.send(report.mails) { result in
                done += 1
                let event: WorkProgress.Event
                switch result {
                case .tried(let mail):
                    report.put(mail)
                    event = .item(mail)
                case .left(let mail, let why):
                    report.put(mail)
                    report.notTried[mail.number] = why
                    event = .item(SkippedMail(mail: mail, reason: why))
                }
                progress(WorkProgress(.sending, done: done, of: total, event: event))
            }
            report.waiting = try catalog.outbox().count
            report.wasInterrupted = stop.isRequested
            return report
        }
    }
}

extension SendOutbox.Report {
    /// Takes the mail as it stands now.
    fileprivate mutating func put(_ mail: OutboxMail) {
        guard let index = mails.firstIndex(where: { $0.number == mail.number }) else { return }
        mails[index] = mail
    }
}

/// A mail that was not tried: another process has it, or the account's server was found unusable with
/// a mail before it.
public struct SkippedMail: JSONReport {
    /// The mail in its current state.
    public let mail: OutboxMail
    /// Why, in words.
    public let reason: String

    /// That of the mail.
    public var json: JSONValue { mail.json }
}
