import CatalogDatabase
import Files
import Folders
import Foundation
import JSON
import OutputText
import PhotoRecords

/// Adds folders and files to the catalog, or refreshes what is there (<doc:CatalogingFlow>).
///
/// Only what changed since the last run is read. A run that is stopped or killed has kept what it
/// did, and the next one goes on there. All that one run alters is one change, which `undo` takes back
/// whole. Memory does not grow with the number of photos.
///
/// ```swift
/// let report = try await CatalogPhotos(["/home/anna/Pictures"], in: catalog).run()
/// print(report.added)
/// ```
public struct CatalogPhotos: Sendable {
    /// How to go about it.
    public struct Options: Sendable {
        /// Read every file, also where size, time and inode are as they were.
        public var verify = false
        /// Names of what other programs made of photos, and that is left out of folders.
        public var derived = DerivedNames()
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
        /// Values that files no longer say, and that stay until a person decides.
        public var removals = 0
        /// Files in the folders that are no photos of a format this version reads.
        public var others = 0
        /// Backups and other files that other programs made of photos: no photos of their own.
        public var leftOut = LeftOut()
        /// In a preview: new or changed files that would be read.
        public var wouldRead = 0
        /// What could not be done, item by item.
        public var failures: [WitError] = []
        /// Whether a person stopped the run before its end.
        public var wasInterrupted = false
        /// Files left for later, since a program may still be writing them.
        var unsettled: [String] = []
    }

    private let paths: [String]
    private let catalog: PhotoCatalog
    private let options: Options

    /// Gets ready to scan.
    ///
    /// - Parameters:
    ///   - paths: absolute paths of folders and files.
    ///   - catalog: where the photos go, opened for writing.
    ///   - options: how to go about it.
    public init(_ paths: [String], in catalog: PhotoCatalog, options: Options = Options()) {
        self.paths = paths
        self.catalog = catalog
        self.options = options
    }

    /// Takes the folders and files in; where the task is cancelled, soon ends with what was done so far.
    ///
    /// - Parameter progress: told how many of the files to read are done, and how many there are; the
    ///   latter grows while folders are still looked through, which is soon done but for hundreds of
    ///   thousands of photos.
    /// - Throws: `WitError` where the catalog can't be used; what was written before stays.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            let scan = FolderScan(
                catalog: catalog, options: options, isStopped: { stop.isRequested })
            return try await scan.run(paths.map(ScanTarget.named), progress: progress)
        }
    }
}

extension CatalogPhotos.Report: JSONReport {
    /// The counts, what was left out (`count`, `items`), what failed, and whether it was stopped.
    public var json: JSONValue {
        .object([
            "added": .count(added), "refreshed": .count(refreshed), "moved": .count(moved),
            "duplicates": .count(duplicates), "returned": .count(returned),
            "missing": .count(missing), "unchanged": .count(unchanged),
            "proposals": .count(proposals), "removals": .count(removals),
            "others": .count(others), "wouldRead": .count(wouldRead),
            "leftOut": [
                "count": .count(leftOut.count),
                "items": .array(
                    leftOut.items.map {
                        ["path": .string($0.path), "reason": .string($0.reason)]
                    }),
            ],
            "failures": .array(failures.map(\.json)),
            "interrupted": .bool(wasInterrupted),
        ])
    }
}
