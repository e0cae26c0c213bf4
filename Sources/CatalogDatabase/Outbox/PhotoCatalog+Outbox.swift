import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// Puts a mail into the outbox, whole, in one transaction; on the disk when it returns.
    ///
    /// - Parameters:
    ///   - now: The moment, in seconds since 1970; the mail is due at once.
    ///   - read: Fills a buffer with the message's next bytes; 0 ends it.
    /// - Throws: `mail-known` where one of the Message-ID is there.
    public func putIntoOutbox(
        _ draft: OutboxMail.Draft, now: Int64,
        read: (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws(WitError) -> OutboxMail {
        try writing(durable: true) { db in try Self.put(draft, now: now, read, db) }
    }

    /// Puts several mails into the outbox, all or none, in one transaction.
    ///
    /// - Parameters:
    ///   - now: The moment, in seconds since 1970; the mails are due at once.
    ///   - read: Fills a buffer with the next bytes of the message of that index; 0 ends it.
    /// - Throws: `mail-known` where one of a Message-ID is there.
    public func putIntoOutbox(
        _ drafts: [OutboxMail.Draft], now: Int64,
        read: (_ index: Int, UnsafeMutableRawBufferPointer) throws -> Int
    ) throws(WitError) -> [OutboxMail] {
        try writing(durable: true) { db in
            try drafts.enumerated().map { index, draft in
                try Self.put(draft, now: now, { try read(index, $0) }, db)
            }
        }
    }

    private static func put(
        _ draft: OutboxMail.Draft, now: Int64,
        _ read: (UnsafeMutableRawBufferPointer) throws -> Int, _ db: Database
    ) throws -> OutboxMail {
        let known = try Bool.fetchOne(
            db, sql: "SELECT 1 FROM outbox WHERE message_id = ?", arguments: [draft.messageID])
        if known == true {
            throw WitError.catalog(
                .mailKnown, "the outbox already has the mail \(draft.messageID)")
        }
        let recipients = JSONValue.array(draft.recipients.map { .string($0) }).text
        try db.execute(
            sql: """
                INSERT INTO outbox (message_id, account, sender, recipients, subject, bytes,
                    queued_at, due_at) VALUES (?, ?, ?, ?, ?, 0, ?, ?)
                """,
            arguments: [
                draft.messageID, draft.account, draft.sender, recipients, draft.subject, now,
                now,
            ])
        let mail = db.lastInsertedRowID
        let bytes = try writePieces(of: mail, read, db)
        try db.execute(
            sql: "UPDATE outbox SET bytes = ? WHERE id = ?", arguments: [bytes, mail])
        for (position, photo) in draft.photos.enumerated() {
            try db.execute(
                sql: "INSERT INTO outbox_photo (mail, position, record_id) VALUES (?, ?, ?)",
                arguments: [mail, position, HexBlob.data(photo)])
        }
        return try outboxMail(mail, db)
    }

    /// The mails of the outbox, the oldest first.
    ///
    /// - Parameter all: Whether those too that were sent or discarded.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func outbox(all: Bool = false) throws(WitError) -> [OutboxMail] {
        try reading { db in
            let filter = all ? "" : " WHERE state NOT IN ('sent', 'discarded')"
            return try Row.fetchAll(db, sql: "SELECT * FROM outbox" + filter + " ORDER BY id")
                .map { try Self.outboxMail($0, db) }
        }
    }

    /// A mail of the outbox.
    ///
    /// - Throws: `no-such-mail`.
    public func outboxMail(_ number: Int64) throws(WitError) -> OutboxMail {
        try reading { db in try Self.outboxMail(number, db) }
    }

    /// Claims a mail for this process: of any number that claim it at the same moment, one gets it.
    ///
    /// - Returns: The number of this attempt, from 1 on: what `noteHandedOver` and
    ///   `finishOutboxMail` know the claim by. Nil where the mail does not wait.
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    public func claimOutboxMail(_ number: Int64) throws(WitError) -> Int? {
        try writing(durable: true) { db in
            try db.execute(
                sql: """
                    UPDATE outbox SET state = 'sending', handed = 0, attempts = attempts + 1
                    WHERE id = ? AND state = 'queued'
                    """, arguments: [number])
            guard db.changesCount == 1 else { return nil }
            return try Self.outboxMail(number, db).attempts
        }
    }

    /// Notes that the last bytes of a claimed mail are about to go to the server.
    ///
    /// - Parameter attempt: What the claim answered.
    /// - Throws: `not-sendable` where the mail is not this attempt's any more: then the bytes must
    ///   not go out.
    public func noteHandedOver(_ number: Int64, attempt: Int) throws(WitError) {
        try writing(durable: true) { db in
            try db.execute(
                sql: """
                    UPDATE outbox SET handed = 1
                    WHERE id = ? AND state = 'sending' AND attempts = ?
                    """, arguments: [number, attempt])
            // A person may have decided meanwhile that it is not to go out, or another process
            // that saw no lock, as it knows the catalog by another name, that it waits again.
            guard db.changesCount == 1 else { throw Self.changedMeanwhile(number) }
        }
    }

    /// Writes down what an attempt came to. A sent mail's bytes go. Where the mail is not this
    /// attempt's any more, nothing changes.
    ///
    /// - Parameters:
    ///   - attempt: What the claim answered.
    ///   - now: The moment, in seconds since 1970.
    /// - Returns: The mail as it stands then.
    /// - Throws: `no-such-mail`; else as any change: `read-only`, `disk-full`, …
    public func finishOutboxMail(
        _ number: Int64, attempt: Int, _ outcome: OutboxMail.Outcome, now: Int64
    ) throws(WitError) -> OutboxMail {
        try writing(durable: true) { db in
            var isOurs = false
            func set(
                _ state: OutboxMail.State, due: Int64? = nil, ended: Int64? = nil,
                code: String? = nil, why: String? = nil, answer: String? = nil
            ) throws {
                try db.execute(
                    sql: """
                        UPDATE outbox SET state = ?, due_at = ?, ended_at = ?, error_code = ?,
                            error = ?, answer = ?
                        WHERE id = ? AND state = 'sending' AND attempts = ?
                        """,
                    arguments: [
                        state.rawValue, due, ended, code, why, answer, number, attempt,
                    ])
                isOurs = db.changesCount == 1
            }
            switch outcome {
            case .sent(let answer):
                try set(.sent, ended: now, answer: answer)
                if isOurs { try Self.dropBytes(of: number, db) }
            case .postponed(let until, let code, let why):
                try set(.queued, due: until, code: code, why: why)
            case .failed(let code, let why): try set(.failed, ended: now, code: code, why: why)
            case .perhapsSent(let why): try set(.perhapsSent, code: "perhaps-sent", why: why)
            }
            let mail = try Self.outboxMail(number, db)
            if isOurs { try Self.noteDelivery(of: mail, db) }
            return mail
        }
    }

    /// Writes down why a waiting mail was not even tried; it stays due.
    ///
    /// - Throws: `no-such-mail`; else as any change: `read-only`, `disk-full`, …
    public func noteOutboxMail(
        _ number: Int64, code: String, why: String
    ) throws(WitError) -> OutboxMail {
        try writing { db in
            try db.execute(
                sql:
                    "UPDATE outbox SET error_code = ?, error = ? WHERE id = ? AND state = 'queued'",
                arguments: [code, why, number])
            return try Self.outboxMail(number, db)
        }
    }

    /// Settles a mail that a process left in the state `sending` when it was killed: it waits
    /// again if its last bytes had not gone out, else it was perhaps sent.
    ///
    /// The caller knows that no process is at it any more.
    ///
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    public func settleOutboxMail(_ number: Int64, now: Int64) throws(WitError) {
        try writing(durable: true) { db in
            try db.execute(
                sql: """
                    UPDATE outbox SET state = iif(handed, 'perhaps-sent', 'queued'),
                        due_at = iif(handed, NULL, ?2),
                        error_code = iif(handed, 'perhaps-sent', 'interrupted'),
                        error = iif(handed,
                            'wit was ended after the whole mail had gone to the server and before '
                            || 'its answer came; perhaps it went out, perhaps not',
                            'wit was ended while it was sending; the mail did not go out')
                    WHERE id = ?1 AND state = 'sending'
                    """, arguments: [number, now])
        }
    }

    static func changedMeanwhile(_ number: Int64) -> WitError {
        WitError.catalog(
            .notSendable, "mail \(number) was changed by another process meanwhile")
    }

    static func outboxMail(_ number: Int64, _ db: Database) throws -> OutboxMail {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM outbox WHERE id = ?", arguments: [number])
        else { throw WitError.catalog(.noSuchMail, "the outbox has no mail \(number)") }
        return try outboxMail(row, db)
    }

    private static func outboxMail(_ row: Row, _ db: Database) throws -> OutboxMail {
        let number: Int64 = row["id"]
        let list: String = row["recipients"]
        let word: String = row["state"]
        guard let state = OutboxMail.State(rawValue: word),
            let recipients = try? JSONValue(parsing: list.utf8).array?.map(\.string),
            !recipients.contains(nil)
        else { throw WitError.catalog(.corrupt, "mail \(number) of the outbox can't be read") }
        let photos = try Data.fetchAll(
            db, sql: "SELECT record_id FROM outbox_photo WHERE mail = ? ORDER BY position",
            arguments: [number]
        ).compactMap { HexBlob.recordID($0) }
        return OutboxMail(
            number: number, messageID: row["message_id"], account: row["account"],
            sender: row["sender"], recipients: recipients.compactMap(\.self),
            subject: row["subject"],
            bytes: row["bytes"], photos: photos, state: state, attempts: row["attempts"],
            queuedAt: row["queued_at"], dueAt: row["due_at"], endedAt: row["ended_at"],
            errorCode: row["error_code"], error: row["error"], answer: row["answer"])
    }
}

extension OutboxMail.State {
    /// The state in words: `perhaps sent`.
    public var words: String { self == .perhapsSent ? "perhaps sent" : rawValue }
}
