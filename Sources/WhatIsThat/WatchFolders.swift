import CatalogDatabase
import Folders
import Foundation
import JSON
import OutputText
import PhotoMetadata
import PhotoRecords

/// Catalogs folders and files, and then follows what happens to them until it is stopped
/// (<doc:CatalogingFlow>).
///
/// On Linux the system tells what changes; elsewhere, and for folders beyond the system's limit
/// of watches, the folders are looked through from time to time. What happens is gathered until
/// it is quiet for a moment, and looked at by the same scan that `CatalogPhotos` runs: files that
/// moved keep their annotations, files that are gone are marked missing, a disk that is taken
/// away and plugged in again brings its photos back. A file that is being written is read when
/// the program has closed it.
///
/// Memory grows with the number of folders, not with that of photos.
public struct WatchFolders: Sendable {
    /// One scan that changed something or failed, or the first one.
    public struct Round: JSONReport {
        /// What it did.
        public let scan: CatalogPhotos.Report
        /// When it ended.
        public let at: Date

        /// That of the scan, with `at`, the moment in UTC: `2026-11-20T10:00:00Z`.
        public var json: JSONValue {
            var object = scan.json.object ?? [:]
            object["at"] = .string(at.formatted(.iso8601))
            return .object(object)
        }
    }

    /// What was done until the end.
    public struct Report: JSONReport {
        /// How many scans there were that changed something or failed, the first one among them.
        public var rounds = 0
        /// Whether the first scan was stopped before its end.
        public var wasInterrupted = false

        /// `rounds` and `interrupted`.
        public var json: JSONValue {
            ["rounds": .count(rounds), "interrupted": .bool(wasInterrupted)]
        }
    }

    /// How often folders that can't be watched are looked through, in seconds.
    public var pollingSeconds = 60.0
    /// How many folders are watched at most, below what the system allows.
    var watchesAtMost = Int.max

    /// So many failures are remembered as told.
    private static let toldAtMost = 10_000

    private let paths: [String]
    private let catalog: PhotoCatalog
    private let options: CatalogPhotos.Options

    /// Gets ready to follow.
    ///
    /// - Parameters:
    ///   - paths: absolute paths of folders and files. One that is not there is waited for.
    ///   - catalog: where the photos go, opened for writing.
    ///   - options: how to read what is new.
    public init(
        _ paths: [String], in catalog: PhotoCatalog,
        options: CatalogPhotos.Options = CatalogPhotos.Options()
    ) {
        self.paths = paths
        self.catalog = catalog
        self.options = options
    }

    /// Scans and follows until the task is cancelled, which is looked at twice a second.
    ///
    /// - Parameter progress: told how far the first scan is, as by `CatalogPhotos`; then, in the stage
    ///   `watching`, each ``Round`` as an item, and notices.
    /// - Throws: `WitError` where the catalog can't be used; what was written before stays.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in try await follow(stop, progress) }
    }

    private func follow(_ stop: Interruption, _ progress: ProgressHandler) async throws -> Report {
        var result = Report()
        func tell(_ event: WorkProgress.Event) {
            if case .item = event { result.rounds += 1 }
            progress(WorkProgress(.watching, done: result.rounds, event: event))
        }
        // Watched before anything is read: what changes meanwhile is told.
        var watch = Watch(
            paths, watcher: makeWatcher(tell), pollingSeconds: pollingSeconds,
            leavingOut: options.derived,
            // What SQLite does is no news of photos, and whoever reads the catalog has it done.
            ignoring: catalog.ownFiles.isNamed)
        func notice(_ sentence: String) { tell(.notice(sentence)) }
        watch.begin(notice)
        let isStopped: @Sendable () -> Bool = { stop.isRequested }
        let scan = FolderScan(catalog: catalog, options: options, isStopped: isStopped)
        let first = try await scan.run(paths.map(ScanTarget.named), progress: progress)
        result.wasInterrupted = first.wasInterrupted
        tell(.item(Round(scan: first, at: Date())))
        // A file is verified once, not whenever something happens near it.
        var once = options
        once.verify = false
        // What can't be read is no photo of the catalog, and so is tried again and again.
        var told: Set<String> = []
        while !stop.isRequested {
            guard let round = watch.nextRound(await watch.wait(), notice) else { continue }
            let scan = FolderScan(catalog: catalog, options: once, isStopped: isStopped)
            var report = try await scan.run(round.targets, writing: round.writing)
            watch.postpone(report.unsettled)
            if told.count > Self.toldAtMost { told.removeAll() }
            report.failures.removeAll { !told.insert($0.description).inserted }
            if report.isWorthTelling { tell(.item(Round(scan: report, at: Date()))) }
        }
        return result
    }

    private func makeWatcher(_ tell: (WorkProgress.Event) -> Void) -> any FolderWatcher {
        #if canImport(Glibc)
            if let watcher = InotifyWatcher(
                maximum: watchesAtMost, leavingOut: options.derived)
            {
                return watcher
            }
            tell(
                .notice(
                    "the system allows this user no more watchers "
                        + "(fs.inotify.max_user_instances); the folders are checked every "
                        + "\(Int(pollingSeconds)) seconds"))
        #else
            tell(
                .notice(
                    "this system does not report changes in folders; they are checked "
                        + "every \(Int(pollingSeconds)) seconds"))
        #endif
        return NoWatcher()
    }
}

extension CatalogPhotos.Report {
    /// Whether anything is different from before, or went wrong.
    fileprivate var isWorthTelling: Bool {
        added + refreshed + moved + duplicates + missing + returned + proposals > 0
            || !failures.isEmpty
    }
}
