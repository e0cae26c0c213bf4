import JSON
import OutputText
import PhotoRecords

/// Reads what photos' own metadata say, no catalog involved.
public struct ReadPhotos: Sendable {
    /// What a file says.
    public struct Item: JSONReport {
        /// The path, as it was given.
        public var path: String
        /// The record that its metadata give; its `file` is the absolute path.
        public var record: PhotoRecord

        /// The record.
        public var json: JSONValue { record.json }
    }

    /// What was read.
    public struct Report: JSONReport {
        /// How many files were read.
        public var count = 0
        /// Files that could not be read, and what is damaged in others.
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

    private let files: [String]
    private let geocoder: (any ReverseGeocoder)?

    /// Gets ready to read.
    ///
    /// - Parameters:
    ///   - files: paths; a relative one counts from the current folder.
    ///   - geocoder: asked for the place and the clocks of a photo's point, where the file is silent.
    public init(_ files: [String], geocoder: (any ReverseGeocoder)? = nil) {
        self.files = files
        self.geocoder = geocoder
    }

    /// Reads the files.
    ///
    /// - Parameter progress: told of each file that was read as an ``Item``, and of each failure, in the
    ///   files' order.
    /// - Throws: Nothing but what becomes of a file is a failure of the report.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            var report = Report()
            for (index, file) in files.enumerated() {
                if stop.isRequested {
                    report.wasInterrupted = true
                    break
                }
                func tell(_ event: WorkProgress.Event) {
                    progress(WorkProgress(.reading, done: index + 1, of: files.count, event: event))
                }
                var failures: [WitError] = []
                do throws(WitError) {
                    let record = try ReadPhoto.record(of: file, geocoder: geocoder)
                    report.count += 1
                    tell(.item(Item(path: file, record: record)))
                    failures = record.findings.filter { $0.severity == .error }.map { finding in
                        WitError(item: file, code: .damagedPhoto, reason: finding.message)
                    }
                } catch {
                    failures = [error]
                }
                for failure in failures { tell(.failed(failure)) }
                report.failures += failures
            }
            return report
        }
    }
}

extension WorkProgress.Stage {
    /// Files are read.
    public static let reading: Self = "reading"
}

extension WitError.Code {
    /// A photo is damaged; what could be read of it was.
    public static let damagedPhoto: Self = "photo-damaged"
}
