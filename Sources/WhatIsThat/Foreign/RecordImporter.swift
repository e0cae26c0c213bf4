import CatalogDatabase
import Folders
import OutputText
import PhotoRecords

/// Takes photos where they lie, and then their stories, into the catalog: what importing from
/// Google Takeout and from digiKam have in common.
struct RecordImporter {
    let catalog: PhotoCatalog?
    let dryRun: Bool
    let stop: Interruption
    /// How the change names where it came from.
    let source: String
    private(set) var report: ExternalImportReport

    /// How many paths are cataloged, and how many stories merged, at once.
    static let filesAtOnce = 8_192
    static let storiesAtOnce = 512

    init(
        catalog: PhotoCatalog?, dryRun: Bool, stop: Interruption, source: String,
        report: ExternalImportReport
    ) {
        self.catalog = catalog
        self.dryRun = dryRun
        self.stop = stop
        self.source = source
        self.report = report
    }

    /// Changes what is reported.
    mutating func note(_ change: (inout ExternalImportReport) -> Void) { change(&report) }

    /// Catalogs files, no more than `filesAtOnce`.
    ///
    /// - Parameters:
    ///   - done: how many of the import's files were cataloged before.
    ///   - total: how many files the import has.
    mutating func add(
        _ paths: [String], after done: Int, of total: Int, progress: ProgressHandler
    ) async throws {
        if paths.isEmpty { return }
        let result: CatalogPhotos.Report
        if let catalog, !dryRun {
            let scan = FolderScan(catalog: catalog, isStopped: { [stop] in stop.isRequested })
            result = try await scan.run(paths.map(ScanTarget.named)) {
                progress(WorkProgress($0.stage, done: done + $0.done, of: total))
            }
        } else {
            result = try FolderScan.preview(
                paths, catalog: catalog, isStopped: { [stop] in stop.isRequested })
        }
        report.cataloged.add(result)
        report.failures += result.failures
        if result.wasInterrupted { report.wasInterrupted = true }
    }

    /// Merges stories, each of a photo that its identity names.
    mutating func take(_ stories: [IncomingRecord]) throws(WitError) {
        guard let catalog, !stories.isEmpty else { return }
        let before = report
        let tally = try catalog.mergeStories(
            stories, continuing: dryRun ? nil : report.changes.last, source: source, dryRun: dryRun
        ) { tally in
            let filled = before.filled + tally.filled
            let proposed = before.proposed + tally.proposed
            let rated = before.rated + tally.items.count(where: \.keepsMore)
            return "import from \(before.program.name): "
                + filled.counted("value filled", "values filled") + ", "
                + proposed.counted("proposal") + (rated > 0 ? ", " + rated.counted("rating") : "")
        }
        report.stories += tally.items.count
        report.filledPhotos += tally.items.count { !$0.filled.isEmpty }
        report.filled += tally.filled
        report.proposed += tally.proposed
        report.rated += tally.items.count(where: \.keepsMore)
        if let change = tally.change, !dryRun {
            if report.changes.last?.number == change.number { report.changes.removeLast() }
            report.changes.append(change)
        }
    }
}

extension CatalogPhotos.Report {
    /// Adds what another run did.
    fileprivate mutating func add(_ other: Self) {
        added += other.added
        refreshed += other.refreshed
        moved += other.moved
        duplicates += other.duplicates
        unchanged += other.unchanged
        missing += other.missing
        returned += other.returned
        proposals += other.proposals
        removals += other.removals
        others += other.others
        wouldRead += other.wouldRead
        failures += other.failures
    }
}
