import Foundation
import GRDB
import OutputText

/// A message that a fetch was at when the program ended.
public struct InterruptedAttempt: Hashable, Sendable {
    /// Its UID, or POP3's identifier.
    public var message: String
    /// How often the program ended while it looked at this message alone; 0 where others were looked
    /// at with it.
    public var ends: Int

    /// A message and how often the program ended over it.
    public init(message: String, ends: Int) {
        self.message = message
        self.ends = ends
    }
}

extension PhotoCatalog {
    /// Notes that messages are being looked at from now on, and those that this process was at
    /// before no more.
    ///
    /// - Parameters:
    ///   - messages: UIDs or identifiers; none says that nothing is being looked at.
    ///   - process: The number of this process.
    ///   - ends: How often the program ended over each of them before.
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    public func noteTaking(
        _ messages: [String], of source: FetchSource, process: Int32, ends: [String: Int]
    ) throws(WitError) {
        try writing { db in
            guard let number = try Self.number(of: source, db, making: !messages.isEmpty) else {
                return
            }
            try db.cachedStatement(
                sql: "DELETE FROM fetch_taking WHERE source = ? AND process = ?"
            ).execute(arguments: [number, process])
            for message in messages {
                try db.cachedStatement(
                    sql: """
                        INSERT OR REPLACE INTO fetch_taking (source, message, process, alone, ends)
                        VALUES (?, ?, ?, ?, ?)
                        """
                ).execute(arguments: [
                    number, message, process, messages.count == 1, ends[message] ?? 0,
                ])
            }
        }
    }

    /// The messages that fetches were at which are no more, counted up by that.
    ///
    /// - Parameter isAlive: Whether there is a process of a number.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func interruptedAttempts(
        of source: FetchSource, isAlive: (Int32) -> Bool
    ) throws(WitError) -> [InterruptedAttempt] {
        let rows = try reading { db in
            guard let number = try Self.number(of: source, db, making: false) else {
                return [] as [Row]
            }
            return try Row.fetchAll(
                db,
                sql: "SELECT message, process, alone, ends FROM fetch_taking WHERE source = ?",
                arguments: [number])
        }
        return rows.filter { row in !isAlive(Int32(truncatingIfNeeded: row["process"] as Int64)) }
            .map { row in
                let ends: Int = row["ends"]
                return InterruptedAttempt(
                    message: row["message"], ends: ends + (row["alone"] as Bool ? 1 : 0))
            }
    }

    /// Forgets the messages that fetches were at which are no more: each of them was looked at again.
    ///
    /// - Parameter isAlive: Whether there is a process of a number.
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    public func forgetInterruptedAttempts(
        of source: FetchSource, isAlive: (Int32) -> Bool
    ) throws(WitError) {
        try writing { db in
            guard let number = try Self.number(of: source, db, making: false) else { return }
            let processes = try Int64.fetchAll(
                db, sql: "SELECT DISTINCT process FROM fetch_taking WHERE source = ?",
                arguments: [number])
            for process in processes where !isAlive(Int32(truncatingIfNeeded: process)) {
                try db.execute(
                    sql: "DELETE FROM fetch_taking WHERE source = ? AND process = ?",
                    arguments: [number, process])
            }
        }
    }

    private static func number(
        of source: FetchSource, _ db: Database, making: Bool
    ) throws -> Int64? {
        if making {
            try db.cachedStatement(
                sql: "INSERT OR IGNORE INTO fetch_source (server, user, mailbox) VALUES (?, ?, ?)"
            ).execute(arguments: [source.server, source.user, source.mailbox])
        }
        return try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT id FROM fetch_source WHERE server = ? AND user = ? AND mailbox = ?"),
            arguments: [source.server, source.user, source.mailbox])
    }
}
