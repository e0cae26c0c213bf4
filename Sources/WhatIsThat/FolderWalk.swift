import Foundation
import PhotoCatalog

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lists the regular files below a folder, each with its stamp.
///
/// Hidden entries (names that begin with a dot) are passed over. Links to files are followed,
/// links to folders are not, so that no walk runs in a circle.
public struct FolderWalk: Sendable {
    /// A file that was seen.
    public struct Entry: Sendable {
        /// The path from the root.
        public let path: String
        /// Size, time and inode.
        public let stamp: FileStamp
    }

    /// Folders and files that could not be looked at.
    public private(set) var failures: [ItemFailure] = []
    /// The folders among them: what lies below is unknown, not gone.
    public private(set) var unreadableFolders: [String] = []

    /// Nothing walked yet.
    public init() {}

    /// Calls `body` for every file below `root`, folder by folder, names in byte order.
    ///
    /// - Parameters:
    ///   - root: an absolute path of a folder.
    ///   - body: returns false to end the walk.
    public mutating func run(_ root: String, _ body: (Entry) throws -> Bool) rethrows {
        var folders = [root]
        while let folder = folders.popLast() {
            guard let names = list(folder) else { continue }
            var below: [String] = []
            for (name, kind) in names {
                let path = folder == "/" ? "/" + name : folder + "/" + name
                if kind == .folder {
                    below.append(path)
                    continue
                }
                switch Self.look(at: path, linkOnly: kind == .link) {
                case .file(let stamp):
                    if try !body(Entry(path: path, stamp: stamp)) { return }
                case .folder where kind == .unknown: below.append(path)
                case .folder, .other: continue
                case .failed(let reason):
                    failures.append(
                        ItemFailure(item: path, reason: ItemFailure.reason(reason, forPath: path)))
                }
            }
            folders += below.reversed()
        }
    }

    /// The stamp of one file; nil where there is no regular file.
    public static func stamp(of path: String) -> FileStamp? {
        if case .file(let stamp) = look(at: path, linkOnly: false) { stamp } else { nil }
    }

    private enum Kind { case file, folder, link, unknown }
    private enum Look { case file(FileStamp), folder, other, failed(String) }

    private mutating func list(_ folder: String) -> [(String, Kind)]? {
        guard let handle = opendir(folder) else {
            let reason = "the folder can't be read: " + String(cString: strerror(errno))
            failures.append(
                ItemFailure(item: folder, reason: ItemFailure.reason(reason, forPath: folder)))
            unreadableFolders.append(folder)
            return nil
        }
        defer { closedir(handle) }
        var names: [(String, Kind)] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            switch Int32(entry.pointee.d_type) {
            case Int32(DT_DIR): names.append((name, .folder))
            case Int32(DT_REG): names.append((name, .file))
            case Int32(DT_LNK): names.append((name, .link))
            case Int32(DT_UNKNOWN): names.append((name, .unknown))
            default: continue
            }
        }
        return names.sorted { $0.0 < $1.0 }
    }

    private static func look(at path: String, linkOnly: Bool) -> Look {
        var status = stat()
        guard stat(path, &status) == 0 else {
            // A link to nothing is no photo and no fault of the folder's.
            return linkOnly ? .other : .failed(String(cString: strerror(errno)))
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            let modified = status.st_mtim
            return .file(
                FileStamp(
                    size: Int64(status.st_size),
                    modified: Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec),
                    inode: UInt64(status.st_ino)))
        case S_IFDIR: return .folder
        default: return .other
        }
    }
}
