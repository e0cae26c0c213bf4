import PhotoCatalog
import PhotoMetadata

/// Catalogs folders and files, and then follows what happens to them until a person stops it
/// (`wit catalog --watch`; <doc:CatalogingFlow>).
///
/// On Linux the system tells what changes; elsewhere, and for folders beyond the system's limit
/// of watches, the folders are looked through from time to time. What happens is gathered until
/// it is quiet for a moment, and looked at by the same scan that `CatalogPhotos` runs: files that
/// moved keep their annotations, files that are gone are marked missing, a disk that is taken
/// away and plugged in again brings its photos back. A file that is being written is read when
/// the program has closed it.
///
/// Memory grows with the number of folders, not with that of photos.
public struct FollowPhotos {
    /// What there is to tell.
    public enum News {
        /// The first scan, or one round later on that changed something or failed.
        case scanned(CatalogPhotos.Report)
        /// Something a person should know; one sentence.
        case notice(String)
    }

    /// How often folders that can't be watched are looked through, in seconds.
    public var pollingSeconds = 60.0
    /// How many folders are watched at most, below what the system allows.
    var watchesAtMost = Int.max

    /// So many failures are remembered as told.
    private static let toldAtMost = 10_000

    private let catalog: PhotoCatalog
    private let options: CatalogPhotos.Options
    private let interruption: Interruption

    /// Gets ready to follow.
    ///
    /// - Parameters:
    ///   - catalog: where the photos go, opened for writing.
    ///   - options: how to read what is new.
    ///   - interruption: ends the following; looked at twice a second.
    public init(
        catalog: PhotoCatalog, options: CatalogPhotos.Options = CatalogPhotos.Options(),
        interruption: Interruption
    ) {
        self.catalog = catalog
        self.options = options
        self.interruption = interruption
    }

    /// Scans and follows until the interruption.
    ///
    /// - Parameters:
    ///   - paths: absolute paths of folders and files. One that is not there is waited for.
    ///   - progress: as in `CatalogPhotos`, for the first scan.
    ///   - tell: told what was done.
    /// - Throws: `CatalogError` where the catalog can't be used; what was written before stays.
    public func run(
        _ paths: [String], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
        tell: (News) -> Void
    ) async throws {
        // Watched before anything is read: what changes meanwhile is told.
        var watch = Watch(
            paths, watcher: makeWatcher(tell), pollingSeconds: pollingSeconds,
            leavingOut: options.derived, besides: catalog.ownFiles)
        watch.begin(tell)
        let scan = CatalogPhotos(catalog: catalog, options: options, interruption: interruption)
        tell(.scanned(try await scan.run(paths, progress: progress)))
        // A file is verified once, not whenever something happens near it.
        var once = options
        once.verify = false
        let follow = CatalogPhotos(catalog: catalog, options: once, interruption: interruption)
        // What can't be read is no photo of the catalog, and so is tried again and again.
        var told: Set<String> = []
        while !interruption.isRequested {
            guard let round = watch.nextRound(await watch.wait(), tell) else { continue }
            var report = try await follow.run(round.targets, writing: round.writing) { _, _ in }
            watch.postpone(report.unsettled)
            if told.count > Self.toldAtMost { told.removeAll() }
            report.failures.removeAll { !told.insert($0.description).inserted }
            if report.isNews { tell(.scanned(report)) }
        }
    }

    private func makeWatcher(_ tell: (News) -> Void) -> any FolderWatcher {
        #if canImport(Glibc)
            if let watcher = InotifyWatcher(
                maximum: watchesAtMost, leavingOut: options.derived)
            {
                return watcher
            }
            tell(
                .notice(
                    "the system allows this user no more watchers "
                        + "(fs.inotify.max_user_instances); the folders are looked through every "
                        + "\(Int(pollingSeconds)) seconds"))
        #else
            tell(
                .notice(
                    "this system tells nothing of changes in folders; they are looked through "
                        + "every \(Int(pollingSeconds)) seconds"))
        #endif
        return NoWatcher()
    }
}

extension CatalogPhotos.Report {
    /// Whether anything is different from before, or went wrong.
    fileprivate var isNews: Bool {
        added + refreshed + moved + duplicates + missing + returned + proposals > 0
            || !failures.isEmpty
    }
}
