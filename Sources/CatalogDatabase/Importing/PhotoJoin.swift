import GRDB
import JSON
import PhotoRecords

/// Makes one photo of two, because a person said that they are.
struct PhotoJoin {
    private let log: ChangeLog
    private var db: Database { log.db }

    init(_ log: ChangeLog) { self.log = log }

    /// Joins a photo into another one, which keeps its identity.
    ///
    /// - Parameter photo: The number of the one that goes.
    func run(_ photo: Int64, into other: Int64) throws {
        guard photo != other, let gone = try log.rows.row(photo), var row = try log.rows.row(other)
        else { return }
        let pending = try Row.fetchAll(
            db,
            sql: """
                SELECT proposal.field, value, proposal.source, channel FROM proposal
                JOIN change ON change.id = proposal.change
                WHERE photo = ? AND state = 'pending' AND change.undone_by IS NULL
                ORDER BY proposal.id
                """, arguments: [photo])
        let withheld = try ImportProposals.withheld(of: photo, db)
        try PictureChanges(log).join(gone, into: &row)
        for field in RecordField.allCases where !gone.record[isEmpty: field] {
            try merge(field, of: gone.record, into: &row)
        }
        for proposal in pending {
            let value = try JSONValue(parsing: (proposal["value"] as String).utf8)
            guard let field = RecordField(rawValue: proposal["field"]) else { continue }
            try propose(
                field, of: PhotoRecord(json: [field.rawValue: value]), to: row,
                proposal["source"], channel: proposal["channel"])
        }
        let unknown = UnknownFields.own(of: row.record)
        if UnknownFields.fill(&row.record, from: gone.record) {
            try log.setUnknown(of: row, from: unknown)
        }
        // What nobody accepted of the one is not accepted by being joined with the other.
        if !withheld.isEmpty {
            _ = try ImportProposals(log).propose(withheld, of: row.id, source: Provenance.user)
        }
        try log.rows.update(row)
        try Presence.refresh(row.id, db)
    }

    private func merge(
        _ field: RecordField, of gone: PhotoRecord, into row: inout PhotoRow
    ) throws {
        let own = row.record.provenance[field]
        let wasEmpty = row.record[isEmpty: field]
        switch FieldMerge.merge(field, of: gone, into: row.record) {
        case .same: break
        case .fill(let filled) where !wasEmpty || own?.at == nil:
            try log.set(
                field, of: &row, like: filled, from: wasEmpty ? gone.provenance[field] : own)
        case .fill, .differs:
            try propose(field, of: gone, to: row, gone.provenance[field]?.source ?? "file")
        }
    }

    private func propose(
        _ field: RecordField, of record: PhotoRecord, to row: PhotoRow, _ source: String,
        channel: String? = nil
    ) throws {
        if case .same = FieldMerge.merge(field, of: record, into: row.record) { return }
        _ = try Proposing.propose(field, of: record, to: row, source, log, channel: channel)
    }
}
