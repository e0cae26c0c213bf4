import Foundation
import GRDB
import JSON
import PhotoRecords

/// Writes one change and all it alters, within one transaction. The change gets its number when
/// the first thing is altered: what alters nothing leaves no trace.
final class ChangeLog {
    let rows: PhotoRows
    let kind: Change.Kind
    let source: String
    /// The moment of the change, in UTC.
    let at: String
    /// The number; nil while nothing was altered.
    private(set) var number: Int64?
    private var undoes: Int64?
    /// Whether anything was altered in this transaction.
    private(set) var isUsed = false

    var db: Database { rows.db }

    init(
        _ db: Database, _ kind: Change.Kind, source: String, geocoder: (any ReverseGeocoder)? = nil,
        undoes: Int64? = nil
    ) {
        rows = PhotoRows(db, geocoder: geocoder)
        self.kind = kind
        self.source = source
        self.undoes = undoes
        at = Self.now()
    }

    /// Goes on with a change of an earlier transaction, after which no other was made.
    init(_ db: Database, continuing change: Change, geocoder: (any ReverseGeocoder)? = nil) {
        rows = PhotoRows(db, geocoder: geocoder)
        kind = change.kind
        source = change.source
        at = change.at
        number = change.number
    }

    /// This moment in UTC, to the second.
    static func now() -> String {
        let seconds = Int(Date().timeIntervalSince1970)
        return (LocalDateTime(secondsSince1970: seconds)?.iso ?? "1970-01-01T00:00:00") + "Z"
    }

    /// The change's number, given now if it has none yet.
    func begin() throws -> Int64 {
        isUsed = true
        if let number { return number }
        try db.cachedStatement(
            sql: "INSERT INTO change (at, kind, summary, source, undoes) VALUES (?, ?, '', ?, ?)"
        ).execute(arguments: [at, kind.rawValue, source, undoes])
        let number = db.lastInsertedRowID
        self.number = number
        return number
    }

    /// Says in one line what was done; nil where nothing was altered.
    func finish(_ summary: String) throws -> Change? {
        try rows.spreadOwnPlaces()
        guard let number else { return nil }
        let line = summary.split(whereSeparator: \.isNewline).joined(separator: " ")
        try db.execute(
            sql: "UPDATE change SET summary = ? WHERE id = ?", arguments: [line, number])
        return Change(
            number: number, at: at, kind: kind, summary: line, source: source, undoes: undoes)
    }

    /// Notes that photos of these numbers were added; those of an earlier transaction of the same change
    /// come right before them.
    func added(_ photos: ClosedRange<Int64>) throws {
        let number = try begin()
        try db.execute(
            sql: """
                UPDATE change SET first_photo = ifnull(min(first_photo, ?1), ?1), last_photo = ?2
                WHERE id = ?3
                """,
            arguments: [photos.lowerBound, photos.upperBound, number])
    }

    /// Gives a field another value; the caller writes the row when it is done with it.
    ///
    /// Proposals of what the field now says are settled with it.
    func set(
        _ field: RecordField, of row: inout PhotoRow, like value: PhotoRecord,
        from provenance: Provenance?
    ) throws {
        let number = try begin()
        let old = row.record[field: field]
        let oldProvenance = row.record.provenance[field]
        row.record.copy(field, from: value)
        row.record.provenance[field] = provenance
        try log(
            number, row.id, field.rawValue, (old, oldProvenance),
            (row.record[field: field], provenance))
        try settle(field, of: row)
    }

    /// Notes what became of the fields that this version does not know.
    func setUnknown(of row: PhotoRow, from old: JSONObject) throws {
        let new = UnknownFields.own(of: row.record)
        try log(
            try begin(), row.id, Self.unknownField, (.object(old), nil), (.object(new), nil))
    }

    /// How `change_value` names the fields that this version does not know.
    static let unknownField = "unknown"

    /// Puts a proposal into another state.
    func setState(
        of proposal: Int64, from old: Proposal.State, to new: Proposal.State
    ) throws {
        let number = try begin()
        try db.cachedStatement(sql: "UPDATE proposal SET state = ? WHERE id = ?")
            .execute(arguments: [new.rawValue, proposal])
        try db.cachedStatement(
            sql: """
                INSERT INTO change_proposal (change, proposal, old_state, new_state)
                VALUES (?, ?, ?, ?)
                ON CONFLICT (change, proposal) DO UPDATE SET new_state = excluded.new_state
                """
        ).execute(arguments: [number, proposal, old.rawValue, new.rawValue])
    }

    private func log(
        _ number: Int64, _ photo: Int64, _ field: String, _ old: (JSONValue?, Provenance?),
        _ new: (JSONValue?, Provenance?)
    ) throws {
        // One change may touch a field twice: it remembers the first value and the last.
        try db.cachedStatement(
            sql: """
                INSERT INTO change_value (change, photo, field, old, old_source, old_at,
                    old_until, new, new_source, new_at, new_until)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (photo, field, change) DO UPDATE SET new = excluded.new,
                    new_source = excluded.new_source, new_at = excluded.new_at,
                    new_until = excluded.new_until
                """
        ).execute(arguments: [
            number, photo, field, old.0.map(JSONText.of), old.1?.source, old.1?.at,
            old.1?.until, new.0.map(JSONText.of), new.1?.source, new.1?.at, new.1?.until,
        ])
    }

    /// Settles the proposals that a field's new value decides.
    private func settle(_ field: RecordField, of row: PhotoRow) throws {
        let pending = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, value, kind FROM proposal
                    WHERE photo = ? AND field = ? AND state = 'pending'
                    """), arguments: [row.id, field.rawValue])
        for proposal in pending {
            let value = try JSONValue(parsing: (proposal["value"] as String).utf8)
            if proposal["kind"] == Proposal.Kind.removal.rawValue {
                if let state = state(ofRemoval: value, field, row) {
                    try setState(of: proposal["id"], from: .pending, to: state)
                }
                continue
            }
            let offered = PhotoRecord(json: [field.rawValue: value])
            if case .same = FieldMerge.merge(field, of: offered, into: row.record) {
                try setState(of: proposal["id"], from: .pending, to: .accepted)
            }
        }
    }

    /// What a field's new value decides of a removal; nil where it waits on.
    private func state(
        ofRemoval value: JSONValue, _ field: RecordField, _ row: PhotoRow
    ) -> Proposal.State? {
        guard let removal = Removal(field, json: value), removal.isTold(by: row.record) else {
            return .accepted
        }
        if row.record.provenance[field]?.until != nil { return nil }
        return kind == .scan || kind == .undo ? .withdrawn : .rejected
    }

    /// The mark that a field's value keeps where its new one still holds a part whose removal
    /// waits for a decision: somebody changed another part.
    func until(
        _ field: RecordField, of row: PhotoRow, becoming record: PhotoRecord
    ) throws -> String? {
        guard let until = row.record.provenance[field]?.until,
            record[field: field] != row.record[field: field]
        else { return nil }
        let pending = try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT value FROM proposal WHERE photo = ? AND field = ?
                    AND state = 'pending' AND kind = 'removal'
                    """), arguments: [row.id, field.rawValue])
        let isTold = try pending.contains { text in
            try Removal(field, json: JSONValue(parsing: text.utf8))?.isTold(by: record) ?? false
        }
        return isTold ? until : nil
    }
}

extension PhotoRecord {
    /// Takes a field's value from another record, as it is.
    mutating func copy(_ field: RecordField, from other: PhotoRecord) {
        switch field {
        case .name: name = other.name
        case .caption: caption = other.caption
        case .keywords: keywords = other.keywords
        case .people: people = other.people
        case .taken: taken = other.taken
        case .location: location = other.location
        case .regions: regions = other.regions
        case .camera: camera = other.camera
        }
    }
}
