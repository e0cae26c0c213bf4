import CatalogDatabase
import JSON
import OutputText
import PhotoRecords

/// Finds photos by words, place, time, keyword or person.
///
/// ```swift
/// var query = PhotoQuery()
/// query.words = ["kite"]
/// _ = try await FindPhotos(query, in: catalog).run { progress in
///     if case .item(let record) = progress.event { print(record.json.text) }
/// }
/// ```
public struct FindPhotos: Sendable {
    /// What was found.
    public struct Report: JSONReport {
        /// How many photos were found and told of.
        public var count = 0
        /// Whether the task was cancelled before the end.
        public var wasInterrupted = false

        /// `count` and `interrupted`.
        public var json: JSONValue {
            ["count": .count(count), "interrupted": .bool(wasInterrupted)]
        }
    }

    private let query: PhotoQuery
    private let catalog: PhotoCatalog

    /// Gets ready to look for what a query wants.
    public init(_ query: PhotoQuery, in catalog: PhotoCatalog) {
        self.query = query
        self.catalog = catalog
    }

    /// Finds the photos.
    ///
    /// - Parameter progress: told of each photo's record as an item, as it is found.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            var report = Report()
            do {
                // Sorting what was found may take SQLite long before the first comes.
                try PhotoCatalog.interruptible({ stop.isRequested }) {
                    try catalog.forEach(query) { record in
                        if stop.isRequested { throw WitError.stopped }
                        report.count += 1
                        progress(WorkProgress(.finding, done: report.count, event: .item(record)))
                    }
                }
            } catch {
                guard stop.isRequested, WitError(error).code == .interrupted else { throw error }
                report.wasInterrupted = true
            }
            return report
        }
    }
}
