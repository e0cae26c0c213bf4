import Foundation
import GRDB
import OutputText

extension PhotoCatalog {
    /// Gives a mail's bytes piece by piece, of at most 256 KB each.
    ///
    /// - Throws: `no-such-mail`; `not-sendable` where its bytes are gone: it was sent or discarded.
    public func readOutbox(
        _ number: Int64, _ take: (Data) throws -> Void
    ) throws(WitError) {
        let mail = try outboxMail(number)
        var left = mail.bytes
        var piece = 0
        while left > 0 {
            guard let bytes = try outboxPiece(piece, of: number), bytes.count <= left else {
                throw WitError.catalog(
                    .notSendable, "mail \(number) is \(mail.state.words); its text is not kept")
            }
            do { try take(bytes) } catch { throw WitError(error, path: path) }
            left -= bytes.count
            piece += 1
        }
    }

    /// One piece of a mail, counted from 0; nil behind the last.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func outboxPiece(_ piece: Int, of number: Int64) throws(WitError) -> Data? {
        try reading { db in
            try Data.fetchOne(
                db, sql: "SELECT bytes FROM outbox_piece WHERE mail = ? AND number = ?",
                arguments: [number, piece])
        }
    }

    /// Drops a mail's bytes, overwritten in the file and not just let go.
    static func dropBytes(of mail: Int64, _ db: Database) throws {
        try db.execute(sql: "PRAGMA secure_delete = ON")
        defer { try? db.execute(sql: "PRAGMA secure_delete = OFF") }
        try db.execute(sql: "DELETE FROM outbox_piece WHERE mail = ?", arguments: [mail])
    }

    /// Writes a message's bytes in pieces; answers how many they are.
    static func writePieces(
        of mail: Int64, _ read: (UnsafeMutableRawBufferPointer) throws -> Int, _ db: Database
    ) throws -> Int {
        var buffer = [UInt8](repeating: 0, count: OutboxSchema.pieceBytes)
        var total = 0
        for piece in 0... {
            var filled = 0
            while filled < buffer.count {
                let count = try buffer.withUnsafeMutableBytes { bytes in
                    try read(UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
                }
                if count == 0 { break }
                filled += count
            }
            if filled > 0 {
                try db.cachedStatement(
                    sql: "INSERT INTO outbox_piece (mail, number, bytes) VALUES (?, ?, ?)"
                ).execute(arguments: [mail, piece, Data(buffer.prefix(filled))])
                total += filled
            }
            if filled < buffer.count { break }
        }
        return total
    }
}
