#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What tells, without reading it, whether a file may have changed since it was read.
public struct FileStamp: Sendable, Hashable {
    /// Its size in bytes.
    public var size: Int64
    /// When it was last written: nanoseconds since 1970.
    public var modified: Int64
    /// Its number in the file system; for a photo that sidecars lie beside, mixed with their
    /// stamps, so that the photo is read again when one of them changes.
    public var inode: UInt64

    /// A stamp.
    public init(size: Int64, modified: Int64, inode: UInt64) {
        self.size = size
        self.modified = modified
        self.inode = inode
    }
}

extension FileStamp {
    private static let farthest: Int64 = 9_223_372_035

    /// The stamp in what the system says of a file.
    package init(_ status: stat) {
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        // Nanoseconds of 64 bits reach from 1677 to 2262: a date beyond that is the last they hold.
        let seconds = min(max(Int64(modified.tv_sec), -Self.farthest), Self.farthest)
        self.init(
            size: Int64(status.st_size),
            modified: seconds * 1_000_000_000 + Int64(modified.tv_nsec),
            inode: UInt64(status.st_ino))
    }

    /// The stamp of a photo that sidecars lie beside: it changes when one of them does, comes or
    /// goes. The file's size and time stay as they are.
    package func joined(with sidecars: [FileStamp]) -> FileStamp {
        var joined = self
        for sidecar in sidecars {
            for part in [
                UInt64(bitPattern: sidecar.size), UInt64(bitPattern: sidecar.modified),
                sidecar.inode,
            ] {
                // FNV-1a's step, over words.
                joined.inode = (joined.inode ^ part) &* 0x100_0000_01B3
            }
        }
        return joined
    }

    /// The stamp of the file at a path, links followed; nil where there is no regular file.
    public init?(of path: String) {
        var status = stat()
        guard stat(path.systemPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        self.init(status)
    }
}
