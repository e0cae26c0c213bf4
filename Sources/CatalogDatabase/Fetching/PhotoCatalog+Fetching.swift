import Foundation
import GRDB
import OutputText

extension PhotoCatalog {
    /// How far a mailbox was fetched.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func fetchState(of source: FetchSource) throws(WitError) -> FetchState {
        try reading { db in
            var state = FetchState()
            let row = try Row.fetchOne(
                db,
                sql: "SELECT id, uid_validity, done FROM fetch_source "
                    + "WHERE server = ? AND user = ? AND mailbox = ?",
                arguments: [source.server, source.user, source.mailbox])
            guard let row else { return state }
            state.uidValidity = UInt32(truncatingIfNeeded: row["uid_validity"] as Int64)
            state.done = row["done"]
            state.failures = try Row.fetchAll(
                db, sql: "SELECT message, reason, tries FROM fetch_failure WHERE source = ?",
                arguments: [row["id"] as Int64]
            ).map { row in
                FetchFailure(message: row["message"], reason: row["reason"], tries: row["tries"])
            }
            return state
        }
    }

    /// Those of POP3's identifiers that are done already.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func fetched(
        among identifiers: [String], of source: FetchSource
    ) throws(WitError) -> Set<String> {
        try reading { db in
            guard let number = try Self.number(of: source, db) else { return [] }
            let statement = try db.cachedStatement(
                sql: "SELECT 1 FROM fetched WHERE source = ? AND identifier = ?")
            return try Set(
                identifiers.filter {
                    try Int.fetchOne(statement, arguments: [number, $0]) != nil
                })
        }
    }

    /// Notes how far a mailbox was fetched, all of it or nothing.
    ///
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    public func note(_ note: FetchNote, of source: FetchSource) throws(WitError) {
        let now = Date().formatted(.iso8601)
        try writing { db in
            if note.ignoresProgress {
                try db.execute(
                    sql: "DELETE FROM fetch_source "
                        + "WHERE server = ? AND user = ? AND mailbox = ?",
                    arguments: [source.server, source.user, source.mailbox])
            }
            try db.execute(
                sql: "INSERT OR IGNORE INTO fetch_source (server, user, mailbox) VALUES (?, ?, ?)",
                arguments: [source.server, source.user, source.mailbox])
            guard let number = try Self.number(of: source, db) else { return }
            if let reached = note.reached {
                try db.execute(
                    sql: "UPDATE fetch_source SET uid_validity = ?, done = ? WHERE id = ?",
                    arguments: [Int64(reached.uidValidity), reached.done, number])
            }
            for identifier in note.identifiers {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO fetched (source, identifier) VALUES (?, ?)",
                    arguments: [number, identifier])
            }
            for message in note.settled {
                try db.execute(
                    sql: "DELETE FROM fetch_failure WHERE source = ? AND message = ?",
                    arguments: [number, message])
            }
            for failure in note.failures {
                try db.execute(
                    sql: """
                        INSERT INTO fetch_failure (source, message, reason, tries, at)
                        VALUES (?, ?, ?, ?, ?) ON CONFLICT (source, message) DO UPDATE SET
                            reason = excluded.reason, tries = excluded.tries, at = excluded.at
                        """,
                    arguments: [number, failure.message, failure.reason, failure.tries, now])
            }
        }
    }

    private static func number(of source: FetchSource, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db,
            sql: "SELECT id FROM fetch_source WHERE server = ? AND user = ? AND mailbox = ?",
            arguments: [source.server, source.user, source.mailbox])
    }
}
