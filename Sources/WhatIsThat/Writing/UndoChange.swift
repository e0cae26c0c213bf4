import Crypto
import Files
import Foundation
import PhotoCatalog
import PhotoMetadata
import PhotoRecord

/// Takes a change back, in the catalog and in the files that it wrote.
public struct UndoChange: Sendable {
    /// What was done.
    public struct Report: Sendable {
        /// The change that the undo is.
        public var change: Change
        /// Files and sidecars that are as they were before.
        public var restored = 0
        /// Files that could not be put back; what the catalog says of them was taken back.
        public var failures: [ItemFailure] = []
        /// What a person should know, one line each.
        public var notes: [String] = []
    }

    private let catalog: PhotoCatalog

    /// In a catalog.
    public init(catalog: PhotoCatalog) { self.catalog = catalog }

    /// Takes a change back.
    ///
    /// Files come first: where the run is killed, the change still stands, and the next run goes
    /// on with it.
    ///
    /// - Parameter number: the change; nil for the last one that is not taken back.
    /// - Throws: `CatalogError`; nothing is changed then.
    public func run(_ number: Int64? = nil) throws(CatalogError) -> Report {
        let rehearsed = try catalog.undo(number, rehearsing: true)
        guard let target = rehearsed.undoes else {
            return Report(change: try catalog.undo(number))
        }
        var failures: [ItemFailure] = []
        var notes: [String] = []
        var done: [FileWrite] = []
        var restored: [String] = []
        for write in try catalog.writes(of: target) {
            do throws(ItemFailure) {
                if let reversed = try restore(write, &notes) { done.append(reversed) }
                restored.append(write.path)
            } catch {
                failures.append(error)
            }
        }
        let change = try catalog.undo(target, writes: done)
        for path in restored { note(path) }
        return Report(change: change, restored: done.count, failures: failures, notes: notes)
    }

    /// Puts back what stood in a file; answers how to undo that, nil where it stands there
    /// already.
    private func restore(
        _ write: FileWrite, _ notes: inout [String]
    ) throws(ItemFailure) -> FileWrite? {
        let current = try bytes(of: write)
        let hash = current.map { Array(SHA256.hash(data: $0)) }
        if hash == write.formerHash { return nil }
        guard hash == write.hash else {
            throw ItemFailure(
                item: write.path,
                reason: current == nil
                    ? "is gone; its former metadata can't be put back"
                    : "was changed since; its former metadata are not put back")
        }
        var former: [UInt8]?
        if let delta = write.former {
            former = ByteDelta.apply(delta, to: current ?? [])
            guard let former, Array(SHA256.hash(data: former)) == write.formerHash else {
                throw ItemFailure(
                    item: write.path, reason: "its former metadata can't be made out any more")
            }
        }
        let file = try FileReplacement(write.path)
        if write.kind == .metadata {
            guard let former, let current else {
                throw ItemFailure(
                    item: write.path, reason: "its former metadata can't be made out any more")
            }
            notes += try file.write(head: former, insteadOf: current)
        } else {
            notes += try file.write(former, insteadOf: current)
        }
        return FileWrite(path: write.path, kind: write.kind, former: current, new: former)
    }

    /// The bytes that a write is about: a picture's beginning, or a whole sidecar.
    private func bytes(of write: FileWrite) throws(ItemFailure) -> [UInt8]? {
        guard FileStamp(of: write.path) != nil else { return nil }
        switch write.kind {
        case .metadata:
            do throws(PhotoWriteError) {
                return try MetadataEditor().head(ofFileAt: write.path)
            } catch {
                throw ItemFailure(item: write.path, message: error.message)
            }
        case .sidecar:
            guard let size = FileStamp(of: write.path)?.size, size <= 32 << 20,
                let bytes = try? FileSystem.contents(of: write.path)
            else { throw ItemFailure(item: write.path, reason: "can't be read") }
            return bytes
        }
    }

    /// Has the catalog note what the photos say again; of a sidecar all that it belongs to.
    private func note(_ path: String) {
        guard SidecarName.isSidecar(path) else {
            _ = try? WritePhotos.noted(path, in: catalog)
            return
        }
        let folder = Folder.holding(path)
        for name in (try? FileSystem.names(in: folder)) ?? [] {
            let photo = (folder == "/" ? "" : folder) + "/" + name
            guard SidecarName.spellings(for: photo).contains(path) else { continue }
            _ = try? WritePhotos.noted(photo, in: catalog)
        }
    }
}
