import Foundation
import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// Takes in what another program's catalog says of photos that this catalog has, all or none.
    ///
    /// The rules are those of ``merge(_:looks:summary:dryRun:storing:beforeCommit:)``: what is empty is filled,
    /// what is equal stays, the rest becomes a proposal, and saying the same again does nothing.
    /// Each record names its photo by its identity; one of a photo that is not here is left out.
    ///
    /// A catalog of a hundred thousand photos comes in many calls, so that no transaction and no
    /// memory grows with it. They make one change, which `undo` takes back whole, unless another
    /// program changes this catalog in between: the rest is a change of its own then.
    ///
    /// - Parameters:
    ///   - change: what the call before returned; nil for the first.
    ///   - source: how the change names the catalog: `digikam:digikam4.db`.
    ///   - summary: one line for a person, of all that was taken in so far and this call's tally.
    ///   - dryRun: whether to change nothing and only say what would be done.
    /// - Throws: `WitError` where the catalog cannot be written; nothing is changed then.
    public func mergeStories(
        _ incoming: [IncomingRecord], continuing change: Change? = nil, source: String,
        dryRun: Bool = false, summary: (MergeTally) -> String
    ) throws(WitError) -> MergeTally {
        if incoming.isEmpty {
            var tally = MergeTally()
            tally.change = change
            return tally
        }
        return try writing(durable: true, keeping: !dryRun) { db in
            var log = ChangeLog(db, .import, source: source, geocoder: geocoder)
            if let change, try Self.isLast(change, db) {
                log = ChangeLog(db, continuing: change, geocoder: geocoder)
            }
            let intake = try MailMerger(log)
            var tally = MergeTally()
            for record in incoming {
                if let item = try intake.takeKnown(record) { tally.items.append(item) }
            }
            tally.change = try intake.finish(summary(tally))
            return tally
        }
    }

    /// Whether no other change was made after one.
    static func isLast(_ change: Change, _ db: Database) throws -> Bool {
        try Int64.fetchOne(db, sql: "SELECT max(id) FROM change") == change.number
    }
}
