import CatalogDatabase
import Files
import Foundation
import MIMEMessage
import MailTransport
import OutputText

/// Takes mail in from one mailbox on a server, on the thread that calls it: what `FetchMail` does for
/// each of its mailboxes.
final class MailboxFetch {
    /// The account.
    let account: MailAccount
    /// The mailbox; empty for POP3, which knows only one.
    let mailbox: String
    let options: FetchMail.Options
    let importer: ImportMail
    private let environment: [String: String]
    let stop: Interruption
    /// Takes what there is to tell, in the stage `fetching`: how many of the messages to look at are done;
    /// each mail that was taken in, as an `ImportMail.Report`; what failed and notices; and at the end of
    /// each look through the mailbox its `FetchMail.Tally`.
    let tell: (WorkProgress) throws -> Void
    var ledger: FetchLedger
    var tally = FetchMail.Tally()
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
    ///   - environment: where the password may stand.
    ///   - options: what is to be fetched, and how.
    ///   - stop: looked at between mails, and while the server is waited for.
    ///   - tell: takes what there is to tell.
    /// - Throws: `WitError` where what is noted of the mailbox cannot be read or written.
    init(
        _ account: MailAccount, mailbox: String? = nil, importer: ImportMail,
        catalog: PhotoCatalog?, environment: [String: String] = [:],
        options: FetchMail.Options = FetchMail.Options(), stop: Interruption = Interruption(),
        tell: @escaping (WorkProgress) throws -> Void
    ) throws {
        self.account = account
        self.options = options
        self.importer = importer
        self.environment = environment
        self.stop = stop
        self.tell = tell
        sleep = { seconds in
            let deadline = ContinuousClock.now + .seconds(seconds)
            while ContinuousClock.now < deadline, !stop.isRequested {
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
            writes: !options.dryRun, forgets: options.ignoresProgress)
    }

    /// What messages of this mailbox are reported by, without their number.
    var name: String { mailbox.isEmpty ? account.name : "\(account.name):\(mailbox)" }

    /// Looks through the mailbox once.
    ///
    /// - Throws: `WitError` where a message cannot be
    ///   stored, what `tell` throws.
    func run() throws {
        if account.imap != nil { try runIMAP() } else { try runPOP3() }
    }

    /// Looks through the mailbox, then waits for more until it is interrupted. A connection that is
    /// lost is made anew.
    ///
    /// - Throws: As ``run()`` does, but not for a connection that is lost.
    func watch() throws {
        var patience = options.patience
        var hasWorked = false
        while !stop.isRequested {
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
                if stop.isRequested { return }
                try tell(
                    WorkProgress(
                        .fetching,
                        event: .notice("\(name): \(error.message); trying again")))
                pause(patience)
                patience = min(patience * 2, 5 * 60)
            }
        }
    }

    /// The password or token, asked for anew for each connection: a token may have run out.
    func secret() throws(WitError) -> Secret? {
        try account.passwordSource?.secret(
            environment: environment, shouldStop: { stop.isRequested })
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
        if options.since == nil { try ledger.finish() }
        isFirstPass = false
        hasPassed = true
        tally.givenUp = ledger.givenUp
        try tell(WorkProgress(.fetching, event: .item(tally)))
        tally = FetchMail.Tally()
    }

    func fail(
        _ name: String, _ reason: String, code: WitError.Code = .itemFailed
    ) throws {
        tally.failed += 1
        let error = WitError(item: name, code: code, reason: reason)
        try tell(WorkProgress(.fetching, event: .failed(error)))
    }
}
