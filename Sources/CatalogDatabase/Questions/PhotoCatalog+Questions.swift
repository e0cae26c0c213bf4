import Foundation
import GRDB
import OutputText
import PhotoRecords

/// Looking questions up.
extension PhotoCatalog {
    /// All questions, the oldest first, each with its conversation.
    ///
    /// - Parameter photo: Those about this photo; nil for all.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func questions(about photo: RecordID? = nil) throws(WitError) -> [Question] {
        try reading { db in
            let filter = photo == nil ? "" : " WHERE question.record_id = ?"
            return try QuestionRows(db).all(
                filter, photo.map { [HexBlob.data($0)] } ?? [])
        }
    }

    /// A question.
    ///
    /// - Throws: `no-such-question`.
    public func question(_ number: Int64) throws(WitError) -> Question {
        try reading { db in try QuestionRows(db).question(number) }
    }

    /// Whether any question was ever asked.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public var hasQuestions: Bool {
        get throws(WitError) {
            try reading { db in
                try Bool.fetchOne(
                    db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM question)")) ?? false
            }
        }
    }

    /// What may lead from a mail to the question that it belongs to.
    public struct QuestionTraces: Sendable {
        /// The messages that it answers or refers to, without angle brackets.
        public var messageIDs: [String] = []
        /// The tags of the addresses that it was sent to.
        public var addressTags: [String] = []
        /// The identities of regions in its payload.
        public var regions: [String] = []
        /// The tags in its subject.
        public var subjectTags: [String] = []

        /// None yet.
        public init() {}

        /// Of each kind so many are looked up.
        static let most = 100
    }

    /// The question that a mail belongs to, and what led there, the strongest first; nil for none.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func question(
        of traces: QuestionTraces
    ) throws(WitError) -> (question: Question, by: QuestionEvent.Finding)? {
        try reading { db in
            let rows = QuestionRows(db)
            let ways: [(QuestionEvent.Finding, [String], String)] = [
                (.thread, traces.messageIDs, Self.ofThread),
                (.addressTag, traces.addressTags, "SELECT id FROM question WHERE token = ?"),
                (
                    .payload, traces.regions,
                    "SELECT id FROM question WHERE region_id = ? ORDER BY id DESC LIMIT 1"
                ),
                (.subjectTag, traces.subjectTags, "SELECT id FROM question WHERE token = ?"),
            ]
            for (way, values, sql) in ways {
                for value in values.prefix(QuestionTraces.most) {
                    let number = try Int64.fetchOne(
                        db.cachedStatement(sql: sql), arguments: [value])
                    if let number { return (try rows.question(number), way) }
                }
            }
            return nil
        }
    }

    /// The question that a mail of a Message-ID stands in the thread of.
    ///
    /// A mail of somebody who was not asked leads nowhere: the next one of the same person would be in
    /// its thread. So does a mail that was filed as one's own without standing in the thread itself:
    /// a From is written easily.
    private static let ofThread = """
        SELECT question FROM question_event LEFT JOIN change ON change.id = question_event.change
        WHERE message_id = ? AND change.undone_by IS NULL
            AND (question_event.kind IN ('asked', 'reminded', 'answer')
                OR question_event.kind = 'message'
                    AND json_extract(detail, '$.by') IN ('thread', 'address-tag'))
        ORDER BY question_event.id LIMIT 1
        """
}
