import Foundation
import GRDB
import JSON
import PhotoRecords

/// Keeps files and catalog from differing without a word: what no file says any more is put up
/// for removal, and proposals that no file makes any more go away.
///
/// What counts is what the files say now, not which step led there: a value that came from files
/// is looked at whenever one of its photo's files says something else, is gone or was given to
/// another photo, and whenever an undo puts it back. If no file says it, and
///
/// - none says anything of the field, or one says nothing and the others something else, its
///   removal is proposed,
/// - all others that do were read in this transaction, the removal of what none of them says is,
/// - what all others say was proposed once, nothing is done,
/// - else one file of each other value is marked to be read once more (`PhotoCatalog.filesToCompare`):
///   only hashes are known of what files said.
///
/// Photos are gathered while files are taken in and settled once at the end, so that a file costs
/// the same however many files and proposals its photo has.
final class FileAgreement {
    private let log: ChangeLog
    private let unread: Set<String>
    private var photos: [Int64: Notes] = [:]
    /// Removals proposed so far.
    private(set) var removals = 0

    private var db: Database { log.db }

    /// What is known of one photo that is to be looked at.
    private struct Notes {
        var losses: [RecordField: Loss] = [:]
        /// Fields whose value may be said by no file any more.
        var doubtful = FieldSet()
        /// What files say of such a field that were read in this transaction, by its hash.
        var heard: [RecordField: [Int64: PhotoRecord]] = [:]

        var isEmpty: Bool { losses.isEmpty && doubtful.isEmpty }
    }

    /// Some fields; a byte, since an undo may look at a million photos.
    private struct FieldSet {
        private var bits: UInt8 = 0
        var isEmpty: Bool { bits == 0 }
        func contains(_ field: RecordField) -> Bool { bits & Self.bit(field) != 0 }
        mutating func insert(_ field: RecordField) { bits |= Self.bit(field) }

        private static func bit(_ field: RecordField) -> UInt8 { 1 << field.ordinal }
    }

    /// What a file said of a field and says no more.
    private struct Loss {
        /// The hash of what it said.
        var formerly: Int64
        /// What it says now.
        var says: PhotoRecord
        var source: String
    }

    /// So many different values of one field are read again at most.
    private static let valuesToCompare = 64

    /// - Parameter unread: Paths of files that were written since they were read; they are read
    ///   after this, and what their photos' files say is looked at then.
    init(_ log: ChangeLog, unread: Set<String> = []) {
        self.log = log
        self.unread = unread
    }

    /// Has a photo looked at when all is taken in: one of its files was read, or is gone.
    func touch(_ photo: Int64) {
        if photos[photo] == nil { photos[photo] = Notes() }
    }

    /// Notes that a file says less of a field than before.
    func note(_ field: RecordField, of photo: Int64, formerly: Int64, says file: PhotoRecord) {
        photos[photo, default: Notes()].losses[field] = Loss(
            formerly: formerly, says: Self.part(field, of: file),
            source: file.provenance[field]?.source ?? "file")
    }

    /// Notes that a file that was read says something else of a field than the catalog.
    func compare(_ field: RecordField, of photo: Int64, with file: PhotoRecord) {
        photos[photo, default: Notes()].doubtful.insert(field)
        guard !file.isDamaged, let hash = FieldHash.of(field, in: file) else { return }
        photos[photo]?.heard[field, default: [:]][hash] = Self.part(field, of: file)
    }

    /// Has it looked at whether a file says what the catalog says of a field.
    func doubt(_ field: RecordField, of photo: Int64) {
        photos[photo, default: Notes()].doubtful.insert(field)
    }

    /// Notes that a photo lost a file, and has others.
    ///
    /// - Parameter file: What it says where it is now, if it is the photo's still.
    func lose(_ said: LastReadHashes?, of photo: Int64, besides file: LastReadHashes? = nil) {
        touch(photo)
        for (field, hash) in said?.hashes ?? [:] where file?[field] != hash {
            photos[photo]?.doubtful.insert(field)
        }
    }

    private static func part(_ field: RecordField, of file: PhotoRecord) -> PhotoRecord {
        var part = PhotoRecord()
        part.copy(field, from: file)
        return part
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
        let files = try FileRow.all(of: photo, db).filter { !$0.missing }
        guard let row = try log.rows.row(photo) else { return }
        for offer in withdrawn {
            guard let field = RecordField(rawValue: offer["field"]),
                files.contains(where: { $0.said?[field] == offer["hash"] })
            else { continue }
            let value = try JSONValue(parsing: (offer["value"] as String).utf8)
            let offered = PhotoRecord(json: [field.rawValue: value])
            if case .same = FieldMerge.merge(field, of: offered, into: row.record) { continue }
            try log.setState(of: offer["id"], from: .withdrawn, to: .pending)
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
        for (photo, notes) in photos.sorted(by: { $0.key < $1.key }) {
            if notes.isEmpty, try !isAnyPending || pending(photo).isEmpty { continue }
            try settle(photo, notes)
        }
    }

    private func settle(_ photo: Int64, _ notes: Notes) throws {
        guard var row = try log.rows.row(photo) else { return }
        let before = row.record.provenance
        // Gathered once: a photo may have thousands of files, and of proposals too.
        let files = try FileStatements(of: photo, unread: unread, db)
        for field in RecordField.allCases {
            if let loss = notes.losses[field] { try settle(loss, field, &row, files) }
            if notes.doubtful.contains(field) {
                try settle(field, heard: notes.heard[field] ?? [:], &row, files)
            }
        }
        var marked: Set<RecordField> = []
        for offer in try pending(photo) {
            if stands(offer, row, files) {
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
        _ loss: Loss, _ field: RecordField, _ row: inout PhotoRow, _ files: FileStatements
    ) throws {
        let current = FieldHash.of(field, in: row.record)
        let isSaid =
            files.isPresent(field, loss.formerly)
            || current.map { files.isPresent(field, $0) } ?? false
        if isSaid { return }
        try propose(
            Removal(field, of: row.record, notIn: loss.says), formerly: loss.formerly, loss.source,
            &row)
    }

    /// Looks whether the files still say a value that came from files.
    private func settle(
        _ field: RecordField, heard: [Int64: PhotoRecord], _ row: inout PhotoRow,
        _ files: FileStatements
    ) throws {
        guard row.record.provenance[field]?.at == nil,
            let current = FieldHash.of(field, in: row.record), files.isAnyPresent,
            !files.isAnyUnread, !files.isTold(field, current)
        else { return }
        let isMarked = row.record.provenance[field]?.until != nil
        let others = files.values(of: field)
        var said = PhotoRecord()
        if others.keys.allSatisfy({ heard[$0] != nil }) {
            said = others.keys.sorted().compactMap { heard[$0] }
                .reduce(said) { Self.union(field, $0, $1) }
            // One file says something else, and another one nothing.
            if files.isAnySilent(field), Self.isOther(field, said, than: row.record) {
                said = PhotoRecord()
            }
        } else {
            if isMarked { return }
            // What is or was up for a decision differs with a word.
            guard try areMade(others.keys, field, row.id) else { return try ask(others.values) }
            guard files.isAnySilent(field), Self.isSingle(field) else { return }
        }
        guard let removal = Removal(field, of: row.record, notIn: said) else { return }
        if isMarked {
            let rest = removal.removed(from: row.record)[field: field]
            let isKnown = try pending(row.id).contains { offer in
                offer.removal.map {
                    $0.field == field && $0.removed(from: row.record)[field: field] == rest
                } ?? false
            }
            if isKnown { return }
        }
        let source = row.record.provenance[field]?.source ?? "file"
        try propose(removal, formerly: current, source, &row)
    }

    private func areMade(
        _ hashes: some Sequence<Int64>, _ field: RecordField, _ photo: Int64
    ) throws -> Bool {
        try hashes.allSatisfy { try Proposing.isMade(field, $0, for: photo, db) }
    }

    /// Has files read once more.
    private func ask(_ paths: some Collection<String>) throws {
        guard paths.count <= Self.valuesToCompare else { return }
        for path in paths {
            try db.cachedStatement(
                sql: "UPDATE file SET reread = 2 WHERE path = ? AND reread = 0"
            ).execute(arguments: [path])
        }
    }

    /// Whether a field has one value at a time, so that another one takes its place.
    private static func isSingle(_ field: RecordField) -> Bool {
        switch field {
        case .name, .caption, .taken, .location, .camera: true
        case .keywords, .people, .regions: false
        }
    }

    private static func isOther(
        _ field: RecordField, _ said: PhotoRecord, than known: PhotoRecord
    ) -> Bool {
        guard isSingle(field), case .differs = FieldMerge.merge(field, of: said, into: known) else {
            return false
        }
        return true
    }

    /// What two files say of a field together, as far as one record can.
    private static func union(
        _ field: RecordField, _ one: PhotoRecord, _ other: PhotoRecord
    ) -> PhotoRecord {
        switch FieldMerge.merge(field, of: other, into: one) {
        case .same: one
        case .fill(let record), .differs(let record): record
        }
    }

    private func propose(
        _ removal: Removal?, formerly: Int64, _ source: String, _ row: inout PhotoRow
    ) throws {
        guard let removal,
            try Proposing.propose(removal, from: row, formerly: formerly, source, log)
        else { return }
        removals += 1
        let provenance = row.record.provenance[removal.field] ?? Provenance(source: source)
        row.record.provenance[removal.field] = provenance
        row.record.provenance[removal.field]?.until = provenance.until ?? log.at
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
            guard let field = RecordField(rawValue: row["field"]) else { return nil }
            var offer = Offer(number: row["id"], field: field, hash: row["hash"])
            if row["kind"] == Proposal.Kind.removal.rawValue {
                let value = try JSONValue(parsing: (row["value"] as String).utf8)
                guard let removal = Removal(field, json: value) else { return nil }
                offer.removal = removal
            }
            return offer
        }
    }

    /// Whether a proposal is still made by a file.
    private func stands(_ offer: Offer, _ row: PhotoRow, _ files: FileStatements) -> Bool {
        let field = offer.field
        guard let removal = offer.removal else { return files.isTold(field, offer.hash) }
        let formerly = Proposing.hash(ofRemovalOf: offer.hash)
        let current = FieldHash.of(field, in: row.record)
        let isSaid =
            files.isPresent(field, formerly)
            || current.map { files.isPresent(field, $0) } ?? false
        return !isSaid && row.record.provenance[field]?.until != nil
            && removal.isTold(by: row.record)
    }
}
