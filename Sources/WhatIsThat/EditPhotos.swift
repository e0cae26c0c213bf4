import CatalogDatabase
import JSON
import OutputText
import PhotoRecords

/// Writes what a person says of photos into the catalog, and into the files where that is wanted.
///
/// A file that is not in the catalog yet is added to it. Files that are to be written are read again first,
/// where they changed since they were cataloged, so that nothing newer is overwritten unseen.
///
/// ```swift
/// var options = EditPhotos.Options()
/// options.edits.name = "Red kite"
/// let photos = PhotoSelection(["IMG_1.jpg"], from: "/home/anna/Pictures")
/// let report = try await EditPhotos(photos, options, in: catalog).run()
/// ```
public struct EditPhotos: Sendable {
    /// Recorded tracks that say where photos were taken, by the time.
    public struct Tracks: Sendable {
        /// Paths of GPX files.
        public var files: [String]
        /// What is known of the camera's clock.
        public var options: TrackGeotagger.Options
        /// Tracks in files.
        public init(files: [String], options: TrackGeotagger.Options = TrackGeotagger.Options()) {
            self.files = files
            self.options = options
        }
    }

    /// What to write, and where.
    public struct Options: Sendable {
        /// What the person says.
        public var edits = PhotoEdits()
        /// Tracks that say where photos were taken.
        public var tracks: Tracks?
        /// Where it is written besides the catalog.
        public var targets: WritePhotos.Targets = []
        /// Whether each photo's record, as it is then, is told as an item of the progress.
        public var reportsRecords = false
        /// How much memory, in bytes, decoding a region's mask may take; nil for as much as is usual.
        public var decoderMemory: Int?
        /// Nothing to write yet.
        public init() {}
    }

    /// What was done.
    public struct Report: JSONReport {
        /// How many photos were named.
        public var photos = 0
        /// The change of the catalog; nil if every photo was so already.
        public var change: Change?
        /// What the tracks said; nil where there were none.
        public var placed: TrackGeotagger.Report?
        /// What was written into files; nil where nothing was to be.
        public var written: WritePhotos.Report?
        /// What could not be done.
        public var failures: [WitError] = []
        /// Whether the task was cancelled before the end.
        public var wasInterrupted = false

        /// `photos`, `change`, `files`, `sidecars`, `failures` and `interrupted`.
        public var json: JSONValue {
            var object: JSONObject = [
                "photos": .count(photos), "failures": .array(failures.map(\.json)),
                "interrupted": .bool(wasInterrupted),
            ]
            object["change"] = change?.json
            object["files"] = written.map { .count($0.files) }
            object["sidecars"] = written.map { .count($0.sidecars) }
            return .object(object)
        }
    }

    private let photos: PhotoSelection
    private let options: Options
    private let open: @Sendable () throws -> PhotoCatalog

    /// Gets ready to write.
    ///
    /// - Parameters:
    ///   - photos: the photos. Of one that lies at several places, a path means that one, an id all.
    ///   - options: what to write.
    ///   - catalog: opened for writing, when it is wanted.
    public init(
        _ photos: PhotoSelection, _ options: Options,
        in catalog: @autoclosure @escaping @Sendable () throws -> PhotoCatalog
    ) {
        self.photos = photos
        self.options = options
        open = catalog
    }

    /// Writes; where the task is cancelled, soon ends with what was written so far: the catalog's change is
    /// all or none.
    ///
    /// - Parameter progress: told how many files are written, and what is odd about the tracks.
    /// - Throws: `WitError` where the catalog cannot be used, or a track cannot be read.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in try await edit(stop, progress) }
    }

    private func edit(_ stop: Interruption, _ progress: ProgressHandler) async throws -> Report {
        try options.edits.keywords.refuseBoth()
        try options.edits.people.refuseBoth()
        var report = Report()
        // No catalog is made for tracks that cannot be read.
        let tracks = try options.tracks.map { tracks throws(WitError) in
            try TrackGeotagger(files: tracks.files, options: tracks.options)
        }
        for notice in tracks?.notices ?? [] {
            progress(WorkProgress(.writing, event: .notice(notice.message)))
        }
        let catalog = try open()
        let isStopped: @Sendable () -> Bool = { stop.isRequested }
        let named = try await photos.resolvedOrAdded(to: catalog, isStopped: isStopped)
        report.photos = named.ids.count
        report.failures = named.failures
        report.wasInterrupted = named.wasInterrupted || stop.isRequested
        if report.wasInterrupted { return report }
        let writer = WritePhotos(
            catalog: catalog, targets: options.targets, isStopped: isStopped)
        let paths = photos.paths
        if !options.targets.isEmpty {
            report.failures += try await writer.refresh(named.ids, named: paths)
        }
        var edits = options.edits
        report.placed = try tracks?.place(
            named.ids, in: catalog, isStopped: isStopped)
        edits.places = report.placed?.places ?? [:]
        report.failures += report.placed?.failures ?? []
        report.wasInterrupted = stop.isRequested
        if report.wasInterrupted { return report }
        do {
            report.change = try PhotoCatalog.interruptible(isStopped) {
                var ids = try keeping(borrowedBy: named.ids, in: catalog, stop, &report.failures)
                if let change = edits.regions {
                    edits.regionLists = try regions(
                        of: ids, after: change, in: catalog, stop, &report.failures)
                    ids.removeAll { edits.regionLists[$0] == nil }
                }
                return try edits.apply(to: ids, in: catalog, isStopped: isStopped)
            }
        } catch {
            guard stop.isRequested, WitError(error).code == .interrupted else { throw error }
            report.wasInterrupted = true
            return report
        }
        if !options.targets.isEmpty {
            let written = try writer.run(
                named.ids, named: paths, change: report.change?.number, edited: edits.fields,
                progress: progress)
            report.failures += written.failures
            report.wasInterrupted = written.wasInterrupted
            report.written = written
        }
        guard options.reportsRecords else { return report }
        for (index, id) in named.ids.enumerated() {
            if stop.isRequested {
                report.wasInterrupted = true
                break
            }
            guard let record = try catalog.record(id) else { continue }
            progress(
                WorkProgress(
                    .finding, done: index + 1, of: named.ids.count, event: .item(record)))
        }
        return report
    }

    /// The regions that photos have after a change; where it cannot be made, the photo has none here
    /// and is a failure.
    private func regions(
        of ids: [RecordID], after change: RegionEdit, in catalog: PhotoCatalog,
        _ stop: Interruption, _ failures: inout [WitError]
    ) throws(WitError) -> [RecordID: [Region]] {
        var lists: [RecordID: [Region]] = [:]
        for id in ids {
            guard let record = try catalog.record(id) else { continue }
            do throws(WitError) {
                lists[id] = try change.regions(
                    of: record, stop: stop, memory: options.decoderMemory)
            } catch {
                if stop.isRequested { throw .stopped }
                failures.append(error)
            }
        }
        return lists
    }

    /// The photos but those whose place's name is to be taken away, though it is not theirs: a
    /// person gave it to a photo nearby. They are failures.
    private func keeping(
        borrowedBy ids: [RecordID], in catalog: PhotoCatalog, _ stop: Interruption,
        _ failures: inout [WitError]
    ) throws(WitError) -> [RecordID] {
        let edits = options.edits
        guard edits.placeName?.isEmpty == true, edits.coordinate == nil, !edits.removesLocation
        else { return ids }
        var kept: [RecordID] = []
        for id in ids {
            if stop.isRequested { break }
            let record = try catalog.record(id)
            guard let borrowed = record?.location?.place, borrowed.source == Place.ownPlace else {
                kept.append(id)
                continue
            }
            failures.append(
                WitError(
                    item: record?.file ?? id.text, code: .borrowedPlaceName,
                    reason: "its place is called “\(borrowed.name ?? "")” because you gave a photo"
                        + " nearby that name: remove the name there, or give this one another"))
        }
        return kept
    }
}

extension WitError.Code {
    /// The name of a photo's place is that of a photo nearby.
    public static let borrowedPlaceName: Self = "borrowed-place-name"
}

extension PhotoRecord: JSONReport {}
extension Change: JSONReport {}
