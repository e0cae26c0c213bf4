import CatalogDatabase
import JSON
import OutputText
import PhotoRecords

/// Tells all that the catalog knows of photos.
public struct ShowPhotos: Sendable {
    /// A photo, with the files and mails that it is in.
    public struct Details: JSONReport {
        /// The photo.
        public var id: RecordID
        /// Its record, with where each value came from.
        public var record: PhotoRecord
        /// The mails that brought it or told of it.
        public var mails: [MessageOrigin]
        /// Its files, those that are there first.
        public var files: [PhotoFile]
        /// What was asked about it, the oldest first.
        public var questions: [Question]

        /// The record.
        public var json: JSONValue { record.json }
    }

    /// What was shown.
    public struct Report: JSONReport {
        /// How many photos were told of.
        public var count = 0
        /// What named no photo.
        public var failures: [WitError] = []
        /// Whether the task was cancelled before the end.
        public var wasInterrupted = false

        /// `count`, `failures` and `interrupted`.
        public var json: JSONValue {
            [
                "count": .count(count), "failures": .array(failures.map(\.json)),
                "interrupted": .bool(wasInterrupted),
            ]
        }
    }

    private let photos: PhotoSelection
    private let catalog: PhotoCatalog

    /// Gets ready to tell of photos.
    public init(_ photos: PhotoSelection, in catalog: PhotoCatalog) {
        self.photos = photos
        self.catalog = catalog
    }

    /// Tells of the photos.
    ///
    /// - Parameter progress: told of each photo's ``Details`` as an item.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            let named = try photos.resolved(in: catalog, isStopped: { stop.isRequested })
            var report = Report(failures: named.failures)
            report.wasInterrupted = named.wasInterrupted
            for id in named.ids {
                if stop.isRequested {
                    report.wasInterrupted = true
                    break
                }
                guard let record = try catalog.record(id) else { continue }
                report.count += 1
                let details = Details(
                    id: id, record: record, mails: try catalog.messages(of: id),
                    files: try catalog.files(of: id), questions: try catalog.questions(about: id))
                progress(
                    WorkProgress(
                        .finding, done: report.count, of: named.ids.count, event: .item(details)))
            }
            return report
        }
    }
}
