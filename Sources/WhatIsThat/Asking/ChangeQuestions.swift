import CatalogDatabase
import JSON
import OutputText

/// Adds what a person decides about questions to their conversations; `undo` takes it back.
public struct ChangeQuestions: Sendable {
    private let decision: PhotoCatalog.QuestionDecision
    private let numbers: [Int64]
    private let catalog: PhotoCatalog

    /// Gets ready to decide.
    ///
    /// - Parameters:
    ///   - decision: what the person says.
    ///   - numbers: the questions.
    ///   - catalog: whose questions they are, opened for writing.
    public init(
        _ decision: PhotoCatalog.QuestionDecision, on numbers: [Int64], in catalog: PhotoCatalog
    ) {
        self.decision = decision
        self.numbers = numbers
        self.catalog = catalog
    }

    /// Decides, on all or none.
    ///
    /// - Parameter progress: told of each question as it stands then, as an item.
    /// - Returns: The questions as they stand then.
    /// - Throws: `no-such-question`, `question-state`; `empty-comment`; `bad-date` for a due date that is past;
    ///   `interrupted` where the task was cancelled: nothing is decided then.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> ListQuestions.Report {
        try await BlockingWork.run { stop in
            let today = ListQuestions.today()
            if case .comment(let text) = decision { try Self.refuseEmpty(comment: text) }
            if case .due(let day?) = decision { try DueDate.refuseDateInPast(day, today: today) }
            if stop.isRequested { throw WitError.stopped }
            // All or none also where it waits for another program.
            let questions = try PhotoCatalog.interruptible({ stop.isRequested }) {
                try catalog.decide(decision, on: numbers)
            }
            let items = questions.map {
                ListQuestions.Item($0, catalog: catalog.path, today: today)
            }
            for (index, item) in items.enumerated() {
                progress(
                    WorkProgress(.finding, done: index + 1, of: items.count, event: .item(item)))
            }
            return ListQuestions.Report(items: items)
        }
    }

    /// - Throws: `empty-comment` for one that says nothing.
    public static func refuseEmpty(comment: String) throws(WitError) {
        guard comment.allSatisfy(\.isWhitespace) else { return }
        throw WitError(item: "the comment", code: .emptyComment, reason: "is empty")
    }
}

/// The day by which an answer is wanted.
public enum DueDate {
    /// - Throws: `bad-date` for a day that is over.
    public static func refuseDateInPast(
        _ day: String, today: String = ListQuestions.today()
    ) throws(WitError) {
        guard day >= today else {
            throw WitError(
                .badDate, about: .item(day),
                "\(day) is in the past: the due date must be today (\(today)) or later")
        }
    }
}

extension WitError.Code {
    /// A date that cannot be meant.
    public static let badDate: Self = "bad-date"
    /// A comment that says nothing.
    public static let emptyComment: Self = "empty-comment"
}
