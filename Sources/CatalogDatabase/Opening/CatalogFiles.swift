import Files

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files that SQLite keeps an open catalog in: the catalog's own, its log, the log's index and
/// its journal.
///
/// No other code of the process may open one of them. The system takes all of SQLite's locks on a
/// file away as soon as the process closes any descriptor of it (POSIX.1-2017, `fcntl`: "All locks
/// associated with a file for a given process shall be removed when a file descriptor for that
/// file is closed by that process"); the next program that closes the catalog takes it for
/// unused then and removes the log that this one still writes to.
public struct CatalogFiles: Sendable {
    private static let suffixes: Set<Substring> = ["", "-wal", "-shm", "-journal"]

    private struct Identity: Hashable {
        var device: UInt64
        var number: UInt64

        init?(_ path: String) {
            var status = stat()
            guard stat(path.systemPath, &status) == 0 else { return nil }
            device = UInt64(status.st_dev)
            number = UInt64(status.st_ino)
        }
    }

    private let name: String
    private let folder: Identity?
    private let identities: Set<Identity>
    private let numbers: Set<UInt64>

    /// Those of a catalog that is open.
    init(of path: String) {
        // Where a link leads, the log lies.
        let path =
            realpath(path.systemPath, nil).map { resolved in
                defer { free(resolved) }
                return FileSystem.text(resolved)
            } ?? path
        name = FileSystem.name(of: path)
        folder = Identity(Folder.holding(path))
        identities = Set(Self.suffixes.compactMap { Identity(path + $0) })
        numbers = Set(identities.map(\.number))
    }

    /// Whether a path leads to one of them.
    ///
    /// - Parameter inode: The number of the file there, where it is known: of most files it tells
    ///   at once that they are others.
    public func holds(_ path: String, inode: UInt64? = nil) -> Bool {
        if isNamed(path) { return true }
        if let inode, !numbers.contains(inode) { return false }
        return Identity(path).map(identities.contains) ?? false
    }

    /// Whether a path is one of theirs, be anything there or not.
    public func isNamed(_ path: String) -> Bool {
        let last = FileSystem.name(of: path)
        guard last.hasPrefix(name), Self.suffixes.contains(last.dropFirst(name.count)) else {
            return false
        }
        return folder != nil && Identity(Folder.holding(path)) == folder
    }
}

extension PhotoCatalog {
    /// The files that it lies in.
    public var ownFiles: CatalogFiles { CatalogFiles(of: path) }
}
