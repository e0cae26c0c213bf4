import Files
import Foundation
import MIMEMessage
import MailTransport
import OutputText
import PhotoCatalog

/// Takes mail in from a person's mailbox on a server (<doc:MailServers>).
///
/// Nothing on the server changes. Only messages that may hold a photo or its story come over; the
/// catalog keeps how far each mailbox was looked through, so that the next fetch goes on there, also
/// after one that was cut short.
public final class FetchMail {
    /// What is to be fetched, and how.
    public struct Options: Sendable {
        /// Only mail that came to the mailbox on that day or later.
        public var since: IMAPDate?
        /// Whether messages that failed too often are tried once more.
        public var retriesAll = false
        /// Whether to begin as if nothing had been fetched before; what is in the catalog already
        /// is not taken in twice.
        public var startsOver = false
        /// Whether to change nothing, and say what would be done.
        public var dryRun = false
        /// How much is taken from each message.
        public var limits = MailLimits()
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

    /// What a fetch tells of.
    public enum News {
        /// A mail was taken in.
        case taken(ImportMail.Report)
        /// A mail could not be taken in; the others go on.
        case failed(ItemFailure)
        /// Something to know.
        case notice(String)
        /// How many of the messages to look at are done.
        case progress(done: Int, of: Int)
        /// All that is there was looked at.
        case finished(Tally)
    }

    /// What one look through a mailbox did.
    public struct Tally: Equatable, Sendable {
        /// Mails with photos or their stories that were taken in.
        public var taken = 0
        /// Mails without any.
        public var passedOver = 0
        /// Mails that could not be taken in.
        public var failed = 0
        /// Mails that failed in several fetches and are not tried any more, unless it is asked for.
        public var givenUp = 0
        /// Bytes of whole messages that came over.
        public var bytes = 0
        /// Whether there was nothing at all to look at.
        public var isEmpty: Bool { taken + passedOver + failed == 0 }
    }

    /// The account.
    public let account: MailAccount
    /// The mailbox; empty for POP3, which knows only one.
    public let mailbox: String
    let options: Options
    let importer: ImportMail
    let interruption: Interruption
    let tell: (News) throws -> Void
    var ledger: FetchLedger
    var tally = Tally()
    var assembler = PartialAssembler()
    /// The messages that pieces came in, by the names that the assembler knows them by.
    var pieces: [String: (message: String, uid: UInt32?)] = [:]
    /// How often the connection was lost over a message.
    var strikes: [String: Int] = [:]
    /// The message that is coming over.
    var current: (message: String, uid: UInt32?)?
    /// The failed messages of former fetches that are still to be tried; nil before they are known.
    var again: Set<String>?
    var isFirstPass = true
    /// The messages of POP3 that the server put off once, by their identifiers.
    var onceOff: Set<String> = []
    /// How many messages in a row the server put off.
    var putOffInARow = 0
    /// Whether a look through the mailbox came to its end by this connection.
    var hasPassed = false
    /// Whether numbers without a UIDVALIDITY may mean other messages than before.
    var numbersMayDiffer = false
    /// Waits so many seconds, unless the person asks to stop.
    var sleep: (Double) -> Void

    /// Gets ready to fetch; no connection is made yet.
    ///
    /// - Parameters:
    ///   - account: whose mail it is; it has an IMAP or a POP3 server.
    ///   - mailbox: its name; nil for the account's own. POP3 has only one.
    ///   - importer: what takes the mails in.
    ///   - catalog: where the state is kept; nil with a dry run where there is none.
    ///   - options: what is to be fetched, and how.
    ///   - interruption: looked at between mails, and while the server is waited for.
    ///   - tell: takes what there is to tell.
    /// - Throws: `CatalogError` where what is noted of the mailbox cannot be read or written.
    public init(
        _ account: MailAccount, mailbox: String? = nil, importer: ImportMail,
        catalog: PhotoCatalog?, options: Options = Options(),
        interruption: Interruption = Interruption(), tell: @escaping (News) throws -> Void
    ) throws {
        self.account = account
        self.options = options
        self.importer = importer
        self.interruption = interruption
        self.tell = tell
        sleep = { seconds in
            let deadline = ContinuousClock.now + .seconds(seconds)
            while ContinuousClock.now < deadline, !interruption.isRequested {
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
        Leftovers.sweep(Folder.temporary)
        let isIMAP = account.imap != nil
        self.mailbox = isIMAP ? mailbox ?? account.mailbox : ""
        let server = account.imap ?? account.pop3
        let host = server?.host.lowercased() ?? ""
        // Two servers may live on one host.
        let port = server.flatMap { [143, 993, 110, 995].contains($0.port) ? nil : ":\($0.port)" }
        ledger = try FetchLedger(
            catalog,
            FetchSource(
                server: (isIMAP ? "imap:" : "pop3:") + host + (port ?? ""), user: account.login,
                mailbox: self.mailbox.uppercased() == "INBOX" ? "INBOX" : self.mailbox),
            writes: !options.dryRun, forgets: options.startsOver)
    }

    /// What messages of this mailbox are reported by, without their number.
    public var name: String { mailbox.isEmpty ? account.name : "\(account.name):\(mailbox)" }

    /// Looks through the mailbox once.
    ///
    /// - Throws: `TransportError`, `CatalogError`, an `ItemFailure` where a message cannot be
    ///   stored, what `tell` throws.
    public func run() throws {
        if account.imap != nil { try runIMAP() } else { try runPOP3() }
    }

    /// Looks through the mailbox, then waits for more until it is interrupted. A connection that is
    /// lost is made anew.
    ///
    /// - Throws: As ``run()`` does, but not for a connection that is lost.
    public func watch() throws {
        var patience = options.patience
        var hasWorked = false
        while !interruption.isRequested {
            do {
                if account.imap != nil {
                    try watchIMAP { isGood in
                        if isGood { patience = options.patience }
                        hasWorked = true
                    }
                } else {
                    try runPOP3()
                    patience = options.patience
                    hasWorked = true
                    pause(min(options.renewal, 5 * 60))
                }
            } catch {
                let error = WitError(error)
                guard error.isTransient || hasWorked && error.code == .passwordUnavailable else {
                    throw error
                }
                // A password that was to be had is so again, as when a keyring was locked.
                if interruption.isRequested { return }
                try tell(.notice("\(name): \(error.message); trying again"))
                pause(patience)
                patience = min(patience * 2, 5 * 60)
            }
        }
    }

    /// The password or token, asked for anew for each connection: a token may have run out.
    func secret() throws(TransportError) -> Secret? {
        try account.passwordSource?.secret(shouldStop: { interruption.isRequested })
    }

    /// Waits, unless the person asks to stop.
    func pause(_ seconds: Double) {
        if seconds > 0 { sleep(seconds) }
    }

    /// Ends a look through the mailbox.
    func finishPass() throws {
        // Such as came once more when their message was whole already.
        finishPieces()
        try ledger.write()
        for set in assembler.incomplete {
            for name in set.names {
                guard let piece = pieces[name] else { continue }
                try ledger.fail(piece.message, uid: piece.uid, reason: set.sentence, waits: true)
            }
            if isFirstPass {
                try fail(set.names.prefix(3).joined(separator: ", "), set.sentence)
            }
        }
        isFirstPass = false
        hasPassed = true
        tally.givenUp = ledger.givenUp
        try tell(.finished(tally))
        tally = Tally()
    }

    func fail(_ name: String, _ reason: String) throws {
        tally.failed += 1
        try tell(.failed(ItemFailure(item: name, reason: reason)))
    }
}
