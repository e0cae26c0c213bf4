import GRDB
import JSON
import PhotoRecords

/// The questions about a photo that was joined into another one: they are about that one from then on.
struct QuestionMoves {
    private var questions: [Int64]
    private var from: RecordID
    private var to: RecordID

    /// All questions about a photo; nil for none.
    init?(from: RecordID?, to: RecordID?, _ db: Database) throws {
        guard let from, let to else { return nil }
        self.from = from
        self.to = to
        questions = try Int64.fetchAll(
            db, sql: "SELECT id FROM question WHERE record_id = ?",
            arguments: [HexBlob.data(from)])
        if questions.isEmpty { return nil }
    }

    /// Reads what was kept; nil for what makes no sense.
    init?(json: JSONValue) {
        guard let from = json["from"]?.string.flatMap({ RecordID($0) }),
            let to = json["to"]?.string.flatMap({ RecordID($0) })
        else { return nil }
        self.from = from
        self.to = to
        questions = (json["numbers"]?.array ?? []).compactMap { $0.int.map(Int64.init) }
    }

    /// What is kept of it: `numbers`, `from`, `to`.
    var json: JSONValue {
        [
            "numbers": .array(questions.map(JSONValue.integer)), "from": .string(from.text),
            "to": .string(to.text),
        ]
    }

    /// What takes it back.
    var reversed: QuestionMoves {
        var moves = self
        (moves.from, moves.to) = (to, from)
        return moves
    }

    /// Makes moves, in whichever order they follow from one another: a change may have joined a photo
    /// into one that it joined into a third.
    static func make(_ moves: [QuestionMoves?], _ db: Database) throws {
        var steps = moves.compactMap(\.self).flatMap { move in
            move.questions.map { (question: $0, from: move.from, to: move.to) }
        }
        while let index = try steps.firstIndex(where: { step in
            try db.execute(
                sql: "UPDATE question SET record_id = ? WHERE id = ? AND record_id = ?",
                arguments: [HexBlob.data(step.to), step.question, HexBlob.data(step.from)])
            return db.changesCount > 0
        }) { steps.remove(at: index) }
    }
}
