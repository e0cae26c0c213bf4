import Foundation
import PhotoCatalog
import PhotoMetadata
import PhotoRecord

/// Adds folders and files to the catalog, or refreshes what is there (SPEC §5).
///
/// Only what changed since the last run is read. Reading runs on all cores, writing in batches
/// of one transaction each, so that a run that is killed goes on where it was.
public struct CatalogPhotos: Sendable {
    /// How to go about it.
    public struct Options: Sendable {
        /// Read every file, also where size, time and inode are as they were.
        public var verify = false
        /// Plain reading and refreshing.
        public init() {}
    }

    /// What was done.
    public struct Report: Sendable, Equatable {
        /// Photos that the catalog did not know.
        public var added = 0
        /// Files that were known and had changed.
        public var refreshed = 0
        /// Files that stand under another path than before.
        public var moved = 0
        /// Files with a picture that stands at another path too.
        public var duplicates = 0
        /// Files as they were.
        public var unchanged = 0
        /// Files that are gone.
        public var missing = 0
        /// Files that were gone and are back.
        public var returned = 0
        /// Values of files that differ from what a person or a mail said: to be reviewed.
        public var proposals = 0
        /// Files in the folders that are no photos of a format this version reads.
        public var others = 0
        /// In a preview: new or changed files that would be read.
        public var wouldRead = 0
        /// What could not be done, item by item.
        public var failures: [ItemFailure] = []
        /// Whether a person stopped the run before its end.
        public var wasInterrupted = false
    }

    private let catalog: PhotoCatalog
    private let options: Options
    private let interruption: Interruption

    /// - Parameter interruption: looked at between batches.
    public init(
        catalog: PhotoCatalog, options: Options = Options(),
        interruption: Interruption = Interruption()
    ) {
        self.catalog = catalog
        self.options = options
        self.interruption = interruption
    }

    /// Takes the folders and files in.
    ///
    /// - Parameters:
    ///   - paths: absolute paths.
    ///   - progress: told how many of the files to read are done, and how many there are.
    /// - Throws: `CatalogError` where the catalog can't be used; what was written before stays.
    public func run(
        _ paths: [String], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> Report {
        var (report, survey) = try Self.survey(
            paths, catalog: catalog, options: options, interruption: interruption)
        try catalog.markPresent(survey.returned)
        try await read(survey.toRead, into: &report, progress: progress)
        report.wasInterrupted = interruption.isRequested
        // What an ended walk did not see is unknown, not gone.
        if !report.wasInterrupted { try catalog.markMissing(survey.gone) }
        return report
    }

    /// Counts what a run would do, and changes nothing.
    ///
    /// - Parameter catalog: nil where there is none yet: everything is new then.
    public static func preview(
        _ paths: [String], catalog: PhotoCatalog?, options: Options = Options(),
        interruption: Interruption = Interruption()
    ) throws(CatalogError) -> Report {
        var (report, survey) = try survey(
            paths, catalog: catalog, options: options, interruption: interruption)
        report.wouldRead = survey.toRead.count
        report.wasInterrupted = interruption.isRequested
        return report
    }

    private static func survey(
        _ paths: [String], catalog: PhotoCatalog?, options: Options, interruption: Interruption
    ) throws(CatalogError) -> (Report, ScanSurvey) {
        var report = Report()
        var survey = ScanSurvey(verify: options.verify, interruption: interruption)
        for path in paths { try survey.look(at: path, in: catalog) }
        report.failures = survey.failures
        report.unchanged = survey.unchanged
        report.returned = survey.returned.count
        report.missing = survey.gone.count
        return (report, survey)
    }

    private static let filesPerTask = 64
    private static let filesPerTransaction = 512

    private func read(
        _ files: [ScanSurvey.File], into report: inout Report,
        progress: (Int, Int) -> Void
    ) async throws {
        let catalog = catalog
        let interruption = interruption
        try await withThrowingTaskGroup(of: [ScanOutcome].self) { group in
            var chunks = stride(from: 0, to: files.count, by: Self.filesPerTask).makeIterator()
            func addTask() {
                guard !interruption.isRequested, let start = chunks.next() else { return }
                let chunk = files[start..<min(start + Self.filesPerTask, files.count)]
                group.addTask {
                    let reader = PhotoReader()
                    return chunk.map { ScanOutcome(reading: $0, with: reader) }
                }
            }
            for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount { addTask() }
            var pending: [ScannedFile] = []
            var done = 0
            while let outcomes = try await group.next() {
                addTask()
                for outcome in outcomes {
                    switch outcome {
                    case .photo(let file, let failure):
                        pending.append(file)
                        if let failure { report.failures.append(failure) }
                    case .other: report.others += 1
                    case .failed(let failure): report.failures.append(failure)
                    }
                }
                done += outcomes.count
                if pending.count >= Self.filesPerTransaction {
                    report.count(try catalog.add(pending))
                    pending.removeAll(keepingCapacity: true)
                }
                progress(done, files.count)
            }
            if !pending.isEmpty { report.count(try catalog.add(pending)) }
        }
    }
}

extension CatalogPhotos.Report {
    fileprivate mutating func count(_ tally: ScanTally) {
        added += tally.added
        refreshed += tally.changed
        moved += tally.moved
        duplicates += tally.duplicates
        returned += tally.returned
        proposals += tally.proposals
    }
}
