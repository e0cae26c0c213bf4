import CatalogDatabase
import Foundation
import MIMEMessage
import MailTransport
import OutputText
import PhotoRecords

/// Sends mails by way of the outbox: what is in it survives a crash and a dead network, keeps its
/// Message-ID and its bytes, and never goes out twice without a person's word.
struct SendMail: Sendable {
    /// What became of a mail.
    enum Result: Sendable {
        /// It was tried; the mail as it stands now.
        case tried(OutboxMail)
        /// It was not tried: another process has it, or the account's server was found unusable
        /// with a mail before it.
        case left(OutboxMail, why: String)
    }

    private let catalog: PhotoCatalog
    private let settings: Settings
    private let environment: [String: String]
    private let secrets: [String: Secret]
    private let limits: ConnectionLimits
    private let stop: Interruption
    private let clock: @Sendable () -> Date

    /// Gets ready to send; no connection is made yet.
    ///
    /// - Parameters:
    ///   - catalog: whose outbox it is, opened for writing.
    ///   - settings: where the accounts stand.
    ///   - environment: where passwords may stand.
    ///   - secrets: the passwords that are known already, by the accounts' names.
    ///   - limits: how long a server may take.
    ///   - stop: asked whether to stop.
    ///   - clock: what time it is.
    init(
        of catalog: PhotoCatalog, settings: Settings,
        environment: [String: String],
        secrets: [String: Secret] = [:],
        limits: ConnectionLimits = ConnectionLimits(), stop: Interruption = Interruption(),
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.catalog = catalog
        self.settings = settings
        self.environment = environment
        self.secrets = secrets
        self.limits = limits
        self.stop = stop
        self.clock = clock
    }

    /// The moment, in seconds since 1970.
    var now: Int64 { Int64(clock().timeIntervalSince1970) }

    /// How long to wait after an attempt that may go better later, in seconds: minutes first, as a
    /// greylisting server asks for, then hours.
    ///
    /// - Parameter attempts: How many there were, from 1 on.
    static func pause(after attempts: Int) -> Int64 {
        [5, 15, 60][safe: attempts - 1].map { Int64($0) * 60 } ?? longestPause
    }

    private static let longestPause: Int64 = 4 * 3600

    /// Puts a mail into the outbox.
    ///
    /// - Parameters:
    ///   - draft: Who sends it, who gets it, and by which account.
    ///   - read: Fills a buffer with the message's next bytes; 0 ends it.
    /// - Throws: `WitError` for an address that no server takes; `WitError`; a `WitError`
    ///   where nothing could be sent from this outbox.
    func put(
        _ draft: OutboxMail.Draft, read: (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws -> OutboxMail {
        _ = try Self.envelope(draft.sender, draft.recipients)
        try requireLocks()
        return try catalog.putIntoOutbox(draft, now: now, read: read)
    }

    /// Puts the mails of one share into the outbox, all or none.
    ///
    /// - Parameters:
    ///   - drafts: The mails, in their order.
    ///   - read: Fills a buffer with the next bytes of the message of that index; 0 ends it.
    /// - Throws: as for one mail.
    func put(
        _ drafts: [OutboxMail.Draft],
        read: (_ index: Int, UnsafeMutableRawBufferPointer) throws -> Int
    ) throws -> [OutboxMail] {
        for draft in drafts {
            _ = try Self.envelope(draft.sender, draft.recipients)
        }
        try requireLocks()
        return try catalog.putIntoOutbox(drafts, now: now, read: read)
    }

    /// Makes sure that what is put into the outbox can be sent: a person who is told afterwards that nothing
    /// was sent would share the same again, and have two mails in it.
    private func requireLocks() throws(WitError) {
        try SendingLocks.requireOneName(catalog)
        _ = try SendingLocks.of(catalog)
    }

    /// Settles what a killed process left behind: see `PhotoCatalog.settleOutboxMail`.
    ///
    /// - Throws: `WitError`, also where the file of locks cannot be made.
    func settle() throws {
        let begun = try catalog.outbox().filter { $0.state == .sending }
        guard !begun.isEmpty else { return }
        let locks = try SendingLocks.of(catalog)
        for mail in begun where try locks.take(mail.number) {
            defer { locks.giveBack(mail.number) }
            try catalog.settleOutboxMail(mail.number, now: now)
        }
    }

    /// The mails to be sent now.
    ///
    /// - Parameter all: Whether those too that wait for a later moment.
    /// - Throws: `WitError` where the catalog cannot be read.
    func due(all: Bool = false) throws -> [OutboxMail] {
        let now = now
        return try catalog.outbox().filter { mail in
            guard mail.state == .queued else { return false }
            guard let dueAt = mail.dueAt, !all else { return true }
            // No pause is that long: the clock was wrong when it was put off.
            return dueAt <= now || dueAt - now > Self.longestPause + 60
        }
    }

    /// Sends mails that wait, one after another, over one connection for each account.
    ///
    /// - Parameters:
    ///   - mails: What to send, in this order.
    ///   - report: Gets each mail's result, in turn.
    /// - Throws: `WitError`, also where nothing can tell that no other process
    ///   sends the same; what goes wrong with a mail is in its result.
    func send(_ mails: [OutboxMail], report: (Result) -> Void) throws {
        guard !mails.isEmpty else { return }
        try SendingLocks.requireOneName(catalog)
        let locks = try SendingLocks.of(catalog)
        var connections: [String: Connection] = [:]
        for mail in mails {
            if stop.isRequested { return }
            guard try locks.take(mail.number) else {
                report(.left(mail, why: "another wit is sending it"))
                continue
            }
            defer { locks.giveBack(mail.number) }
            let connection = connections[mail.account] ?? connection(mail.account)
            connections[mail.account] = connection
            let submission: MailSubmission
            switch connection {
            case .down(let why):
                report(.left(mail, why: why))
                continue
            case .unusable(let error):
                // The catalog learns why, but nothing was tried.
                let kept = try catalog.noteOutboxMail(
                    mail.number, code: error.code.rawValue, why: error.message)
                report(.tried(kept))
                connections[mail.account] = .down(error.message)
                continue
            case .up(let ready): submission = ready
            }
            guard let number = try catalog.claimOutboxMail(mail.number) else {
                let other = try catalog.outboxMail(mail.number)
                report(.left(other, why: "it is \(other.state.words)"))
                continue
            }
            let claimed = try catalog.outboxMail(mail.number)
            let (outcome, trouble) = attempt(claimed, submission)
            if let trouble, Self.concernsAccount(trouble) {
                connections[mail.account] = .down(trouble.message)
            }
            report(
                .tried(
                    try catalog.finishOutboxMail(
                        mail.number, attempt: number, outcome, now: now)))
        }
    }

    private enum Connection {
        case up(MailSubmission)
        case unusable(WitError)
        case down(String)
    }

    private func connection(_ name: String) -> Connection {
        do {
            let account = try settings.account(named: name)
            let stop = stop
            let secret =
                try secrets[name]
                ?? account.passwordSource?.secret(
                    environment: environment,
                    shouldStop: { stop.isRequested })
            return .up(
                try MailSubmission(for: account, secret: secret, limits: limits) {
                    stop.isRequested
                })
        } catch {
            let error = WitError(error)
            return .unusable(error.isOfServer ? error : .server(error.code, error.message))
        }
    }

    private func attempt(
        _ mail: OutboxMail, _ submission: MailSubmission
    ) -> (OutboxMail.Outcome, WitError?) {
        let reader = OutboxReader(mail, in: catalog)
        do throws(WitError) {
            let envelope = try Self.envelope(mail.sender, mail.recipients)
            let answer = try submission.send(
                envelope, size: mail.bytes, rewind: { reader.rewind() },
                read: { try reader.read(into: $0) },
                handingOver: {
                    try self.catalog.noteHandedOver(mail.number, attempt: mail.attempts)
                })
            return (.sent(answer: answer), nil)
        } catch {
            var error = error
            error.message = Self.readable(error.message, mail)
            let code = error.code.rawValue
            if error.code == .perhapsSent { return (.perhapsSent(why: error.message), error) }
            guard error.isTransient else {
                return (.failed(code: code, why: error.message), error)
            }
            let pause = error.code == .interrupted ? 0 : Self.pause(after: mail.attempts)
            return (.postponed(until: now + pause, code: code, why: error.message), error)
        }
    }

    /// The addresses as servers take them: domains beyond ASCII as A-labels (RFC 5890 §2.3.2.1).
    private static func envelope(
        _ sender: String, _ recipients: [String]
    ) throws(WitError) -> Envelope {
        try Envelope(
            sender: InternationalDomain.address(sender) ?? sender,
            recipients: recipients.map { InternationalDomain.address($0) ?? $0 })
    }

    /// A sentence with the addresses as the person wrote them.
    private static func readable(_ sentence: String, _ mail: OutboxMail) -> String {
        ([mail.sender] + mail.recipients).reduce(sentence) { sentence, address in
            guard let written = InternationalDomain.address(address), written != address else {
                return sentence
            }
            return sentence.replacing(written, with: address)
        }
    }

    /// Whether an error would meet the account's next mail too: to try a wrong password again and
    /// again locks an account.
    private static func concernsAccount(_ error: WitError) -> Bool {
        let codes: [WitError.Code] = [
            .loginRefused, .noLogin, .noTLS, .tlsFailed, .certificate, .certificateFile,
            .unknownHost, .cannotConnect, .timedOut,
        ]
        return error.isAtLogin || codes.contains(error.code)
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
