import Foundation
import PhotoCatalog
import PhotoMetadata

/// Holds what lies on the disk against what the catalog knows, without reading any photo.
///
/// Both come in the byte order of their paths and are merged step by step, so that memory stays
/// flat however many there are; a file that is as it was costs no more than its comparison.
struct ScanSurvey {
    /// A file to read.
    struct File: Sendable {
        let path: String
        let stamp: FileStamp
        /// Whether the person named this very file.
        let isNamed: Bool
        /// Whether a sidecar lies beside it.
        let hasSidecar: Bool
    }

    /// Known files that were missing and are back as they were, for the caller to take out.
    var returned: [String] = []
    /// Known files that were not met any more, for the caller to take out.
    var gone: [String] = []
    private(set) var returnedCount = 0
    private(set) var goneCount = 0
    private(set) var unchanged = 0
    private(set) var failures: [ItemFailure] = []

    private let catalog: PhotoCatalog?
    private let verify: Bool
    private var paths: ArraySlice<String>
    private var walk: FolderWalk?
    private var known: KnownFileCursor?

    /// A survey of the paths that the person named: folders with all below them, and files.
    init(of paths: [String], in catalog: PhotoCatalog?, verify: Bool) {
        self.paths = paths[...]
        self.catalog = catalog
        self.verify = verify
    }

    /// Takes some steps, each of which looks at one file or passes one known file over.
    ///
    /// - Parameter toRead: told of new and changed files.
    /// - Returns: false at the end.
    mutating func advance(
        by steps: Int, _ toRead: (File) -> Void
    ) throws(CatalogError) -> Bool {
        for _ in 0..<steps {
            if walk != nil {
                try step(toRead)
            } else if known?.file != nil {
                try passOver()
            } else if let path = paths.popFirst() {
                try begin(path, toRead)
            } else {
                return false
            }
        }
        return true
    }

    private mutating func begin(
        _ path: String, _ toRead: (File) -> Void
    ) throws(CatalogError) {
        known = if let catalog { try KnownFileCursor(catalog, under: path) } else { nil }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            let reason = ItemFailure.reason("no such file or folder", forPath: path)
            failures.append(ItemFailure(item: path, reason: reason))
            return
        }
        if isFolder.boolValue {
            walk = FolderWalk(path)
        } else if let stamp = FileStamp(of: path) {
            let sidecars = SidecarName.spellings(for: path).compactMap { FileStamp(of: $0) }
            try weigh(
                Array(path.utf8), stamp.joined(with: sidecars), isNamed: true,
                hasSidecar: !sidecars.isEmpty, toRead)
        } else {
            failures.append(ItemFailure(item: path, reason: "neither a file nor a folder"))
        }
    }

    private mutating func step(_ toRead: (File) -> Void) throws(CatalogError) {
        switch walk?.next() {
        case .file(let stamp):
            // Not `if let`, which would copy the path.
            try weigh(
                walk?.path ?? [], stamp, isNamed: false, hasSidecar: walk?.hasSidecar ?? false,
                toRead)
        case .unreadableFolder:
            let folder = walk?.path ?? []
            while let order = known?.comparePath(to: folder), order < 0 { try passOver() }
            while known?.pathBegins(with: folder) == true { try known?.advance() }
        case nil:
            failures += walk?.failures ?? []
            walk = nil
        }
    }

    private mutating func weigh(
        _ path: [UInt8], _ stamp: FileStamp, isNamed: Bool, hasSidecar: Bool,
        _ toRead: (File) -> Void
    ) throws(CatalogError) {
        while let order = known?.comparePath(to: path), order <= 0 {
            guard order == 0, let file = known?.file else {
                try passOver()
                continue
            }
            // The cursor moves on before the file is handed over to be read and added.
            try known?.advance()
            if file.stamp != stamp || verify { break }
            if file.missing {
                returned.append(String(decoding: path, as: UTF8.self))
                returnedCount += 1
            } else {
                unchanged += 1
            }
            return
        }
        let text = String(decoding: path, as: UTF8.self)
        toRead(
            File(path: text, stamp: stamp, isNamed: isNamed, hasSidecar: hasSidecar))
    }

    /// The known file at hand was not met.
    private mutating func passOver() throws(CatalogError) {
        if let known, known.file?.missing == false {
            gone.append(String(decoding: known.path, as: UTF8.self))
            goneCount += 1
        }
        try known?.advance()
    }
}
