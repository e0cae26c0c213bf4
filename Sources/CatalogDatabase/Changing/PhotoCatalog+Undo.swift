import Foundation
import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// Takes a change back: every value it altered becomes what it was, photos that it added
    /// leave the catalog (their files stay on disk and are listed in `leftFiles`), proposals
    /// that it decided wait again, and those that it made are gone. On the disk when it returns.
    ///
    /// Of a scan the values are taken back that followed their files; the photos that it added
    /// stay, and where a file says something else than the catalog then, that is a proposal.
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
    ///   - restored: What was put back into files. What the change wrote beside that waits for
    ///     `restored(_:of:)`.
    ///   - paths: The photos of which a file was put back, whose words are noted after this.
    ///   - rehearsing: Whether it is only tried: nothing changes, and the number of the change
    ///     that comes back is not taken.
    /// - Returns: The change that the undo itself is.
    /// - Throws: `no-such-change`; `not-undoable` for a scan that changed no value, a change
    ///   already undone or one whose values were altered since.
    @discardableResult
    public func undo(
        _ number: Int64? = nil, restored: [RestoredWrite] = [], of paths: Set<String> = [],
        rehearsing: Bool = false
    ) throws(WitError) -> Change {
        try writing(durable: !rehearsing, keeping: !rehearsing) { db in
            let target = try Self.target(number, db)
            let undo = try UndoOperation(target, db, geocoder, restored: paths)
            let change = try undo.run()
            try Self.note(restored, of: target.number, by: change.number, db)
            return change
        }
    }

    /// The changes that can be undone.
    private static let undoable = """
        undone_by IS NULL AND (kind IN ('edit', 'import', 'accept', 'reject') OR kind = 'scan'
            AND EXISTS (SELECT 1 FROM change_value WHERE change_value.change = change.id))
        """

    private static func target(_ number: Int64?, _ db: Database) throws -> Change {
        guard let number else {
            let last = try Row.fetchOne(
                db, sql: changeSelection + " WHERE \(undoable) ORDER BY id DESC LIMIT 1")
            guard let last else { throw try nothingLeft(db) }
            return try change(last)
        }
        guard let change = try change(number, db) else {
            throw WitError.catalog(.noSuchChange, "there is no change \(number)")
        }
        if let undoneBy = change.undoneBy {
            throw WitError.catalog(
                .notUndoable, "change \(number) was already undone by change \(undoneBy)")
        }
        let isUndoable =
            try Bool.fetchOne(
                db, sql: "SELECT \(undoable) FROM change WHERE id = ?", arguments: [number])
            ?? false
        if change.kind == .scan, !isUndoable {
            throw try proposing(
                .notUndoable,
                "change \(number) (\(change.summary)) is a scan that changed no value of a known "
                    + "photo: there is nothing to undo", change, db)
        }
        return change
    }

    /// What there is to say where no change can be undone: of a scan that only made proposals,
    /// that they wait for a decision.
    private static func nothingLeft(_ db: Database) throws -> WitError {
        let sentence = "there is no change left to undo"
        let last = try Row.fetchOne(
            db,
            sql: changeSelection + """
                 WHERE kind = 'scan' AND undone_by IS NULL AND EXISTS (SELECT 1 FROM proposal
                    WHERE proposal.change = change.id AND state = 'pending')
                ORDER BY id DESC LIMIT 1
                """
        ).map(change)
        guard let last else { return WitError.catalog(.noSuchChange, sentence) }
        return try proposing(
            .noSuchChange,
            sentence + ": change \(last.number) (\(last.summary)) is a scan that changed no value",
            last, db)
    }

    /// An error about a scan that tells how many proposals it made that wait for a decision, also in
    /// the argument `proposals`.
    private static func proposing(
        _ code: WitError.Code, _ sentence: String, _ change: Change, _ db: Database
    ) throws -> WitError {
        let count =
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM proposal WHERE change = ? AND state = 'pending'",
                arguments: [change.number]) ?? 0
        guard count > 0 else { return WitError.catalog(code, sentence) }
        var error = WitError.catalog(
            code, sentence + "; it left \(count.counted("proposal")) to accept or reject")
        error.arguments["proposals"] = String(count)
        return error
    }
}
