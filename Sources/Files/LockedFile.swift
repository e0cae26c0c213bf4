#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is held against other processes that would change it too, until this object goes: what
/// is read of it is still true when it is replaced (``PartialFile/place(at:replacing:)``).
public final class LockedFile: Sendable {
    /// The file.
    public let path: String
    private let descriptor: Int32

    /// Waits until nobody else holds the file, and holds it; nil where there is none.
    ///
    /// A file system without locks has nothing to hold by: there the last one wins.
    ///
    /// - Parameter isStopped: Asked again and again while it waits.
    /// - Throws: What the system says: `EACCES`, `EISDIR`, …; `EINTR` where it was stopped.
    public init?(
        _ path: String, isStopped: () -> Bool = { false }
    ) throws(SystemError) {
        while true {
            let descriptor = open(path.systemPath, O_RDONLY | O_CLOEXEC)
            if descriptor < 0 {
                if errno == ENOENT { return nil }
                throw SystemError(path)
            }
            while FileLock.take(descriptor) == .held {
                if isStopped() {
                    close(descriptor)
                    throw SystemError(EINTR, path: path)
                }
                usleep(20_000)
            }
            // Whoever held it may have put another file in its place meanwhile.
            var held = stat()
            var there = stat()
            if fstat(descriptor, &held) == 0, stat(path.systemPath, &there) == 0,
                held.st_ino == there.st_ino, held.st_dev == there.st_dev
            {
                self.path = path
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
    }

    deinit { close(descriptor) }
}
