import CatalogDatabase
import OutputText

/// Shows one question with its whole conversation.
public struct ShowQuestion: Sendable {
    private let number: Int64
    private let catalog: PhotoCatalog

    /// Gets ready to show.
    public init(_ number: Int64, of catalog: PhotoCatalog) {
        self.number = number
        self.catalog = catalog
    }

    /// The question.
    ///
    /// - Parameter progress: told of the question, as an item.
    /// - Throws: `no-such-question`.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> ListQuestions.Item {
        try await BlockingWork.run { _ in
            let item = ListQuestions.Item(
                try catalog.question(number), catalog: catalog.path,
                today: ListQuestions.today(), isWhole: true)
            progress(WorkProgress(.finding, done: 1, of: 1, event: .item(item)))
            return item
        }
    }
}
