import Foundation
import GRDB
import PhotoRecord

extension PhotoCatalog {
    /// Proposals in the order they were made.
    ///
    /// - Parameters:
    ///   - state: Those in this state.
    ///   - photo: Those of this photo; nil for all.
    public func proposals(
        _ state: Proposal.State = .pending, of photo: RecordID? = nil
    ) throws(CatalogError) -> [Proposal] {
        try reading { db in
            let rows = PhotoRows(db)
            return try Row.fetchAll(
                db,
                sql: Self.proposalSelection + """
                     WHERE state = ? AND change.undone_by IS NULL
                    AND (?2 IS NULL OR record_id = ?2) ORDER BY proposal.id
                    """, arguments: [state.rawValue, photo.map { HexBlob.data($0) }]
            ).compactMap { try Offer($0, rows).proposal }
        }
    }

    /// Takes proposals over into their photos, all or none, as one change that can be undone.
    ///
    /// A list keeps what it has and gets what is new; any other field gets the value offered.
    /// It counts from then on as what a person decided. On the disk when it returns.
    ///
    /// - Throws: `no-such-proposal` for a number that no pending proposal has.
    @discardableResult
    public func accept(_ numbers: [Int64]) throws(CatalogError) -> Change? {
        try writing(durable: true) { db in
            let log = ChangeLog(db, .accept, source: Provenance.user, guide: guide)
            for number in numbers { _ = try Self.offer(number, log.rows, log) }
            for number in numbers {
                // One taken before may have settled this one.
                guard var offer = try? Self.offer(number, log.rows, log) else { continue }
                try log.setState(of: number, from: "pending", to: "accepted")
                let provenance = Provenance(source: offer.source, at: log.at)
                try log.set(
                    offer.field, of: &offer.row, like: offer.outcome, from: provenance)
                try log.rows.update(offer.row)
            }
            return try log.finish("accepted \(Self.count(numbers))")
        }
    }

    /// Leaves proposals, all or none, as one change that can be undone; what was left is not
    /// proposed again.
    ///
    /// - Throws: `no-such-proposal` for a number that no pending proposal has.
    @discardableResult
    public func reject(_ numbers: [Int64]) throws(CatalogError) -> Change? {
        try writing(durable: true) { db in
            let log = ChangeLog(db, .reject, source: Provenance.user, guide: guide)
            for number in numbers {
                _ = try Self.offer(number, log.rows, log)
                try log.setState(of: number, from: "pending", to: "rejected")
            }
            return try log.finish("rejected \(Self.count(numbers))")
        }
    }

    private static let proposalSelection = """
        SELECT proposal.id, proposal.photo, field, value, proposal.source, proposal.at, state
        FROM proposal JOIN photo ON photo.id = proposal.photo
        JOIN change ON change.id = proposal.change
        """

    private static func count(_ numbers: [Int64]) -> String {
        numbers.count == 1 ? "1 proposal" : "\(numbers.count) proposals"
    }

    private static func offer(
        _ number: Int64, _ rows: PhotoRows, _ log: ChangeLog
    ) throws -> Offer {
        let row = try Row.fetchOne(
            log.db,
            sql: proposalSelection + """
                 WHERE proposal.id = ? AND state = 'pending' AND change.undone_by IS NULL
                """, arguments: [number])
        guard let row else {
            throw CatalogError(.noSuchProposal, "there is no pending proposal \(number)")
        }
        return try Offer(row, rows)
    }
}

/// A proposal with the photo it is for.
private struct Offer {
    var row: PhotoRow
    let number: Int64
    let field: RecordField
    /// A record with what the field would be.
    let outcome: PhotoRecord
    let source: String
    let at: String
    let state: Proposal.State

    init(_ columns: Row, _ rows: PhotoRows) throws {
        guard let row = try rows.row(columns[1] as Int64),
            let field = RecordField(rawValue: columns[2]),
            let state = Proposal.State(rawValue: columns[6])
        else {
            throw CatalogError(.corrupt, "proposal \(columns[0] as Int64) cannot be read")
        }
        let value = try JSONValue(parsing: (columns[3] as String).utf8)
        let offered = PhotoRecord(json: [field.rawValue: value])
        self.row = row
        self.field = field
        self.state = state
        number = columns[0]
        source = columns[4]
        at = columns[5]
        outcome =
            switch FieldMerge.merge(field, of: offered, into: row.record) {
            case .same: row.record
            case .fill(let record), .differs(let record): record
            }
    }

    var proposal: Proposal? {
        guard let id = row.record.id else { return nil }
        return Proposal(
            number: number, photo: id, field: field, current: row.record[field: field],
            proposed: outcome[field: field], source: source, at: at, state: state)
    }
}
