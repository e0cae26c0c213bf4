import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords

/// Takes one change back.
struct UndoOperation {
    private let target: Change
    private let order: UndoOrder
    private let log: ChangeLog
    /// Photos' files that were put back: what they say is noted after this.
    private let restored: Set<String>
    private let agreement: FileAgreement
    private let files = RecentFiles()
    private var db: Database { log.db }

    init(
        _ target: Change, _ db: Database, _ geocoder: (any ReverseGeocoder)?, restored: Set<String>
    ) throws {
        self.target = target
        order = try UndoOrder(target, db)
        self.restored = restored
        log = ChangeLog(
            db, .undo, source: Provenance.user, geocoder: geocoder, undoes: target.number)
        agreement = FileAgreement(log, unread: restored)
    }

    func run() throws -> Change {
        try order.check()
        let number = try log.begin()
        let pictures = PictureUndo(log)
        let trash = Trash(log)
        let added = try photosAdded().subtracting(order.joined)
        let back = try trash.photos(of: target.number)
        try restoreValues { !added.contains($0) && !back.contains($0) }
        try restoreProposals()
        try keepProposalsOfFiles(number)
        try FileMoves(log).takeBack(change: target.number)
        try ImportProposals(log).restore(from: target)
        var left = try pictures.takeBack(target.number)
        for photo in added.sorted() {
            try refuseIfTouched(photo)
            left += try trash.remove(photo, change: number)
        }
        if let undone = target.undoes {
            if order.isRedo { for photo in order.joined { try refuseIfAltered(photo) } }
            try pictures.repeatChange(undone)
        }
        try trash.restore(change: target.number, besides: order.joined)
        // What a change altered of a photo before it joined that into another one.
        if !back.isEmpty { try restoreValues(of: back.contains) }
        // Once more: of photos that were not there before.
        try FileMoves(log).takeBack(change: target.number)
        try agreement.settle()
        try order.mark(by: number)
        let verb = order.isRedo ? "redid" : "undid"
        guard
            var change = try log.finish("\(verb) change \(target.number): \(target.summary)")
        else {
            throw WitError.catalog(.failed, "the undo of change \(target.number) did nothing")
        }
        change.leftFiles = left
        return change
    }

    /// The photos that the change added and that are still there.
    private func photosAdded() throws -> Set<Int64> {
        // The files are there, and the next scan would add them again under other identities.
        if target.kind == .scan { return [] }
        if let undone = target.undoes {
            // An undo adds what the undo that it took back had removed.
            return try Int64.fetchSet(
                db,
                sql: """
                    SELECT photo.id FROM trash JOIN photo ON photo.id = trash.photo
                    WHERE trash.change = ?
                    """, arguments: [undone])
        }
        return try Int64.fetchSet(
            db,
            sql: """
                SELECT photo.id FROM photo JOIN change
                ON photo.id BETWEEN change.first_photo AND change.last_photo
                WHERE change.id = ?
                """, arguments: [target.number])
    }

    /// How many values are held at once: an import from another program may have set a million.
    private static let valuesAtOnce = 1_000

    /// Gives the values of some photos back.
    private func restoreValues(of isMeant: (Int64) -> Bool) throws {
        var last: (photo: Int64, field: String) = (.min, "")
        while true {
            let values = try ChangeValueRow.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT \(ChangeValueRow.columns)
                        FROM change_value WHERE change = ? AND (photo, field) > (?, ?)
                        ORDER BY photo, field LIMIT \(Self.valuesAtOnce)
                        """), arguments: [target.number, last.photo, last.field])
            guard let end = values.last else { return }
            last = (end.photo, end.field)
            for value in values where isMeant(value.photo) {
                try restore(value)
            }
        }
    }

    private func restore(_ value: ChangeValueRow) throws {
        let photo = value.photo
        let name = value.field
        guard var row = try log.rows.row(photo) else { throw try order.missing(photo) }
        let old = try value.old.value
        let new = try value.new.value
        if let field = RecordField(rawValue: name) {
            let current = PhotoRecord(json: new.map { [name: $0] } ?? [:])
            guard row.record[field: field] == current[field: field],
                isSameOrigin(row.record.provenance[field], value.new.provenance)
            else { throw touched(photo, name, row.record) }
            let former = row.record
            try log.set(
                field, of: &row, like: PhotoRecord(json: old.map { [name: $0] } ?? [:]),
                from: value.old.provenance)
            try propose(field, of: former, to: row)
            agreement.doubt(field, of: photo)
        } else {
            let current = UnknownFields.own(of: row.record)
            guard current == new?.object ?? [:] else { throw touched(photo, name, row.record) }
            UnknownFields.setOwn(old?.object ?? [:], of: &row.record)
            try log.setUnknown(of: row, from: current)
        }
        try log.rows.update(row)
    }

    /// What became of the file meanwhile does not make it another value.
    private func isSameOrigin(_ left: Provenance?, _ right: Provenance?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.isSameOrigin(as: right)
    }

    /// Puts what was taken back up for a person to decide where a file still says it.
    private func propose(
        _ field: RecordField, of former: PhotoRecord, to row: PhotoRow
    ) throws {
        guard let said = FieldHash.of(field, in: former),
            said != FieldHash.of(field, in: row.record)
        else { return }
        if case .same = FieldMerge.merge(field, of: former, into: row.record),
            !row.record[isEmpty: field]
        {
            return
        }
        let files = try files.of(row.id, db)
        // Also a file that is away: when it comes back, it says so still.
        let isSaid = files.contains { file in
            !restored.contains(file.path) && file.said?[field] == said
        }
        guard isSaid else { return }
        let provenance = former.provenance[field]
        let source = provenance?.at == nil ? provenance?.source : nil
        _ = try Proposing.propose(
            field, of: former, to: row, source ?? "file", log, byFile: true)
    }

    /// What files say, they say still when a scan is taken back.
    private func keepProposalsOfFiles(_ number: Int64) throws {
        guard target.kind == .scan || target.kind == .undo else { return }
        try db.execute(
            sql: "UPDATE proposal SET change = ? WHERE change = ? AND of_file",
            arguments: [number, target.number])
    }

    private func touched(_ photo: Int64, _ field: String, _ record: PhotoRecord) -> WitError {
        let later = try? Int64.fetchOne(
            db,
            sql: """
                SELECT max(change) FROM change_value
                WHERE photo = ? AND field = ? AND change > ? AND change <> ?
                """, arguments: [photo, field, target.number, log.number])
        let who = later.flatMap { $0 }.map { "change \($0)" } ?? "something"
        return WitError.catalog(
            .notUndoable,
            "change \(target.number) cannot be undone: \(who) changed the \(field) of photo "
                + "\(record.id?.text ?? "?") later; undo that first")
    }

    private func refuseIfTouched(_ photo: Int64) throws {
        let later = try Row.fetchOne(
            db,
            sql: """
                SELECT change.id, record_id FROM change_value
                JOIN change ON change.id = change_value.change
                JOIN photo ON photo.id = change_value.photo
                WHERE photo = ? AND change.id > ? AND change.undone_by IS NULL
                AND kind NOT IN ('undo', 'scan') ORDER BY change.id DESC LIMIT 1
                """, arguments: [photo, order.base])
        if let later {
            throw changedLater(by: later["id"], HexBlob.recordID(later["record_id"]))
        }
    }

    /// Refuses to join a photo again that is no longer what it was when it was joined: what was
    /// changed or proposed since, by whatever, would go with it unseen.
    private func refuseIfAltered(_ photo: Int64) throws {
        let later = try Int64.fetchOne(
            db,
            sql: """
                SELECT max(change.id) FROM change JOIN (
                    SELECT change FROM change_value WHERE photo = ?1
                    UNION SELECT change FROM proposal WHERE photo = ?1 AND state = 'pending'
                    UNION SELECT change FROM import_proposal WHERE photo = ?1 AND state = 'pending'
                ) AS touching ON touching.change = change.id
                WHERE change.id > ?2 AND undone_by IS NULL AND kind <> 'undo'
                """, arguments: [photo, order.base])
        let earlier = try Int64.fetchAll(
            db,
            sql: """
                SELECT DISTINCT change.id FROM change_value JOIN change ON change.id = change
                WHERE photo = ? AND change.id < ? AND undone_by IS NULL AND kind <> 'undo'
                AND EXISTS (SELECT 1 FROM change AS undo WHERE undo.undoes = change.id)
                """, arguments: [photo, order.base])
        let again = try later ?? earlier.first(where: wasUndoneThen)
        guard let again else { return }
        let id = try Data.fetchOne(
            db, sql: "SELECT record_id FROM photo WHERE id = ?", arguments: [photo])
        throw changedLater(by: again, id.flatMap(HexBlob.recordID))
    }

    /// Whether a change that is in effect now was undone when the photos were joined.
    private func wasUndoneThen(_ change: Int64) throws -> Bool {
        var undos = 0
        var last = change
        while let next = try Int64.fetchOne(
            db, sql: "SELECT max(id) FROM change WHERE undoes = ? AND id < ?",
            arguments: [last, order.base])
        {
            undos += 1
            last = next
        }
        return !undos.isMultiple(of: 2)
    }

    private func changedLater(by change: Int64, _ photo: RecordID?) -> WitError {
        WitError.catalog(
            .notUndoable,
            "change \(target.number) cannot be undone: it "
                + (target.kind == .undo ? "brought back" : "added")
                + " photo \(photo?.text ?? "?"), which change \(change) changed later; undo that first"
        )
    }

    private func restoreProposals() throws {
        let decided = try Row.fetchAll(
            db,
            sql: """
                SELECT proposal, old_state, new_state, state FROM change_proposal
                JOIN proposal ON proposal.id = change_proposal.proposal
                WHERE change_proposal.change = ?
                """, arguments: [target.number])
        for row in decided where (row["new_state"] as String) == row["state"] {
            guard let old = Proposal.State(rawValue: row["old_state"]),
                let new = Proposal.State(rawValue: row["new_state"])
            else { continue }
            try log.setState(of: row["proposal"], from: new, to: old)
        }
    }
}

/// The files of the photo that was asked for last: the values that a change altered come photo by
/// photo.
private final class RecentFiles {
    private var photo: Int64?
    private var files: [FileRow] = []

    func of(_ photo: Int64, _ db: Database) throws -> [FileRow] {
        if self.photo != photo {
            files = try FileRow.all(of: photo, db)
            self.photo = photo
        }
        return files
    }
}
