import CatalogDatabase
import ExchangeFormats
import JSON
import OutputText
import PhotoRecords

/// Writes the catalog's records out for other programs: all photos, or those that are named, in the order in
/// which they were cataloged.
public struct ExportPhotos: Sendable {
    /// The form of what is written.
    public enum Form: Sendable {
        /// One text of all records, handed over piece by piece.
        case text(any ExportFormat, to: @Sendable (String) -> Void)
        /// A sidecar for each photo, in a folder; whether those that are there are replaced.
        case sidecars(into: String, replacing: Bool)
    }

    /// A sidecar that was written.
    public struct Sidecar: JSONReport {
        /// The photo.
        public var id: RecordID?
        /// The photo's file.
        public var file: String?
        /// The sidecar's path.
        public var output: String

        /// `id`, `file` and `output`.
        public var json: JSONValue {
            var object: JSONObject = ["output": .string(output)]
            object["id"] = id.map { .string($0.text) }
            object["file"] = file.map(JSONValue.string)
            return .object(object)
        }
    }

    /// What was written.
    public struct Report: JSONReport {
        /// How many photos were written.
        public var written = 0
        /// Photos that the form has no room for, such as those without a point.
        public var leftOut = 0
        /// Photos that were written with values that no file says any more, undecided by a person.
        public var undecided = 0
        /// What named no photo, and what could not be written.
        public var failures: [WitError] = []
        /// Whether the task was cancelled before the end.
        public var wasInterrupted = false

        /// `written`, `leftOut`, `undecided`, `failures` and `interrupted`.
        public var json: JSONValue {
            [
                "written": .count(written), "leftOut": .count(leftOut),
                "undecided": .count(undecided), "failures": .array(failures.map(\.json)),
                "interrupted": .bool(wasInterrupted),
            ]
        }
    }

    private let photos: PhotoSelection?
    private let form: Form
    private let catalog: PhotoCatalog

    /// Gets ready to export.
    ///
    /// - Parameters:
    ///   - photos: the photos; nil for all.
    ///   - form: what is written.
    public init(_ photos: PhotoSelection?, as form: Form, from catalog: PhotoCatalog) {
        self.photos = photos
        self.form = form
        self.catalog = catalog
    }

    /// Writes; where the task is cancelled, soon ends with a text that is whole, of fewer records.
    ///
    /// - Parameter progress: told of each ``Sidecar`` as an item.
    /// - Throws: `WitError` where the catalog cannot be read or the folder not be made.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            var report = Report()
            switch form {
            case .text(var format, let take):
                take(format.opening())
                try forEachRecord(stop, &report) { record, report in
                    if record.isUndecided { report.undecided += 1 }
                    if let text = format.entry(of: record) {
                        take(text)
                        report.written += 1
                    } else {
                        report.leftOut += 1
                    }
                }
                take(format.closing())
            case .sidecars(let folder, let replacing):
                var export = try SidecarExport(into: folder, replacing: replacing)
                var refused: [WitError] = []
                try forEachRecord(stop, &report) { record, report in
                    do throws(WitError) {
                        let path = try export.write(record)
                        report.written += 1
                        if record.isUndecided { report.undecided += 1 }
                        let sidecar = Sidecar(id: record.id, file: record.file, output: path)
                        progress(
                            WorkProgress(.writing, done: report.written, event: .item(sidecar)))
                    } catch {
                        refused.append(error)
                    }
                }
                report.failures += refused
            }
            return report
        }
    }

    private func forEachRecord(
        _ stop: Interruption, _ report: inout Report, _ write: (PhotoRecord, inout Report) -> Void
    ) throws {
        guard let photos else {
            var all = PhotoQuery()
            all.order = .added
            do {
                try PhotoCatalog.interruptible({ stop.isRequested }) {
                    try catalog.forEach(all) { record in
                        if stop.isRequested { throw WitError.stopped }
                        write(record, &report)
                    }
                }
            } catch {
                guard stop.isRequested, WitError(error).code == .interrupted else { throw error }
                report.wasInterrupted = true
            }
            return
        }
        let named = try photos.resolved(in: catalog, isStopped: { stop.isRequested })
        report.failures = named.failures
        report.wasInterrupted = named.wasInterrupted
        for id in named.ids {
            if stop.isRequested {
                report.wasInterrupted = true
                return
            }
            if let record = try catalog.record(id) { write(record, &report) }
        }
    }
}

extension PhotoRecord {
    /// Whether something of it is said by no file any more, and nobody has decided yet.
    fileprivate var isUndecided: Bool { provenance.values.contains { $0.until != nil } }
}
