import Files
import Foundation
import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// Gives an incoming picture its place on the disk, at the moment when it is sure that it is
    /// wanted; see ``PhotoCatalog/merge(_:looks:summary:dryRun:storing:beforeCommit:)``.
    ///
    /// - Parameters:
    ///   - index: The record's place among those given.
    ///   - isKnown: Whether the catalog has a file at a path already.
    public typealias PictureStoring = (
        _ index: Int, _ isKnown: (String) throws -> Bool
    ) throws -> (path: String, stamp: FileStamp)

    /// What the catalog makes of a record: the photo that it would be merged into, or none.
    ///
    /// - Parameter looks: Perceptual hashes of photos for which the catalog holds none.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func identify(
        _ incoming: IncomingRecord, looks: [RecordID: String] = [:]
    ) throws(WitError) -> Identification {
        try reading { db in
            var (row, found) = try PictureMatcher(PhotoRows(db), looks: looks).identify(incoming)
            guard let image = incoming.picture?.record.image else { return found }
            let need = try row.map { try PictureNeed(of: image, for: $0, db) }
            found.wantsPicture = need?.isWanted ?? true
            for index in found.claims.indices {
                let claimed = try PhotoRows(db).row(found.claims[index].photo)
                found.claims[index].wantsPicture =
                    try claimed.map { try PictureNeed(of: image, for: $0, db).isWanted } ?? true
            }
            return found
        }
    }

    /// Takes in records that messages brought, all or none, as one change that can be undone.
    ///
    /// What is empty is filled, what is equal stays, and the rest becomes a proposal; nothing
    /// that is in the catalog is overwritten. What a message once said of a field is remembered:
    /// saying it again does nothing, whatever became of the value since. Fields that this
    /// version does not know are kept where the photo has none of the name, and proposed: they
    /// leave in a share only once a person accepted them.
    ///
    /// Which photo a record is of is decided by evidence, as `PictureMatcher` says. A record that
    /// is of none makes a new photo, with or without a picture; the record's values stand above
    /// those of the picture's own metadata. Where the picture looks like that of another photo,
    /// joining the two is proposed. Of two copies of one picture the larger is the photo's own. A
    /// record without a picture only proposes.
    ///
    /// - Parameters:
    ///   - looks: Perceptual hashes of photos for which the catalog holds none.
    ///   - summary: One line for a person; nil for one that counts.
    ///   - limits: What it may come to; what is beyond is left out and counted.
    ///   - dryRun: Whether to change nothing and only say what would be done; the identities of
    ///     photos that would be new are made up.
    ///   - storing: Stores a picture once it is wanted, within the transaction, so that no other
    ///     program can come between; nil where the pictures lie at their paths already.
    ///   - beforeCommit: Called once all pictures are stored and before the catalog refers to them
    ///     for good; what it throws takes all back.
    ///   - answer: What the message is to a question; part of the same change.
    /// - Throws: `interrupted` where the limits say to give up.
    public func merge(
        _ incoming: [IncomingRecord], answering answer: IncomingAnswer? = nil,
        looks: [RecordID: String] = [:], summary: String? = nil,
        limits: MergeLimits = MergeLimits(), dryRun: Bool = false,
        storing: PictureStoring? = nil, beforeCommit: () throws -> Void = {}
    ) throws(WitError) -> MergeTally {
        if incoming.isEmpty && answer == nil { return MergeTally() }
        return try writing(durable: true, keeping: !dryRun) { db in
            let messages = MessageRows(db)
            let incoming = try incoming.map { try messages.named($0) }
            let named = try answer.map { try messages.named($0.origin).source }
            let sources = Set(incoming.map(\.source) + (named.map { [$0] } ?? []))
            let source = sources.count == 1 ? sources.first ?? "mail" : "mail"
            let log = ChangeLog(db, .import, source: source, geocoder: geocoder)
            let intake = try MailMerger(log, looks: looks, limits: limits, storing: storing)
            var tally = MergeTally()
            for (index, record) in incoming.enumerated() {
                if limits.shouldStop() { throw WitError.catalog(.interrupted, "stopped") }
                let main = record.follows.flatMap { $0 < index ? tally.items[$0] : nil }
                tally.items.append(try intake.take(record, index, following: main))
            }
            tally.answer = try answer.map { answer in
                try QuestionIntake(log: log, messages: messages).take(answer)
            }
            let line =
                summary
                ?? "import: " + tally.added.counted("photo added", "photos added") + ", "
                + tally.filled.counted("value filled", "values filled") + ", "
                + tally.proposed.counted("proposal")
            tally.change = try intake.finish(line)
            tally.leftOutProposals = intake.leftOutProposals
            try beforeCommit()
            return tally
        }
    }
}
