import CatalogDatabase
import OutputText
import WhatIsThat

/// A question in words.
struct QuestionWords {
    private let item: ListQuestions.Item
    private var question: Question { item.question }

    init(_ item: ListQuestions.Item) { self.item = item }

    /// The question in two lines.
    ///
    /// - Parameter namesCatalog: whether its catalog is named.
    func lines(naming namesCatalog: Bool = false) -> [ShownLine] {
        let people = question.recipients.map { $0.name ?? $0.address }.joined(separator: ", ")
        let due = question.due.map { ", due \($0)" } ?? ""
        let late = item.isOverdue ? ", overdue" : ""
        let gone = question.isPhotoThere ? "" : " (no longer in the catalog)"
        var second = "   \(question.state.rawValue)\(late)\(due) · \(question.title)\(gone)"
        if namesCatalog { second += " · \(item.catalog)" }
        return [
            "\(question.number)  \(ShownLine(question.words).bold)  "
                + ShownLine("to \(people), \(question.askedAt.prefix(10))").dim,
            ShownLine(second),
        ]
    }

    /// What happened, line by line.
    var conversation: [ShownLine] {
        question.conversation.flatMap { event -> [ShownLine] in
            let who = event.sender.map { " \($0)" } ?? Self.readers(event)
            let head = "   \(event.at.prefix(10))  \(Self.words(event))\(who)"
            let by = event.foundBy.map { "  (\(Self.words($0)))" } ?? ""
            var lines = [ShownLine(head) + ShownLine(by).dim]
            let text = event.kind == .due && event.text == nil ? "none" : event.text ?? ""
            lines += text.split(separator: "\n").map { "      \(String($0))" }
            // A line that was filled in above the quotation is among the new words.
            lines += event.fields.filter { !Self.isTold($0, by: text) }
                .map { "      \($0.label): \($0.value)" }
            return lines
        }
    }

    /// Whether a text has a line that was filled in.
    private static func isTold(_ field: QuestionEvent.Field, by text: String) -> Bool {
        text.split(separator: "\n").contains {
            $0.contains(field.label) && $0.contains(field.value)
        }
    }

    /// Whom a mail that asks went to: ` ben@example.org`.
    private static func readers(_ event: QuestionEvent) -> String {
        event.recipients.isEmpty ? "" : " " + event.recipients.joined(separator: ", ")
    }

    private static func words(_ event: QuestionEvent) -> String {
        switch event.kind {
        case .bounce where event.sender == nil: "not delivered"
        case .asked: "asked"
        case .reminded: "asked again"
        case .answer: "answer from"
        case .claim: "from somebody who was not asked:"
        case .message: "mail from"
        case .automatic: "automatic mail from"
        case .bounce: "not delivered, says"
        case .comment: "comment"
        case .due: "due"
        case .accepted: "accepted"
        case .rejected: "rejected"
        case .settled: "settled"
        case .withdrawn: "withdrawn"
        case .reopened: "reopened"
        }
    }

    /// By what a mail was found, in words.
    static func words(_ finding: QuestionEvent.Finding) -> String {
        switch finding {
        case .thread: "by the thread"
        case .addressTag: "by the tag in the address"
        case .payload: "by the region in its payload"
        case .subjectTag: "by the tag in the subject"
        }
    }
}
