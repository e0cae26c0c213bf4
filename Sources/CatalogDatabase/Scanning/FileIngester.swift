import Files
import Foundation
import GRDB
import PhotoRecords

/// Takes scanned files in, one after the other, within one transaction: decides which photo
/// each belongs to, and keeps the tally.
final class FileIngester {
    private let db: Database
    private let log: ChangeLog
    private let refresher: ValueRefresh
    private let joins: PictureJoins
    private let listing: Bool
    private let files: FileRows
    private let newPhotos: NewPhotos
    private var tally = ScanTally()

    private var rows: PhotoRows { log.rows }

    /// An intake of a scan.
    init(_ log: ChangeLog, listing: Bool, pictures: (any PictureReader)?) throws {
        db = log.db
        self.listing = listing
        self.log = log
        refresher = ValueRefresh(log)
        joins = PictureJoins(log.rows, pictures)
        files = FileRows(db)
        newPhotos = try NewPhotos(log.rows, naming: listing)
    }

    /// The tally, all being settled.
    func finish() throws -> ScanTally {
        try refresher.agreement.settle()
        if let added = newPhotos.numbers { try log.added(added) }
        tally.changedValues = refresher.changed
        tally.proposals = refresher.proposed
        tally.removals = refresher.agreement.removals
        return tally
    }

    /// Takes one file in.
    func take(_ file: ScannedFile) throws {
        joins.begin()
        if try files.isKnown(file.path), let known = try FileRow(path: file.path, db) {
            try take(file, at: known)
        } else if let photo = try joins.photo(of: file) ?? waitingPhoto(file) {
            try take(file, asFileOf: photo)
        } else if let photo = try files.photo(
            ofLesser: HexBlob.bytes(file.record.image?.fingerprint))
        {
            try take(file, asFileOf: photo, isLesser: true)
        } else {
            try joins.remember(file, as: addNew(file, as: .added).id)
        }
    }

    // MARK: A path that is known

    private func take(_ file: ScannedFile, at known: FileRow) throws {
        if known.missing { tally.returned += 1 }
        let fingerprint = HexBlob.data(file.record.image?.fingerprint)
        let former = known.fingerprint
        if try PictureJoins.isNewScheme(file, at: known) || isJoinedUnseen(file, known) {
            if try joins.settle(known.photo, by: file) == fingerprint {
                return try refresh(file, at: known, as: .refreshed, newFingerprint: false)
            }
            return try takeApart(file, from: known.photo)
        }
        // The same bytes are the same picture, whatever the fingerprint was made of.
        let isSame = known.isDoubtful && known.stamp == file.stamp && former != fingerprint
        if former == nil || fingerprint == nil || isSame {
            return try refresh(
                file, at: known, as: .refreshed, newFingerprint: former == nil)
        }
        if former == fingerprint {
            // A lesser copy is none of the photo's own picture, and known to be none.
            if try known.holdsOther || joins.isStill(known, file) {
                return try refresh(file, at: known, as: .refreshed, newFingerprint: false)
            }
            // What an earlier version joined unseen.
            if known.isDoubtful { return try takeApart(file, from: known.photo) }
        }
        try replace(file, at: known, former)
    }

    /// Whether a file that nobody wrote since has another picture than its photo: it was taken for
    /// the photo's by less than is known of it now.
    private func isJoinedUnseen(_ file: ScannedFile, _ known: FileRow) throws -> Bool {
        guard known.isDoubtful, known.stamp == file.stamp, let former = known.fingerprint,
            let fingerprint = HexBlob.data(file.record.image?.fingerprint), former != fingerprint
        else { return false }
        return try FileRow.isElsewhere(known.photo, than: file.path, db)
    }

    /// Another picture lies at the path of a known one.
    private func replace(_ file: ScannedFile, at known: FileRow, _ former: Data?) throws {
        if let photo = try joins.photo(of: file, besides: known.photo) {
            try files.remove(file.path)
            try Presence.refresh(known.photo, db)
            refresher.agreement.lose(known.said, of: known.photo)
            try take(file, asFileOf: photo)
        } else if try isEdit(of: known, file) {
            try db.cachedStatement(
                sql: """
                    UPDATE file SET fingerprint = ? WHERE photo = ? AND path <> ?
                    AND fingerprint IS NULL
                    """
            ).execute(arguments: [former, known.photo, file.path])
            try joins.forget(known.photo)
            try refresh(file, at: known, as: .edited, newFingerprint: true)
        } else {
            try files.remove(file.path)
            try joins.remember(file, as: addNew(file, as: .replaced).id)
            try Presence.refresh(known.photo, db)
            refresher.agreement.lose(known.said, of: known.photo)
        }
    }

    /// Takes a file out of a photo that it never belonged to. What a person wrote of the photo may
    /// have been meant for this picture: it gets it as proposals.
    private func takeApart(_ file: ScannedFile, from photo: Int64) throws {
        guard let former = try rows.row(photo) else { return }
        let place = try FileRow(path: file.path, db)
        try files.remove(file.path)
        let new: Int64
        if let other = try joins.photo(of: file, besides: photo) {
            try take(file, asFileOf: other)
            new = other
        } else {
            new = try addNew(file, as: .replaced).id
            try joins.remember(file, as: new)
            tally.proposals += try PhotoSplitting(log).propose(former.record, to: new)
        }
        try FileMoves(log).add(file.path, from: photo, to: new)
        if let said = place?.said { try PhotoSplitting(log).forget(said, of: photo) }
        try Presence.refresh(photo, db)
    }

    private func isEdit(of known: FileRow, _ file: ScannedFile) throws -> Bool {
        guard try !FileRow.isElsewhere(known.photo, than: file.path, db),
            let row = try rows.row(known.photo)
        else { return false }
        if let id = file.record.id, id == row.record.id { return true }
        guard let new = file.record.taken else { return false }
        if known.said?[.taken] == FieldHash.of(.taken, in: file.record) { return true }
        return row.record.taken.map { FieldMerge.isSame($0.local, new.local) } ?? false
    }

    private func refresh(
        _ file: ScannedFile, at known: FileRow, as outcome: ScanTally.Outcome,
        newFingerprint: Bool
    ) throws {
        guard var row = try rows.row(known.photo) else { return }
        let lesser = known.holdsOther && !newFingerprint ? known.fingerprint : nil
        let facts = (row.record.image, row.record.findings)
        try refresher.refresh(
            &row, from: file, formerly: known.said, newPicture: newFingerprint,
            sameBytes: known.stamp == file.stamp)
        if lesser != nil { (row.record.image, row.record.findings) = facts }
        try files.write(file, of: row.id, replacing: true, formerly: known.said)
        try files.keep(lesser, of: file.path)
        row.missing = false
        try rows.update(row)
        count(outcome, file, row.record.id)
    }

    // MARK: A path that is new, a picture that is known

    /// - Parameter isLesser: Whether its picture is not the photo's own, but that of another file
    ///   of the photo: a smaller copy.
    private func take(_ file: ScannedFile, asFileOf photo: Int64, isLesser: Bool = false) throws {
        // Not all of its files: there may be a hundred thousand.
        let places = try FileRow.some(of: photo, near: file.path, db)
        let gone = places.filter { $0.missing || isGone($0.path) }
        // The one with the same stamp is surely the one that moved.
        let former = gone.first { $0.stamp == file.stamp } ?? gone.first
        var hasMoved = false
        let said = gone.isEmpty ? nil : LastReadHashes(file.record)
        for place in gone {
            refresher.agreement.lose(place.said, of: photo, besides: said)
            if place.path == former?.path,
                place.stamp == file.stamp || !isGone(Folder.holding(place.path))
            {
                hasMoved = true
                try files.remove(place.path)
            } else if !place.missing {
                try db.cachedStatement(sql: "UPDATE file SET missing = 1 WHERE path = ?")
                    .execute(arguments: [place.path])
            }
        }
        guard var row = try rows.row(photo) else { return }
        let wasMissing = row.missing
        let facts = (row.record.image, row.record.findings)
        try refresher.refresh(
            &row, from: file, formerly: hasMoved ? former?.said : nil, newPicture: false,
            sameBytes: former?.stamp == file.stamp)
        if isLesser { (row.record.image, row.record.findings) = facts }
        try files.write(
            file, of: photo, replacing: false, formerly: hasMoved ? former?.said : nil)
        if isLesser { try files.keep(HexBlob.data(file.record.image?.fingerprint), of: file.path) }
        row.missing = false
        try rows.update(row)
        if wasMissing && former == nil { tally.returned += 1 }
        count(former == nil && !places.isEmpty ? .duplicate : .moved, file, row.record.id)
    }

    /// How often the disk was asked whether a file is there.
    private(set) var filesLookedFor = 0

    private func isGone(_ path: String) -> Bool {
        filesLookedFor += 1
        return PathPresence.isGone(path)
    }

    /// A photo of this identity that came without its picture and waits for it.
    private func waitingPhoto(_ file: ScannedFile) throws -> Int64? {
        guard let id = file.record.id else { return nil }
        return try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id FROM photo WHERE record_id = ? AND fingerprint IS NULL
                    AND NOT EXISTS (SELECT 1 FROM file WHERE photo = photo.id)
                    """), arguments: [HexBlob.data(id)])
    }

    // MARK: A photo that is new

    /// Adds a photo with this file, under the identity that the file carries if that is free.
    @discardableResult
    private func addNew(_ file: ScannedFile, as outcome: ScanTally.Outcome) throws -> PhotoRow {
        var record = file.record
        for (field, provenance) in record.provenance where provenance.at != nil {
            record.provenance[field]?.at = nil
        }
        let row = try newPhotos.add(record, derived: file.derived)
        try files.write(file, of: row.id, replacing: false)
        count(outcome, file, row.record.id)
        return row
    }

    private func count(_ outcome: ScanTally.Outcome, _ file: ScannedFile, _ id: RecordID?) {
        tally.counts[outcome, default: 0] += 1
        if listing, let id {
            tally.items.append(.init(path: file.path, photo: id, outcome: outcome))
        }
    }
}
