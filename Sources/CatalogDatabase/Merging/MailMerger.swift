import Files
import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords

/// Takes incoming records in, one after the other, within one transaction.
final class MailMerger {
    private let log: ChangeLog
    private let newPhotos: NewPhotos
    private let files: FileRows
    private let matcher: PictureMatcher
    private let pictures: PictureChanges
    private let proposals: MailProposals
    private let messages: MessageRows
    private let offered: OfferedValues
    private let decisions: FieldDecisions
    private let storing: PhotoCatalog.PictureStoring?
    private let limits: MergeLimits
    private var withoutPicture = 0
    /// How many values did not become proposals because there were too many.
    var leftOutProposals: Int { proposals.leftOut }
    private var db: Database { log.db }

    init(
        _ log: ChangeLog, looks: [RecordID: String] = [:], limits: MergeLimits = MergeLimits(),
        storing: PhotoCatalog.PictureStoring? = nil
    ) throws {
        self.log = log
        self.limits = limits
        self.storing = storing
        newPhotos = try NewPhotos(log.rows)
        files = FileRows(log.db)
        offered = OfferedValues(log.db)
        decisions = FieldDecisions(log.db)
        matcher = PictureMatcher(log.rows, looks: looks)
        pictures = PictureChanges(log)
        proposals = MailProposals(log, matcher, atMost: limits.proposals)
        messages = MessageRows(log.db)
    }

    func finish(_ summary: String) throws -> Change? {
        if let photos = newPhotos.numbers { try log.added(photos) }
        return try log.finish(summary)
    }

    /// Takes a record in.
    ///
    /// - Parameters:
    ///   - index: Its place among the records of the message.
    ///   - main: What became of the record whose photo it is of for sure.
    func take(
        _ incoming: IncomingRecord, _ index: Int, following main: MergeTally.Item?
    ) throws -> MergeTally.Item {
        if let main, let row = try log.rows.row(main.photo) {
            let match = PhotoMatch(photo: main.photo, kind: .recordID)
            return try merge(incoming, index, into: row, match, fills: false)
        }
        let (row, found) = try matcher.identify(incoming)
        if let row, let match = found.match {
            matcher.use(row.id, for: incoming.record.id)
            return try merge(incoming, index, into: row, match, fills: incoming.picture != nil)
        }
        return try add(incoming, index, found)
    }

    /// Takes a record in if the photo of its identity is known; nil where it is not.
    func takeKnown(_ incoming: IncomingRecord) throws -> MergeTally.Item? {
        guard let id = incoming.record.id, let row = try log.rows.row(id) else { return nil }
        return try merge(
            incoming, 0, into: row, PhotoMatch(photo: id, kind: .recordID), fills: true)
    }

    /// Stores a picture that is wanted.
    private func stored(_ picture: ScannedFile, _ index: Int) throws -> ScannedFile {
        guard let storing else { return picture }
        var picture = picture
        (picture.path, picture.stamp) = try storing(index) { path in
            try Int.fetchOne(
                db.cachedStatement(sql: "SELECT 1 FROM file WHERE path = ?"), arguments: [path])
                != nil
        }
        return picture
    }

    // MARK: A photo that is new

    private func add(
        _ incoming: IncomingRecord, _ index: Int, _ found: Identification
    ) throws -> MergeTally.Item {
        if incoming.picture == nil {
            guard withoutPicture < limits.withoutPicture else {
                var item = MergeTally.Item(photo: incoming.record.id ?? RecordID(), match: nil)
                item.isLeftOut = true
                return item
            }
            withoutPicture += 1
        }
        let picture = try incoming.picture.map { try stored($0, index) }
        var record = picture?.record ?? PhotoRecord()
        for field in RecordField.allCases { record.provenance[field]?.at = nil }
        record.id = incoming.record.id ?? record.id
        record.file = nil
        for field in incoming.undecided { record.copy(field, from: PhotoRecord()) }
        let story = try storyToAdd(incoming)
        if picture == nil {
            record.image = incoming.record.image
            // Hashes of a picture that nobody has seen are no more than a word: no file of one's own
            // joins the photo for them.
            record.image?.sha256 = nil
            record.image?.fingerprint = nil
            record.image?.perceptualHash = nil
        }
        _ = UnknownFields.fill(&record, from: incoming.record)
        let said = RecordField.allCases.filter { !story[isEmpty: $0] }
        let change = try log.begin()
        for field in said {
            record.copy(field, from: story)
            record.provenance[field] = Provenance(source: incoming.source, at: log.at)
        }
        var row = try newPhotos.add(record)
        if let picture {
            let taken = try FileRow(path: picture.path, db)
            try files.write(picture, of: row.id, replacing: true)
            if let taken { try Presence.refresh(taken.photo, db) }
        } else {
            row.missing = true
            try log.rows.update(row)
        }
        for field in said {
            try offered.note(field, of: incoming.record, for: row.id, by: change)
        }
        try link(row.id, incoming.origin)
        // A hash that the picture belies is not kept as evidence.
        if found.refuted == nil { try state(incoming, of: row.id) }
        try proposals.proposeFields(of: incoming, for: row.id, before: [:], after: record)
        guard let id = try log.rows.row(row.id)?.record.id else {
            throw WitError.catalog(.failed, "a photo that was just added is missing")
        }
        var item = MergeTally.Item(photo: id, match: nil, filled: said)
        item.refuted = found.refuted
        if let picture {
            item.usesPicture = true
            item.storedPath = picture.path
            item.alike = try proposals.proposeJoins(of: row.id, incoming, found)
        }
        matcher.use(row.id, for: incoming.record.id)
        return item
    }

    /// What a new photo is told of by its message; what was only looked up is looked up here
    /// again, where that can be.
    private func storyToAdd(_ incoming: IncomingRecord) throws -> PhotoRecord {
        let story = incoming.record.withoutLookups(for: PhotoRecord())
        guard let geocoder = log.rows.geocoder, story.derived(by: geocoder) != nil else {
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
        _ incoming: IncomingRecord, _ index: Int, into known: PhotoRow, _ match: PhotoMatch,
        fills: Bool
    ) throws -> MergeTally.Item {
        var row = known
        var item = MergeTally.Item(photo: match.photo, match: match)
        item.onlyProposes = !fills
        let wasBare = try incoming.picture != nil && isWithoutFile(known.id)
        if let picture = incoming.picture { try take(picture, index, into: &row, &item) }
        let story = incoming.record.withoutLookups(
            shown: row.derivation?.values, for: row.record)
        for field in RecordField.allCases where !incoming.record[isEmpty: field] {
            if try offered.contains(field, of: incoming.record, for: row.id) { continue }
            try merge(field, incoming, story, into: &row, &item, wasBare: wasBare)
        }
        let before = ForeignFields.object(of: known.record)
        if fills {
            let unknown = UnknownFields.own(of: row.record)
            if UnknownFields.fill(&row.record, from: incoming.record) {
                try log.setUnknown(of: row, from: unknown)
                item.keepsMore = true
            }
            try proposals.proposeFields(
                of: incoming, for: row.id, before: before, after: row.record)
            try state(incoming, of: row.id)
        } else if incoming.origin != nil {
            var bare = PhotoRecord()
            UnknownFields.setOwn(UnknownFields.own(of: incoming.record), of: &bare)
            item.keepsMore = try proposals.proposeFields(
                of: incoming, for: row.id, before: before, after: bare)
        }
        if log.number != nil { try log.rows.update(row) }
        try link(row.id, incoming.origin)
        return item
    }

    /// - Parameter wasBare: Whether the photo had no picture, and now has one: what only a message
    ///   without the picture said of it yields, and is proposed.
    private func merge(
        _ field: RecordField, _ incoming: IncomingRecord, _ story: PhotoRecord,
        into row: inout PhotoRow, _ item: inout MergeTally.Item, wasBare: Bool
    ) throws {
        let source = incoming.source
        let provenance = row.record.provenance[field]
        let wasEmpty = row.record[isEmpty: field]
        let outcome = FieldMerge.merge(field, of: story, into: row.record)
        switch outcome {
        case .same:
            // What another channel says otherwise than the one that is taken in, and the catalog has:
            // once that was decided on, the mail imported again does not bring it up.
            if incoming.follows != nil {
                try offered.note(field, of: incoming.record, for: row.id, by: log.number)
            }
        case .fill(let filled)
        where try !item.onlyProposes && (!wasEmpty || provenance?.at == nil)
            && !decisions.isRejected(field, of: story, for: row.id):
            let own = wasEmpty ? Provenance(source: source, at: log.at) : provenance
            try log.set(field, of: &row, like: filled, from: own)
            item.filled.append(field)
        case .differs
        where try wasBare && !item.onlyProposes
            && decisions.isHearsay(field, of: row, besides: source):
            let before = row.record
            try log.set(
                field, of: &row, like: story, from: Provenance(source: source, at: log.at))
            item.filled.append(field)
            _ = try Proposing.propose(field, of: before, to: row, provenance?.source ?? "", log)
        case .fill, .differs:
            // Not remembered as said: it may be proposed when the mail is taken in again.
            guard proposals.mayPropose() else { return }
            // A person emptied the field: that stands like any other value of a person.
            let isNew = try Proposing.propose(
                field, of: story, to: row, source, log, channel: incoming.channels[field])
            if isNew { item.proposed.append(field) }
        }
        // What could only be proposed may be said again by who has the picture.
        if !item.onlyProposes {
            try offered.note(field, of: incoming.record, for: row.id, by: log.number)
        }
    }

    private func isWithoutFile(_ photo: Int64) throws -> Bool {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM file WHERE photo = ? LIMIT 1"),
            arguments: [photo]) == nil
    }

    /// Takes the picture that came with a record of a known photo: the larger one is kept.
    private func take(
        _ picture: ScannedFile, _ index: Int, into row: inout PhotoRow,
        _ item: inout MergeTally.Item
    ) throws {
        guard let image = picture.record.image else { return }
        let need = try PictureNeed(of: image, for: row, db)
        switch need {
        case .smaller: item.unused = .smaller
        case .same where storing != nil || image.fingerprint != row.record.image?.fingerprint:
            item.unused = .same
        case .same, .first, .larger, .further:
            let stored = try stored(picture, index)
            if let place = try FileRow(path: stored.path, db) {
                item.usesPicture = place.photo == row.id
                item.hadPicture = item.usesPicture
                return
            }
            try pictures.add(stored, to: &row, isBetter: need.isBetter, by: files)
            (item.usesPicture, item.isLarger) = (true, need == .larger)
            if storing != nil { item.storedPath = stored.path }
        }
    }

    // MARK: What a message states beside values

    /// Keeps the hashes that a message states of the file that its picture was made from.
    private func state(_ incoming: IncomingRecord, of photo: Int64) throws {
        guard incoming.origin != nil else { return }
        let own = incoming.picture?.record.image ?? ImageFacts()
        let stated = incoming.record.image
        for (hash, actual) in [
            (stated?.sha256, own.sha256), (stated?.fingerprint, own.fingerprint),
        ] where hash != actual {
            if let hash = HexBlob.data(hash) { try pictures.state(hash, photo) }
        }
    }

    private func link(_ photo: Int64, _ origin: MessageOrigin?) throws {
        if let origin { try messages.link(photo, origin) }
    }
}
