import CatalogDatabase
import Foundation
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
    /// - Throws: `bad-query` for a query that nothing can match; `WitError` where the catalog cannot be
    ///   read.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            if let limit = query.limit { try Self.refuse(limit: limit) }
            if let near = query.near { try Self.refuse(kilometres: near.kilometres) }
            if let since = query.since, let until = query.until {
                try Self.refuse(since, until)
            }
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

/// What no query can mean.
extension FindPhotos {
    /// - Throws: `bad-query` for a limit below 1.
    public static func refuse(limit: Int) throws(WitError) {
        if limit < 1 {
            throw WitError(item: "the limit", code: .badQuery, reason: "\(limit) is below 1")
        }
    }

    /// - Throws: `bad-query` for a distance that is none on Earth.
    public static func refuse(kilometres: Double) throws(WitError) {
        if kilometres > 0, kilometres <= 20_038 { return }
        throw WitError(
            item: "the distance", code: .badQuery,
            reason: "\(kilometres.formatted(.number.grouping(.never))) is not a distance on Earth: "
                + "write kilometres, more than 0 and up to 20038")
    }

    /// - Throws: `bad-query` for a time that ends before the day that it begins on.
    public static func refuse(
        _ since: LocalDateTime, _ until: LocalDateTime
    ) throws(WitError) {
        let (first, last) = (since.iso.prefix(10), until.iso.prefix(10))
        if first > last {
            throw WitError(
                item: "the time", code: .badQuery, reason: "\(first) is after \(last)")
        }
    }
}

extension WitError.Code {
    /// A query that nothing can match.
    public static let badQuery: Self = "bad-query"
}
