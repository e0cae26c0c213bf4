import CatalogDatabase
import Files
import Folders
import Foundation
import OutputText
import PhotoMetadata
import PhotoRecords

/// Looks through folders and files and brings the catalog in step with them (<doc:CatalogingFlow>).
///
/// Only what changed since the last run is read. Reading and writing run on all cores, writing in
/// batches of one transaction each, so that a run that is killed goes on where it was; they make one
/// change together. Memory does not grow with the number of photos.
struct FolderScan: Sendable {
    typealias Report = CatalogPhotos.Report

    let catalog: PhotoCatalog
    var options = CatalogPhotos.Options()
    /// Looked at between batches.
    var isStopped: @Sendable () -> Bool = { false }
    /// The change that the scan makes.
    var scan = ScanChange()

    /// Looks at some places.
    ///
    /// - Parameters:
    ///   - writing: which files may still be written; they are left for later.
    ///   - progress: told how many of the files to read are done, and how many there are, in the stage
    ///     `scanning`.
    /// - Throws: `WitError` where the catalog can't be used; what was written before stays.
    func run(
        _ targets: [ScanTarget], writing: WriteState? = nil,
        progress: ProgressHandler = { _ in }
    ) async throws -> Report {
        var report = Report()
        var survey = ScanSurvey(
            of: targets, in: catalog, verify: options.verify, leavingOut: options.derived,
            sweeps: true, writing: writing)
        try await read(&survey, into: &report, progress: progress)
        if !isStopped() { try await compare(writing, into: &report) }
        if !isStopped() { try catalog.derivePlaces(isStopped: isStopped) }
        report.take(survey)
        report.wasInterrupted = isStopped()
        return report
    }

    /// Reads the files once more, wherever they lie, that say something of values which the files
    /// that changed or went said last.
    private func compare(_ writing: WriteState?, into report: inout Report) async throws {
        let targets = try catalog.filesToCompare().filter { FileStamp(of: $0) != nil }
            .map(ScanTarget.entry)
        if targets.isEmpty { return }
        var survey = ScanSurvey(
            of: targets, in: catalog, verify: false, leavingOut: options.derived, sweeps: false,
            writing: writing)
        var found = Report()
        try await read(&survey, into: &found) { _ in }
        report.proposals += found.proposals
        report.removals += found.removals
        report.failures += found.failures
        report.unsettled += survey.unsettled
    }

    /// Counts what a run would do, and changes nothing.
    ///
    /// - Parameters:
    ///   - paths: absolute paths.
    ///   - catalog: nil where there is none yet: everything is new then.
    ///   - options: how a run would go about it.
    ///   - isStopped: looked at between batches.
    /// - Throws: `WitError` where the catalog cannot be read.
    static func preview(
        _ paths: [String], catalog: PhotoCatalog?, options: CatalogPhotos.Options = .init(),
        isStopped: () -> Bool = { false }
    ) throws(WitError) -> Report {
        var report = Report()
        var survey = ScanSurvey(
            of: paths.map(ScanTarget.named), in: catalog, verify: options.verify,
            leavingOut: options.derived, sweeps: false)
        var count = 0
        while !isStopped(),
            try survey.advance(by: stepsAtOnce, { _ in count += 1 })
        {
            survey.returned.removeAll()
            survey.derived.removeAll()
            report.missing += takeGone(&survey).count
        }
        report.missing += takeGone(&survey).count
        report.take(survey)
        report.wouldRead = count
        report.wasInterrupted = isStopped()
        return report
    }

    /// What a task has done.
    private enum Work: Sendable {
        case read(ScanReader.Turn)
        case waited
    }

    /// How far the survey may run ahead of reading.
    private static let filesAhead = 32_768
    private static let stepsAtOnce = 1_024
    /// How many paths are marked as returned or gone at once.
    private static let marksAtOnce = 8_192

    /// Surveys, reads and writes at the same time: some tasks read, a thread writes, and this
    /// one looks at the next folders while it would wait for them. Nothing piles up: reading
    /// waits for the writer, the survey waits for reading.
    private func read(
        _ survey: inout ScanSurvey, into report: inout Report, progress: ProgressHandler
    ) async throws {
        let writer = ScanWriter(catalog, scan)
        do {
            try await read(&survey, writer, into: &report, progress: progress)
        } catch {
            writer.close()
            report.count(try await writer.finish())
            throw error
        }
        writer.close()
        report.count(try await writer.finish())
        // What an ended walk did not see is unknown, not gone.
        if !isStopped() { try mark(&survey, into: &report, atLeast: 1) }
    }

    private func read(
        _ survey: inout ScanSurvey, _ writer: ScanWriter, into report: inout Report,
        progress: ProgressHandler
    ) async throws {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let queue = ScanQueue()
        let reader = ScanReader(
            queue: queue, writer: writer, geocoder: catalog.geocoder, isStopped: isStopped,
            active: ScanReader.Counter(), done: ScanReader.Counter())
        try await withThrowingTaskGroup(of: Work.self) { group in
            var surveyGoesOn = true
            var isWaiting = false
            while true {
                if isStopped() {
                    surveyGoesOn = false
                    queue.removeAll()
                }
                let wanted = ScanReader.readers(forBacklog: writer.backlog, cores: cores)
                while reader.active.value < wanted, queue.count > 0 {
                    reader.active.add(1)
                    group.addTask { .read(try reader.read(cores: cores)) }
                }
                if surveyGoesOn, queue.count < Self.filesAhead {
                    var files: [ScanSurvey.File] = []
                    surveyGoesOn = try survey.advance(by: Self.stepsAtOnce) { files.append($0) }
                    queue.add(files)
                    try mark(&survey, into: &report, atLeast: Self.marksAtOnce)
                    progress(WorkProgress(.scanning, done: reader.done.value, of: queue.total))
                    continue
                }
                if reader.active.value == 0, queue.count > 0, !isWaiting {
                    isWaiting = true
                    group.addTask {
                        await writer.waitForRoom()
                        return .waited
                    }
                }
                guard let work = try await group.next() else {
                    if surveyGoesOn || queue.count > 0 { continue }
                    break
                }
                switch work {
                case .read(let turn):
                    report.others += turn.others
                    report.failures += turn.failures
                    survey.gone += turn.gone
                case .waited: isWaiting = false
                }
                progress(WorkProgress(.scanning, done: reader.done.value, of: queue.total))
            }
        }
    }

    /// Marks files that are back or gone once they are so many.
    private func mark(
        _ survey: inout ScanSurvey, into report: inout Report, atLeast least: Int
    ) throws(WitError) {
        if survey.returned.count >= least {
            try catalog.markPresent(survey.returned, in: scan)
            survey.returned.removeAll()
        }
        if survey.derived.count >= least {
            try catalog.leaveOut(survey.derived, in: scan)
            survey.derived.removeAll()
        }
        if survey.gone.count >= least {
            report.missing += try catalog.markMissing(Self.takeGone(&survey), in: scan)
        }
    }

    /// Those of the files that were not met that are gone for certain. Another program may have
    /// put a file there, and told the catalog, since its folder was looked through; and one of
    /// which the system does not say whether it is there stays as it is.
    private static func takeGone(_ survey: inout ScanSurvey) -> [String] {
        let paths = survey.gone
        survey.gone = []
        return paths.filter { path in
            switch PathState(of: path) {
            case .file: return false
            case .absent, .folder, .other: return true
            case .unknown(let number):
                survey.fail(WitError(item: path, reason: String(cString: strerror(number))))
                return false
            }
        }
    }
}

extension CatalogPhotos.Report {
    fileprivate mutating func take(_ survey: ScanSurvey) {
        failures = survey.failures + failures
        unchanged = survey.unchanged
        leftOut = survey.leftOut
        unsettled += survey.unsettled
        returned += survey.returnedCount
    }

    fileprivate mutating func count(_ tally: ScanTally) {
        added += tally.added
        refreshed += tally.changed
        moved += tally.moved
        duplicates += tally.duplicates
        returned += tally.returned
        proposals += tally.proposals
        removals += tally.removals
    }
}
