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

    /// Forgets that an import which was undone had the same mail: its import is at hand again.
    private func forget(_ incoming: IncomingAnswer) throws {
        try log.db.cachedStatement(
            sql: "UPDATE question_event SET digest = NULL WHERE digest = ? AND question = ?"
        ).execute(arguments: [HexBlob.data(incoming.origin.digest), incoming.question])
    }

    private func propose(
        _ incoming: IncomingAnswer, _ question: Question
    ) throws -> [RecordField] {
        guard let row = try log.rows.row(question.photo) else { return [] }
        let origin = try messages.named(incoming.origin)
        try messages.link(row.id, origin)
        let channel =
            incoming.event.kind == .claim ? Proposal.claimChannel : Proposal.answerChannel
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
        return try [RecordField.regions, .people].filter { field in
            guard !record[isEmpty: field] else { return false }
            return try Proposing.propose(
                field, of: record, to: row, origin.source, log, channel: channel)
        }
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
