import Foundation
import GRDB
import PhotoRecord

extension PhotoCatalog {
    /// Takes a change back: every value it altered becomes what it was, photos that it added
    /// leave the catalog (their files stay on disk and are listed in `leftFiles`), proposals
    /// that it decided wait again, and those that it made are gone. On the disk when it returns.
    ///
    /// Taking back an undo does the change again. All or nothing: where a later change altered
    /// one of the same values, nothing is undone, and the error names that change, which is to
    /// be undone first.
    ///
    /// What it wrote into files is for the caller to put back: see `writes(of:)`.
    ///
    /// - Parameters:
    ///   - number: The change; nil for the last one that can be undone and is not. So undo after
    ///     undo goes back step by step.
    ///   - writes: What the undo put back into files, so that it can be undone itself.
    ///   - rehearsing: Whether it is only tried: nothing changes, and the number of the change
    ///     that comes back is not taken.
    /// - Returns: The change that the undo itself is.
    /// - Throws: `no-such-change`; `not-undoable` for a scan, a change already undone or one
    ///   whose values were altered since.
    @discardableResult
    public func undo(
        _ number: Int64? = nil, writes: [FileWrite] = [], rehearsing: Bool = false
    ) throws(CatalogError) -> Change {
        try writing(durable: !rehearsing, keeping: !rehearsing) { db in
            let target = try Self.target(number, db)
            let undo = Undoing(target, db, guide)
            let change = try undo.run()
            for write in writes { try Self.insert(write, change: change.number, db) }
            return change
        }
    }

    private static func target(_ number: Int64?, _ db: Database) throws -> Change {
        guard let number else {
            let last = try Row.fetchOne(
                db,
                sql: changeSelection + """
                     WHERE undone_by IS NULL AND kind IN ('edit', 'import', 'accept', 'reject')
                    ORDER BY id DESC LIMIT 1
                    """)
            guard let last else {
                throw CatalogError(.noSuchChange, "there is no change left to undo")
            }
            return try change(last)
        }
        let found = try Row.fetchOne(
            db, sql: changeSelection + " WHERE id = ?", arguments: [number])
        guard let change = try found.map(change) else {
            throw CatalogError(.noSuchChange, "there is no change \(number)")
        }
        if let undoneBy = change.undoneBy {
            throw CatalogError(
                .notUndoable, "change \(number) was already taken back by change \(undoneBy)")
        }
        if change.kind == .scan {
            throw CatalogError(
                .notUndoable,
                "change \(number) is a scan and cannot be taken back: the files would say the "
                    + "same again")
        }
        return change
    }
}

/// Takes one change back.
private struct Undoing {
    let target: Change
    let log: ChangeLog
    var db: Database { log.db }

    init(_ target: Change, _ db: Database, _ guide: (any PlaceGuide)?) {
        self.target = target
        log = ChangeLog(
            db, .undo, source: Provenance.user, guide: guide, undoes: target.number)
    }

    func run() throws -> Change {
        let number = try log.begin()
        let pictures = PictureChanges(log)
        try pictures.refuseIfJoined(target)
        let added = try photosAdded()
        try restoreValues(besides: Set(added))
        try restoreProposals()
        try FileMoves(log).takeBack(change: target.number)
        try ImportProposals(log).restore(from: target)
        let trash = Trash(log)
        var left = try pictures.takeBack(target)
        for photo in added {
            try refuseIfTouched(photo)
            left += try trash.remove(photo, change: number)
        }
        if let undone = target.undoes { try pictures.repeatChange(undone) }
        try trash.restore(change: target.number)
        try FileMoves(log).takeBack(change: target.number)
        try db.execute(
            sql: "UPDATE change SET undone_by = ? WHERE id = ?",
            arguments: [number, target.number])
        if let undone = target.undoes {
            try db.execute(
                sql: "UPDATE change SET undone_by = NULL WHERE id = ?", arguments: [undone])
        }
        let verb = target.kind == .undo ? "did again" : "took back"
        guard
            var change = try log.finish("\(verb) change \(target.number): \(target.summary)")
        else { throw CatalogError(.failed, "the undo of change \(target.number) did nothing") }
        change.leftFiles = left
        return change
    }

    /// The photos that the change added and that are still there.
    private func photosAdded() throws -> [Int64] {
        if let undone = target.undoes {
            // An undo adds what the undo that it took back had removed.
            return try Int64.fetchAll(
                db,
                sql: """
                    SELECT photo.id FROM trash JOIN photo ON photo.id = trash.photo
                    WHERE trash.change = ?
                    """, arguments: [undone])
        }
        return try Int64.fetchAll(
            db,
            sql: """
                SELECT photo.id FROM photo JOIN change
                ON photo.id BETWEEN change.first_photo AND change.last_photo
                WHERE change.id = ?
                """, arguments: [target.number])
    }

    /// How many values are held at once: an import from another program may have set a million.
    private static let valuesAtOnce = 1_000

    private func restoreValues(besides removed: Set<Int64>) throws {
        var last: (photo: Int64, field: String) = (.min, "")
        while true {
            let values = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT photo, field, old, old_source, old_at, new, new_source, new_at
                        FROM change_value WHERE change = ? AND (photo, field) > (?, ?)
                        ORDER BY photo, field LIMIT \(Self.valuesAtOnce)
                        """), arguments: [target.number, last.photo, last.field])
            guard let end = values.last else { return }
            last = (end[0], end[1])
            try restore(values, besides: removed)
        }
    }

    private func restore(_ values: [Row], besides removed: Set<Int64>) throws {
        for value in values where !removed.contains(value[0]) {
            let photo: Int64 = value[0]
            let name: String = value[1]
            guard var row = try log.rows.row(photo) else {
                throw CatalogError(
                    .notUndoable,
                    "change \(target.number) cannot be taken back: a photo that it altered is no "
                        + "longer in the catalog")
            }
            let old = try PhotoCatalog.json(value[2])
            let new = try PhotoCatalog.json(value[5])
            if let field = RecordField(rawValue: name) {
                let provenance = PhotoCatalog.provenance(value[6], value[7])
                let current = PhotoRecord(json: new.map { [name: $0] } ?? [:])
                guard row.record[field: field] == current[field: field],
                    row.record.provenance[field] == provenance
                else { throw touched(photo, name, row.record) }
                try log.set(
                    field, of: &row, like: PhotoRecord(json: old.map { [name: $0] } ?? [:]),
                    from: PhotoCatalog.provenance(value[3], value[4]))
            } else {
                let current = UnknownFields.own(of: row.record)
                guard current == new?.object ?? [:] else { throw touched(photo, name, row.record) }
                UnknownFields.setOwn(old?.object ?? [:], of: &row.record)
                try log.setUnknown(of: row, from: current)
            }
            try log.rows.update(row)
        }
    }

    private func touched(_ photo: Int64, _ field: String, _ record: PhotoRecord) -> CatalogError {
        let later = try? Int64.fetchOne(
            db,
            sql: """
                SELECT max(change) FROM change_value
                WHERE photo = ? AND field = ? AND change > ? AND change <> ?
                """, arguments: [photo, field, target.number, log.number])
        let who = later.flatMap { $0 }.map { "change \($0)" } ?? "something"
        return CatalogError(
            .notUndoable,
            "change \(target.number) cannot be taken back: \(who) altered the \(field) of photo "
                + "\(record.id?.text ?? "?") after it; take that back first")
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
                """, arguments: [photo, target.number])
        if let later {
            let id = HexBlob.recordID(later[1])?.text ?? "?"
            throw CatalogError(
                .notUndoable,
                "change \(target.number) cannot be taken back: it added photo \(id), which "
                    + "change \(later[0] as Int64) altered after it; take that back first")
        }
    }

    private func restoreProposals() throws {
        let decided = try Row.fetchAll(
            db,
            sql: """
                SELECT proposal, old_state, new_state, state FROM change_proposal
                JOIN proposal ON proposal.id = change_proposal.proposal
                WHERE change_proposal.change = ?
                """, arguments: [target.number])
        for row in decided where (row[2] as String) == row[3] {
            try log.setState(of: row[0], from: row[2], to: row[1])
        }
    }
}
