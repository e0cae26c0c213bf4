import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords

/// Makes, reads and settles the proposals of imports, within one change.
struct ImportProposals {
    let log: ChangeLog
    private var db: Database { log.db }

    init(_ log: ChangeLog) { self.log = log }

    // MARK: Making

    /// Proposes to join a photo that has just come with another one, unless a person rejected that
    /// for the same picture before; answers whether it did.
    ///
    /// - Parameter picture: The hash of the picture that came; nil where it has none.
    func proposeJoin(
        _ photo: Int64, with other: Int64, distance: Int?, picture: Data?, source: String
    ) throws -> Bool {
        let rejected = try Int.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT 1 FROM import_proposal
                    WHERE other = ? AND kind = 'join' AND state = 'rejected' AND picture = ?
                    """), arguments: [other, picture])
        if rejected != nil { return false }
        let change = try log.begin()
        try db.cachedStatement(
            sql: """
                INSERT INTO import_proposal
                (id, kind, photo, other, distance, picture, source, at, change)
                VALUES (?, 'join', ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            try nextNumber(), photo, other, distance, picture, source, log.at, change,
        ])
        return true
    }

    /// Proposes fields that this version does not know, but those that were proposed for the photo
    /// before; answers whether there were any.
    func propose(_ fields: JSONObject, of photo: Int64, source: String) throws -> Bool {
        let known = try Self.fields(of: photo, db)
        let news = ForeignFields.difference(
            fields, from: known.reduce([:]) { ForeignFields.union($0, $1.fields) })
        if news.isEmpty { return false }
        let change = try log.begin()
        try db.cachedStatement(
            sql: """
                INSERT INTO import_proposal (id, kind, photo, fields, source, at, change)
                VALUES (?, 'fields', ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            try nextNumber(), photo, JSONText.of(.object(news)), source, log.at, change,
        ])
        return true
    }

    /// The next number of all proposals.
    private func nextNumber() throws -> Int64 {
        try db.cachedStatement(
            sql: "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'proposal'"
        ).execute()
        if db.changesCount == 0 {
            try db.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('proposal', 1)")
        }
        return try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'proposal'")) ?? 1
    }

    // MARK: Reading

    /// What selects proposals that stand: those of changes that were not undone, of photos that
    /// are there.
    static let selection = """
        SELECT import_proposal.id, import_proposal.kind, mine.record_id AS photo_id,
            theirs.record_id AS other_id, distance, fields, import_proposal.source,
            import_proposal.at, state, mine.id AS photo, theirs.id AS other
        FROM import_proposal JOIN photo AS mine ON mine.id = import_proposal.photo
        LEFT JOIN photo AS theirs ON theirs.id = import_proposal.other
        LEFT JOIN change ON change.id = import_proposal.change
        WHERE change.undone_by IS NULL AND (import_proposal.kind <> 'join' OR theirs.id IS NOT NULL)
        """

    /// Reads a row of `selection`.
    static func proposal(_ row: Row) throws -> ImportProposal {
        guard let photo = HexBlob.recordID(row["photo_id"]),
            let state = Proposal.State(rawValue: row["state"])
        else { throw unreadable(row) }
        let kind: ImportProposal.Kind
        switch row["kind"] as String {
        case "join":
            guard let other = (row["other_id"] as Data?).flatMap(HexBlob.recordID) else {
                throw unreadable(row)
            }
            kind = .join(other: other, distance: row["distance"])
        case "fields":
            kind = .fields(try object(row["fields"]))
        default: throw unreadable(row)
        }
        return ImportProposal(
            number: row["id"], kind: kind, photo: photo, source: row["source"], at: row["at"],
            state: state)
    }

    private static func unreadable(_ row: Row) -> WitError {
        WitError.catalog(.corrupt, "proposal \(row["id"] as Int64) cannot be read")
    }

    private static func object(_ text: String?) throws -> JSONObject {
        try text.flatMap { try JSONValue(parsing: $0.utf8).object } ?? [:]
    }

    /// The fields that were ever proposed for a photo, with what became of them.
    static func fields(
        of photo: Int64, _ db: Database
    ) throws -> [(fields: JSONObject, isAccepted: Bool)] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT fields, state = 'accepted' AS accepted FROM import_proposal
                    LEFT JOIN change ON change.id = import_proposal.change
                    WHERE photo = ? AND import_proposal.kind = 'fields'
                    AND change.undone_by IS NULL ORDER BY import_proposal.id
                    """), arguments: [photo]
        ).map { (try object($0["fields"]), $0["accepted"]) }
    }

    /// The fields of a photo that nobody accepted.
    static func withheld(of photo: Int64, _ db: Database) throws -> JSONObject {
        let all = try fields(of: photo, db)
        let accepted = all.filter(\.isAccepted).reduce([:]) { ForeignFields.union($0, $1.fields) }
        // A member may have been proposed with several values: each is held back.
        return all.filter { !$0.isAccepted }.reduce([:]) {
            ForeignFields.union($0, ForeignFields.difference($1.fields, from: accepted))
        }
    }

    // MARK: Settling

    /// Puts a proposal into another state.
    func setState(of proposal: Int64, from old: String, to new: String) throws {
        let change = try log.begin()
        try db.execute(
            sql: "UPDATE import_proposal SET state = ? WHERE id = ?", arguments: [new, proposal])
        try db.execute(
            sql: """
                INSERT INTO change_import_proposal (change, proposal, old_state, new_state)
                VALUES (?, ?, ?, ?)
                ON CONFLICT (change, proposal) DO UPDATE SET new_state = excluded.new_state
                """, arguments: [change, proposal, old, new])
    }

    /// Puts the proposals that a change settled back into the states they had.
    func restore(from change: Change) throws {
        let settled = try Row.fetchAll(
            db,
            sql: """
                SELECT proposal, old_state, new_state FROM change_import_proposal
                JOIN import_proposal ON import_proposal.id = proposal
                WHERE change_import_proposal.change = ? AND state = new_state
                """, arguments: [change.number])
        for row in settled {
            try setState(of: row["proposal"], from: row["new_state"], to: row["old_state"])
        }
    }
}
