import GRDB
import PhotoRecord

/// Brings a known photo's values in step with what one of its files says now.
final class ValueRefresh {
    private let log: ChangeLog
    /// Values changed so far.
    private(set) var changed = 0
    /// Proposals made so far.
    private(set) var proposed = 0

    init(_ log: ChangeLog) { self.log = log }

    /// Takes over what the file says differently from the last time; the caller writes the row.
    ///
    /// - Parameters:
    ///   - formerly: What the file said the last time; nil for a copy, that is read the first
    ///     time: its values fill what is empty, and differing ones become proposals.
    ///   - newPicture: Whether the picture itself is another one than before.
    ///   - sameBytes: Whether the file is byte for byte what it was, by its stamp.
    func refresh(
        _ row: inout PhotoRow, from file: ScannedFile, formerly: SaidValues?, newPicture: Bool,
        sameBytes: Bool
    ) throws {
        let isDamaged = file.record.findings.contains { $0.severity == .error }
        for field in RecordField.allCases {
            let said = FieldHash.of(field, in: file.record)
            if said == formerly?[field] { continue }
            if said == FieldHash.of(field, in: row.record) { continue }
            let provenance = row.record.provenance[field]
            // What a scan gave has no moment: the file's own values carry none.
            let isOfFile = provenance?.at == nil
            if said == nil {
                // The file says nothing more. A damaged one may only not be able to.
                guard isOfFile, !isDamaged, formerly != nil,
                    try !isSaidElsewhere(field, row, besides: file.path)
                else { continue }
                try log.set(field, of: &row, like: file.record, from: nil)
                changed += 1
            } else if isOfFile && (formerly != nil || row.record[isEmpty: field]) {
                var own = file.record.provenance[field]
                own?.at = nil
                try log.set(field, of: &row, like: file.record, from: own)
                changed += 1
            } else if case .same = FieldMerge.merge(field, of: file.record, into: row.record),
                !row.record[isEmpty: field]
            {
                continue
            } else {
                let source = file.record.provenance[field]?.source ?? "file"
                if try Proposing.propose(field, of: file.record, to: row, source, log) {
                    proposed += 1
                }
            }
        }
        takeFacts(&row, from: file, isNewPicture: newPicture, isSameBytes: sameBytes)
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

    private func isSaidElsewhere(
        _ field: RecordField, _ row: PhotoRow, besides path: String
    ) throws -> Bool {
        let current = FieldHash.of(field, in: row.record)
        return try KnownPlace.all(of: row.id, log.db)
            .contains { $0.path != path && $0.said?[field] == current }
    }
}

/// Makes proposals.
enum Proposing {
    /// Puts a value up for a person to decide, unless the same value of this field was ever
    /// proposed for this photo before; answers whether it did.
    static func propose(
        _ field: RecordField, of record: PhotoRecord, to row: PhotoRow, _ source: String,
        _ log: ChangeLog
    ) throws -> Bool {
        guard let value = record[field: field], let hash = FieldHash.of(field, in: record) else {
            return false
        }
        let known = try Row.fetchOne(
            log.db.cachedStatement(
                sql: """
                    SELECT proposal.id, change.undone_by IS NOT NULL FROM proposal
                    JOIN change ON change.id = proposal.change
                    WHERE photo = ? AND field = ? AND hash = ?
                    """), arguments: [row.id, field.rawValue, hash])
        if let known, !(known[1] as Bool) { return false }
        let change = try log.begin()
        try log.db.cachedStatement(
            sql: """
                INSERT INTO proposal (photo, field, value, hash, source, at, change)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (photo, field, hash) DO UPDATE SET state = 'pending',
                    source = excluded.source, at = excluded.at, change = excluded.change
                """
        ).execute(arguments: [
            row.id, field.rawValue, JSONText.of(value), hash, source, log.at, change,
        ])
        return true
    }
}
