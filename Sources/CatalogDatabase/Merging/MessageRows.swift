import GRDB
import PhotoRecords

/// The messages that the catalog knows, each by its Message-ID and its contents together.
final class MessageRows {
    private let db: Database
    private var known: [MessageOrigin: String] = [:]

    init(_ db: Database) { self.db = db }

    /// A record with the name of its message: that which the catalog has for it, or would have.
    func named(_ record: IncomingRecord) throws -> IncomingRecord {
        guard let origin = try record.origin.map(named) else { return record }
        var record = record
        record.source = origin.source
        record.origin = origin
        return record
    }

    /// A message with the name that the catalog has for it, or would have.
    func named(_ origin: MessageOrigin) throws -> MessageOrigin {
        var origin = origin
        origin.source = MessageOrigin.prefix + (try name(of: origin))
        return origin
    }

    /// Notes that a photo came with a message.
    func link(_ photo: Int64, _ origin: MessageOrigin) throws {
        let name = String(origin.source.dropFirst(MessageOrigin.prefix.count))
        try db.cachedStatement(
            sql: """
                INSERT INTO message (message_id, stated_id, sender, address, subject, at, digest)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (message_id) DO UPDATE SET digest = ifnull(digest, excluded.digest)
                """
        ).execute(arguments: [
            name, origin.messageID, origin.sender, origin.address, origin.subject, origin.date,
            HexBlob.data(origin.digest),
        ])
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO photo_message (photo, message)
                SELECT ?, id FROM message WHERE message_id = ?
                """
        ).execute(arguments: [photo, name])
    }

    /// The name of a message: its Message-ID where no other one has it, else with a number.
    private func name(of origin: MessageOrigin) throws -> String {
        if let name = known[origin] { return name }
        let name = try find(origin) ?? free(origin.messageID)
        known[origin] = name
        return name
    }

    private func find(_ origin: MessageOrigin) throws -> String? {
        let digest = HexBlob.data(origin.digest)
        // What came before contents were noted is known again by all that was.
        return try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT message_id FROM message WHERE stated_id = ?1
                    AND (digest IS ?2 OR digest IS NULL AND sender IS ?3 AND subject IS ?4
                        AND at IS ?5)
                    ORDER BY digest IS NULL, id LIMIT 1
                    """),
            arguments: [origin.messageID, digest, origin.sender, origin.subject, origin.date])
    }

    private func free(_ messageID: String) throws -> String {
        let same = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(*) FROM message WHERE stated_id = ?"),
            arguments: [messageID])
        var number = (same ?? 0) + 1
        var name = number == 1 ? messageID : "\(messageID)#\(number)"
        // A Message-ID may look like such a name.
        while try isTaken(name) {
            number += 1
            name = "\(messageID)#\(number)"
        }
        return name
    }

    private func isTaken(_ name: String) throws -> Bool {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM message WHERE message_id = ?"),
            arguments: [name]) != nil
    }

    // MARK: Reading

    /// What `origin(_:)` reads.
    static let selection = """
        SELECT message_id, stated_id, sender, address, subject, message.at, message.digest,
            EXISTS (SELECT 1 FROM message AS other
                WHERE other.stated_id = message.stated_id AND other.id <> message.id)
                AS shares_id
        FROM message\u{20}
        """

    static func origin(_ row: Row) -> MessageOrigin {
        let name: String = row["message_id"]
        var origin = MessageOrigin(
            messageID: row["stated_id"] ?? name, sender: row["sender"], address: row["address"],
            subject: row["subject"], date: row["at"], digest: HexBlob.text(row["digest"]))
        origin.source = MessageOrigin.prefix + name
        origin.sharesID = row["shares_id"]
        return origin
    }
}
