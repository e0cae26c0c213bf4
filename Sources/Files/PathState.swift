#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What stands at a path, links followed.
package enum PathState: Equatable {
    case file(FileStamp)
    case folder
    /// Neither a file nor a folder.
    case other
    case absent
    /// The system does not say, for this reason (`errno`): what is there is unknown, not gone.
    case unknown(Int32)

    package init(of path: String) {
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
