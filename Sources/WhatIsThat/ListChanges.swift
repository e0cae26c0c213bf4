import CatalogDatabase
import JSON
import OutputText
import PhotoRecords

/// Lists the last changes of a catalog.
public struct ListChanges: Sendable {
    /// The changes, the last one first.
    public struct Report: JSONReport {
        /// The changes.
        public var changes: [Change]

        /// An array of them.
        public var json: JSONValue { .array(changes.map(\.json)) }
    }

    private let limit: Int
    private let catalog: PhotoCatalog

    /// Gets ready to list.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - catalog: where they were made.
    public init(limit: Int = 50, in catalog: PhotoCatalog) {
        self.limit = limit
        self.catalog = catalog
    }

    /// Lists them.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { _ in Report(changes: try catalog.changes(limit: limit)) }
    }
}
