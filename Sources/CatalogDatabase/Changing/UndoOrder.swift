import GRDB
import JSON
import OutputText
import PhotoRecords

/// In which order changes can be taken back and done again: joins of photos stand on one another.
///
/// A change that a person made is in effect while its `undone_by` is NULL. An undo takes it back, the
/// undo of that undo does it again, and so on.
struct UndoOrder {
    private let target: Change
    private let db: Database
    /// The target, what it undoes, what that undoes and so on, up to what a person did.
    private let chain: [(number: Int64, undoneBy: Int64?)]
    private let steps: [PictureStep]

    /// Whether the target's undo does again what a person did.
    var isRedo: Bool { chain.count.isMultiple(of: 2) }

    /// The photos that the change joined into others.
    let joined: Set<Int64>

    init(_ target: Change, _ db: Database) throws {
        (self.target, self.db) = (target, db)
        let chain = try Change.chain(from: target.number, db).compactMap { number in
            try PhotoCatalog.change(number, db).map { (number: number, undoneBy: $0.undoneBy) }
        }
        self.chain = chain
        let isRedo = chain.count.isMultiple(of: 2)
        steps = try PictureStep.all(of: isRedo ? chain[1].0 : target.number, db)
        joined = Set(steps.map(\.gone)).subtracting([0])
    }

    /// What a person did.
    var base: Int64 { chain.last?.number ?? target.number }

    // MARK: Refusals

    /// Refuses to take the target back out of its order.
    ///
    /// - Throws: `not-undoable`, with the change that is to be undone first.
    func check() throws {
        try checkEffect()
        let kept = Set(steps.map(\.photo))
        // Of what is taken back the joined photos are away, and rightly so.
        for photo in (isRedo ? kept.union(joined) : kept.subtracting(joined)).sorted()
        where try !isThere(photo) { throw try missing(photo) }
        if isRedo { try checkGround(kept) }
        try checkPictures()
        try checkAdded()
    }

    /// Refuses what was taken back already by the undo of another change of the chain.
    private func checkEffect() throws {
        for index in chain.indices.dropFirst() {
            let undoneBy = chain[index].undoneBy
            if undoneBy == (index.isMultiple(of: 2) ? nil : chain[index - 1].number) { continue }
            let who = undoneBy.map { "change \($0)" } ?? "a later change"
            throw WitError.catalog(
                .notUndoable, "change \(target.number) was already undone by \(who)")
        }
    }

    /// Refuses to do a join again while something is undone that it stood on: an earlier join with one of
    /// its photos, or an earlier change of a photo that it is to join into another one.
    private func checkGround(_ kept: Set<Int64>) throws {
        for photo in kept.union(joined).sorted() {
            let ground = try Row.fetchOne(
                db,
                sql: """
                    SELECT change.id, undone_by FROM change JOIN (
                        SELECT change FROM picture_change WHERE photo = ?1 OR gone = ?1
                        UNION SELECT change FROM change_value WHERE photo = ?1 AND ?2
                    ) AS touching ON touching.change = change.id
                    WHERE change.id < ?3 AND undone_by > ?3 AND kind <> 'undo'
                    ORDER BY undone_by DESC LIMIT 1
                    """, arguments: [photo, joined.contains(photo), base])
            if let ground {
                throw refusal(
                    "change \(ground["undone_by"] as Int64) undid change \(ground["id"] as Int64), on which it "
                        + "stands")
            }
        }
    }

    /// Refuses to change a photo's picture under a later change of it.
    private func checkPictures() throws {
        for step in steps where step.detail.later != nil {
            let later = try Row.fetchOne(
                db,
                sql: """
                    SELECT change.id, record_id FROM picture_change
                    JOIN change ON change.id = picture_change.change
                    JOIN photo ON photo.id = picture_change.photo
                    WHERE photo = ? AND change.id > ? AND undone_by IS NULL AND kind <> 'undo'
                    AND json_extract(detail, '$.former') IS NOT NULL
                    ORDER BY change.id DESC LIMIT 1
                    """, arguments: [step.photo, base])
            if let later {
                let id = HexBlob.recordID(later["record_id"])?.text ?? "?"
                throw refusal(
                    "change \(later["id"] as Int64) changed the picture of photo \(id) later")
            }
        }
    }

    /// Refuses to take a photo out that was joined into another one since, or another one into it.
    private func checkAdded() throws {
        guard !isRedo, joined.isEmpty else { return }
        let later = try Int64.fetchOne(
            db,
            sql: """
                SELECT picture_change.change FROM picture_change
                JOIN change AS later ON later.id = picture_change.change
                JOIN change AS target ON target.id = ?1
                WHERE picture_change.change > ?1 AND gone > 0 AND later.undone_by IS NULL
                AND later.kind <> 'undo' AND (
                    gone BETWEEN target.first_photo AND target.last_photo
                    AND gone NOT IN (SELECT id FROM photo)
                    OR target.kind <> 'scan'
                    AND photo BETWEEN target.first_photo AND target.last_photo)
                ORDER BY picture_change.change DESC LIMIT 1
                """, arguments: [base])
        if let later {
            throw refusal("change \(later) joined a photo that it added with another one")
        }
    }

    /// Why a photo is away that has to be there.
    func missing(_ photo: Int64) throws -> WitError {
        let id = try String.fetchOne(
            db, sql: "SELECT row FROM trash WHERE photo = ? ORDER BY change DESC LIMIT 1",
            arguments: [photo]
        ).flatMap { PhotoRecord(json: try JSONValue(parsing: $0.utf8).object ?? [:]).id?.text }
        let name = id.map { "photo \($0)" } ?? "a photo that it needs"
        let join = try Int64.fetchOne(
            db,
            sql: """
                SELECT max(change) FROM picture_change JOIN change ON change.id = change
                WHERE gone = ? AND undone_by IS NULL AND kind <> 'undo'
                """, arguments: [photo])
        if let join { return refusal("change \(join) joined \(name) into another one") }
        let taker = try Row.fetchOne(
            db,
            sql: """
                SELECT change.id, kind FROM trash JOIN change ON change.id = trash.change
                WHERE photo = ? AND undone_by IS NULL ORDER BY change.id DESC LIMIT 1
                """, arguments: [photo])
        if let taker {
            let reason = "change \(taker["id"] as Int64) took \(name) out of the catalog"
            // A scan that only left photos out changed no values that could be taken back.
            return taker["kind"] == "scan"
                ? WitError.catalog(
                    .notUndoable, "change \(target.number) cannot be undone: \(reason)")
                : refusal(reason)
        }
        return WitError.catalog(
            .notUndoable,
            "change \(target.number) cannot be undone: \(name) is no longer in the catalog")
    }

    private func refusal(_ reason: String) -> WitError {
        WitError.catalog(
            .notUndoable,
            "change \(target.number) cannot be undone: \(reason); undo that first")
    }

    private func isThere(_ photo: Int64) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT 1 FROM photo WHERE id = ?", arguments: [photo]) != nil
    }

    // MARK: Marking

    /// Marks what is in effect after the target was taken back, and what is not.
    ///
    /// - Parameter undo: The number of the undo.
    func mark(by undo: Int64) throws {
        for index in chain.indices {
            let undoneBy: Int64? =
                index == 0 ? undo : index.isMultiple(of: 2) ? chain[index - 1].number : nil
            try db.execute(
                sql: "UPDATE change SET undone_by = ? WHERE id = ?",
                arguments: [undoneBy, chain[index].number])
        }
    }
}

extension Change {
    /// A change, what it undoes, what that undoes and so on, up to what a person did.
    static func chain(from number: Int64, _ db: Database) throws -> [Int64] {
        var chain = [number]
        while let last = chain.last,
            let next = try Int64.fetchOne(
                db, sql: "SELECT undoes FROM change WHERE id = ?", arguments: [last]),
            // What is undone was there before: a damaged catalog leads in no circle.
            next < last
        { chain.append(next) }
        return chain
    }
}
