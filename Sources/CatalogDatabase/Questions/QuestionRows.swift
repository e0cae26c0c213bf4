import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords

/// Questions as they are kept.
struct QuestionRows {
    let db: Database

    init(_ db: Database) { self.db = db }

    /// The question of a number.
    ///
    /// - Throws: `no-such-question`.
    func question(_ number: Int64) throws -> Question {
        guard let question = try all(" WHERE question.id = ?", [number]).first else {
            throw WitError.catalog(.noSuchQuestion, "there is no question \(number)")
        }
        return question
    }

    /// The questions that a filter chooses, the oldest first.
    ///
    /// - Parameter filter: What stands behind the tables: ` WHERE question.id = ?`.
    func all(_ filter: String, _ arguments: StatementArguments) throws -> [Question] {
        let recipients = Dictionary(
            grouping: try Row.fetchAll(
                db,
                sql: """
                    SELECT question_recipient.question, address, name FROM question_recipient
                    JOIN question ON question.id = question_recipient.question\(filter) ORDER BY question.id, position
                    """, arguments: arguments)
        ) { $0["question"] as Int64 }
        let events = Dictionary(
            grouping: try Row.fetchAll(
                db,
                sql: """
                    SELECT question_event.question, question_event.kind, question_event.at,
                        message_id, question_event.sender, address, text, detail
                    FROM question_event
                    JOIN question ON question.id = question_event.question
                    LEFT JOIN change ON change.id = question_event.change\(filter)
                    \(filter.isEmpty ? "WHERE" : "AND") change.undone_by IS NULL
                    ORDER BY question_event.id
                    """, arguments: arguments)
        ) { $0["question"] as Int64 }
        return try Row.fetchAll(
            db,
            sql: """
                SELECT question.id, token, question.record_id, title, region, words, language,
                    sender, photo.id IS NOT NULL AS photo_there, spot_hash
                FROM question LEFT JOIN photo ON photo.record_id = question.record_id\(filter)
                ORDER BY question.id
                """, arguments: arguments
        ).map { row in
            let number: Int64 = row["id"]
            guard let photo = HexBlob.recordID(row["record_id"]),
                let region = try Self.region(row["region"])
            else {
                throw WitError.catalog(.corrupt, "question \(number) cannot be read")
            }
            return Question(
                number: number, token: row["token"], photo: photo, title: row["title"],
                isPhotoThere: row["photo_there"], region: region, words: row["words"],
                language: row["language"], sender: row["sender"],
                spotHash: HexBlob.text(row["spot_hash"]),
                recipients: (recipients[number] ?? []).map {
                    Question.Recipient(address: $0["address"], name: $0["name"])
                },
                conversation: try (events[number] ?? []).map { try Self.event($0, number) })
        }
    }

    private static func region(_ text: String) throws -> Region? {
        PhotoRecord(json: ["regions": .array([try JSONValue(parsing: text.utf8)])]).regions.first
    }

    private static func event(_ row: Row, _ number: Int64) throws -> QuestionEvent {
        guard let kind = QuestionEvent.Kind(rawValue: row["kind"]) else {
            throw WitError.catalog(.corrupt, "question \(number) cannot be read")
        }
        var event = QuestionEvent(kind, at: row["at"], text: row["text"])
        event.messageID = row["message_id"]
        event.sender = row["sender"]
        event.address = row["address"]
        if let detail = row["detail"] as String?,
            let object = try JSONValue(parsing: detail.utf8).object
        {
            event.read(detail: object)
        }
        return event
    }

    // MARK: Writing

    /// Adds to a question's conversation.
    ///
    /// - Parameters:
    ///   - digest: The hash of a mail's contents, in hexadecimal digits.
    ///   - change: The change that it is part of; nil for what cannot be undone.
    func add(
        _ event: QuestionEvent, to question: Int64, digest: String? = nil, change: Int64?
    ) throws {
        let detail = event.detail
        try db.cachedStatement(
            sql: """
                INSERT INTO question_event (question, kind, at, message_id, sender, address, text,
                    detail, digest, change) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            question, event.kind.rawValue, event.at, event.messageID, event.sender,
            event.address, event.text, detail.isEmpty ? nil : JSONText.of(.object(detail)),
            HexBlob.data(digest), change,
        ])
    }

    /// Adds those who are asked.
    ///
    /// - Parameter count: How many were asked before.
    func add(_ recipients: [Question.Recipient], to question: Int64, after count: Int) throws {
        for (index, recipient) in recipients.enumerated() {
            try db.execute(
                sql: """
                    INSERT INTO question_recipient (question, position, address, name)
                    VALUES (?, ?, ?, ?)
                    """,
                arguments: [question, count + index, recipient.address, recipient.name])
        }
    }

    /// Removes a question with all of its conversation.
    func remove(_ question: Int64) throws {
        for (table, column) in [
            ("question_event", "question"), ("question_recipient", "question"), ("question", "id"),
        ] {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE \(column) = ?", arguments: [question])
        }
    }

    /// Removes that a question was mailed once more, with those whom only that mail asked.
    func removeMail(_ messageID: String, of question: Int64) throws {
        try db.execute(
            sql: "DELETE FROM question_event WHERE question = ? AND message_id = ?",
            arguments: [question, messageID])
        let told = try self.question(question).conversation.flatMap(\.recipients)
        if told.isEmpty { return }
        let known = JSONValue.strings(Set(told.map { $0.lowercased() })).text
        try db.execute(
            sql: """
                DELETE FROM question_recipient WHERE question = ?
                AND lower(address) NOT IN (SELECT value FROM json_each(?))
                """, arguments: [question, known])
    }

    /// Notes with the questions about regions of a photo, as far as they are not closed, that their
    /// answers were accepted or rejected.
    func decide(
        _ kind: QuestionEvent.Kind, _ regions: [Region], of photo: RecordID, at: String,
        change: () throws -> Int64
    ) throws {
        if regions.isEmpty { return }
        let open = try all(" WHERE question.record_id = ?", [HexBlob.data(photo)])
            .filter { $0.state != .withdrawn && $0.state != .settled }
        for question in open {
            for region in regions where region.id == question.region.id {
                try add(
                    QuestionEvent(kind, at: at, text: region.name), to: question.number,
                    change: try change())
            }
        }
    }

    /// The question that a mail of this Message-ID asked; nil for none.
    func number(ofMail messageID: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT question FROM question_event WHERE message_id = ?
                    AND kind IN ('asked', 'reminded') ORDER BY id LIMIT 1
                    """), arguments: [messageID])
    }
}

extension WitError.Code {
    /// No question has the number.
    public static let noSuchQuestion: Self = "no-such-question"
    /// The question is not in a state in which that can be done.
    public static let notForQuestion: Self = "question-state"
}
