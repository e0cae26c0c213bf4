import GRDB
import JSON
import PhotoRecords

/// Makes proposals.
enum Proposing {
    /// Puts a value up for a person to decide, unless the same value of this field was ever
    /// proposed for this photo before; answers whether it did.
    ///
    /// - Parameters:
    ///   - byFile: Whether a file says so: such a proposal goes away once no file does, and is made
    ///     again when a file says so again, unless it was rejected.
    ///   - channel: The channel of a message that says so, in a word.
    static func propose(
        _ field: RecordField, of record: PhotoRecord, to row: PhotoRow, _ source: String,
        _ log: ChangeLog, byFile: Bool = false, channel: String? = nil
    ) throws -> Bool {
        guard let value = record[field: field], let hash = FieldHash.of(field, in: record) else {
            return false
        }
        if let known = try Known(row.id, field, hash, log.db), !known.isUndone {
            switch known.state {
            case .withdrawn: break
            case .accepted where byFile: break
            // Neither somebody who was not asked nor what was decided of another answer stands in the
            // way of an answer.
            case .pending where known.channel == Proposal.claimChannel && channel != known.channel:
                break
            case .rejected where known.source != source && Proposal.isAnswer(channel),
                .accepted where known.source != source && Proposal.isAnswer(channel):
                break
            case .pending where !byFile:
                // It stands by itself now.
                try log.db.cachedStatement(
                    sql: "UPDATE proposal SET of_file = 0 WHERE id = ? AND of_file"
                ).execute(arguments: [known.number])
                return false
            default: return false
            }
        }
        try insert(
            (row.id, field, value, hash), source, log, kind: .value, byFile: byFile,
            channel: channel)
        return true
    }

    /// Whether a value of a photo's field waits for a decision, or was decided.
    static func isMade(
        _ field: RecordField, _ hash: Int64, for photo: Int64, _ db: Database
    ) throws -> Bool {
        guard let known = try Known(photo, field, hash, db) else { return false }
        return !known.isUndone && known.state != .withdrawn
    }

    /// Puts the removal of what no file says any more up for a person to decide, instead of an
    /// earlier one of the same field; answers whether it waits for a decision now.
    ///
    /// - Parameter formerly: The hash of what the file said before.
    static func propose(
        _ removal: Removal, from row: PhotoRow, formerly: Int64, _ source: String,
        _ log: ChangeLog
    ) throws -> Bool {
        let hash = Self.hash(ofRemovalOf: formerly)
        let known = try Known(row.id, removal.field, hash, log.db)
        if let known, !known.isUndone, known.state == .rejected { return false }
        let others = try Int64.fetchAll(
            log.db.cachedStatement(
                sql: """
                    SELECT id FROM proposal WHERE photo = ? AND field = ? AND kind = 'removal'
                    AND state = 'pending' AND hash <> ?
                    """), arguments: [row.id, removal.field.rawValue, hash])
        for other in others {
            try log.setState(of: other, from: .pending, to: .withdrawn)
        }
        try insert(
            (row.id, removal.field, removal.json, hash), source, log, kind: .removal,
            byFile: true)
        return true
    }

    /// The hash that tells the removal of a value from the value itself: the other way round it
    /// gives the value's.
    static func hash(ofRemovalOf hash: Int64) -> Int64 { hash ^ 0x7265_6d6f_7661_6c21 }

    /// What became of a proposal that was made before.
    private struct Known {
        let number: Int64
        let state: Proposal.State?
        let source: String
        let channel: String?
        /// Whether the change that made it was taken back.
        let isUndone: Bool

        init?(_ photo: Int64, _ field: RecordField, _ hash: Int64, _ db: Database) throws {
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT proposal.id, state, change.undone_by IS NOT NULL AS undone,
                            proposal.source, channel
                        FROM proposal
                        JOIN change ON change.id = proposal.change
                        WHERE photo = ? AND field = ? AND hash = ?
                        """), arguments: [photo, field.rawValue, hash])
            guard let row else { return nil }
            number = row["id"]
            state = Proposal.State(rawValue: row["state"])
            isUndone = row["undone"]
            source = row["source"]
            channel = row["channel"]
        }
    }

    private static func insert(
        _ offer: (photo: Int64, field: RecordField, value: JSONValue, hash: Int64),
        _ source: String, _ log: ChangeLog, kind: Proposal.Kind, byFile: Bool,
        channel: String? = nil
    ) throws {
        let change = try log.begin()
        try log.db.cachedStatement(
            sql: """
                INSERT INTO proposal
                    (photo, field, value, hash, source, at, change, kind, of_file, channel)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (photo, field, hash) DO UPDATE SET state = 'pending',
                    value = excluded.value, source = excluded.source, at = excluded.at,
                    change = excluded.change, kind = excluded.kind, of_file = excluded.of_file,
                    channel = excluded.channel
                """
        ).execute(arguments: [
            offer.photo, offer.field.rawValue, JSONText.of(offer.value), offer.hash, source,
            log.at, change, kind.rawValue, byFile, channel,
        ])
    }
}
