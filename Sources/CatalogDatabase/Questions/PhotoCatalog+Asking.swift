import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords

/// Asking, and what a person decides about questions.
extension PhotoCatalog {
    /// Keeps a question whose mail goes out now; on the disk when it returns.
    ///
    /// A spot that is no region of the photo yet becomes one, and a region without an identity gets
    /// that of the draft's, which is a change that can be undone; the question itself is not: its
    /// mail is on its way.
    ///
    /// - Throws: `no-such-photo`; else as any change: `read-only`, `disk-full`, …
    public func ask(_ draft: Question.Draft) throws(WitError) -> Question {
        try writing(durable: true) { db in
            let log = ChangeLog(db, .edit, source: Provenance.user, geocoder: geocoder)
            guard var row = try log.rows.row(draft.photo) else {
                throw WitError.catalog(.noSuchPhoto, "there is no photo \(draft.photo.text)")
            }
            if let record = Self.marked(row.record, draft) {
                try log.set(
                    .regions, of: &row, like: record,
                    from: Provenance(source: Provenance.user, at: log.at))
                try log.rows.update(row)
            }
            try db.execute(
                sql: """
                    INSERT INTO question (token, record_id, title, region, region_id, words,
                        language, sender, spot_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    draft.token, HexBlob.data(draft.photo), draft.title,
                    JSONText.of(draft.region.json), draft.region.id ?? draft.token, draft.words,
                    draft.language, draft.sender, HexBlob.data(draft.spotHash),
                ])
            let number = db.lastInsertedRowID
            let rows = QuestionRows(db)
            try rows.add(draft.recipients, to: number, after: 0)
            var asked = QuestionEvent(.asked, at: log.at)
            asked.messageID = draft.messageID
            asked.address = draft.sender?.lowercased()
            asked.recipients = draft.recipients.map(\.address)
            asked.labels = draft.labels
            try rows.add(asked, to: number, change: nil)
            if let due = draft.due {
                try rows.add(
                    QuestionEvent(.due, at: log.at, text: due), to: number, change: nil)
            }
            _ = try log.finish(Self.summary(ofMarking: number))
            return try rows.question(number)
        }
    }

    /// A record by which answers find the spot of a question again; nil where it is so already.
    private static func marked(_ record: PhotoRecord, _ draft: Question.Draft) -> PhotoRecord? {
        var record = record
        if draft.addsRegion {
            record.regions.append(draft.region)
            return record
        }
        guard let id = draft.region.id, !record.regions.contains(where: { $0.id == id }),
            let index = record.regions.firstIndex(where: {
                $0.id == nil && $0.shape == draft.region.shape
            })
        else { return nil }
        record.regions[index].id = id
        return record
    }

    /// Notes that a question is mailed once more. Who gets it and was not asked before is asked now.
    ///
    /// - Parameters:
    ///   - number: The question.
    ///   - draft: The mail: its Message-ID, sender, recipients and labels.
    /// - Throws: `no-such-question`; `question-state` where it is settled or withdrawn; else as any
    ///   change.
    public func noteReminder(
        of number: Int64, _ draft: Question.Draft
    ) throws(WitError) -> Question {
        try writing(durable: true) { db in
            let rows = QuestionRows(db)
            let question = try rows.question(number)
            if let error = question.reminderRefusal { throw error }
            var known = Set(question.recipients.map { $0.address.lowercased() })
            let new = draft.recipients.filter { known.insert($0.address.lowercased()).inserted }
            try rows.add(new, to: number, after: question.recipients.count)
            var event = QuestionEvent(.reminded, at: ChangeLog.now())
            event.messageID = draft.messageID
            event.address = draft.sender?.lowercased()
            event.recipients = draft.recipients.map(\.address)
            event.labels = draft.labels
            try rows.add(event, to: number, change: nil)
            return try rows.question(number)
        }
    }

    /// What a person does with a question besides asking.
    public enum QuestionDecision: Sendable, Hashable {
        /// Notes something.
        case comment(String)
        /// Wants an answer by a day (`2026-12-01`); nil for any time.
        case due(String?)
        /// Closes it.
        case settle
        /// Gives it up.
        case withdraw
        /// Opens a closed one again.
        case reopen
    }

    /// Adds a person's decision to the conversation of questions, all or none, as one change that can
    /// be undone. On the disk when it returns.
    ///
    /// - Returns: The questions as they stand then, in the order of the numbers, each once.
    /// - Throws: `no-such-question`; `question-state` where a question is as the decision would have
    ///   it already.
    public func decide(
        _ decision: QuestionDecision, on numbers: [Int64]
    ) throws(WitError) -> [Question] {
        var known: Set<Int64> = []
        let numbers = numbers.filter { known.insert($0).inserted }
        return try writing(durable: true) { db in
            let log = ChangeLog(db, .edit, source: Provenance.user)
            let rows = QuestionRows(db)
            for number in numbers { try Self.refuse(decision, on: try rows.question(number)) }
            for number in numbers {
                try rows.add(
                    QuestionEvent(decision.kind, at: log.at, text: decision.text), to: number,
                    change: try log.begin())
            }
            let list = numbers.map(String.init).joined(separator: ", ")
            let noun = numbers.count == 1 ? "question" : "questions"
            _ = try log.finish("\(decision.verb) \(noun) \(list)")
            return try numbers.map { try rows.question($0) }
        }
    }

    private static func refuse(_ decision: QuestionDecision, on question: Question) throws {
        func refuse(_ why: String) -> WitError {
            WitError.catalog(.notForQuestion, "question \(question.number) \(why)")
        }
        switch (decision, question.state) {
        case (.settle, .settled): throw refuse("is already settled")
        case (.withdraw, .withdrawn): throw refuse("is already withdrawn")
        case (.reopen, .open): throw refuse("is already open")
        case (.due(let due), _) where due == question.due:
            throw refuse(due.map { "is already due on \($0)" } ?? "has no due date")
        default: break
        }
    }
}

extension PhotoCatalog.QuestionDecision {
    fileprivate var kind: QuestionEvent.Kind {
        switch self {
        case .comment: .comment
        case .due: .due
        case .settle: .settled
        case .withdraw: .withdrawn
        case .reopen: .reopened
        }
    }

    fileprivate var text: String? {
        switch self {
        case .comment(let text): text
        case .due(let day): day
        case .settle, .withdraw, .reopen: nil
        }
    }

    fileprivate var verb: String {
        switch self {
        case .comment: "comment on"
        case .due: "due date of"
        case .settle: "settle"
        case .withdraw: "withdraw"
        case .reopen: "reopen"
        }
    }
}
