import Foundation
import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// A list of words that photos have.
    public enum WordList: String, Sendable, CaseIterable { case keywords, people }

    /// The words of a list that begin with some letters, each once and in order, for somebody who is
    /// still typing: of the 50,000 photos that were cataloged last alone.
    ///
    /// - Parameter limit: at most so many.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func words(
        of list: WordList, beginning start: String, limit: Int = 100
    ) throws(WitError) -> [String] {
        try reading { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT value FROM (
                        SELECT \(list.rawValue) AS list FROM photo ORDER BY id DESC LIMIT 50000),
                        json_each(list)
                    WHERE list IS NOT NULL AND substr(value, 1, ?) = ?
                    ORDER BY value LIMIT ?
                    """, arguments: [start.unicodeScalars.count, start, limit])
        }
    }

    /// The identities that begin with some digits, as text and in order.
    ///
    /// - Parameter limit: at most so many.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func identities(
        beginning start: String, limit: Int = 100
    ) throws(WitError) -> [RecordID] {
        let digits = start.lowercased().filter { $0 != "-" }
        guard digits.count <= 32, digits.utf8.allSatisfy({ HexBlob.digit($0) != nil }),
            let first = HexBlob.data(digits.padded("0")),
            let last = HexBlob.data(digits.padded("f"))
        else { return [] }
        return try reading { db in
            try Data.fetchAll(
                db,
                sql: """
                    SELECT record_id FROM photo WHERE record_id BETWEEN ? AND ?
                    ORDER BY record_id LIMIT ?
                    """, arguments: [first, last, limit]
            ).compactMap(HexBlob.recordID)
        }
    }

    /// The mailboxes that mails were fetched from, each once and in order.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func fetchedMailboxes() throws(WitError) -> [String] {
        try reading { db in
            try String.fetchAll(db, sql: "SELECT DISTINCT mailbox FROM fetch_source ORDER BY 1")
        }
    }
}

extension String {
    /// The digits of a whole identity: these, and further ones behind them.
    fileprivate func padded(_ digit: Character) -> String {
        self + String(repeating: digit, count: max(0, 32 - count))
    }
}
