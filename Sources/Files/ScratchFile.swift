#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file for what is too long for memory: nobody else may read it, and it goes with this object.
///
/// It has no name, so that nothing of it is left wherever the program ends: at an error, at Ctrl-C, at a
/// `kill -9`. Where a nameless file cannot be opened again it has a hidden one (``PartialFile``), which the
/// next program sweeps away.
public final class ScratchFile: Sendable {
    /// A path at which this process may open it.
    public let path: String
    /// The open file, for reading and writing.
    public let descriptor: Int32
    private let named: PartialFile?

    /// Makes an empty file.
    ///
    /// - Throws: What the system says: `EACCES`, `ENOENT`, `ENOSPC`, …
    public init(in folder: String) throws(SystemError) {
        let nameless = try NamelessFile.open(in: folder)
        let path = "/dev/fd/\(nameless)"
        let again = open(path, O_RDONLY | O_CLOEXEC)
        if again >= 0 {
            close(again)
            (self.path, descriptor, named) = (path, nameless, nil)
            return
        }
        close(nameless)
        let file = try PartialFile(in: folder)
        (self.path, descriptor, named) = (file.path, file.descriptor, file)
    }

    deinit { if named == nil { close(descriptor) } }

    /// Writes bytes at a place; any number of threads may.
    ///
    /// - Throws: `ENOSPC`, `EIO`, …
    public func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done,
                off_t(place + done))
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                throw SystemError(count == 0 ? ENOSPC : errno, path: path)
            }
        }
    }
}
