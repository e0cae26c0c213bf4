import Foundation
import GRDB
import PhotoRecord

extension FindingCode {
    /// A file that carries another photo's identity, though its picture is another one.
    public static let copyOfPhoto: FindingCode = "copy-of-photo"
}

/// Takes scanned files in, one after the other, within one transaction: decides which photo
/// each belongs to, and keeps the tally.
final class FileIntake {
    private let db: Database
    private let log: ChangeLog
    private let refresher: ValueRefresh
    private let listing: Bool
    // Reading a new identity back as text takes longer than making it: only where it is wanted.
    private let naming: Bool
    private var tally = ScanTally()
    private var nextPhoto: Int64
    private var firstPhoto: Int64?
    private let identities = IdentityMaker()
    private var statements = Statements()

    private var rows: PhotoRows { log.rows }

    init(_ db: Database, listing: Bool, guide: (any PlaceGuide)? = nil) throws {
        self.db = db
        self.listing = listing
        naming = listing
        log = ChangeLog(db, .scan, source: "scan", guide: guide)
        refresher = ValueRefresh(log)
        nextPhoto = try Self.nextPhoto(db)
    }

    init(_ db: Database, log: ChangeLog) throws {
        self.db = db
        self.log = log
        listing = false
        naming = true
        refresher = ValueRefresh(log)
        nextPhoto = try Self.nextPhoto(db)
    }

    /// The first number that no photo has or had.
    static func nextPhoto(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db,
            sql: """
                SELECT 1 + max(ifnull((SELECT max(id) FROM photo), 0),
                    ifnull((SELECT max(photo) FROM trash), 0))
                """) ?? 1
    }

    /// The tally, the change being written down.
    func finish() throws -> ScanTally {
        try refresher.agreement.settle()
        if let firstPhoto { try log.added(firstPhoto...(nextPhoto - 1)) }
        tally.changedValues = refresher.changed
        tally.proposals = refresher.proposed
        tally.removals = refresher.agreement.removals
        let parts = [
            (tally.added, "photos added"), (tally.changedValues, "values followed their files"),
            (tally.proposals, "proposals"), (tally.removals, "values no longer in their files"),
        ]
        _ = try log.finish(
            "scan: "
                + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", "))
        return tally
    }

    /// Takes one file in.
    func take(_ file: ScannedFile) throws {
        let fingerprint = HexBlob.bytes(file.record.image?.fingerprint)
        if try isKnown(file.path), let known = try KnownPlace(path: file.path, db) {
            try take(file, fingerprint.map { Data($0) }, at: known)
        } else if let photo = try photo(of: fingerprint) ?? waitingPhoto(file.record.id) {
            try take(file, asFileOf: photo)
        } else {
            try addNew(file, as: .added)
        }
    }

    private func isKnown(_ path: String) throws -> Bool {
        let statement = try DirectStatement.shelved(
            &statements.isKnown, db, "SELECT 1 FROM file WHERE path = ?")
        statement.bind(path)
        return try statement.number() != nil
    }

    // MARK: A path that is known

    private func take(
        _ file: ScannedFile, _ fingerprint: Data?, at known: KnownPlace
    ) throws {
        if known.missing { tally.returned += 1 }
        let former = known.fingerprint
        if former == fingerprint || former == nil || fingerprint == nil {
            try refresh(file, at: known, as: .refreshed, newFingerprint: former == nil)
            return
        }
        if let photo = try photo(of: fingerprint.map { Array($0) }), photo != known.photo {
            try db.cachedStatement(sql: "DELETE FROM file WHERE path = ?")
                .execute(arguments: [file.path])
            try Presence.refresh(known.photo, db)
            refresher.agreement.touch(known.photo)
            try take(file, asFileOf: photo)
        } else if try isEdit(of: known, file) {
            try db.cachedStatement(
                sql: """
                    UPDATE file SET fingerprint = ? WHERE photo = ? AND path <> ?
                    AND fingerprint IS NULL
                    """
            ).execute(arguments: [former, known.photo, file.path])
            try refresh(file, at: known, as: .edited, newFingerprint: true)
        } else {
            try db.cachedStatement(sql: "DELETE FROM file WHERE path = ?")
                .execute(arguments: [file.path])
            try addNew(file, as: .replaced)
            try Presence.refresh(known.photo, db)
            refresher.agreement.touch(known.photo)
        }
    }

    private func isEdit(of known: KnownPlace, _ file: ScannedFile) throws -> Bool {
        let others = try Int.fetchOne(
            db.cachedStatement(
                sql: "SELECT count(*) FROM file WHERE photo = ? AND path <> ? AND NOT missing"),
            arguments: [known.photo, file.path])
        guard others == 0, let row = try rows.row(known.photo) else { return false }
        if let id = file.record.id, id == row.record.id { return true }
        guard let new = file.record.taken else { return false }
        if known.said?[.taken] == FieldHash.of(.taken, in: file.record) { return true }
        return row.record.taken.map { FieldMerge.isSame($0.local, new.local) } ?? false
    }

    private func refresh(
        _ file: ScannedFile, at known: KnownPlace, as outcome: ScanTally.Outcome,
        newFingerprint: Bool
    ) throws {
        guard var row = try rows.row(known.photo) else { return }
        try refresher.refresh(
            &row, from: file, formerly: known.said, newPicture: newFingerprint,
            sameBytes: known.stamp == file.stamp)
        try write(file, of: row.id, replacing: true, formerly: known.said)
        row.missing = false
        try rows.update(row)
        count(outcome, file, row.record.id)
    }

    // MARK: A path that is new, a picture that is known

    private func take(_ file: ScannedFile, asFileOf photo: Int64) throws {
        let places = try KnownPlace.all(of: photo, db)
        let gone = places.filter { $0.missing || !Self.isThere($0.path) }
        // The one with the same stamp is surely the one that moved.
        let former = gone.first { $0.stamp == file.stamp } ?? gone.first
        var hasMoved = false
        for place in gone {
            if place.path == former?.path,
                place.stamp == file.stamp || Self.isThere(Self.folder(place.path))
            {
                hasMoved = true
                try db.cachedStatement(sql: "DELETE FROM file WHERE path = ?")
                    .execute(arguments: [place.path])
            } else if !place.missing {
                try db.cachedStatement(sql: "UPDATE file SET missing = 1 WHERE path = ?")
                    .execute(arguments: [place.path])
            }
        }
        guard var row = try rows.row(photo) else { return }
        let wasMissing = row.missing
        try refresher.refresh(
            &row, from: file, formerly: hasMoved ? former?.said : nil, newPicture: false,
            sameBytes: former?.stamp == file.stamp)
        try write(
            file, of: photo, replacing: false, formerly: hasMoved ? former?.said : nil)
        row.missing = false
        try rows.update(row)
        if wasMissing && former == nil { tally.returned += 1 }
        count(former == nil && !places.isEmpty ? .duplicate : .moved, file, row.record.id)
    }

    private func photo(of fingerprint: [UInt8]?) throws -> Int64? {
        guard let fingerprint else { return nil }
        let statement = try DirectStatement.shelved(
            &statements.byFingerprint, db,
            "SELECT id FROM photo WHERE fingerprint = ? ORDER BY id LIMIT 1")
        statement.bind(fingerprint)
        return try statement.number()
    }

    /// A photo of this identity that came without its picture and waits for it.
    private func waitingPhoto(_ id: RecordID?) throws -> Int64? {
        guard let id else { return nil }
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
    func addNew(_ file: ScannedFile, as outcome: ScanTally.Outcome) throws -> PhotoRow {
        var record = file.record
        for (field, provenance) in record.provenance where provenance.at != nil {
            record.provenance[field]?.at = nil
        }
        let row = try addNew(record, derived: file.derived)
        try write(file, of: row.id, replacing: false)
        count(outcome, file, row.record.id)
        return row
    }

    /// Adds a photo, under the identity that the record carries if that is free.
    ///
    /// - Parameter derived: What was worked out for the record already.
    func addNew(_ given: PhotoRecord, derived: DerivedValues? = nil) throws -> PhotoRow {
        var record = given
        var identity: [UInt8]?
        if let id = record.id, try rows.number(of: id) != nil {
            record.findings.append(
                Finding(
                    .note, .copyOfPhoto, where: record.file ?? "",
                    "The picture carries the identity of photo \(id.text), but is another one."))
            record.id = nil
        }
        if record.id == nil {
            let made = identities.make()
            identity = made
            if naming || given.id != nil { record.id = HexBlob.recordID(Data(made)) }
        }
        let row = PhotoRow(
            id: nextPhoto, record: record, missing: false,
            derivation: derived.map { Derivation($0, for: record) })
        try rows.insert(row, recordID: identity)
        firstPhoto = firstPhoto ?? nextPhoto
        nextPhoto += 1
        return row
    }

    /// The numbers of the photos added so far.
    var addedPhotos: ClosedRange<Int64>? { firstPhoto.map { $0...(nextPhoto - 1) } }

    /// Writes a file's row.
    ///
    /// - Parameter formerly: What the file said the last time: so it says still where it is
    ///   damaged now and silent.
    func write(
        _ file: ScannedFile, of photo: Int64, replacing: Bool, formerly: SaidValues? = nil
    ) throws {
        let values =
            "INTO file (path, photo, size, modified, inode, said) VALUES (?, ?, ?, ?, ?, ?)"
        let statement =
            replacing
            ? try DirectStatement.shelved(
                &statements.replacement, db, "INSERT OR REPLACE " + values)
            : try DirectStatement.shelved(&statements.insertion, db, "INSERT " + values)
        statement.bind(file.path)
        statement.bind(photo)
        statement.bind(file.stamp.size)
        statement.bind(file.stamp.modified)
        statement.bind(Int64(bitPattern: file.stamp.inode))
        let said = SaidValues.bytes(of: file.record)
        if let formerly, file.record.isDamaged {
            statement.bind(SaidValues(Data(said)).completed(by: formerly).bytes)
        } else {
            statement.bind(said)
        }
        try statement.run()
    }

    /// The statements that run for every file, each made when it is wanted first.
    private struct Statements {
        var isKnown: DirectStatement?
        var byFingerprint: DirectStatement?
        var insertion: DirectStatement?
        var replacement: DirectStatement?
    }

    private func count(_ outcome: ScanTally.Outcome, _ file: ScannedFile, _ id: RecordID?) {
        tally.counts[outcome, default: 0] += 1
        if listing, let id {
            tally.items.append(.init(path: file.path, photo: id, outcome: outcome))
        }
    }

    /// Whether anything lies at a path.
    static func isThere(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path)) != nil
    }

    static func folder(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}
