import Files
import PhotoCatalog

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A place that a scan looks at.
enum ScanTarget: Sendable, Hashable {
    /// What a person named: a folder with all below it, or a file; complained of where it is
    /// not there.
    case named(String)
    /// A folder with all below it, where it is still there.
    case tree(String)
    /// A folder without the folders below it, where it is still there.
    case folder(String)
    /// What was a file, or a folder with all below it, when something happened to it.
    case entry(String)

    /// The path.
    var path: String {
        switch self {
        case .named(let path), .tree(let path), .folder(let path), .entry(let path): path
        }
    }
}

/// What stands at a path, links followed.
enum PathState: Equatable {
    case file(FileStamp)
    case folder
    /// Neither a file nor a folder.
    case other
    case absent
    /// The system does not say, for this reason (`errno`): what is there is unknown, not gone.
    case unknown(Int32)

    init(of path: String) {
        var status = stat()
        guard stat(path.systemPath, &status) == 0 else {
            self = [ENOENT, ENOTDIR].contains(errno) ? .absent : .unknown(errno)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file(FileStamp(status))
        case S_IFDIR: self = .folder
        default: self = .other
        }
    }
}
