import Foundation
import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// What imports left to a person of photos as a whole, in the order in which it was proposed.
    ///
    /// - Parameters:
    ///   - state: Those in this state.
    ///   - photo: Those that concern this photo; nil for all.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func importProposals(
        _ state: Proposal.State = .pending, of photo: RecordID? = nil
    ) throws(WitError) -> [ImportProposal] {
        try reading { db in
            let rows = try Row.fetchCursor(
                db,
                sql: ImportProposals.selection + """
                     AND state = ? AND (?2 IS NULL OR mine.record_id = ?2 OR theirs.record_id = ?2)
                    ORDER BY import_proposal.id
                    """, arguments: [state.rawValue, photo.map { HexBlob.data($0) }])
            return try Array(rows.map(ImportProposals.proposal))
        }
    }

    /// Accepts proposals of imports, all or none, as one change that can be undone. On the disk
    /// when it returns.
    ///
    /// Photos that are joined become the one that was there before: it has the files and messages
    /// of both, what is empty in it is filled, what differs is proposed, and the larger picture is
    /// its own. Fields that are accepted leave in shares from then on.
    ///
    /// - Throws: `no-such-proposal` for a number that no pending proposal of an import has.
    @discardableResult
    public func acceptImports(_ numbers: [Int64]) throws(WitError) -> Change? {
        try writing(durable: true) { db in
            let log = ChangeLog(db, .accept, source: Provenance.user, geocoder: geocoder)
            let proposals = ImportProposals(log)
            for number in numbers { try Self.pending(number, db) }
            for number in numbers {
                // One accepted before may have taken the photo of this one away.
                guard let (proposal, photo, other) = try Self.find(number, db) else { continue }
                try proposals.setState(of: number, from: "pending", to: "accepted")
                switch proposal.kind {
                case .join:
                    guard let other else { continue }
                    try PhotoJoin(log).run(photo, into: other)
                case .fields(let fields):
                    guard var row = try log.rows.row(photo) else { continue }
                    let before = UnknownFields.own(of: row.record)
                    var offered = PhotoRecord()
                    UnknownFields.setOwn(fields, of: &offered)
                    if UnknownFields.fill(&row.record, from: offered) {
                        try log.setUnknown(of: row, from: before)
                        try log.rows.update(row)
                    }
                }
            }
            return try log.finish("accepted \(Self.words(numbers))")
        }
    }

    /// Rejects proposals of imports, all or none, as one change that can be undone: the photos stay
    /// two and are not proposed to be joined again; the fields stay here.
    ///
    /// - Throws: `no-such-proposal` for a number that no pending proposal of an import has.
    @discardableResult
    public func rejectImports(_ numbers: [Int64]) throws(WitError) -> Change? {
        try writing(durable: true) { db in
            let log = ChangeLog(db, .reject, source: Provenance.user, geocoder: geocoder)
            for number in numbers {
                try Self.pending(number, db)
                try ImportProposals(log).setState(of: number, from: "pending", to: "rejected")
            }
            return try log.finish("rejected \(Self.words(numbers))")
        }
    }

    /// A photo's record as it may leave: without the fields that messages brought, that this version
    /// does not know and that nobody accepted.
    ///
    /// - Returns: The record, and what was held back in words: `stars: 5`; nil for no such photo.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func recordToShare(
        _ id: RecordID
    ) throws(WitError) -> (record: PhotoRecord, heldBack: String)? {
        try reading { db in
            guard let row = try PhotoRows(db).row(id) else { return nil }
            let withheld = try ImportProposals.withheld(of: row.id, db)
            let record = ForeignFields.removed(withheld, from: row.presented)
            let present = ForeignFields.intersection(
                withheld, ForeignFields.object(of: row.presented))
            return (record, ForeignFields.words(present))
        }
    }

    private static func pending(_ number: Int64, _ db: Database) throws {
        if try find(number, db) == nil {
            throw WitError.catalog(.noSuchProposal, "there is no pending proposal \(number)")
        }
    }

    /// A pending proposal with the numbers of its photos; nil where there is none.
    private static func find(
        _ number: Int64, _ db: Database
    ) throws -> (ImportProposal, photo: Int64, other: Int64?)? {
        try Row.fetchOne(
            db,
            sql: ImportProposals.selection
                + " AND state = 'pending' AND import_proposal.id = ?", arguments: [number]
        ).map { (try ImportProposals.proposal($0), $0["photo"], $0["other"]) }
    }

    private static func words(_ numbers: [Int64]) -> String {
        numbers.count == 1 ? "1 proposal" : "\(numbers.count) proposals"
    }
}
