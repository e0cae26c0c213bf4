import Foundation
import PhotoCatalog

/// Holds what lies on the disk against what the catalog knows, without reading any photo.
struct ScanSurvey {
    /// A file to read.
    struct File: Sendable {
        let path: String
        let stamp: FileStamp
        /// Whether the person named this very file.
        let isNamed: Bool
    }

    /// New and changed files.
    private(set) var toRead: [File] = []
    /// Known files that were missing and are back as they were.
    private(set) var returned: [String] = []
    /// Known files that are not there any more.
    private(set) var gone: [String] = []
    private(set) var unchanged = 0
    private(set) var failures: [ItemFailure] = []

    private let verify: Bool
    private let interruption: Interruption

    init(verify: Bool, interruption: Interruption) {
        self.verify = verify
        self.interruption = interruption
    }

    /// Looks at one path that the person named: a folder with all below it, or a file.
    mutating func look(at path: String, in catalog: PhotoCatalog?) throws(CatalogError) {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        var known = try catalog?.knownFiles(under: path) ?? [:]
        if exists && isFolder.boolValue {
            var walk = FolderWalk()
            walk.run(path) { entry in
                weigh(entry.path, entry.stamp, known.removeValue(forKey: entry.path), named: false)
                return !interruption.isRequested
            }
            failures += walk.failures
            for folder in walk.unreadableFolders {
                let prefix = folder.hasSuffix("/") ? folder : folder + "/"
                known = known.filter { !$0.key.hasPrefix(prefix) }
            }
        } else if exists {
            if let stamp = FolderWalk.stamp(of: path) {
                weigh(path, stamp, known.removeValue(forKey: path), named: true)
            } else {
                failures.append(ItemFailure(item: path, reason: "neither a file nor a folder"))
            }
        } else {
            let reason = ItemFailure.reason("no such file or folder", forPath: path)
            failures.append(ItemFailure(item: path, reason: reason))
        }
        gone += known.filter { !$0.value.missing }.keys.sorted()
    }

    private mutating func weigh(
        _ path: String, _ stamp: FileStamp, _ known: KnownFile?, named: Bool
    ) {
        guard let known, known.stamp == stamp, !verify else {
            toRead.append(File(path: path, stamp: stamp, isNamed: named))
            return
        }
        if known.missing { returned.append(path) } else { unchanged += 1 }
    }
}
