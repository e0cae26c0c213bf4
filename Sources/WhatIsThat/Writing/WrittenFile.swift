import CatalogDatabase
import Crypto
import Files
import Folders
import Foundation
import OutputText
import PhotoMetadata
import PhotoRecords

/// Finds a file that a change wrote where it is now: by its photo's files and by what it holds.
struct WrittenFile {
    private let catalog: PhotoCatalog
    private let write: FileWrite
    /// The photo's files, those that are there first.
    private let files: [PhotoFile]

    init(_ write: FileWrite, in catalog: PhotoCatalog) throws(WitError) {
        self.catalog = catalog
        self.write = write
        files = try write.photo.map { id throws(WitError) in try catalog.files(of: id) } ?? []
    }

    /// What lies at a path.
    struct Content {
        var path: String
        /// A picture's beginning, or a whole sidecar; nil where there is no file.
        var bytes: [UInt8]?
        var hash: [UInt8]?
    }

    /// The file that holds what was written, or what stood there before.
    ///
    /// - Parameter others: paths of files that are put back by themselves.
    /// - Throws: A `WitError` that says what became of the file.
    func find(besides others: Set<String>) throws(WitError) -> Content {
        var known: [Content] = []
        var unreadable: WitError?
        for path in candidates where path == write.path || !others.contains(path) {
            do throws(WitError) {
                known.append(try content(path))
            } catch {
                unreadable = unreadable ?? error
            }
        }
        if let found = known.first(where: { $0.hash == write.hash }) { return found }
        // What cannot be read is not gone.
        if let unreadable, write.formerHash == nil { throw unreadable }
        // A sidecar that was made is gone where the photo is; elsewhere it may only have moved.
        let isDone = write.formerHash != nil || isBesidePhoto(write.path)
        if isDone, let found = known.first(where: { $0.hash == write.formerHash }) {
            return found
        }
        if let unreadable { throw unreadable }
        let isThere = known.contains { $0.bytes != nil }
        throw WitError(
            item: write.path,
            reason: isThere
                ? "was changed since; its former metadata is not put back"
                : "is gone; its former metadata can't be put back")
    }

    private var candidates: [String] {
        switch write.kind {
        case .metadata: return [write.path] + files.map(\.path).filter { $0 != write.path }
        case .sidecar:
            if write.hash == nil { return [isBesidePhoto(write.path) ? write.path : newPath] }
            let beside = files.flatMap { SidecarName.spellings(for: $0.path) }
            return [write.path] + beside.filter { $0 != write.path }
        }
    }

    /// Whether a file of the photo is there that a sidecar of this path belongs to.
    private func isBesidePhoto(_ sidecar: String) -> Bool {
        write.kind == .sidecar
            && files.contains { file in
                SidecarName.spellings(for: file.path).contains(sidecar)
                    && FileStamp(of: file.path) != nil
            }
    }

    /// Where a sidecar is made again whose photo has moved: spelled as before.
    private var newPath: String {
        guard let photo = files.first(where: { FileStamp(of: $0.path) != nil }) else {
            return write.path
        }
        func isWhole(_ path: String) -> Bool {
            PhotoName.looksLikePhoto(String(path.dropLast(4)))
        }
        let spellings = SidecarName.spellings(for: photo.path)
        return spellings.first {
            isWhole($0) == isWhole(write.path) && $0.suffix(4) == write.path.suffix(4)
        } ?? write.path
    }

    private func content(_ path: String) throws(WitError) -> Content {
        guard let size = FileStamp(of: path)?.size else { return Content(path: path) }
        let bytes: [UInt8]
        switch write.kind {
        case .metadata:
            do throws(WitError) {
                bytes = try MetadataEditor().head(ofFileAt: path)
            } catch {
                throw error.of(item: path)
            }
        case .sidecar:
            guard size <= 32 << 20, let data = try? FileSystem.contents(of: path) else {
                throw WitError(item: path, reason: "can't be read")
            }
            bytes = Array(data)
        }
        return Content(path: path, bytes: bytes, hash: Array(SHA256.hash(data: bytes)))
    }
}
