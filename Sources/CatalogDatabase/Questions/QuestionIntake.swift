import GRDB
import PhotoRecords

/// Takes a mail that belongs to a question into the conversation, and proposes what it says.
struct QuestionIntake {
    let log: ChangeLog
    let messages: MessageRows

    func take(_ incoming: IncomingAnswer) throws -> AnswerTally {
        let rows = QuestionRows(log.db)
        var question = try rows.question(incoming.question)
        var tally = AnswerTally(
            question: question, kind: incoming.event.kind, by: incoming.event.foundBy)
        if try isKnown(incoming) {
            tally.isKnown = true
            return tally
        }
        var event = incoming.event
        event.at = log.at
        event.name = incoming.name ?? incoming.person
        try forget(incoming)
        try rows.add(
            event, to: question.number, digest: incoming.origin.digest, change: try log.begin())
        if event.kind == .answer || event.kind == .claim {
            tally.proposed = try propose(incoming, question)
        }
        question = try rows.question(question.number)
        tally.question = question
        return tally
    }

    private func isKnown(_ incoming: IncomingAnswer) throws -> Bool {
        try Bool.fetchOne(
            log.db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM question_event
                        LEFT JOIN change ON change.id = question_event.change
                        WHERE digest = ? AND question = ? AND change.undone_by IS NULL)
                    """),
            arguments: [HexBlob.data(incoming.origin.digest), incoming.question]) ?? false
    }

    /// Forgets the same mail of an import that was undone: taking back the undo does not bring it a
    /// second time.
    private func forget(_ incoming: IncomingAnswer) throws {
        try log.db.cachedStatement(
            sql: "DELETE FROM question_event WHERE digest = ? AND question = ?"
        ).execute(arguments: [HexBlob.data(incoming.origin.digest), incoming.question])
    }

    private func propose(
        _ incoming: IncomingAnswer, _ question: Question
    ) throws -> [RecordField] {
        guard let row = try log.rows.row(question.photo) else { return [] }
        let origin = try messages.named(incoming.origin)
        try messages.link(row.id, origin)
        let isClaim = incoming.event.kind == .claim
        var record = PhotoRecord()
        if let name = incoming.name ?? incoming.person {
            var region = question.region
            region.name = name
            if region.kind == nil || region.kind == .question {
                region.kind = incoming.name == nil ? .face : .thing
            }
            record.regions = [region]
        }
        record.people = incoming.person.map { [$0] } ?? []
        record.location = incoming.location.map { Self.place(of: $0, in: row.record.location) }
        record.taken = incoming.taken
        return try [RecordField.regions, .people, .location, .taken].filter { field in
            guard !record[isEmpty: field] else { return false }
            if field != .regions, case .same = FieldMerge.merge(field, of: record, into: row.record)
            {
                return false
            }
            let isWords =
                field == .regions && incoming.isFreelyWorded
                || field == .taken && Self.isOfCamera(row.record)
            return try Proposing.propose(
                field, of: record, to: row, origin.source, log,
                channel: isClaim
                    ? Proposal.claimChannel
                    : isWords ? Proposal.wordsChannel : Proposal.answerChannel)
        }
    }

    /// Whether the photo's file says when it was taken, and neither a person nor a mail: what somebody
    /// remembers is no reason to lose a camera's clock.
    private static func isOfCamera(_ record: PhotoRecord) -> Bool {
        guard record.taken != nil else { return false }
        guard let origin = record.provenance[.taken] else { return true }
        return !origin.isUser && !origin.source.hasPrefix(MessageOrigin.prefix)
    }

    /// A location with the place that an answer names: a photo's own point is finer than the middle of
    /// a place.
    private static func place(of told: Location, in own: Location?) -> Location {
        guard var own, own.coordinate != nil else { return told }
        if own.place?.name != told.place?.name { own.place = told.place }
        return own
    }
}

extension PhotoRecord {
    /// The record with regions named as an answer has it: what else they are stays as it is here. A
    /// region that is not there any more is added.
    func namingRegions(as answer: PhotoRecord) -> PhotoRecord {
        var record = self
        for region in answer.regions {
            let index =
                record.regions.firstIndex { $0.id != nil && $0.id == region.id }
                ?? record.regions.firstIndex { $0.shape == region.shape }
            guard let index else {
                record.regions.append(region)
                continue
            }
            record.regions[index].name = region.name
            let kind = record.regions[index].kind
            if kind == nil || kind == .question { record.regions[index].kind = region.kind }
        }
        return record
    }
}
