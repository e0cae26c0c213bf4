import Foundation
import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// Proposals in the order they were made.
    ///
    /// - Parameters:
    ///   - state: Those in this state.
    ///   - kind: Those of this kind; nil for all.
    ///   - photo: Those of this photo; nil for all.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func proposals(
        _ state: Proposal.State = .pending, kind: Proposal.Kind? = nil,
        of photo: RecordID? = nil
    ) throws(WitError) -> [Proposal] {
        try reading { db in
            let rows = RecentRows(db)
            let offers = try Row.fetchCursor(
                db,
                sql: Offer.selection + """
                     WHERE state = ?1 AND change.undone_by IS NULL
                    AND (?2 IS NULL OR record_id = ?2) AND (?3 IS NULL OR proposal.kind = ?3)
                    ORDER BY proposal.id
                    """,
                arguments: [state.rawValue, photo.map { HexBlob.data($0) }, kind?.rawValue])
            return try Array(
                offers.compactMap { columns in
                    let offer = try Offer(columns)
                    return try rows.row(offer.photo).flatMap { offer.proposal(for: $0.record) }
                })
        }
    }

    /// The numbers of the proposals that wait for a decision, in the order they were made.
    ///
    /// Those of strangers who say to answer a question are left out, those in free words, and an answer's
    /// date beside the one in the photo's file: a person names each of them.
    ///
    /// - Parameter kind: Those of this kind; nil for all.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func pendingProposals(
        _ kind: Proposal.Kind? = nil
    ) throws(WitError) -> [Int64] {
        try reading { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT proposal.id FROM proposal JOIN photo ON photo.id = proposal.photo
                    JOIN change ON change.id = proposal.change
                    WHERE state = 'pending' AND change.undone_by IS NULL
                    AND (?1 IS NULL OR proposal.kind = ?1) AND channel IS NOT 'claim' AND channel IS NOT 'words'
                    ORDER BY proposal.id
                    """, arguments: [kind?.rawValue])
        }
    }

    /// What of photos no file says any more, and nobody has decided yet; nothing for others.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func undecidedRemovals(
        of photos: [RecordID]
    ) throws(WitError) -> [RecordID: [Removal]] {
        try reading { db in
            var removals: [RecordID: [Removal]] = [:]
            for id in photos {
                let found = try Row.fetchAll(
                    db.cachedStatement(
                        sql: Offer.selection + """
                             WHERE state = 'pending' AND change.undone_by IS NULL
                            AND proposal.kind = 'removal' AND record_id = ?
                            ORDER BY proposal.id
                            """), arguments: [HexBlob.data(id)]
                ).compactMap { try Offer($0).removal }
                if !found.isEmpty { removals[id] = found }
            }
            return removals
        }
    }

    /// Takes proposals over into their photos, all or none, as one change that can be undone.
    ///
    /// A list keeps what it has and gets what is new; any other field gets the value offered; a
    /// removal takes away what no file says any more. It counts from then on as what a person
    /// decided. The latest proposal of a field wins. On the disk when it returns.
    ///
    /// - Throws: `no-such-proposal` for a number that no pending proposal has.
    @discardableResult
    public func accept(_ numbers: [Int64]) throws(WitError) -> Change? {
        try writing(durable: true) { db in
            let log = ChangeLog(db, .accept, source: Provenance.user, geocoder: geocoder)
            try Deciding(log).accept(numbers)
            return try log.finish("accepted \(Self.count(numbers))")
        }
    }

    /// Leaves proposals, all or none, as one change that can be undone; what was left is not
    /// proposed again. A value whose removal is left is the person's word from then on.
    ///
    /// - Throws: `no-such-proposal` for a number that no pending proposal has.
    @discardableResult
    public func reject(_ numbers: [Int64]) throws(WitError) -> Change? {
        try writing(durable: true) { db in
            let log = ChangeLog(db, .reject, source: Provenance.user, geocoder: geocoder)
            try Deciding(log).reject(numbers)
            return try log.finish("rejected \(Self.count(numbers))")
        }
    }

    private static func count(_ numbers: [Int64]) -> String {
        numbers.count == 1 ? "1 proposal" : "\(numbers.count) proposals"
    }
}

/// Rows of photos, of which the latest ones are kept: proposals of one photo often come together.
private final class RecentRows {
    private let rows: PhotoRows
    private var recent: [Int64: PhotoRow] = [:]

    init(_ db: Database) { rows = PhotoRows(db) }

    func row(_ photo: Int64) throws -> PhotoRow? {
        if let row = recent[photo] { return row }
        guard let row = try rows.row(photo) else { return nil }
        if recent.count >= 256 { recent.removeAll() }
        recent[photo] = row
        return row
    }
}
