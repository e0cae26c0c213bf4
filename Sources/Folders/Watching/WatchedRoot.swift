import Files
import PhotoMetadata

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder or a file that the person named, and what stands there now.
struct WatchedRoot {
    let path: String
    /// The folder to watch: the path itself, or the folder that the file lies in; nil while
    /// nothing stands there.
    private(set) var folder: String?
    /// Whether the path is a file's.
    var isFile: Bool { folder != nil && folder != path }

    /// The folder's device and number: another disk at the same path has others.
    private struct Identity: Equatable {
        var device: UInt64
        var number: UInt64
    }
    private var identity: Identity?

    private let derived: DerivedNames

    init(_ path: String, leavingOut derived: DerivedNames) {
        self.path = path
        self.derived = derived
    }

    /// Looks what stands there.
    ///
    /// - Returns: whether it is something else than the last time.
    mutating func look() -> Bool {
        let former = (identity, folder)
        switch PathState(of: path) {
        case .folder: folder = path
        case .file: folder = Folder.holding(path)
        case .absent, .other, .unknown: folder = nil
        }
        identity = folder.flatMap(Self.identity)
        return former.0 != identity || former.1 != folder
    }

    private static func identity(of folder: String) -> Identity? {
        var status = stat()
        guard stat(folder.systemPath, &status) == 0 else { return nil }
        return Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }

    /// The photo's path to look at when something happened at a path; nil where that is none of
    /// this root's.
    ///
    /// - Parameter isFolder: Whether the path is a folder's.
    func covered(_ path: String, isFolder: Bool = false) -> String? {
        guard isFile else {
            let isBelow =
                path == self.path || path.hasPrefix(self.path == "/" ? "/" : self.path + "/")
            return isBelow
                && derived.rule(ofPath: path, below: self.path, isFolder: isFolder) == nil
                ? path : nil
        }
        let isOwn = path == self.path || SidecarName.spellings(for: self.path).contains(path)
        return isOwn ? self.path : nil
    }
}
