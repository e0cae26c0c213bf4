import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is being made, under a hidden name in the folder where it is to stand: it gets its
/// own name once it is whole and on the disk, and is gone with this object where that does not
/// come about.
///
/// Where the process ends in between (`kill -9`, a power cut), the file is left, and swept away
/// by the next one that writes into the folder or scans it (``Leftovers``). A lock tells that it
/// is still in use.
///
/// ```swift
/// let partial = try PartialFile(in: "/photos")
/// try partial.write(bytes)
/// try partial.place(at: "/photos/kite.jpg", replacing: false)
/// ```
public final class PartialFile: Sendable {
    /// Where it is while it is being made.
    public let path: String
    /// The open file, for reading and writing, at its end.
    public let descriptor: Int32
    private let state = Mutex(State())

    private struct State {
        var isPlaced = false
        var isSynchronized = false
    }

    /// Makes an empty file, which only its owner may read.
    ///
    /// Before, the leftovers of ended processes in the folder are swept away, once in a process.
    ///
    /// - Throws: What the system says: `EACCES`, `ENOENT`, `ENOSPC`, …
    public init(in folder: String) throws(SystemError) {
        Leftovers.sweepOnce(folder)
        while true {
            let path = (folder == "/" ? "" : folder) + "/" + PartialName.random()
            let descriptor = open(path.systemPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor < 0 {
                if errno == EEXIST || errno == EINTR { continue }
                throw SystemError(folder)
            }
            // Another process that sweeps the folder may have come before the lock.
            var status = stat()
            if FileLock.take(descriptor) != .held, fstat(descriptor, &status) == 0,
                status.st_nlink > 0
            {
                self.path = path
                self.descriptor = descriptor
                return
            }
            unlink(path.systemPath)
            close(descriptor)
        }
    }

    deinit {
        if !state.withLock(\.isPlaced) { unlink(path.systemPath) }
        close(descriptor)
    }

    /// Adds bytes at the end.
    ///
    /// - Throws: `ENOSPC`, `EIO`, …
    public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        state.withLock { $0.isSynchronized = false }
        var done = 0
        while done < bytes.count {
            let count = Self.put(
                descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                throw SystemError(count == 0 ? ENOSPC : errno, path: path)
            }
        }
    }

    /// Adds bytes at the end.
    ///
    /// - Throws: `ENOSPC`, `EIO`, …
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
            try write(UnsafeRawBufferPointer(buffer))
        }
    }

    /// Lets others read it as the process's mask has it: the mode of a new file.
    public func openToOthers() { _ = fchmod(descriptor, 0o666 & ~FileModeMask.current) }

    /// Has the disk take the content.
    ///
    /// - Throws: `EIO`, `ENOSPC`, …
    public func synchronize() throws(SystemError) {
        if state.withLock(\.isSynchronized) { return }
        guard fsync(descriptor) == 0 else { throw SystemError(path) }
        state.withLock { $0.isSynchronized = true }
    }

    /// Gives the file the name that it is to have, once the disk has its content and then its
    /// name: see ``Placement``.
    ///
    /// - Parameters:
    ///   - target: A path in the same folder.
    ///   - replacing: Whether it takes the place of a file that is there.
    /// - Throws: `EEXIST` where something has the name and is not to be replaced; what the system
    ///   says. Where the last step fails, the file has its name and the disk may not know it.
    public func place(at target: String, replacing: Bool) throws(SystemError) {
        try synchronize()
        try Placement.move(path, to: target, replacing: replacing)
        state.withLock { $0.isPlaced = true }
        try Folder.synchronize(Folder.holding(target))
    }

    /// Notes that the file got its name by other means than `place`: it stays then.
    public func wasPlaced() { state.withLock { $0.isPlaced = true } }

    private static func put(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.write(file, bytes, count)
        #elseif canImport(Musl)
            Musl.write(file, bytes, count)
        #else
            Glibc.write(file, bytes, count)
        #endif
    }
}
