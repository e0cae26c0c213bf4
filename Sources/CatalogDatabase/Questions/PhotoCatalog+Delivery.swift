import GRDB
import OutputText
import PhotoRecords

/// What becomes of the mails that ask.
extension PhotoCatalog {
    /// Forgets that a mail asked which did not leave after all: the question with the region that it
    /// made, or that it was mailed once more.
    ///
    /// - Parameter messageID: The mail's Message-ID without angle brackets.
    /// - Throws: `no-such-question`; else as any change.
    public func forgetAsking(_ number: Int64, messageID: String) throws(WitError) {
        try writing(durable: true) { db in
            let rows = QuestionRows(db)
            guard try rows.question(number).messageIDs == [messageID] else {
                return try rows.removeMail(messageID, of: number)
            }
            try rows.remove(number)
            let marking = try Int64.fetchOne(
                db,
                sql: "SELECT max(id) FROM change WHERE summary = ? AND undone_by IS NULL",
                arguments: [Self.summary(ofMarking: number)])
            guard let marking, let change = try Self.change(marking, db) else { return }
            _ = try UndoOperation(change, db, geocoder, restored: []).run()
        }
    }

    /// How the change is called by which a photo gets the region of a question.
    static func summary(ofMarking number: Int64) -> String { "mark the spot of question \(number)" }

    /// Notes with the question of a mail of the outbox that the server refused it, or that it went
    /// out after it had been refused.
    static func noteDelivery(of mail: OutboxMail, _ db: Database) throws {
        guard mail.state == .failed || mail.state == .sent else { return }
        let rows = QuestionRows(db)
        guard let number = try rows.number(ofMail: mail.messageID) else { return }
        let question = try rows.question(number)
        let refused = question.conversation.last { $0.about == mail.messageID && $0.isFromOutbox }
        let again = question.conversation.last {
            $0.messageID == mail.messageID && ($0.kind == .asked || $0.kind == .reminded)
        }
        switch mail.state {
        case .failed:
            var event = QuestionEvent(.bounce, at: ChangeLog.now(), text: mail.error)
            event.about = mail.messageID
            event.failed = mail.recipients.map { QuestionEvent.Undelivered(address: $0) }
            try rows.add(event, to: number, change: nil)
        default:
            // Only one that was refused before is told of: it is on its way to them now.
            guard refused != nil, var event = again else { return }
            event.kind = .reminded
            event.at = ChangeLog.now()
            try rows.add(event, to: number, change: nil)
        }
    }
}

extension QuestionEvent {
    /// Whether the outbox tells of it, and no mail of a server.
    fileprivate var isFromOutbox: Bool { kind == .bounce && messageID == nil }
}
