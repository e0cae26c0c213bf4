import CatalogDatabase
import ExchangeFormats

/// Questions as things to do, for a calendar.
public enum QuestionCalendar {
    /// The iCalendar of questions (RFC 5545): one VTODO each.
    public static func text(of questions: [Question]) -> String {
        CalendarExport().text(of: questions.map(todo))
    }

    private static func todo(_ question: Question) -> ToDo {
        let status: ToDo.Status =
            switch question.state {
            case .open, .undeliverable: .needsAction
            case .answered: .inProcess
            case .settled: .completed
            case .withdrawn: .cancelled
            }
        var todo = ToDo(
            identifier: "wit-\(question.token)@whatisthat.invalid",
            summary: "\(question.words) – \(question.title)", created: question.askedAt,
            changed: question.conversation.last?.at ?? question.askedAt, status: status)
        todo.due = question.due
        todo.contacts = question.recipients.map(\.address)
        let answers = question.answers.compactMap { answer in
            answer.text.map { "\(answer.sender ?? ""): \($0)" }
        }
        todo.description = answers.isEmpty ? nil : answers.joined(separator: "\n")
        return todo
    }
}
