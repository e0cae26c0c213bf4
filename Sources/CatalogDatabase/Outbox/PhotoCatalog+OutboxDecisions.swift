import GRDB
import OutputText

/// What a person decides about mails of the outbox.
extension PhotoCatalog {
    /// Makes mails wait for an attempt at once, all or none: those that wait, failed, or were
    /// perhaps sent.
    ///
    /// - Parameters:
    ///   - numbers: Which; one that is named twice counts once.
    ///   - now: The moment, in seconds since 1970.
    /// - Returns: The mails as they stand then, in the order of the numbers.
    /// - Throws: `no-such-mail`; `not-sendable` for one that is sent, discarded or being sent.
    public func requeueOutboxMails(
        _ numbers: [Int64], now: Int64
    ) throws(WitError) -> [OutboxMail] {
        try deciding(on: numbers, "it can't be sent again") { number, db in
            try db.execute(
                sql: "UPDATE outbox SET state = 'queued', due_at = ?, ended_at = NULL WHERE id = ?",
                arguments: [now, number])
        }
    }

    /// Gives mails up, all or none: their bytes go, what they were is kept.
    ///
    /// - Parameters:
    ///   - numbers: Which; one that is named twice counts once.
    ///   - now: The moment, in seconds since 1970.
    /// - Returns: The mails as they stand then, in the order of the numbers.
    /// - Throws: `no-such-mail`; `not-sendable` for one that is sent, discarded or being sent.
    public func discardOutboxMails(
        _ numbers: [Int64], now: Int64
    ) throws(WitError) -> [OutboxMail] {
        try deciding(on: numbers, "there is nothing to discard") { number, db in
            try db.execute(
                sql: """
                    UPDATE outbox SET state = 'discarded', due_at = NULL, ended_at = ?
                    WHERE id = ?
                    """, arguments: [now, number])
            try Self.dropBytes(of: number, db)
        }
    }

    private func deciding(
        on numbers: [Int64], _ otherwise: String, _ change: (Int64, Database) throws -> Void
    ) throws(WitError) -> [OutboxMail] {
        var known: Set<Int64> = []
        let numbers = numbers.filter { known.insert($0).inserted }
        return try writing(durable: true) { db in
            for number in numbers {
                let mail = try Self.outboxMail(number, db)
                guard [.queued, .failed, .perhapsSent].contains(mail.state) else {
                    throw WitError.catalog(
                        .notSendable, "mail \(number) is \(mail.state.words); \(otherwise)")
                }
            }
            for number in numbers { try change(number, db) }
            return try numbers.map { try Self.outboxMail($0, db) }
        }
    }
}
