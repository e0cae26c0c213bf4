import Foundation
import GRDB
import PhotoRecord

extension PhotoCatalog {
    /// How many bits of two perceptual hashes may differ in pictures that count as the same,
    /// unless the caller says otherwise.
    public static let defaultMatchThreshold = 6

    /// The photo that a record would be merged into; nil where it would be a new one.
    ///
    /// - Parameters:
    ///   - threshold: How many bits of two perceptual hashes may differ.
    ///   - looks: Perceptual hashes of photos for which the catalog holds none.
    public func match(
        _ incoming: IncomingRecord, threshold: Int = defaultMatchThreshold,
        looks: [RecordID: String] = [:]
    ) throws(CatalogError) -> PhotoMatch? {
        try reading { db in
            try PictureMatcher(PhotoRows(db), threshold: threshold, looks: looks)
                .match(incoming)?.1
        }
    }

    /// Takes in records that messages brought, all or none, as one change that can be undone
    /// (SPEC §7).
    ///
    /// What is empty is filled, what is equal stays, and the rest becomes a proposal; nothing
    /// that is in the catalog is overwritten. What a message once said of a field is remembered:
    /// saying it again does nothing, whatever became of the value since. Fields that this
    /// version does not know are kept where the photo has none of the name.
    ///
    /// A record that matches no photo makes a new one, with or without a picture; the record's
    /// values stand above those of the picture's own metadata. The picture of a record that
    /// matches a photo is taken as one more file only if it is the same encoded picture.
    ///
    /// - Parameters:
    ///   - threshold: How many bits of two perceptual hashes may differ.
    ///   - looks: Perceptual hashes of photos for which the catalog holds none.
    ///   - summary: One line for a person; nil for one that counts.
    ///   - dryRun: Whether to change nothing and only say what would be done; the identities of
    ///     photos that would be new are made up.
    public func merge(
        _ incoming: [IncomingRecord], threshold: Int = defaultMatchThreshold,
        looks: [RecordID: String] = [:], summary: String? = nil, dryRun: Bool = false
    ) throws(CatalogError) -> MergeTally {
        if incoming.isEmpty { return MergeTally() }
        return try writing(durable: true, keeping: !dryRun) { db in
            let sources = Set(incoming.map(\.source))
            let source = sources.count == 1 ? sources.first ?? "mail" : "mail"
            let log = ChangeLog(db, .import, source: source, guide: guide)
            let intake = try MailIntake(log, threshold: threshold, looks: looks)
            var tally = MergeTally()
            for record in incoming { tally.items.append(try intake.take(record)) }
            let line =
                summary
                ?? "import: \(tally.added) photos added, \(tally.filled) values filled, "
                + "\(tally.proposed) proposals"
            tally.change = try intake.finish(line)
            return tally
        }
    }

    /// The messages that a photo came with.
    public func messages(of id: RecordID) throws(CatalogError) -> [MessageOrigin] {
        try reading { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT message_id, sender, subject, at FROM message
                    JOIN photo_message ON photo_message.message = message.id
                    JOIN photo ON photo.id = photo_message.photo
                    WHERE record_id = ? ORDER BY message.id
                    """, arguments: [HexBlob.data(id)]
            ).map {
                MessageOrigin(messageID: $0[0], sender: $0[1], subject: $0[2], date: $0[3])
            }
        }
    }
}

/// Takes incoming records in, one after the other, within one transaction.
final class MailIntake {
    private let log: ChangeLog
    private let files: FileIntake
    private let matcher: PictureMatcher
    private var db: Database { log.db }

    init(_ log: ChangeLog, threshold: Int, looks: [RecordID: String]) throws {
        self.log = log
        files = try FileIntake(log.db, log: log)
        matcher = PictureMatcher(log.rows, threshold: threshold, looks: looks)
    }

    func finish(_ summary: String) throws -> Change? {
        if let photos = files.addedPhotos { try log.added(photos) }
        return try log.finish(summary)
    }

    func take(_ incoming: IncomingRecord) throws -> MergeTally.Item {
        if let (row, match) = try matcher.match(incoming) {
            return try merge(incoming, into: row, match)
        }
        return try add(incoming)
    }

    /// Takes a record in if the photo of its identity is known; nil where it is not.
    func takeKnown(_ incoming: IncomingRecord) throws -> MergeTally.Item? {
        guard let id = incoming.record.id, let row = try log.rows.row(id) else { return nil }
        return try merge(incoming, into: row, PhotoMatch(photo: id, kind: .recordID))
    }

    // MARK: A photo that is new

    private func add(_ incoming: IncomingRecord) throws -> MergeTally.Item {
        var record = incoming.picture?.record ?? PhotoRecord()
        for field in RecordField.allCases { record.provenance[field]?.at = nil }
        record.id = incoming.record.id ?? record.id
        record.file = nil
        let story = try storyToAdd(incoming)
        if incoming.picture == nil { record.image = incoming.record.image }
        _ = UnknownFields.fill(&record, from: incoming.record)
        let said = RecordField.allCases.filter { !story[isEmpty: $0] }
        let change = try log.begin()
        for field in said {
            record.copy(field, from: story)
            record.provenance[field] = Provenance(source: incoming.source, at: log.at)
        }
        var row = try files.addNew(record)
        if let picture = incoming.picture {
            let taken = try KnownPlace(path: picture.path, db)
            try files.write(picture, of: row.id, replacing: true)
            if let taken { try Presence.refresh(taken.photo, db) }
        } else {
            row.missing = true
            try log.rows.update(row)
        }
        for field in said { try remember(field, incoming, row.id, change) }
        try link(row.id, incoming.origin)
        matcher.reset()
        guard let id = try log.rows.row(row.id)?.record.id else {
            throw CatalogError(.failed, "a photo that was just added is not there")
        }
        return MergeTally.Item(
            photo: id, match: nil, filled: said, usesPicture: incoming.picture != nil)
    }

    /// What a new photo is told of by its message; what was only looked up is looked up here
    /// again, where that can be.
    private func storyToAdd(_ incoming: IncomingRecord) throws -> PhotoRecord {
        let story = incoming.record.withoutLookups(for: PhotoRecord())
        guard let guide = log.rows.guide, story.derived(by: guide) != nil else {
            var record = incoming.record
            if record.location?.place?.source == Place.ownPlace {
                record.location?.place?.source = nil
            }
            return record
        }
        return story
    }

    // MARK: A photo that is known

    private func merge(
        _ incoming: IncomingRecord, into known: PhotoRow, _ match: PhotoMatch
    ) throws -> MergeTally.Item {
        var row = known
        var item = MergeTally.Item(photo: match.photo, match: match)
        let story = incoming.record.withoutLookups(
            shown: row.derivation?.values, for: row.record)
        for field in RecordField.allCases where !incoming.record[isEmpty: field] {
            if try isRemembered(field, incoming, row.id) { continue }
            try merge(field, incoming, story, into: &row, &item)
        }
        let unknown = UnknownFields.own(of: row.record)
        if UnknownFields.fill(&row.record, from: incoming.record) {
            try log.setUnknown(of: row, from: unknown)
            item.keepsMore = true
        }
        if let picture = incoming.picture { try take(picture, into: &row, &item) }
        if log.number != nil { try log.rows.update(row) }
        try link(row.id, incoming.origin)
        return item
    }

    private func merge(
        _ field: RecordField, _ incoming: IncomingRecord, _ story: PhotoRecord,
        into row: inout PhotoRow, _ item: inout MergeTally.Item
    ) throws {
        let source = incoming.source
        let provenance = row.record.provenance[field]
        let wasEmpty = row.record[isEmpty: field]
        switch FieldMerge.merge(field, of: story, into: row.record) {
        case .same: break
        case .fill(let filled) where !wasEmpty || provenance?.at == nil:
            let own = wasEmpty ? Provenance(source: source, at: log.at) : provenance
            try log.set(field, of: &row, like: filled, from: own)
            item.filled.append(field)
        case .fill, .differs:
            // A person emptied the field: that stands like any other value of a person.
            if try Proposing.propose(field, of: story, to: row, source, log) {
                item.proposed.append(field)
            }
        }
        try remember(field, incoming, row.id, log.number)
    }

    private func take(
        _ picture: ScannedFile, into row: inout PhotoRow, _ item: inout MergeTally.Item
    ) throws {
        let own = row.record.image?.fingerprint
        let new = picture.record.image?.fingerprint
        let waits = try row.missing && own == nil && KnownPlace.all(of: row.id, db).isEmpty
        guard waits || (own != nil && own == new) else { return }
        if let place = try KnownPlace(path: picture.path, db) {
            item.usesPicture = place.photo == row.id
            return
        }
        _ = try log.begin()
        try files.write(picture, of: row.id, replacing: false)
        if waits, var image = picture.record.image {
            image.unknown.merge(row.record.image?.unknown ?? [:]) { own, _ in own }
            row.record.image = image
        }
        row.missing = false
        item.usesPicture = true
    }

    // MARK: What was said before

    private func isRemembered(
        _ field: RecordField, _ incoming: IncomingRecord, _ photo: Int64
    ) throws -> Bool {
        let hash = FieldHash.of(field, in: incoming.record)
        return try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT 1 FROM offered LEFT JOIN change ON change.id = offered.change
                    WHERE photo = ? AND field = ? AND hash = ? AND change.undone_by IS NULL
                    """), arguments: [photo, field.rawValue, hash]) ?? false
    }

    private func remember(
        _ field: RecordField, _ incoming: IncomingRecord, _ photo: Int64, _ change: Int64?
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO offered (photo, field, hash, change) VALUES (?, ?, ?, ?)
                """
        ).execute(arguments: [
            photo, field.rawValue, FieldHash.of(field, in: incoming.record), change,
        ])
    }

    private func link(_ photo: Int64, _ origin: MessageOrigin?) throws {
        guard let origin else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO message (message_id, sender, subject, at) VALUES (?, ?, ?, ?)
                ON CONFLICT (message_id) DO NOTHING
                """
        ).execute(arguments: [origin.messageID, origin.sender, origin.subject, origin.date])
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO photo_message (photo, message)
                SELECT ?, id FROM message WHERE message_id = ?
                """
        ).execute(arguments: [photo, origin.messageID])
    }
}
