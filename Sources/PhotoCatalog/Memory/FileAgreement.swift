import Foundation
import GRDB
import PhotoRecord

/// Keeps files and catalog from differing without a word: what no file says any more is put up
/// for removal, and proposals that no file makes any more go away.
///
/// Photos are gathered while files are taken in and settled once at the end, so that a file costs
/// the same however many files and proposals its photo has.
final class FileAgreement {
    private let log: ChangeLog
    private var photos: [Int64: [RecordField: Loss]] = [:]
    /// Removals proposed so far.
    private(set) var removals = 0

    private var db: Database { log.db }

    /// What a file said of a field and says no more.
    private struct Loss {
        /// The hash of what it said.
        var formerly: Int64
        /// What it says now.
        var says: PhotoRecord
        var source: String
    }

    init(_ log: ChangeLog) { self.log = log }

    /// Has a photo looked at when all is taken in: one of its files was read, or is gone.
    func touch(_ photo: Int64) {
        if photos[photo] == nil { photos[photo] = [:] }
    }

    /// Notes that a file says less of a field than before.
    func note(_ field: RecordField, of photo: Int64, formerly: Int64, says file: PhotoRecord) {
        var says = PhotoRecord()
        says.copy(field, from: file)
        photos[photo, default: [:]][field] = Loss(
            formerly: formerly, says: says,
            source: file.provenance[field]?.source ?? "file")
    }

    /// Has a photo looked at of which a file is there again: what that proposes waits again.
    func revive(_ photo: Int64) throws {
        touch(photo)
        let withdrawn = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, field, hash, value FROM proposal
                    WHERE photo = ? AND state = 'withdrawn' AND kind = 'value'
                    """), arguments: [photo])
        if withdrawn.isEmpty { return }
        let files = try KnownPlace.all(of: photo, db).filter { !$0.missing }
        guard let row = try log.rows.row(photo) else { return }
        for offer in withdrawn {
            guard let field = RecordField(rawValue: offer[1]),
                files.contains(where: { $0.said?[field] == offer[2] })
            else { continue }
            let value = try JSONValue(parsing: (offer[3] as String).utf8)
            let offered = PhotoRecord(json: [field.rawValue: value])
            if case .same = FieldMerge.merge(field, of: offered, into: row.record) { continue }
            try log.setState(of: offer[0], from: .withdrawn, to: .pending)
        }
    }

    /// Settles all photos that were gathered.
    func settle() throws {
        defer { photos.removeAll() }
        if photos.isEmpty { return }
        let isAnyPending =
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM proposal WHERE state = 'pending')"))
            ?? false
        for (photo, losses) in photos.sorted(by: { $0.key < $1.key }) {
            if losses.isEmpty, try !isAnyPending || pending(photo).isEmpty { continue }
            try settle(photo, losses)
        }
    }

    /// Settles photos whose values were changed by another way than reading a file.
    func settle(_ photos: Set<Int64>) throws {
        for photo in photos.sorted() { try settle(photo, [:]) }
    }

    private func settle(_ photo: Int64, _ losses: [RecordField: Loss]) throws {
        guard var row = try log.rows.row(photo) else { return }
        let before = row.record.provenance
        let files = try KnownPlace.all(of: photo, db)
        for field in RecordField.allCases {
            guard let loss = losses[field] else { continue }
            try settle(loss, field, &row, files)
        }
        // Gathered once: a photo may have thousands of files, and of proposals too.
        var told: [RecordField: Set<Int64>] = [:]
        var present: [RecordField: Set<Int64>] = [:]
        for file in files {
            guard !file.missing || PathPresence.isGone(PathPresence.folder(file.path)) else {
                continue
            }
            for (field, hash) in file.said?.hashes ?? [:] {
                told[field, default: []].insert(hash)
                if !file.missing { present[field, default: []].insert(hash) }
            }
        }
        var marked: Set<RecordField> = []
        for offer in try pending(photo) {
            let field = offer.field
            if stands(offer, row, told: told[field] ?? [], present: present[field] ?? []) {
                if offer.removal != nil { marked.insert(offer.field) }
            } else {
                try log.setState(of: offer.number, from: .pending, to: .withdrawn)
            }
        }
        for field in row.record.provenance.keys where !marked.contains(field) {
            row.record.provenance[field]?.until = nil
        }
        if row.record.provenance != before { try log.rows.update(row) }
    }

    private func settle(
        _ loss: Loss, _ field: RecordField, _ row: inout PhotoRow, _ files: [KnownPlace]
    ) throws {
        let current = FieldHash.of(field, in: row.record)
        let isSaid = files.contains { file in
            !file.missing && file.said?[field] != nil
                && [loss.formerly, current].contains(file.said?[field])
        }
        guard !isSaid, let removal = Removal(field, of: row.record, notIn: loss.says),
            try Proposing.propose(removal, from: row, formerly: loss.formerly, loss.source, log)
        else { return }
        removals += 1
        let provenance = row.record.provenance[field] ?? Provenance(source: loss.source)
        row.record.provenance[field] = provenance
        row.record.provenance[field]?.until = provenance.until ?? log.at
    }

    // MARK: Proposals that wait

    private struct Offer {
        var number: Int64
        var field: RecordField
        var hash: Int64
        /// Nil for a value.
        var removal: Removal?
    }

    private func pending(_ photo: Int64) throws -> [Offer] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT proposal.id, field, hash, proposal.kind, value FROM proposal
                    JOIN change ON change.id = proposal.change
                    WHERE photo = ? AND state = 'pending' AND of_file
                    AND change.undone_by IS NULL ORDER BY proposal.id
                    """), arguments: [photo]
        ).compactMap { row in
            guard let field = RecordField(rawValue: row[1]) else { return nil }
            var offer = Offer(number: row[0], field: field, hash: row[2])
            if row[3] == Proposal.Kind.removal.rawValue {
                let value = try JSONValue(parsing: (row[4] as String).utf8)
                guard let removal = Removal(field, json: value) else { return nil }
                offer.removal = removal
            }
            return offer
        }
    }

    /// Whether a proposal is still made by a file.
    ///
    /// - Parameters:
    ///   - told: What its files say of the field, and those whose whole folder is away.
    ///   - present: What those say that are there.
    private func stands(
        _ offer: Offer, _ row: PhotoRow, told: Set<Int64>, present: Set<Int64>
    ) -> Bool {
        guard let removal = offer.removal else { return told.contains(offer.hash) }
        let field = offer.field
        let formerly = Proposing.hash(ofRemovalOf: offer.hash)
        let current = FieldHash.of(field, in: row.record)
        let isSaid = present.contains(formerly) || current.map(present.contains) ?? false
        return !isSaid && row.record.provenance[field]?.until != nil
            && removal.isTold(by: row.record)
    }
}
