import GRDB
import JSON
import PhotoRecords

/// Brings a known photo's values in step with what one of its files says now.
///
/// - What a file says newly of a field that files filled is followed; what it has only become
///   silent about stays, and its removal is proposed (`FileAgreement`).
/// - What a person or a mail said stands; so does a value beside which the file's own waits for a
///   decision. The file's news is a proposal then.
/// - What a file says as before is no news, unless the catalog says something else without
///   anybody's word: that is proposed.
final class ValueRefresh {
    private let log: ChangeLog
    /// What is settled once all files are taken in.
    let agreement: FileAgreement
    /// Values changed so far.
    private(set) var changed = 0
    /// Proposals of values made so far.
    private(set) var proposed = 0

    init(_ log: ChangeLog) {
        self.log = log
        agreement = FileAgreement(log)
    }

    /// Takes over what the file says differently from the last time; the caller writes the row.
    ///
    /// - Parameters:
    ///   - formerly: What the file said the last time; nil for a copy, that is read the first
    ///     time: its values fill what is empty, and differing ones become proposals.
    ///   - newPicture: Whether the picture itself is another one than before.
    ///   - sameBytes: Whether the file is byte for byte what it was, by its stamp.
    func refresh(
        _ row: inout PhotoRow, from file: ScannedFile, formerly: LastReadHashes?, newPicture: Bool,
        sameBytes: Bool
    ) throws {
        agreement.touch(row.id)
        for field in RecordField.allCases {
            let isSaid = try refresh(field, of: &row, from: file.record, formerly)
            // What a person or a mail said stands whatever files say.
            if !isSaid, row.record.provenance[field]?.at == nil, !row.record[isEmpty: field] {
                agreement.compare(field, of: row.id, with: file.record)
            }
        }
        takeFacts(&row, from: file, isNewPicture: newPicture, isSameBytes: sameBytes)
    }

    /// Answers whether the file says what the catalog said of a field.
    private func refresh(
        _ field: RecordField, of row: inout PhotoRow, from file: PhotoRecord,
        _ formerly: LastReadHashes?
    ) throws -> Bool {
        let said = FieldHash.of(field, in: file)
        let current = FieldHash.of(field, in: row.record)
        if said == current {
            row.record.provenance[field]?.until = nil
            return true
        }
        let former = formerly?[field]
        guard said != former else {
            if said != nil, try isSilentDifference(field, file, row) {
                try propose(field, of: file, to: row)
            }
            return false
        }
        // What a scan gave has no moment: the file's own values carry none.
        let isOfFile = row.record.provenance[field]?.at == nil
        let isNothingNew = said == nil || isSame(field, file, row)
        // Asked only where it matters: it is a query.
        let isOwn = try isOfFile && former != nil && !isOffered(field, former, row)
        if isOfFile, !isNothingNew,
            row.record[isEmpty: field] || isOwn || formerly != nil && former == nil
        {
            return try follow(field, of: &row, file, former)
        }
        if !isNothingNew { try propose(field, of: file, to: row) }
        if let former, !file.isDamaged, former == current || isOwn {
            agreement.note(field, of: row.id, formerly: former, says: file)
        }
        return false
    }

    /// Answers whether the file says all that the catalog says of the field then.
    private func follow(
        _ field: RecordField, of row: inout PhotoRow, _ file: PhotoRecord, _ former: Int64?
    ) throws -> Bool {
        let value = FieldMerge.following(field, of: file, from: row.record)
        var own = file.provenance[field]
        own?.at = nil
        let isAll = FieldHash.of(field, in: value) == FieldHash.of(field, in: file)
        if !isAll {
            own?.until = row.record.provenance[field]?.until
            if let former, !file.isDamaged {
                agreement.note(field, of: row.id, formerly: former, says: file)
            }
        }
        try log.set(field, of: &row, like: value, from: own)
        changed += 1
        return isAll
    }

    private func propose(_ field: RecordField, of file: PhotoRecord, to row: PhotoRow) throws {
        let source = file.provenance[field]?.source ?? "file"
        if try Proposing.propose(field, of: file, to: row, source, log, byFile: true) {
            proposed += 1
        }
    }

    /// Whether the file says nothing that the photo's value does not say too.
    private func isSame(_ field: RecordField, _ file: PhotoRecord, _ row: PhotoRow) -> Bool {
        if row.record[isEmpty: field] { return false }
        if case .same = FieldMerge.merge(field, of: file, into: row.record) { return true }
        return false
    }

    /// Whether a value is or was up for a person to decide, so that the photo's is another one.
    private func isOffered(_ field: RecordField, _ hash: Int64?, _ row: PhotoRow) throws -> Bool {
        guard let hash else { return false }
        return try Bool.fetchOne(
            log.db.cachedStatement(
                sql: """
                    SELECT 1 FROM proposal JOIN change ON change.id = proposal.change
                    WHERE photo = ? AND field = ? AND hash = ?
                    AND state IN ('pending', 'rejected') AND change.undone_by IS NULL
                    """), arguments: [row.id, field.rawValue, hash]) ?? false
    }

    /// Whether a file and the catalog differ though nobody said so: neither a person nor a mail,
    /// nor another file that spoke later and says so still.
    func isSilentDifference(
        _ field: RecordField, _ file: PhotoRecord, _ row: PhotoRow
    ) throws -> Bool {
        if row.record.provenance[field]?.at != nil || isSame(field, file, row) { return false }
        // Written into a file and read again, shapes are rounded.
        if field == .regions, file.regions.map(\.name) == row.record.regions.map(\.name) {
            return false
        }
        let said = FieldHash.of(field, in: file)
        if try isOffered(field, said, row) { return false }
        let former = try String.fetchCursor(
            log.db.cachedStatement(
                sql: """
                    SELECT old FROM change_value JOIN change ON change.id = change_value.change
                    WHERE photo = ? AND field = ? AND old IS NOT NULL AND kind <> 'undo'
                    AND undone_by IS NULL
                    """), arguments: [row.id, field.rawValue])
        while let text = try former.next() {
            let value = try JSONValue(parsing: text.utf8)
            if FieldHash.of(field, in: PhotoRecord(json: [field.rawValue: value])) == said {
                guard let current = FieldHash.of(field, in: row.record) else { return true }
                return try !FileStatements.isTold(field, current, of: row.id, log.db)
            }
        }
        return true
    }

    /// Takes over what the file is: its size, its hashes, what was noticed in it.
    func takeFacts(
        _ row: inout PhotoRow, from file: ScannedFile, isNewPicture: Bool, isSameBytes: Bool
    ) {
        let old = row.record.image ?? ImageFacts()
        guard var new = file.record.image else { return }
        new.unknown = old.unknown.merging(new.unknown) { $1 }
        new.fingerprint = new.fingerprint ?? old.fingerprint
        if !isNewPicture { new.perceptualHash = new.perceptualHash ?? old.perceptualHash }
        if isSameBytes { new.sha256 = new.sha256 ?? old.sha256 }
        row.record.image = new
        row.record.findings =
            file.record.findings + row.record.findings.filter { $0.code == .copyOfPhoto }
    }
}

extension PhotoRecord {
    /// Whether the file that it was read from may not be able to say all that it holds.
    var isDamaged: Bool { findings.contains { $0.severity == .error } }
}
