import CatalogDatabase
import Crypto
import Files
import Foundation
import JSON
import OutputText
import PhotoMetadata
import PhotoRecords

/// Takes a change back, in the catalog and in the files that it wrote.
public struct UndoChange: Sendable {
    /// What was done.
    public struct Report: JSONReport {
        /// The change that the undo is.
        public var change: Change
        /// Files and sidecars that are as they were before.
        public var restored = 0
        /// Files that could not be put back; what the catalog says of them was taken back.
        public var failures: [WitError] = []
        /// What a person should know, one line each.
        public var notes: [String] = []

        /// The change.
        public var json: JSONValue { change.json }
    }

    private let number: Int64?
    private let catalog: PhotoCatalog

    /// Gets ready to take a change back.
    ///
    /// - Parameters:
    ///   - number: the change; nil for the last one that is not taken back.
    ///   - catalog: where it was made, opened for writing.
    public init(_ number: Int64? = nil, in catalog: PhotoCatalog) {
        self.number = number
        self.catalog = catalog
    }

    /// Takes the change back.
    ///
    /// - Parameter progress: told how many files are put back.
    /// - Throws: `WitError`; nothing is changed then. Where the task was cancelled, its code is
    ///   `interrupted`: files that were put back stay so, the change still stands, and the next run goes on
    ///   with it.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            try perform(isStopped: { stop.isRequested }, progress: progress)
        }
    }

    /// Takes a change back; of one that was taken back before, what could not be put back then.
    ///
    /// Files come first, and before each of them what leads back from there: where the run is
    /// killed, the change still stands, and the next run goes on with it and can be taken back
    /// like any other. They are found by their photos, wherever they are now.
    ///
    /// - Throws: `WitError`; nothing is changed then.
    func perform(
        isStopped: @escaping @Sendable () -> Bool = { false },
        progress: ProgressHandler = { _ in }
    ) throws(WitError) -> Report {
        if isStopped() { throw .stopped }
        var folders = ListedFolders()
        let former = try number.map { number throws(WitError) in
            try catalog.change(number)
        }
        if let change = former ?? nil, change.undoneBy != nil, change.unrestored > 0 {
            let files = try restore(change.number, isStopped: isStopped, progress: progress)
            let undo = try catalog.restored(files.done, of: change.number)
            note(files.paths, &folders, isStopped)
            return Report(
                change: undo, restored: files.count, failures: files.failures,
                notes: files.notes)
        }
        // Undoing a large scan takes SQLite long, twice: it is all or none each time.
        let rehearsed = try PhotoCatalog.interruptible(isStopped) { () throws(WitError) in
            try catalog.undo(number, rehearsing: true)
        }
        if isStopped() { throw .stopped }
        guard let target = rehearsed.undoes else {
            return Report(
                change: try PhotoCatalog.interruptible(isStopped) { () throws(WitError) in
                    try catalog.undo(number)
                })
        }
        let files = try restore(target, isStopped: isStopped, progress: progress)
        let photos = Set(files.paths.flatMap { folders.photos(of: $0) })
        let change = try PhotoCatalog.interruptible(isStopped) { () throws(WitError) in
            try catalog.undo(target, restored: files.done, of: photos)
        }
        note(files.paths, &folders, isStopped)
        return Report(
            change: change, restored: files.count, failures: files.failures, notes: files.notes)
    }

    /// What became of the files that a change wrote.
    struct Files {
        var done: [RestoredWrite] = []
        /// Those that hold their former bytes now.
        var paths: [String] = []
        var failures: [WitError] = []
        var notes: [String] = []
        /// How many were written, by this run or by one that was killed.
        var count: Int { done.count { $0.reversal != nil } }
    }

    func restore(
        _ change: Int64, isStopped: () -> Bool = { false },
        progress: ProgressHandler = { _ in }
    ) throws(WitError) -> Files {
        var files = Files()
        let writes = try catalog.writes(of: change)
        var others = Set(writes.map(\.path))
        let begun = Dictionary(
            try catalog.restorations(of: change).map { ([$0.kind.rawValue, $0.path], $0) },
            uniquingKeysWith: { $1 })
        for (index, write) in writes.enumerated() {
            if isStopped() {
                throw WitError(
                    .interrupted, about: .item("change \(change)"),
                    "stopped after \(files.count.counted("file")); change \(change) still stands")
            }
            progress(WorkProgress(.writing, done: index, of: writes.count))
            let written = try WrittenFile(write, in: catalog)
            do throws(WitError) {
                let found = try written.find(besides: others)
                let reversal =
                    found.hash == write.formerHash
                    ? Self.reversal(
                        of: write, in: found, begun[[write.kind.rawValue, write.path]])
                    : try restore(write, of: change, in: found, &files.notes)
                files.done.append(RestoredWrite(write, reversal: reversal))
                files.paths.append(found.path)
                others.insert(found.path)
            } catch {
                files.failures.append(error)
            }
        }
        return files
    }

    /// How to undo what an earlier run put back that could not say so; nil where none did.
    private static func reversal(
        of write: FileWrite, in found: WrittenFile.Content, _ begun: FileWrite?
    ) -> FileWrite? {
        guard var reversal = begun, reversal.hash == found.hash else { return nil }
        reversal.path = found.path
        reversal.photo = write.photo
        return reversal
    }

    /// Puts back what stood in a file; answers how to undo that.
    private func restore(
        _ write: FileWrite, of change: Int64, in found: WrittenFile.Content,
        _ notes: inout [String]
    ) throws(WitError) -> FileWrite {
        let unknown = WitError(
            item: found.path, reason: "its former metadata can't be reconstructed any more")
        var former: [UInt8]?
        if let delta = write.former {
            former = ByteDelta.apply(delta, to: found.bytes ?? [])
            guard let former, Array(SHA256.hash(data: former)) == write.formerHash else {
                throw unknown
            }
        }
        let file = try FileReplacement(found.path)
        let reversal = FileWrite(
            path: found.path, photo: write.photo, kind: write.kind, former: found.bytes,
            new: former)
        do throws(WitError) {
            try catalog.note(restoring: write, by: reversal, of: change)
        } catch {
            throw WitError(item: found.path, reason: error.message + "; nothing was written")
        }
        if write.kind == .metadata {
            guard let former, let current = found.bytes else { throw unknown }
            notes += try file.write(head: former, insteadOf: current)
        } else {
            notes += try file.write(former, insteadOf: found.bytes)
        }
        return reversal
    }

    /// Has the catalog note what the photos say again; of a sidecar all that it belongs to. The change is
    /// undone by now, and the next scan reads what is left out where somebody asks to stop.
    private func note(
        _ paths: [String], _ folders: inout ListedFolders, _ isStopped: () -> Bool
    ) {
        for path in paths {
            for photo in folders.photos(of: path) {
                if isStopped() { return }
                _ = try? WritePhotos.noted(photo, in: catalog)
            }
        }
    }
}
