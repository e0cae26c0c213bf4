#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A hidden folder for files that another library makes by their paths, with what it lays beside
/// them: gone with this object, and swept away as a ``PartialFile`` is where the process ends.
public final class PartialFolder: Sendable {
    /// Where it is.
    public let path: String
    private let descriptor: Int32

    /// Makes it in a folder, for its owner alone.
    ///
    /// - Throws: What the system says: `EACCES`, `ENOENT`, `ENOSPC`, …
    public init(in folder: String) throws(SystemError) {
        Leftovers.sweepOnce(folder)
        while true {
            let path = (folder == "/" ? "" : folder) + "/" + PartialName.random()
            guard mkdir(path.systemPath, 0o700) == 0 else {
                if errno == EEXIST { continue }
                throw SystemError(folder)
            }
            let descriptor = open(path.systemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            var status = stat()
            if descriptor >= 0, FileLock.take(descriptor) != .held,
                stat(path.systemPath, &status) == 0
            {
                self.path = path
                self.descriptor = descriptor
                return
            }
            let error = SystemError(folder)
            if descriptor >= 0 { close(descriptor) }
            rmdir(path.systemPath)
            if descriptor < 0, error.number != ENOENT { throw error }
        }
    }

    deinit {
        Leftovers.empty(descriptor)
        rmdir(path.systemPath)
        close(descriptor)
    }

    /// The path of a file in it.
    public func file(_ name: String) -> String { path + "/" + name }
}
