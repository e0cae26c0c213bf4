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
    /// - Returns: The questions as they stand then.
    /// - Throws: `no-such-question`, `question-state`; `bad-date` for a due date that is past.
    public func run() async throws(WitError) -> ListQuestions.Report {
        try await BlockingWork.run { _ in
            let today = ListQuestions.today()
            if case .due(let day?) = decision { try DueDate.refusePast(day, today: today) }
            return ListQuestions.Report(
                items: try catalog.decide(decision, on: numbers).map {
                    ListQuestions.Item($0, catalog: catalog.path, today: today)
                })
        }
    }
}

/// The day by which an answer is wanted.
public enum DueDate {
    /// - Throws: `bad-date` for a day that is over.
    public static func refusePast(
        _ day: String, today: String = ListQuestions.today()
    ) throws(WitError) {
        guard day >= today else {
            throw WitError(
                .badDate, about: .item(day),
                "\(day) is past: an answer can be wanted from today (\(today)) on")
        }
    }
}

extension WitError.Code {
    /// A date that cannot be meant.
    public static let badDate: Self = "bad-date"
}
