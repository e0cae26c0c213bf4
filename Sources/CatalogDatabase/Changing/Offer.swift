import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords

/// A proposal as it is kept.
struct Offer {
    let number: Int64
    /// The number of the photo that it is for.
    let photo: Int64
    let field: RecordField
    /// A record with the value that is offered; empty for a removal.
    let offered: PhotoRecord
    /// What is to be removed; nil for a value.
    let removal: Removal?
    let source: String
    let at: String
    let state: Proposal.State
    /// The channel of a message that says it.
    let channel: String?

    /// Whether somebody answered a question so.
    var isAnswer: Bool { Proposal.answerChannels.contains(channel) }

    /// What a statement selects for `init(_:)` to read.
    static let selection = """
        SELECT proposal.id, proposal.photo, field, value, proposal.source, proposal.at, state,
            proposal.kind, channel
        FROM proposal JOIN photo ON photo.id = proposal.photo
        JOIN change ON change.id = proposal.change
        """

    /// The pending proposal of a number.
    ///
    /// - Throws: `no-such-proposal`.
    init(pending number: Int64, _ db: Database) throws {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: Self.selection + """
                     WHERE proposal.id = ? AND state = 'pending' AND change.undone_by IS NULL
                    """), arguments: [number])
        guard let row else {
            throw WitError.catalog(.noSuchProposal, "there is no pending proposal \(number)")
        }
        try self.init(row)
    }

    /// Reads a row that a statement selected by `selection`.
    init(_ columns: Row) throws {
        guard let field = RecordField(rawValue: columns["field"]),
            let state = Proposal.State(rawValue: columns["state"]),
            let kind = Proposal.Kind(rawValue: columns["kind"])
        else {
            throw WitError.catalog(.corrupt, "proposal \(columns["id"] as Int64) cannot be read")
        }
        let value = try JSONValue(parsing: (columns["value"] as String).utf8)
        self.field = field
        self.state = state
        number = columns["id"]
        photo = columns["photo"]
        source = columns["source"]
        at = columns["at"]
        channel = columns["channel"]
        switch kind {
        case .value:
            offered = PhotoRecord(json: [field.rawValue: value])
            removal = nil
        case .removal:
            offered = PhotoRecord()
            removal = Removal(field, json: value)
        }
    }

    /// The same with another value; of a removal a proposal of that value.
    func offering(_ value: PhotoRecord) -> Offer { Offer(self, offered: value) }

    private init(_ other: Offer, offered: PhotoRecord) {
        self.offered = offered
        removal = nil
        number = other.number
        photo = other.photo
        field = other.field
        source = other.source
        at = other.at
        state = other.state
        channel = other.channel
    }

    /// A record with what the field would be.
    func outcome(in record: PhotoRecord) -> PhotoRecord {
        if let removal { return removal.removed(from: record) }
        if field == .regions, isAnswer { return record.namingRegions(as: offered) }
        return switch FieldMerge.merge(field, of: offered, into: record) {
        case .same: record
        case .fill(let record), .differs(let record): record
        }
    }

    /// The proposal, for the record of its photo.
    func proposal(for record: PhotoRecord) -> Proposal? {
        guard let id = record.id else { return nil }
        return Proposal(
            number: number, photo: id, field: field, kind: removal == nil ? .value : .removal,
            current: record[field: field], proposed: outcome(in: record)[field: field],
            source: source, channel: channel, at: at, state: state)
    }
}
